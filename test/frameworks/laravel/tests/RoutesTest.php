<?php

declare(strict_types=1);

namespace Tests;

use App\Orm\Author;
use App\Orm\Book;
use App\Orm\Edition;
use App\Orm\Note;
use App\Orm\NoteQuery;
use Illuminate\Support\Facades\Route;
use Orm\Laravel\Testing\RefreshDatabase;
use Orm\Runtime\Map\Exception\ColumnNotFoundException;

final class RoutesTest extends TestCase
{
    use RefreshDatabase;

    private const UUID = '7b2f4a52-6c1e-4c6b-9a0e-3f2d5b8c9e10';

    private Author $author;
    private Book $book;

    protected function setUp(): void
    {
        parent::setUp();
        $this->author = (new Author())->setName('Jane Austen');
        $this->book = (new Book())->setTitle('Emma')->setSlug('emma')->setPrice('9.50')->setAuthor($this->author);
        $this->book->save();
    }

    private function assertPage(string $content, string $path): void
    {
        $this->assertSame($content, $this->get($path)->assertOk()->getContent());
    }

    public function testAnArgumentIsTheRowOfItsKey(): void
    {
        $this->assertPage('Emma', "/books/{$this->book->getId()}");
        $this->assertPage('Emma', '/slugs/emma');
        $this->assertPage('Emma', '/prices/9.50');
        $this->get('/books/404404')->assertNotFound();
        $this->get('/slugs/persuasion')->assertNotFound();
        $this->get('/instead/404404')->assertStatus(410)->assertSee('another page');
    }

    /** @dataProvider hostileKeys */
    public function testAKeyThatTheColumnCannotContainIsNotFound(string $key): void
    {
        foreach (['books', 'slugs', 'prices', 'editions', 'notes'] as $path) {
            $this->get("/$path/" . rawurlencode($key))->assertNotFound();
        }
        // The transaction can still be used.
        $this->assertPage('Emma', "/books/{$this->book->getId()}");
    }

    /** @return array<string, array{string}> */
    public static function hostileKeys(): array
    {
        $keys = [
            'abc', '1e3', '1.0', ' 1', '01', '+1', '-0', '99999999999999999999', '2147483648', '-2147483649',
            "1' OR 1", "\xff", '%', 'NULL', "1\0", str_repeat('9', 400), '1,de,x', ',', '\\', 'é', 'min',
        ];

        return array_combine(array_map('bin2hex', $keys), array_map(static fn (string $key): array => [$key], $keys));
    }

    public function testTheColumnOfABindingMustExist(): void
    {
        $this->withoutExceptionHandling();
        $this->expectException(ColumnNotFoundException::class);
        $this->get('/nothing/1');
    }

    public function testAKeyOfSeveralColumnsHasCommas(): void
    {
        foreach (['de', 'x,y', 'a\\b', ''] as $language) {
            (new Edition())->setBook($this->book)->setLanguage($language)->setIsbn("isbn $language")->save();
        }
        $id = $this->book->getId();
        $this->assertPage('isbn de', "/editions/$id,de");
        $this->assertPage('isbn x,y', "/editions/$id,x%5C,y");
        $this->assertPage('isbn a\\b', "/editions/$id,a%5C%5Cb");
        $this->assertPage('isbn ', "/editions/$id,");
        $this->get("/editions/$id")->assertNotFound();
        $this->get("/editions/$id,en")->assertNotFound();
    }

    public function testARowIsLookedForAmongThoseOfItsParent(): void
    {
        $other = (new Author())->setName('Mary Shelley');
        $other->save();
        [$book, $author] = [$this->book->getId(), $this->author->getId()];
        $this->assertPage('Jane Austen: Emma', "/authors/$author/books/emma");
        $this->get("/authors/{$other->getId()}/books/emma")->assertNotFound();
        $this->assertPage('Emma', "/scoped/$author/$book");
        $this->get("/scoped/{$other->getId()}/$book")->assertNotFound();
        $this->assertPage('Emma', "/free/{$other->getId()}/$book");
    }

    public function testDeletedRowsAreFoundWhereTheRouteSaysSo(): void
    {
        (new Note())->setId(self::UUID)->setText('a note')->save();
        $this->assertPage('a note', '/notes/' . self::UUID);
        NoteQuery::create()->findPk(self::UUID)->delete();
        $this->get('/notes/' . self::UUID)->assertNotFound();
        $this->assertPage('a note', '/all-notes/' . self::UUID);
    }

    public function testARouteCanBindByItself(): void
    {
        $this->assertPage((string) $this->author->getId(), '/writers/Jane%20Austen');
        // The row that requireOneByName() and requirePk() do not find is a page that does not exist.
        $this->get('/writers/nobody')->assertNotFound();
        $this->get('/required/404404')->assertNotFound();
        $this->assertPage('no book', '/optional');
        $this->assertPage('Emma', "/optional/{$this->book->getId()}");
    }

    public function testAClassCanBeRoutable(): void
    {
        Route::model('explicit', Author::class);
        Route::middleware('web')->get('/explicit/{explicit}', static fn (Author $explicit) => $explicit->getName());
        Route::middleware('web')->get('/named/{author:name}', static fn (Author $author) => $author->getName());
        Route::middleware('web')->get('/of/{author}', static fn (Author $author) => $author->getName())->name('author');
        $id = $this->author->getId();
        $this->assertPage('Jane Austen', "/explicit/$id");
        $this->get('/explicit/abc')->assertNotFound();
        $this->assertPage('Jane Austen', '/named/Jane%20Austen');
        $this->assertPage('Jane Austen', "/of/$id");
        $this->get('/of/abc')->assertNotFound();
        Route::getRoutes()->refreshNameLookups();
        $this->assertSame("http://localhost/of/$id", route('author', $this->author));
        $this->assertSame($this->book, $this->author->resolveChildRouteBinding('book', 'emma', 'slug'));
        $this->assertNull($this->author->resolveChildRouteBinding('book', 'evelina', 'slug'));
    }

    public function testARowIsJson(): void
    {
        $this->getJson("/json/{$this->book->getId()}")->assertOk()->assertJson(['Title' => 'Emma', 'Slug' => 'emma']);
    }
}
