<?php

declare(strict_types=1);

namespace Tests;

use App\Orm\Book;
use App\Orm\BookQuery;
use App\Orm\Edition;
use App\Orm\Note;
use Illuminate\Support\Facades\Validator;
use Illuminate\Validation\Rule;
use LogicException;
use Orm\Laravel\Testing\RefreshDatabase;
use Orm\Laravel\Validation\Unique;
use Orm\Runtime\Map\Exception\ColumnNotFoundException;

final class ValidationTest extends TestCase
{
    use RefreshDatabase;

    private Book $book;

    protected function setUp(): void
    {
        parent::setUp();
        $this->book = (new Book())->setTitle('Emma')->setSlug('emma')->setPrice('9.50');
        $this->book->save();
        (new Book())->setTitle('Persuasion')->save();
    }

    private static function passes(mixed $value, mixed ...$rules): bool
    {
        return Validator::make(['slug' => $value], ['slug' => $rules])->passes();
    }

    public function testAValueExists(): void
    {
        $this->assertTrue(self::passes('emma', 'exists:App\Orm\Book,slug'));
        $this->assertTrue(self::passes('emma', 'exists:App\Orm\Book'));
        $this->assertFalse(self::passes('evelina', 'exists:App\Orm\Book'));
        $this->assertTrue(self::passes('emma', Rule::exists(Book::class, 'slug')));
        $this->assertTrue(self::passes($this->book->getId(), Rule::exists(Book::class, 'id')));
        $this->assertTrue(self::passes((string) $this->book->getId(), Rule::exists(Book::class, 'id')));
        foreach (['abc', '1e0', "1\0", "\xff", '99999999999999999999', [], ['x' => ['y']]] as $value) {
            $this->assertFalse(self::passes($value, 'required', Rule::exists(Book::class, 'id')), serialize($value));
        }
        $titles = ['Emma', 'Persuasion'];
        $this->assertTrue(self::passes($titles, Rule::exists(Book::class, 'title')));
        $this->assertTrue(self::passes([...$titles, 'Emma'], Rule::exists(Book::class, 'title')));
        $this->assertFalse(self::passes([...$titles, 'Evelina'], Rule::exists(Book::class, 'title')));
    }

    public function testConditionsOfARuleHold(): void
    {
        $rule = static fn () => Rule::exists(Book::class, 'slug');
        $this->assertTrue(self::passes('emma', $rule()->where('title', 'Emma')));
        $this->assertFalse(self::passes('emma', $rule()->where('title', 'Persuasion')));
        $this->assertFalse(self::passes('emma', $rule()->whereNot('title', 'Emma')));
        $this->assertTrue(self::passes('emma', $rule()->whereNull('author_id')));
        $this->assertFalse(self::passes('emma', $rule()->whereNotNull('author_id')));
        $this->assertTrue(self::passes('emma', $rule()->whereIn('title', ['Emma', 'Evelina'])));
        $this->assertFalse(self::passes('emma', $rule()->whereNotIn('title', ['Emma', 'Evelina'])));
        $this->assertTrue(self::passes('emma', $rule()->where(static fn ($query) => $query->where('price', '<', 10))));
        $this->assertFalse(self::passes('emma', $rule()->where(static fn ($query) => $query->filterByTitle('Evel'))));
        $this->assertTrue(self::passes('emma', 'exists:App\Orm\Book,slug,title,!Evelina,author_id,NULL'));
        $this->expectException(LogicException::class);
        $this->expectExceptionMessage('Table "book" has no column "titel" (did you mean "title"?)');
        self::passes('emma', $rule()->where('titel', 'Emma'));
    }

    public function testADeletedRowKeepsItsUniqueValues(): void
    {
        $note = (new Note())->setId('0188b9c8-4b1e-7c3d-9a5e-0123456789ab')->setText('memo');
        $note->save();
        $this->assertTrue(self::passes('memo', 'exists:App\Orm\Note,text'));
        $note->delete();
        $this->assertFalse(self::passes('memo', 'exists:App\Orm\Note,text'));
        $this->assertFalse(self::passes('memo', 'unique:App\Orm\Note,text'));
        $this->assertFalse(self::passes('memo', new Unique(Note::class, 'text')));
        $this->assertTrue(self::passes('memo', Rule::unique(Note::class, 'text')->withoutTrashed()));
        $this->assertTrue(self::passes('memo', (new Unique(Note::class, 'text'))->ignore($note)));
    }

    public function testAValueIsUnique(): void
    {
        $this->assertFalse(self::passes('emma', 'unique:App\Orm\Book'));
        $this->assertTrue(self::passes('evelina', 'unique:App\Orm\Book'));
        $this->assertTrue(self::passes('emma', 'unique:App\Orm\Book,slug,' . $this->book->getId()));
        $this->assertTrue(self::passes('emma', Rule::unique(Book::class)->ignore($this->book->getId())));
        $this->assertFalse(self::passes('emma', Rule::unique(Book::class)->ignore(404404)));
        $this->assertTrue(self::passes('emma', (new Unique(Book::class))->ignore($this->book)));
        $this->assertTrue(self::passes('emma', (new Unique(Book::class, 'slug'))->ignore($this->book->getId())));
        $other = BookQuery::create()->findOneByTitle('Persuasion');
        $this->assertFalse(self::passes('emma', (new Unique(Book::class))->ignore($other)));
        $this->assertFalse(self::passes('emma', (new Unique(Book::class))->ignore(new Book())));
        $this->expectException(ColumnNotFoundException::class);
        self::passes('emma', 'unique:App\Orm\Book,nothing');
    }

    public function testARowWithAKeyOfSeveralColumnsIsIgnored(): void
    {
        $editions = [];
        foreach (['de', 'fr'] as $language) {
            $edition = (new Edition())->setBook($this->book)->setLanguage($language)->setIsbn("i-$language");
            $edition->save();
            $editions[] = $edition;
        }
        $rule = static fn (Edition $edition) => (new Unique(Edition::class, 'isbn'))->ignore($edition);
        $this->assertTrue(self::passes('i-de', $rule($editions[0])));
        $this->assertFalse(self::passes('i-de', $rule($editions[1])));
    }

    public function testTablesOfLaravelAreAskedToo(): void
    {
        $memory = ['driver' => 'sqlite', 'database' => ':memory:'];
        config(['database.default' => 'memory', 'database.connections.memory' => $memory]);
        $this->app['db']->statement('CREATE TABLE city (slug TEXT)');
        $this->app['db']->table('city')->insert(['slug' => 'bath']);
        $this->assertTrue(self::passes('bath', 'exists:city'));
        $this->assertFalse(self::passes('emma', 'exists:city'));
        $this->assertFalse(self::passes('bath', 'unique:city'));
        $this->assertTrue(self::passes('emma', 'exists:App\Orm\Book'));
    }
}
