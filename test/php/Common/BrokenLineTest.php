<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\Map\AuthorTableMap;
use Bookstore\Map\BookTableMap;
use Closure;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\Database\ConnectionLost;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Tests\Support\Databases;
use Orm\Tests\Support\FaultProxy;
use Planner\Map\MemberTableMap;
use Planner\Map\TaskTableMap;
use Planner\Task;
use Planner\TaskQuery;
use Throwable;

/**
 * The line to the server breaks during one exchange of an operation, each one in turn, in each way. Whatever happens,
 * what is reported as written is there, nothing is written twice, and the connection can be used again.
 */
abstract class BrokenLineTest extends VendorTestCase
{
    private const TABLES = ['task', 'member', 'book', 'author'];

    private const OPERATIONS = [
        'insert', 'update', 'bulk', 'upsert', 'queryUpdate', 'queryDelete', 'exec', 'prepared', 'move', 'append',
    ];

    private FaultProxy $proxy;
    private ConnectionInterface $direct;

    protected function setUp(): void
    {
        parent::setUp();
        $this->proxy = new FaultProxy(...Databases::address(static::VENDOR));
        $this->connectAnew([]);
        $manager = new \Orm\Runtime\Connection\ConnectionManagerSingle('bookstore');
        $manager->setConfiguration(Databases::configuration(static::VENDOR));
        $this->direct = $manager->getWriteConnection(Orm::getAdapter('bookstore'));
        $key = Databases::keyColumn(static::VENDOR);
        $this->dropTables();
        $this->direct->exec("CREATE TABLE author (id $key, name VARCHAR(128) NOT NULL, email VARCHAR(255))");
        $this->direct->exec(
            "CREATE TABLE task (id $key, title VARCHAR(100) NOT NULL, member_id INTEGER, project_id INTEGER,"
            . ' sortable_rank INTEGER, UNIQUE (member_id, project_id, sortable_rank))',
        );
    }

    protected function tearDown(): void
    {
        if (isset($this->direct)) {
            $this->dropTables();
            Orm::closeConnections();
            $this->proxy->stop();
            unset($this->direct, $this->proxy);
        }
    }

    /** @return iterable<string, array{string}> */
    public static function operations(): iterable
    {
        foreach (self::OPERATIONS as $operation) {
            yield $operation => [$operation];
        }
    }

    /** @dataProvider operations */
    public function testNothingIsWrittenTwiceAndNothingReportedThatIsNotThere(string $operation): void
    {
        foreach ($this->attributes() as $attributes) {
            foreach ([false, true] as $inTransaction) {
                $exchanges = $this->attempt($operation, $inTransaction, '', 0, $attributes);
                self::assertGreaterThan(0, $exchanges);
                foreach ($this->faults() as $fault) {
                    // Of many exchanges, those in the middle are alike.
                    $middle = intdiv($exchanges, 2) + 1;
                    foreach (array_unique([1, 2, $middle, $exchanges - 1, $exchanges]) as $exchange) {
                        if ($exchange < 1 || $exchange > $exchanges) {
                            continue;
                        }
                        $this->attempt($operation, $inTransaction, $fault, $exchange, $attributes);
                    }
                }
            }
        }
    }

    /** @dataProvider operations */
    public function testAConnectionClosedWhileIdleIsNoticedBeforeAnythingIsSent(string $operation): void
    {
        foreach ([false, true] as $inTransaction) {
            $this->attempt($operation, $inTransaction, FaultProxy::CLOSED_BEFORE, 0, []);
        }
    }

    /** @return list<string> */
    protected function faults(): array
    {
        return FaultProxy::FAULTS;
    }

    /** @return list<array<string, mixed>> the attributes to test with: those that change how statements are sent */
    protected function attributes(): array
    {
        return [['ATTR_EMULATE_PREPARES' => static::VENDOR === 'mysql']];
    }

    /**
     * @param array<string, mixed> $attributes
     * @return int the number of exchanges
     */
    private function attempt(
        string $operation,
        bool $inTransaction,
        string $fault,
        int $exchange,
        array $attributes,
    ): int {
        $label = sprintf('%s %s %s %d', $operation, $inTransaction ? 'in a transaction' : 'alone', $fault, $exchange);
        $con = $this->connectAnew($attributes);
        [$work, $count] = $this->prepareOperation($operation, $con);
        if ($fault === FaultProxy::CLOSED_BEFORE) {
            $this->proxy->closeConnections();
            usleep(60_000);
        } else {
            $this->proxy->arm($fault, $exchange);
        }
        $failure = null;
        // Warnings of drivers are exceptions in some applications and not in others.
        $isStrict = $exchange % 2 === 0;
        set_error_handler($isStrict ? self::throwWarning(...) : static fn (): bool => true);
        try {
            $inTransaction ? $con->transaction($work) : $work();
        } catch (Throwable $failure) {
            self::assertInstanceOf(ExceptionInterface::class, $failure, $label . ': ' . $failure->getMessage());
        } finally {
            $exchanges = $this->proxy->exchanges();
            restore_error_handler();
        }
        if ($fault === '' || $fault === FaultProxy::CLOSED_BEFORE) {
            self::assertNull($failure, $label . ': ' . $failure?->getMessage());
        }
        $this->proxy->arm('', 0);
        $written = $count();
        self::assertLessThanOrEqual(1, $written, $label . ' was done twice');
        if ($failure === null) {
            self::assertSame(1, $written, $label . ' was reported and is not there');
        }
        self::assertSame(0, $con->getNestedTransactionCount(), $label);
        // Whatever has happened: from now on everything works, with values and without.
        self::assertSame(0, AuthorQuery::create()->filterByName('nobody')->count(), $label);
        (new Author())->setName('after')->save();
        self::assertSame(1, $this->rows("author WHERE name = 'after'"), $label);

        return $exchanges;
    }

    /** @return array{Closure(): mixed, Closure(): int} the work, and how often it was done */
    private function prepareOperation(string $operation, ConnectionWrapper $con): array
    {
        $this->direct->exec('DELETE FROM author');
        $this->direct->exec('DELETE FROM task');
        if (in_array($operation, ['move', 'append'], true)) {
            return $this->prepareListOperation($operation, $con);
        }
        $author = (new Author())->setName('0');
        $author->save($con);
        $id = $author->getId();
        $number = fn (): int => (int) $this->direct->query("SELECT name FROM author WHERE id = $id")->fetchColumn();
        $new = fn (): int => $this->rows("author WHERE name = 'new'");
        $increment = "UPDATE author SET name = name + 1 WHERE id = $id";
        if (static::VENDOR === 'pgsql') {
            $increment = "UPDATE author SET name = name::integer + 1 WHERE id = $id";
        }

        return match ($operation) {
            'insert' => [static fn () => (new Author())->setName('new')->save($con), $new],
            'update' => [
                static fn () => $author->setName('1')->save($con) === 1 || self::fail('no row was updated'),
                $number,
            ],
            'bulk' => [
                static function () use ($con): void {
                    $rows = array_map(static fn (): Author => (new Author())->setName('new'), range(1, 5));
                    (new ObjectCollection($rows))->save($con);
                },
                fn (): int => $new() % 5 === 0 ? intdiv($new(), 5) : self::fail('a part of the rows is there'),
            ],
            'upsert' => [static fn () => AuthorQuery::create()->upsert(['Id' => 77, 'Name' => 'new'], [], $con), $new],
            'queryUpdate' => [
                static fn () => AuthorQuery::create()->filterById($id)->update(['Name' => '1'], $con) === 1
                    || self::fail('no row was updated'),
                $number,
            ],
            'queryDelete' => [
                static fn () => AuthorQuery::create()->filterById($id)->delete($con) === 1
                    || self::fail('no row was deleted'),
                fn (): int => 1 - $this->rows('author'),
            ],
            'exec' => [static fn () => $con->exec($increment), $number],
            'prepared' => [
                static fn () => $con->prepare('INSERT INTO author (name) VALUES (?)')->execute(['new']),
                $new,
            ],
        };
    }

    /** @return array{Closure(): mixed, Closure(): int} */
    private function prepareListOperation(string $operation, ConnectionWrapper $con): array
    {
        $tasks = [];
        foreach (['a', 'b', 'c', 'd'] as $title) {
            $tasks[] = $task = (new Task())->setTitle($title)->setMemberId(1)->setProjectId(1);
            $task->save($con);
        }
        $done = fn (): int => match ($order = $this->order()) {
            '1a 2b 3c 4d' => 0,
            '1d 2a 3b 4c', '1a 2b 3c 4d 5e' => 1,
            default => self::fail("the list is $order"),
        };

        return match ($operation) {
            'move' => [static fn () => $tasks[3]->moveToTop($con), $done],
            'append' => [
                static fn () => (new Task())->setTitle('e')->setMemberId(1)->setProjectId(1)->save($con),
                $done,
            ],
        };
    }

    private function order(): string
    {
        $rows = $this->direct->query('SELECT sortable_rank, title FROM task ORDER BY sortable_rank');
        $order = [];
        while (($row = $rows->fetch()) !== null) {
            $order[] = $row[0] . $row[1];
        }

        return implode(' ', $order);
    }

    private function rows(string $from): int
    {
        return (int) $this->direct->query('SELECT COUNT(*) FROM ' . $from)->fetchColumn();
    }

    private function dropTables(): void
    {
        foreach (self::TABLES as $table) {
            $this->direct->exec('DROP TABLE IF EXISTS ' . $table);
        }
    }

    /** @param array<string, mixed> $attributes */
    private function connectAnew(array $attributes): ConnectionWrapper
    {
        $container = new StandardServiceContainer();
        self::use($container);
        InstancePools::clear();
        self::connect(
            $container,
            'bookstore',
            ['attributes' => $attributes] + Databases::through($this->proxy->port, static::VENDOR),
        );
        $container->initDatabaseMaps(['bookstore' => [
            AuthorTableMap::class, BookTableMap::class, MemberTableMap::class, TaskTableMap::class,
        ]]);
        $con = Orm::getConnection('bookstore');
        assert($con instanceof ConnectionWrapper);

        return $con;
    }

    private static function throwWarning(int $level, string $message, string $file, int $line): never
    {
        throw new \ErrorException($message, 0, $level, $file, $line);
    }
}
