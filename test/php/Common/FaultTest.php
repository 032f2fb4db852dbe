<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\Book;
use Bookstore\BookQuery;
use Orm\Runtime\ActiveQuery\QueryExecutor\QueryExecutionException;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\Database\ForeignKeyViolation;
use Orm\Runtime\Exception\Database\NotNullViolation;
use Orm\Runtime\Exception\Database\UniqueViolation;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Logger\AbstractLogger;
use Orm\Runtime\Orm;
use Orm\Tests\Support\MemoryLogger;

abstract class FaultTest extends DatabaseTestCase
{
    public function testAUniqueViolationNamesWhatIsUnique(): void
    {
        $author = $this->author();
        (new Book())->setTitle('One')->setIsbn('same')->setAuthor($author)->save();
        try {
            (new Book())->setTitle('Two')->setIsbn('same')->setAuthor($author)->save();
            self::fail('The isbn exists already');
        } catch (UniqueViolation $violation) {
            self::assertInstanceOf(OrmException::class, $violation);
            self::assertStringStartsWith('INSERT failed: ', $violation->getMessage());
            self::assertStringContainsString(
                'isbn',
                $violation->getConstraint() . implode(',', $violation->getColumns()),
            );
        }
    }

    public function testAnUpdateQueryThrowsTheSameKind(): void
    {
        $author = $this->author();
        (new Book())->setTitle('One')->setIsbn('1')->setAuthor($author)->save();
        (new Book())->setTitle('Two')->setIsbn('2')->setAuthor($author)->save();
        try {
            BookQuery::create()->filterByTitle('Two')->update(['Isbn' => '1']);
            self::fail('The isbn exists already');
        } catch (UniqueViolation $violation) {
            self::assertInstanceOf(QueryExecutionException::class, $violation);
        }
    }

    public function testANotNullViolationNamesTheColumn(): void
    {
        try {
            (new Author())->setEmail('x')->save();
            self::fail('The name is required');
        } catch (NotNullViolation $violation) {
            self::assertSame(['name'], $violation->getColumns());
        }
    }

    public function testAForeignKeyViolationIsKnown(): void
    {
        $this->expectException(ForeignKeyViolation::class);
        (new Book())->setTitle('One')->setAuthorId(999)->save();
    }

    public function testAFailedInsertLeavesTheObjectNewAndSavable(): void
    {
        $book = (new Book())->setTitle('One')->setAuthorId(999);
        try {
            $book->save();
            self::fail('There is no such author');
        } catch (ForeignKeyViolation) {
            self::assertTrue($book->isNew());
            self::assertNull($book->getId());
        }
        $book->setAuthor($this->author());
        self::assertSame(1, $book->save());
    }

    public function testFailuresAreLoggedAsErrors(): void
    {
        $logger = new MemoryLogger();
        Orm::getStandardServiceContainer()->setLogger('defaultLogger', $logger);
        try {
            BookQuery::create()->where('no_such_function(Book.Id) = ?', 1)->find();
            self::fail('There is no such function');
        } catch (QueryExecutionException $exception) {
            self::assertStringStartsWith('Statement failed: SELECT', $exception->getMessage());
        }
        self::assertCount(1, $logger->lines);
        self::assertStringStartsWith('error Statement failed: SELECT', $logger->lines[0]);
    }

    /** Whatever fails: one exception of ours, one line at level error, in the log of the connection. */
    public function testEverythingThatFailsIsLoggedOnceAndThrownAsOurs(): void
    {
        $author = $this->author();
        (new Book())->setTitle('One')->setAuthor($author)->save();
        $two = (new Author())->setName('two');
        $two->save();
        $statement = $this->con->prepare('SELECT name FROM author WHERE id = ?');
        $calls = [
            'exec' => fn () => $this->con->exec('no statement'),
            'query' => fn () => $this->con->query('no statement'),
            'prepare' => fn () => $this->con->prepare('SELECT * FROM no_such_table')->execute(),
            'bindValue' => fn () => $this->con->prepare('SELECT name FROM author WHERE id = :a')->bindValue(':b', 1)
                && $this->con->prepare('SELECT name FROM author WHERE id = :a')->execute([':b' => 1]),
            'execute' => fn () => $statement->execute([1, 2, 3]),
            'attribute' => fn () => $this->con->getAttribute(-77),
            'save' => fn () => (new Book())->setTitle('One')->setAuthorId(999)->save(),
            'update' => fn () => BookQuery::create()->filterByTitle('One')->update(['AuthorId' => 999]),
            'save again' => fn () => $two->setId($author->getId())->save(),
            'bulk' => fn () => (new ObjectCollection([
                (new Book())->setTitle('One')->setAuthorId(999),
                (new Book())->setTitle('Two')->setAuthorId(999),
            ]))->save($this->con),
            'find' => fn () => BookQuery::create()->where('no_such_function(Book.Id) = ?', 1)->find(),
            'count' => fn () => BookQuery::create()->where('no_such_function(Book.Id) = ?', 1)->count(),
            'exists' => fn () => BookQuery::create()->where('no_such_function(Book.Id) = ?', 1)->exists(),
            'delete' => fn () => BookQuery::create()->where('no_such_function(Book.Id) = ?', 1)->delete(),
        ];
        foreach (['plain', 'debug'] as $mode) {
            $this->con->useDebug($mode === 'debug');
            $this->con->setLogMethods([]);
            foreach ($calls as $name => $call) {
                $logger = new MemoryLogger();
                Orm::getStandardServiceContainer()->setLogger('bookstore', $logger);
                try {
                    $call();
                    self::fail("$name must fail");
                } catch (\Throwable $failure) {
                    self::assertInstanceOf(ExceptionInterface::class, $failure, "$name: " . $failure::class);
                }
                self::assertCount(1, $logger->lines, "$name, $mode: " . implode("\n", $logger->lines));
                self::assertStringStartsWith('error ', $logger->lines[0], $name);
            }
        }
    }

    public function testAConnectionThatCannotBeOpenedIsLogged(): void
    {
        $logger = new MemoryLogger();
        Orm::getStandardServiceContainer()->setLogger('bookstore', $logger);
        $dsn = static::VENDOR === 'sqlite' ? 'sqlite:/no/such/folder/x' : static::VENDOR . ':host=127.0.0.1;port=1';
        self::connect(Orm::getStandardServiceContainer(), 'bookstore', ['dsn' => $dsn]);
        try {
            AuthorQuery::create()->count();
            self::fail('There is nothing to connect to');
        } catch (ExceptionInterface) {
            self::assertCount(1, $logger->lines);
            self::assertStringStartsWith('error Cannot connect to ', $logger->lines[0]);
        }
    }

    /**
     * The clock of the other PHP versions knows milliseconds only.
     *
     * @group long
     */
    public function testSlowStatementsAreWarnings(): void
    {
        $logger = new MemoryLogger();
        Orm::getStandardServiceContainer()->setLogger('bookstore', $logger);
        self::connect(Orm::getStandardServiceContainer(), 'bookstore', [
            'classname' => \Orm\Runtime\Connection\ProfilerConnectionWrapper::class,
        ]);
        $con = Orm::getConnection('bookstore');
        self::assertInstanceOf(\Orm\Runtime\Connection\ProfilerConnectionWrapper::class, $con);
        $con->query('SELECT 1');
        $con->getProfiler()->setSlowThreshold(0.000_001);
        $con->query('SELECT 2');
        self::assertCount(2, $logger->lines);
        self::assertStringStartsWith('info ', $logger->lines[0]);
        self::assertStringStartsWith('warning SLOW ', $logger->lines[1]);
    }

    public function testALoggerThatThrowsStopsNothing(): void
    {
        $thrower = new class extends AbstractLogger {
            public function log($level, $message, array $context = []): void
            {
                throw new \LogicException('The disk is full');
            }
        };
        Orm::getStandardServiceContainer()->setLogger('bookstore', $thrower);
        Orm::getStandardServiceContainer()->setLogger('defaultLogger', $thrower);
        $this->con->setLogMethods(['execute', 'beginTransaction', 'commit', 'rollBack']);
        $this->con->useDebug();
        $author = (new Author())->setName('Ann')->addBook((new Book())->setTitle('One'));
        self::assertSame(2, $author->save());
        try {
            (new Author())->save();
            self::fail('The name is required');
        } catch (OrmException) {
            self::assertSame(1, AuthorQuery::create()->count());
        }
    }

    public function testDebugModeCountsAndLogsStatements(): void
    {
        $logger = new MemoryLogger();
        $this->con->setLogger($logger);
        self::assertSame('', $this->con->getLastExecutedQuery());
        $this->con->useDebug();
        $this->con->setLogMethods(['execute', 'beginTransaction', 'commit']);
        (new Author())->setName("O'Neil")->addBook((new Book())->setTitle('One'))->save();
        self::assertSame(2, $this->con->getQueryCount());
        self::assertSame('info Begin transaction', $logger->lines[0]);
        self::assertStringContainsString("'O\\'Neil'", $logger->lines[1]);
        self::assertSame('info Commit transaction', $logger->lines[3]);
        $this->con->useDebug(false);
        self::assertSame(0, $this->con->getQueryCount());
    }

    public function testPasswordsAppearNowhere(): void
    {
        $configuration = \Orm\Tests\Support\Databases::configuration(static::VENDOR);
        $configuration['dsn'] = static::VENDOR === 'sqlite'
            ? 'sqlite:/no/such/folder/file'
            : static::VENDOR . ':host=127.0.0.1;port=1;password=s3cret-word;dbname=x';
        $configuration['user'] = 'someone';
        $configuration['password'] = 's3cret-word';
        // Where applications are developed, traces have the arguments.
        $ignoresArguments = ini_set('zend.exception_ignore_args', '0');
        $manager = new \Orm\Runtime\Connection\ConnectionManagerSingle('bookstore');
        $manager->setConfiguration($configuration);
        try {
            $manager->getWriteConnection(Orm::getAdapter('bookstore'));
            self::fail('There is nothing to connect to');
        } catch (\Orm\Runtime\Connection\Exception\ConnectionException $exception) {
            ini_set('zend.exception_ignore_args', (string) $ignoresArguments);
            for ($one = $exception; $one !== null; $one = $one->getPrevious()) {
                self::assertStringNotContainsString('s3cret-word', $one->getMessage());
                self::assertStringNotContainsString('s3cret-word', $one->getTraceAsString());
                $ours = array_filter(
                    $one->getTrace(),
                    static fn (array $frame): bool => !str_starts_with($frame['class'] ?? '', 'PHPUnit'),
                );
                self::assertArrayNotHasKey('args', reset($ours));
                self::assertFalse(str_contains(print_r($ours, true), 's3cret-word'), 'in the trace');
            }
        }
        self::assertStringNotContainsString('s3cret-word', print_r($manager, true));
    }
}
