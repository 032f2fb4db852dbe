<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\BookQuery;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Connection\ProfilerConnectionWrapper;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Logger\QueryLog;
use Orm\Runtime\Logger\RecordedQuery;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use PDOStatement;
use RuntimeException;

/** What profiler panels show: every statement, whoever sends it, with time, rows, values and caller. */
abstract class QueryLogTest extends DatabaseTestCase
{
    private QueryLog $log;

    protected function setUp(): void
    {
        parent::setUp();
        $this->log = Orm::getQueryLog();
    }

    public function testEveryWayToSendAStatementIsRecorded(): void
    {
        $ann = $this->author();
        AuthorQuery::create()->findPk($ann->getId());
        Orm::reset();
        $this->log->start();
        $ways = [
            'SELECT id, name' => fn () => AuthorQuery::create()->findPk($ann->getId()),
            'INSERT INTO author' => fn () => (new Author())->setName('Bob')->save(),
            'UPDATE author' => fn () => AuthorQuery::create()->filterByName('Bob')->update(['Email' => 'b']),
            'SELECT COUNT' => fn () => AuthorQuery::create()->count(),
            'DELETE FROM author' => fn () => AuthorQuery::create()->filterByName('Bob')->delete(),
            'SELECT 1' => fn () => $this->con->query('SELECT 1')->fetchColumn(),
            'SELECT 2' => fn () => $this->con->prepare('SELECT 2')->execute(),
            'UPDATE author SET name' => fn () => $this->con->exec('UPDATE author SET name = name'),
        ];
        foreach ($ways as $start => $way) {
            // A plan, a pool or a kept statement must not hide the second time.
            foreach ([1, 2] as $time) {
                $this->log->clear();
                InstancePools::clear();
                $way();
                $queries = $this->log->getQueries();
                self::assertNotSame([], $queries, "$start, time $time");
                self::assertSame('bookstore', $queries[0]->connection);
                self::assertSame(__FILE__, $queries[0]->file, "$start, time $time");
                self::assertNotSame([], array_filter(
                    $queries,
                    static fn (RecordedQuery $query): bool => str_starts_with(
                        strtr($query->sql, ['"' => '', '`' => '']),
                        $start,
                    ),
                ), "$start: " . json_encode($queries));
            }
        }
    }

    public function testRowsAreCountedAsTheyAreReadOrWritten(): void
    {
        foreach (['a', 'b', 'c'] as $name) {
            $this->author($name);
        }
        $this->log->start();
        $rows = function (callable $work): ?int {
            Orm::reset();
            $work();

            return $this->log->getQuery(count($this->log->getQueries()))->getRows();
        };
        self::assertSame(3, $rows(fn () => AuthorQuery::create()->find()));
        self::assertSame(3, $rows(fn () => AuthorQuery::create()->select('Name')->find()));
        self::assertSame(3, $rows(fn () => AuthorQuery::create()->find()->toArray()));
        self::assertSame(1, $rows(fn () => AuthorQuery::create()->orderById()->findOne()));
        self::assertSame(2, $rows(fn () => AuthorQuery::create()->filterByName(['a', 'b'])->update(['Email' => 'x'])));
        self::assertSame(3, $rows(fn () => $this->con->exec("UPDATE author SET email = 'y'")));
        self::assertSame(3, $rows(fn () => $this->con->query('SELECT id FROM author')->fetchAll()));
        self::assertSame(3, $rows(function (): void {
            foreach ($this->con->query('SELECT id FROM author') as $row) {
                self::assertCount(1, $row);
            }
        }));
        self::assertSame(3, $rows(function (): void {
            $statement = $this->con->prepare('SELECT id FROM author');
            $statement->execute();
            self::assertCount(3, iterator_to_array($statement, false));
        }));
        $isCursor = static::VENDOR === 'pgsql';
        self::assertSame($isCursor ? null : 3, $rows(function (): void {
            $query = AuthorQuery::create()->filterByName(['a', 'b', 'c']);
            $found = $query->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find();
            self::assertCount(3, iterator_to_array($found, false));
        }));
        self::assertTrue($this->log->getQuery(1)->isRead());
        self::assertNotSame([], $this->log->explain(1));
    }

    public function testFailuresAreRecordedWithTheirReason(): void
    {
        $this->log->start();
        foreach (['exec', 'query'] as $method) {
            try {
                $this->con->$method('SELECT * FROM no_such_table');
            } catch (ExceptionInterface) {
                continue;
            }
        }
        try {
            AuthorQuery::create()->where('author.nothing = 1')->find();
        } catch (ExceptionInterface) {
            self::assertStringContainsString('no_such_table', (string) $this->log->getQuery(1)->getError());
        }
        self::assertStringContainsString('no_such_table', (string) $this->log->getQuery(2)->getError());
        self::assertStringContainsString('nothing', (string) $this->log->getQuery(3)->getError());
        self::assertSame(3, $this->log->getTotals()['failed']);
    }

    public function testDuplicatesAndRepetitions(): void
    {
        foreach (range(1, 6) as $n) {
            $this->book("book $n", $n, $this->author("author $n"));
        }
        Orm::reset();
        $this->log->start();
        $names = '';
        foreach (BookQuery::create()->find() as $book) {
            $names .= $book->getAuthor()->getName();
        }
        $line = __LINE__ - 2;
        self::assertNotSame('', $names);
        [$repetition] = $this->log->getRepetitions();
        self::assertCount(6, $repetition);
        self::assertSame(__FILE__ . ":$line", $repetition[0]->getCaller());
        self::assertSame([], $this->log->getDuplicates(), 'each asks for another author');
        self::assertSame([], $this->log->getRepetitions(7));
        Orm::reset();
        foreach ([1, 2, 3] as $_) {
            AuthorQuery::create()->filterByName('author 1')->find();
        }
        AuthorQuery::create()->filterByName('author 2')->find();
        [$duplicate] = $this->log->getDuplicates();
        self::assertCount(3, $duplicate);
        $totals = $this->log->getTotals();
        self::assertSame([4, 4, 2, 0], [
            $totals['queries'], $totals['rows'], $totals['duplicates'], $totals['repeated'],
        ]);
        self::assertSame(['bookstore' => 4], $totals['connections']);
        Orm::reset();
        foreach (range(1, 6) as $n) {
            // Lists of different lengths are the same query, too.
            AuthorQuery::create()->filterById(range(1, $n + 1))->find();
            $this->con->query("SELECT name FROM author WHERE id = $n")->fetchAll();
        }
        self::assertSame([6, 6], array_map(count(...), $this->log->getRepetitions()));
    }

    public function testValuesOfSecretColumnsAreShownNowhere(): void
    {
        $secret = 'Tr0ub4dor&3';
        $this->con->exec('DROP TABLE IF EXISTS account');
        $quoted = static fn (string $sql): string => static::VENDOR === 'mysql' ? strtr($sql, '"', '`') : $sql;
        $this->con->exec($quoted(
            'CREATE TABLE account (id INTEGER, password VARCHAR(50), "apiToken" VARCHAR(50), pin VARCHAR(50))',
        ));
        $this->log->start();
        $statements = [
            [
                'INSERT INTO account (id, password) VALUES (:id, :p), (2, :q)',
                [':id' => 1, ':p' => $secret, ':q' => $secret],
            ],
            ['INSERT INTO account (id, password, pin) VALUES (?, ?, ?)', [1, $secret, $secret]],
            ['UPDATE account SET id = ?, password = ? WHERE pin = ?', [1, $secret, $secret]],
            ['SELECT * FROM account WHERE account.password IN (?, ?) AND id = ?', [$secret, $secret, 1]],
            ['SELECT * FROM account WHERE UPPER(password) = UPPER(?) OR id = ?', [$secret, 1]],
            ['SELECT * FROM account WHERE ? = password', [$secret]],
            ['SELECT * FROM account WHERE "apiToken" LIKE ? AND id > ?', [$secret, 1]],
        ];
        foreach ($statements as [$sql, $values]) {
            $this->con->prepare($quoted($sql))->execute($values);
        }
        $this->con->exec('CREATE UNIQUE INDEX account_pin ON account (pin)');
        try {
            $this->con->prepare('INSERT INTO account (pin) VALUES (?)')->execute([$secret]);
            self::fail('there is such a pin');
        } catch (ExceptionInterface) {
            self::assertCount(count($statements) + 2, $this->log->getQueries());
        }
        ob_start();
        var_dump($this->log);
        var_export($this->log->getQueries());
        print_r($this->log->getQueries());
        $shown = ob_get_clean() . json_encode($this->log->getQueries()) . serialize($this->log->getQueries())
            . print_r((array) $this->log->getQuery(1), true);
        self::assertStringNotContainsString($secret, $shown);
        $masked = array_map(static fn (RecordedQuery $query): array => array_values($query->parameters), [
            $this->log->getQuery(1), $this->log->getQuery(2), $this->log->getQuery(4),
        ]);
        self::assertSame([[1, '…', '…'], [1, '…', '…'], ['…', '…', 1]], $masked);
        self::assertNotSame([], $this->log->explain(4), 'the database gets the values themselves');
        $this->con->exec('DROP TABLE account');
    }

    public function testLimitsOfNumberAndBytes(): void
    {
        $this->log->start(queries: 2);
        foreach (range(1, 5) as $n) {
            AuthorQuery::create()->filterById($n)->find();
        }
        self::assertCount(2, $this->log->getQueries());
        self::assertSame([5, 3], [$this->log->getTotals()['queries'], $this->log->getTotals()['dropped']]);
        $this->log->clear()->start(bytes: 20_000);
        $before = memory_get_usage();
        foreach (range(1, 200) as $n) {
            $this->con->prepare('SELECT ? , ' . $n)->execute([str_repeat('x', 3000)]);
        }
        self::assertLessThan(200_000, memory_get_usage() - $before);
        self::assertSame(200, $this->log->getTotals()['queries']);
        self::assertSame(200, count($this->log->getQueries()) + $this->log->getTotals()['dropped']);
        self::assertLessThanOrEqual(520, strlen((string) current($this->log->getQuery(1)->parameters)));
    }

    public function testExplainAsksWithTheValuesAndIsNotRecorded(): void
    {
        $ann = $this->author();
        $this->log->start();
        AuthorQuery::create()->filterByName('Ann')->filterById($ann->getId())->find();
        AuthorQuery::create()->filterById($ann->getId())->update(['Name' => 'Eve']);
        $this->con->exec('UPDATE author SET email = NULL; ');
        foreach ([1, 2, 3] as $number) {
            self::assertNotSame([], $this->log->explain($number));
        }
        self::assertCount(3, $this->log->getQueries());
        $this->log->stop();
        self::assertSame('Eve', AuthorQuery::create()->findPk($ann->getId())->reload() ?? 'Eve');
        self::assertSame(1, AuthorQuery::create()->filterByName('Eve')->count());
        $this->expectExceptionMessage('the process that has recorded it');
        $this->log->explain(unserialize(serialize($this->log->getQuery(1))));
    }

    public function testExplainNeverExecutesASecondStatement(): void
    {
        foreach (
            [
                'CREATE TABLE x (id INTEGER)', 'SELECT 1; DELETE FROM author', "SELECT ';'; DELETE FROM author",
                '/* */ DROP TABLE author', 'SELECT 1;; DELETE FROM author',
            ] as $number => $sql
        ) {
            $this->log->start();
            $con = $this->con;
            $query = $this->log->record($con, $sql, [], 1, null) ?? self::fail($sql);
            try {
                $this->log->explain($query);
                self::fail($sql);
            } catch (ExceptionInterface $refusal) {
                self::assertStringContainsString('Only a single', $refusal->getMessage(), "$number");
            }
        }
    }

    public function testItIsOffBeforeStartAndAfterStop(): void
    {
        $this->author();
        AuthorQuery::create()->find();
        self::assertInstanceOf(PDOStatement::class, current($this->con->statementCache->idle));
        self::assertSame([], $this->log->getQueries());
        $this->log->start();
        AuthorQuery::create()->find();
        self::assertCount(1, $this->log->getQueries());
        $this->log->stop();
        AuthorQuery::create()->find();
        self::assertCount(1, $this->log->getQueries(), 'what was recorded stays');
        self::assertInstanceOf(PDOStatement::class, current($this->con->statementCache->idle));
        $this->log->start();
        Orm::reset();
        self::assertSame([], $this->log->getQueries());
        self::assertTrue($this->log->isRecording());
        AuthorQuery::create()->find();
        self::assertCount(1, $this->log->getQueries());
    }

    public function testAStatementThatIsReadWhileTheLogIsSwitchedOnDoesNotEscapeItLater(): void
    {
        $this->author();
        $read = AuthorQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND);
        foreach ($read->find() as $author) {
            self::assertSame('Ann', $author->getName());
            $this->log->start();
        }
        AuthorQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find();
        AuthorQuery::create()->find();
        self::assertCount(2, $this->log->getQueries());
    }

    public function testListenersHearOfEachStatementAndCannotBreakIt(): void
    {
        $heard = [];
        $listener = function (RecordedQuery $query) use (&$heard): void {
            $heard[] = $query->sql;
            AuthorQuery::create()->count();
            throw new RuntimeException('a listener that fails');
        };
        $this->log->listen($listener);
        $this->author();
        self::assertCount(1, preg_grep('/INSERT/', $heard));
        self::assertSame([], preg_grep('/COUNT/', $heard), 'its own statements are not those of the application');
        self::assertSame([], $this->log->getQueries(), 'it listens and does not record');
        $number = count($heard);
        $this->log->stopListening($listener);
        AuthorQuery::create()->find();
        self::assertCount($number, $heard);
    }

    public function testConnectionsOfTheApplicationAndOfAnotherContainer(): void
    {
        $this->author();
        $this->log->start();
        $profiled = new ProfilerConnectionWrapper($this->con->getWrappedConnection());
        AuthorQuery::create()->find($profiled);
        self::assertCount(1, $this->log->getQueries());
        $inside = $this->con->getWrappedConnection();
        self::assertInstanceOf(PdoConnection::class, $inside);
        AuthorQuery::create()->find($inside);
        self::assertCount(2, $this->log->getQueries());
        $container = Orm::getStandardServiceContainer();
        Orm::setServiceContainer(new StandardServiceContainer());
        self::assertFalse(Orm::getQueryLog()->isRecording());
        Orm::setServiceContainer($container);
        AuthorQuery::create()->find(new ConnectionWrapper($inside));
        self::assertCount(3, $this->log->getQueries());
    }

    public function testCallersInNamedPathsAreSkipped(): void
    {
        $this->log->start()->ignoreCallersIn(__FILE__);
        AuthorQuery::create()->find();
        self::assertNotSame(__FILE__, $this->log->getQuery(1)->file);
        self::assertNotSame('', $this->log->getQuery(1)->file);
    }
}
