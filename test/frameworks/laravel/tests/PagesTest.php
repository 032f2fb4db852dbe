<?php

declare(strict_types=1);

namespace Tests;

use App\Orm\Author;
use App\Orm\AuthorQuery;
use App\Orm\BookFactory;
use App\Orm\BookQuery;
use Illuminate\Support\Facades\Route;
use Orm\Laravel\Http\ModelResource;
use Orm\Laravel\Pagination\Pages;
use Orm\Laravel\Testing\RefreshDatabase;

final class PagesTest extends TestCase
{
    use RefreshDatabase;

    private Author $author;

    protected function setUp(): void
    {
        parent::setUp();
        $this->author = (new Author())->setName('Jane Austen');
        $this->author->save();
        foreach (range(1, 7) as $number) {
            BookFactory::new()->for($this->author)->state(['title' => "Book $number"])->createOne();
        }
        Route::get('/pages', static fn () => Pages::of(BookQuery::create()->orderByTitle(), 3));
        Route::get('/rows', static fn () => ModelResource::collection(Pages::of(BookQuery::create(), 3)));
        Route::get('/cursor', static fn () => Pages::after(BookQuery::create()->orderByTitle('desc'), 3));
        Route::get('/cursor-rows', static fn () => ModelResource::collection(Pages::after(BookQuery::create(), 3)));
        Route::get('/html', static fn () => Pages::of(BookQuery::create(), 3)->onEachSide(1)->links('links')->toHtml());
    }

    public function testPagesHaveNumbers(): void
    {
        $all = BookQuery::create()->orderByTitle()->select('Title')->find()->getData();
        $pages = ['' => [0, 1], '?page=2' => [3, 2], '?page=3' => [6, 3], '?page=4' => [7, 4], '?page=abc' => [0, 1]];
        foreach ($pages as $query => [$from, $page]) {
            $answer = $this->getJson("/pages$query")->assertOk()->json();
            $this->assertSame(array_slice($all, $from, 3), array_column($answer['data'], 'Title'), $query);
            $this->assertSame([7, 3, 3, $page], [
                $answer['total'], $answer['per_page'], $answer['last_page'], $answer['current_page'],
            ]);
        }
        $this->assertSame('http://localhost/pages?page=2', $this->getJson('/pages')->json('next_page_url'));
        $this->assertSame([], $this->getJson('/pages?page=9223372036854775807')->assertOk()->json('data'));
        $rows = $this->getJson('/rows?page=3')->json();
        $this->assertSame([['Book 7', 3, 7]], array_map(
            static fn (array $row): array => [$row['title'], $rows['meta']['current_page'], $rows['meta']['total']],
            $rows['data'],
        ));
        $this->get('/html?page=2')->assertOk()->assertSee('page=3')->assertSee('page=1');
    }

    public function testPagesBeginBehindARow(): void
    {
        $url = '/cursor';
        $titles = [];
        while ($url !== null) {
            $answer = $this->getJson($url)->assertOk()->json();
            array_push($titles, ...array_column($answer['data'], 'Title'));
            // Another row does not shift the next page.
            BookFactory::new()->count(1)->for($this->author)->state(['title' => 'Z'])->insert();
            $url = $answer['next_page_url'];
            $this->assertNull($answer['prev_page_url']);
        }
        $this->assertSame(['Book 7', 'Book 6', 'Book 5', 'Book 4', 'Book 3', 'Book 2', 'Book 1'], $titles);
        $next = $this->getJson('/cursor-rows')->json('links.next');
        $this->assertCount(3, $this->getJson($next)->assertOk()->json('data'));
        // The cursor of another query, and one that nobody has made.
        $cursor = substr(strstr($next, '='), 1);
        $this->get("/cursor?cursor=$cursor")->assertStatus(400);
        $this->get('/cursor?cursor=' . base64_encode('{"after":["x"],"_pointsToNextItems":true}'))->assertStatus(400);
        $this->get('/cursor?cursor=' . base64_encode('{"id":1,"_pointsToNextItems":true}'))->assertStatus(400);
        $this->get('/cursor?cursor=nonsense')->assertOk();
    }

    public function testAResourceHasTheColumnsAndWhatIsLoaded(): void
    {
        $resource = new class (null) extends ModelResource {
            public function toArray($request)
            {
                return [
                    'name' => $this->getName(),
                    'books' => ModelResource::collection($this->whenLoaded('books')),
                    'count' => $this->whenLoaded('books', fn () => count($this->getBooks())),
                ];
            }
        };
        $show = static fn ($author) => json_decode((new ($resource::class)($author))->toJson(), true);
        $author = AuthorQuery::create()->findOne();
        $this->assertSame(['name' => 'Jane Austen'], $show($author));
        $author->getBooks();
        $shown = $show($author);
        $this->assertSame([7, 'Book 1'], [$shown['count'], $shown['books'][0]['title']]);
        $book = json_decode((new ModelResource(BookQuery::create()->findOneByTitle('Book 1')))->toJson(), true);
        $this->assertSame('Book 1', $book['title']);
        $this->assertArrayHasKey('author_id', $book);
        $found = BookQuery::create()->find();
        $this->assertCount(7, json_decode(ModelResource::collection($found)->toJson(), true));
    }
}
