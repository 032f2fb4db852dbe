<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use ArrayObject;
use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\Book;
use Bookstore\BookQuery;
use DateTimeImmutable;
use Error;
use ErrorException;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\QueryExecutionException;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Tests\Support\Part;
use Orm\Tests\Support\ProcessorTime;
use stdClass;
use Stringable;
use Throwable;

/**
 * What a request may choose, with everything that a request or its decoders can give: text in odd letters and
 * encodings, with NUL bytes, very long, numbers as text, nested lists, and objects. It is refused before a statement is
 * sent, or means what it says.
 */
abstract class RequestInputsTest extends DatabaseTestCase
{
    /** Text that must not get into a statement, but as a value or a quoted name. */
    private const MARK = 'zq7mark';

    public function testNothingButNamesAndValuesGetsIntoAStatement(): void
    {
        $this->book('One', 1);
        $this->con->useDebug();
        set_error_handler(static function (int $level, string $text, string $file, int $line): bool {
            // PHP itself converts fractions to integers, and since 8.5 warns of NAN, where a file has no strict types.
            return str_starts_with($text, 'Implicit conversion from float')
                || $text === 'unexpected NAN value was coerced to string'
                || throw new ErrorException($text, 0, $level, $file, $line);
        });
        $problems = [];
        try {
            $row = 0;
            foreach ($this->calls() as $name => [$isName, $call]) {
                $number = $row++;
                foreach (self::inputs() as $what => $input) {
                    if (!Part::has($number++)) {
                        continue;
                    }
                    $problem = $this->attempt($call, $input, $isName);
                    if ($problem !== null) {
                        $problems[] = "$name($what): " . substr($problem, 0, 300);
                    }
                }
            }
        } finally {
            restore_error_handler();
        }
        self::assertSame([], $problems);
        self::assertSame(1, BookQuery::create()->count());
    }

    public function testTablesOfTheQueryCanBeLocked(): void
    {
        $this->book('One', 1);
        $queries = [
            [['book'], BookQuery::create()],
            [['author'], BookQuery::create()->joinAuthor()],
            [['a', 'book'], BookQuery::create()->joinAuthor('a')],
            [['b'], BookQuery::create()->setModelAlias('b', true)],
        ];
        foreach ($queries as [$names, $query]) {
            self::assertSame(1, $query->lockForUpdate($names)->find()->count());
            try {
                (clone $query)->lockForShare([...$names, 'canary'])->find();
                self::fail('A table that the query does not have is locked');
            } catch (InvalidArgumentException $refusal) {
                self::assertSame('The query has no table "canary" that could be locked', $refusal->getMessage());
            }
        }
    }

    public function testAnEmptyListOfArgumentsIsAnEmptyList(): void
    {
        $this->book('One', 1);
        self::assertSame(0, BookQuery::create()->filterByArray(['Title' => []])->count());
    }

    public function testMessagesAreShortAndHaveNoControlCharacters(): void
    {
        try {
            BookQuery::create()->orderBy("\0\e[31m" . str_repeat('x', 1_000_000) . 'end');
            self::fail('There is no such column');
        } catch (ExceptionInterface $refusal) {
            self::assertStringStartsWith('Model Bookstore\Book has no column "??[31mxxx', $refusal->getMessage());
            self::assertStringEndsWith('xxend"', $refusal->getMessage());
            self::assertLessThan(5_000, strlen($refusal->getMessage()));
        }
    }

    /** @return string|null what is wrong */
    private function attempt(callable $call, mixed $input, bool $isName): ?string
    {
        $before = $this->con->getQueryCount();
        $started = ProcessorTime::seconds();
        $sent = '';
        try {
            // Calls from inside of PHP convert their arguments, as files without strict types do.
            $result = call_user_func($call, $input);
            if ($result instanceof ModelCriteria) {
                $sent = $result->toString();
                (clone $result)->find();
                (clone $result)->count();
            }
        } catch (QueryExecutionException $failure) {
            $sent .= ' ' . str_replace('…', '', $failure->getMessage());
            $this->con->forceRollBack();
            if ($isName) {
                return 'the server refused it: ' . $failure->getMessage() . ' '
                    . $failure->getPrevious()?->getMessage();
            }
        } catch (ExceptionInterface | \TypeError | \ValueError $refusal) {
            $this->con->forceRollBack();
            if ($isName && $this->con->getQueryCount() > $before) {
                return 'refused after a statement was sent: ' . $refusal->getMessage();
            }
            if (strlen($refusal->getMessage()) > 5_000) {
                return 'a message of ' . strlen($refusal->getMessage()) . ' characters';
            }
            if ($refusal instanceof Error && !str_contains($refusal->getMessage(), 'Argument #')) {
                return $refusal::class . ': ' . $refusal->getMessage() . ' ' . $refusal->getFile();
            }
        } catch (Throwable $other) {
            $this->con->forceRollBack();

            return $other::class . ': ' . $other->getMessage() . ' in ' . basename($other->getFile()) . ':'
                . $other->getLine();
        }
        // toString() has the values behind the statement.
        $statement = (string) preg_replace('/ -- .*$/s', '', $sent);
        $quoted = '~/\*.*?\*/|\'(?:[^\']|\'\')*\'|"(?:[^"]|"")*"|`(?:[^`]|``)*`~s';
        $plain = (string) preg_replace($quoted, '', $statement);
        // An alias is a word of letters, whatever their alphabet.
        if (str_contains($plain, self::MARK . '(') || preg_match('/^[\p{L}\p{N}[:ascii:]]*$/u', $plain) !== 1) {
            return "sent: $plain";
        }
        $taken = ProcessorTime::seconds() - $started;
        if ($taken > 5) {
            return "it took $taken seconds";
        }

        return null;
    }

    /** @return array<string, mixed> */
    private static function inputs(): array
    {
        $mark = self::MARK . '()';
        $changing = static fn (string ...$texts): Stringable => new class ($texts) implements Stringable {
            /** @param list<string> $texts */
            public function __construct(private array $texts)
            {
            }

            public function __toString(): string
            {
                return count($this->texts) > 1 ? (string) array_shift($this->texts) : $this->texts[0];
            }
        };
        // json_encode() compares the depth with its limit, 512, on the way back. PHP for WebAssembly has so small a
        // stack that it ends on the way down, near a depth of 1,000.
        $depth = php_uname('s') === 'Emscripten' ? 600 : 5_000;
        $deep = [];
        for ($i = 0; $i < $depth; $i++) {
            $deep = [$deep];
        }

        return [
            'NUL' => "\0", 'Title and NUL' => "Title\0", 'NUL and Title' => "\0Title", 'NUL inside' => "Title\0 $mark",
            'blank before' => ' Title', 'blank after' => 'Title ', 'line break' => "Title\n", 'line' => "Title\n$mark",
            'Cyrillic' => "T\u{456}tle", 'full width' => "\u{FF34}itle", 'zero width' => "Title\u{200B}",
            'right to left' => "\u{202E}eltiT", 'no UTF-8' => "\xff\xfe", 'overlong' => "Title\xc0\xa7",
            'half of a character' => "Title\xe2\x82", 'combined' => "Ti\u{301}tle", 'long s' => "DE\u{17F}C",
            'Kelvin' => "LI\u{212A}E", 'dotless' => "T\u{131}tle", 'quote of typography' => "Title\u{2019}$mark",
            'quote of GBK' => "\xbf'" . $mark, 'modifier letter' => "Title\u{2BC}$mark",
            'single quote' => "Title'$mark", 'double quote' => "Title\"$mark", 'backquote' => "Title`$mark",
            'bracket' => "Title]$mark", 'dollars' => "$$$mark$$", 'backslash' => "Title\\",
            'statement' => "Title;$mark",
            'comment' => "Title--$mark", 'hash' => "Title#$mark", 'C comment' => "Title/*$mark*/", 'end' => "*/$mark/*",
            'MySQL comment' => "/*!$mark*/", 'end in pieces' => "*\0/$mark", 'two ends' => "**//$mark", 'call' => $mark,
            'qualified call' => "Book.$mark", 'dots' => '..', 'dot' => '.', 'dot after' => 'Book.',
            'dot before' => '.Title',
            'too many dots' => 'Book.Title.x', 'empty' => '', 'blank' => ' ', 'tab' => "\t",
            'placeholder' => '?', 'named placeholder' => ':p1', 'Title and placeholder' => 'Title = ?',
            'format' => '%s%n%1$s', 'variable' => '@@version', 'escape of ODBC' => '{fn user()}',
            'star' => '*', 'Book and star' => 'Book.*', 'JSON' => '{"$ne":1}', 'brace' => '${' . $mark . '}',
            'zero' => '0', 'negative' => '-1', 'exponent' => '1e3', 'huge exponent' => '1e1000', 'hex' => '0x1A',
            'octal' => '0o17', 'underscore' => '1_000', 'blank number' => ' 1', 'number and blank' => '1 ',
            'huge' => str_repeat('9', 400), 'fraction' => '1.5', 'NAN as text' => 'NAN', 'plus' => '+1',
            'number and words' => "1 $mark", 'Arabic digits' => "\u{661}",
            'long' => str_repeat('Title ', 40_000), 'very long' => str_repeat('A', 3_000_000),
            'many dots' => str_repeat('a.', 20_000), 'many quotes' => str_repeat("'", 50_000),
            'many brackets' => str_repeat('(', 50_000),
            'no elements' => [], 'empty inside' => [[]], 'list' => ['Title'], 'two' => ['Title', $mark],
            'map' => [$mark => 'x'], 'map of a list' => ['Title' => [$mark]], 'nested' => [['Title', [$mark]]],
            'operator of a document' => ['$gt' => ''], 'min and max' => ['min' => $mark, 'max' => [$mark]],
            'raw' => ['raw' => $mark], 'raw and value' => ['raw' => $mark, 'value' => 1], 'deep' => $deep,
            'null inside' => [null], 'NUL key' => ["\0" => 1, "Title\0" => 2],
            'object' => new stdClass(), 'object with fields' => (object) ['raw' => $mark],
            'array object' => new ArrayObject(['Title', $mark]), 'closure' => static fn () => $mark,
            'date' => new DateTimeImmutable('2020-01-01'), 'text object' => $changing('Title'),
            'text that changes' => $changing('Title', $mark, $mark),
            'text that changes later' => $changing('Title', 'Title', $mark),
            'query' => BookQuery::create()->where('1 = 1'), 'criteria' => new Criteria(), 'author' => new Author(),
            'stream' => fopen('php://memory', 'r'),
            'INF' => INF, 'NAN' => NAN, 'smallest' => PHP_INT_MIN, 'largest' => PHP_INT_MAX, 'true' => true,
            'false' => false, 'null' => null, 'float' => 1.5, 'minus zero' => -0.0, 'class' => Book::class,
        ];
    }

    /**
     * @return array<string, array{bool, callable(mixed): mixed}> whether it is a name, which is checked before a
     *     statement is sent; and the call
     */
    private function calls(): array
    {
        $query = static fn (): BookQuery => BookQuery::create();
        $authors = AuthorQuery::create()->find();
        $weak = static fn (string $method, mixed ...$arguments): mixed => call_user_func_array(
            [$query(), $method],
            $arguments,
        );

        return [
            'orderBy' => [true, static fn (mixed $x) => $weak('orderBy', $x)],
            'direction' => [true, static fn (mixed $x) => $weak('orderBy', 'Title', $x)],
            'orderByTitle' => [true, static fn (mixed $x) => $weak('orderByTitle', $x)],
            'groupBy' => [true, static fn (mixed $x) => $weak('groupBy', $x)->select('Title')],
            'select' => [true, static fn (mixed $x) => $weak('select', $x)],
            'select of several' => [true, static fn (mixed $x) => $weak('select', ['Title', $x])],
            'filterBy' => [true, static fn (mixed $x) => $weak('filterBy', $x, 'x')],
            'comparison' => [true, static fn (mixed $x) => $weak('filterByTitle', 'x', $x)],
            'comparison of a list' => [true, static fn (mixed $x) => $weak('filterByPages', [1, 2], $x)],
            'join' => [true, static fn (mixed $x) => $weak('join', $x)],
            'type of join' => [true, static fn (mixed $x) => $weak('join', 'Author', $x)],
            'joinWith' => [true, static fn (mixed $x) => $weak('joinWith', $x)],
            'alias of a join' => [true, static fn (mixed $x) => $weak('joinAuthor', $x)],
            'setModelAlias' => [true, static fn (mixed $x) => $weak('setModelAlias', $x, true)],
            'alias of a column' => [true, static fn (mixed $x) => $weak('withColumn', 'Book.Pages', $x)],
            'modifier' => [true, static fn (mixed $x) => $weak('addSelectModifier', $x)],
            'tables to lock' => [true, static fn (mixed $x) => $weak('lockForUpdate', [$x])],
            'comment' => [false, static fn (mixed $x) => $weak('setComment', $x)],
            'limit' => [true, static fn (mixed $x) => $weak('limit', $x)],
            'offset' => [true, static fn (mixed $x) => $weak('offset', $x)],
            'page' => [true, static fn (mixed $x) => $weak('paginate', $x, 2)],
            'page size' => [true, static fn (mixed $x) => $weak('paginate', 1, $x)],
            'combine' => [true, static fn (mixed $x) => call_user_func_array([
                $query()->condition('a', 'Book.Pages = ?', 1)->condition('b', 'Book.Pages = ?', 2), 'combine',
            ], [['a', 'b'], $x])],
            'update of a column' => [true, static fn (mixed $x) => is_string($x)
                ? $query()->filterByTitle('nothing')->update([$x => 'x']) : null],
            'filterByTitle' => [false, static fn (mixed $x) => $weak('filterByTitle', $x)],
            'filterByPages' => [false, static fn (mixed $x) => $weak('filterByPages', $x)],
            'filterByAuthorId' => [false, static fn (mixed $x) => $weak('filterByAuthorId', $x)],
            'filterByArray' => [false, static fn (mixed $x) => $weak('filterByArray', ['Title' => $x])],
            'LIKE' => [false, static fn (mixed $x) => $weak('filterByTitle', $x, Criteria::LIKE)],
            'IN' => [false, static fn (mixed $x) => $weak('filterByTitle', $x, Criteria::IN)],
            'where' => [false, static fn (mixed $x) => $weak('where', 'Book.Title = ?', $x)],
            'where IN' => [false, static fn (mixed $x) => $weak('where', 'Book.Pages IN ?', $x)],
            'having' => [false, static fn (mixed $x) => call_user_func_array([
                $query()->select('Title')->groupByTitle(), 'having',
            ], ['COUNT(Book.Id) = ?', $x])],
            'findPk' => [false, static fn (mixed $x) => $weak('findPk', $x)],
            'findPks' => [false, static fn (mixed $x) => $weak('findPks', [$x])],
            'filterByPrimaryKey' => [false, static fn (mixed $x) => $weak('filterByPrimaryKey', $x)],
            'prune' => [false, static fn (mixed $x) => $weak('prune', $x)],
            'update' => [false, static fn (mixed $x) => $query()->filterByTitle('nothing')->update(['Title' => $x])],
            'update of a number' => [false, static fn (mixed $x) => $query()->filterByTitle('nothing')
                ->update(['Pages' => $x])],
            'setTitle' => [false, static fn (mixed $x) => call_user_func([new Book(), 'setTitle'], $x)],
            'setPages' => [false, static fn (mixed $x) => call_user_func([new Book(), 'setPages'], $x)],
            'save' => [false, function (mixed $x): void {
                $author = new Author();
                call_user_func([$author, 'setName'], 'x');
                call_user_func([$author, 'setEmail'], $x);
                $author->save();
            }],
            'fromArray' => [false, static fn (mixed $x) => (new Book())->fromArray(['Title' => $x, 'Pages' => $x])],
            'setByName' => [true, static fn (mixed $x) => call_user_func([new Book(), 'setByName'], $x, 'x')],
            'getByName' => [true, static fn (mixed $x) => call_user_func([new Book(), 'getByName'], $x)],
            'type of names' => [true, static fn (mixed $x) => call_user_func([new Book(), 'toArray'], $x)],
            'export' => [true, static fn (mixed $x) => call_user_func([new Book(), 'exportTo'], $x)],
            'fromJSON' => [true, static fn (mixed $x) => call_user_func([new Book(), 'fromJSON'], $x)],
            'populateRelation' => [
                true,
                static fn (mixed $x) => call_user_func([clone $authors, 'populateRelation'], $x),
            ],
        ];
    }
}
