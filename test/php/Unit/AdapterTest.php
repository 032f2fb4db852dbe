<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use League\Map\KitTableMap;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\Adapter\AdapterFactory;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Pdo\PdoAdapter;
use Orm\Runtime\Connection\DatabaseUrl;
use Orm\Runtime\Connection\StatementWrapper;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use PDO;
use PHPUnit\Framework\TestCase;
use ReflectionMethod;

final class AdapterTest extends TestCase
{
    private const VENDORS = ['mysql', 'pgsql', 'sqlite', 'mssql', 'sqlsrv', 'oracle'];

    private function adapter(string $vendor): AdapterInterface
    {
        return AdapterFactory::create($vendor);
    }

    /** @param array<string, string> $expected by vendor */
    private function assertForAll(array $expected, callable $sql): void
    {
        self::assertSame(self::VENDORS, array_keys($expected));
        foreach ($expected as $vendor => $text) {
            self::assertSame($text, $sql($this->adapter($vendor)), $vendor);
        }
    }

    public function testTheSequenceOfOracleHasTheNameOfTheSql(): void
    {
        $oracle = $this->adapter('oracle');
        self::assertSame('book_SEQ', $oracle->getDefaultSequence('book', 'id'));
        // The same name is in test/core/model/names.test.ts.
        self::assertSame(
            'a_table_with_a_very_l_7377_SEQ',
            $oracle->getDefaultSequence('a_table_with_a_very_long_name_indeed', 'id'),
        );
    }

    public function testIdentifiersAreQuotedAndEscaped(): void
    {
        $this->assertForAll(
            [
                'mysql' => '`a`', 'pgsql' => '"a"', 'sqlite' => '[a]', 'mssql' => '[a]', 'sqlsrv' => '[a]',
                'oracle' => '"a"',
            ],
            fn (AdapterInterface $adapter) => $adapter->quoteIdentifier('a'),
        );
        $this->assertForAll(
            [
                'mysql' => '`s`.`t` `a`', 'pgsql' => '"s"."t" "a"', 'sqlite' => '[s].[t] [a]',
                'mssql' => '[s].[t] [a]', 'sqlsrv' => '[s].[t] [a]', 'oracle' => '"s"."t" "a"',
            ],
            fn (AdapterInterface $adapter) => $adapter->quoteIdentifierTable('s.t a'),
        );
        $this->assertForAll(
            [
                'mysql' => '`a``]"b`', 'pgsql' => '"a`]""b"', 'sqlite' => '"a`]""b"', 'mssql' => '[a`]]"b]',
                'sqlsrv' => '[a`]]"b]', 'oracle' => '"a`]""b"',
            ],
            fn (AdapterInterface $adapter) => $adapter->quoteIdentifier('a`]"b'),
        );
    }

    public function testFunctions(): void
    {
        $this->assertForAll(
            [
                'mysql' => 'CONCAT(a, b)', 'pgsql' => '(a || b)', 'sqlite' => '(a || b)', 'mssql' => '(a + b)',
                'sqlsrv' => '(a + b)', 'oracle' => 'CONCAT(a, b)',
            ],
            fn (AdapterInterface $adapter) => $adapter->concatString('a', 'b'),
        );
        $this->assertForAll(
            [
                'mysql' => 'SUBSTRING(s, 1, 2)', 'pgsql' => 'substring(s from 1 for 2)', 'sqlite' => 'substr(s, 1, 2)',
                'mssql' => 'SUBSTRING(s, 1, 2)', 'sqlsrv' => 'SUBSTRING(s, 1, 2)', 'oracle' => 'SUBSTR(s, 1, 2)',
            ],
            fn (AdapterInterface $adapter) => $adapter->subString('s', 1, 2),
        );
        $this->assertForAll(
            [
                'mysql' => 'CHAR_LENGTH(s)', 'pgsql' => 'char_length(s)', 'sqlite' => 'length(s)', 'mssql' => 'LEN(s)',
                'sqlsrv' => 'LEN(s)', 'oracle' => 'LENGTH(s)',
            ],
            fn (AdapterInterface $adapter) => $adapter->strLength('s'),
        );
        $this->assertForAll(
            [
                'mysql' => 'l REGEXP r', 'pgsql' => 'l ~* r', 'sqlite' => 'l REGEXP r',
                'mssql' => 'dbo.RegexMatch(l, r)', 'sqlsrv' => 'dbo.RegexMatch(l, r)', 'oracle' => 'REGEXP_LIKE(l, r)',
            ],
            fn (AdapterInterface $adapter) => $adapter->compareRegex('l', 'r'),
        );
        $this->assertForAll(
            [
                'mysql' => 'rand(5)', 'pgsql' => 'random()', 'sqlite' => 'random()', 'mssql' => 'RAND(5)',
                'sqlsrv' => 'RAND(5)', 'oracle' => 'dbms_random.value',
            ],
            fn (AdapterInterface $adapter) => $adapter->random('5'),
        );
    }

    public function testLimitAndOffset(): void
    {
        $limited = static fn (int $offset, int $limit): callable => static function (AdapterInterface $adapter) use (
            $offset,
            $limit,
        ): string {
            $sql = 'SELECT x FROM t';
            $adapter->applyLimit($sql, $offset, $limit);

            return $sql;
        };
        $oracle = 'SELECT B.* FROM (SELECT A.*, rownum AS ORM_ROWNUM FROM (SELECT x FROM t) A ) B WHERE ';
        $mssql = 'SELECT x FROM t ORDER BY (SELECT NULL) OFFSET 5 ROWS';
        $this->assertForAll(
            [
                'mysql' => 'SELECT x FROM t LIMIT 10', 'pgsql' => 'SELECT x FROM t LIMIT 10',
                'sqlite' => 'SELECT x FROM t LIMIT 10', 'mssql' => 'SELECT TOP 10 x FROM t',
                'sqlsrv' => 'SELECT TOP 10 x FROM t', 'oracle' => $oracle . ' B.ORM_ROWNUM <= 10',
            ],
            $limited(0, 10),
        );
        $this->assertForAll(
            [
                'mysql' => 'SELECT x FROM t LIMIT 5, 10', 'pgsql' => 'SELECT x FROM t LIMIT 10 OFFSET 5',
                'sqlite' => 'SELECT x FROM t LIMIT 10 OFFSET 5', 'mssql' => $mssql . ' FETCH NEXT 10 ROWS ONLY',
                'sqlsrv' => $mssql . ' FETCH NEXT 10 ROWS ONLY',
                'oracle' => $oracle . ' B.ORM_ROWNUM > 5 AND B.ORM_ROWNUM <= 15',
            ],
            $limited(5, 10),
        );
        $this->assertForAll(
            [
                'mysql' => 'SELECT x FROM t LIMIT 5, 18446744073709551615', 'pgsql' => 'SELECT x FROM t OFFSET 5',
                'sqlite' => 'SELECT x FROM t LIMIT -1 OFFSET 5', 'mssql' => $mssql, 'sqlsrv' => $mssql,
                'oracle' => $oracle . ' B.ORM_ROWNUM > 5',
            ],
            $limited(5, -1),
        );
    }

    public function testLocks(): void
    {
        $locked = static function (string $vendor, Lock $lock): string {
            $sql = 'SELECT 1';
            AdapterFactory::create($vendor)->applyLock($sql, $lock);

            return $sql;
        };
        self::assertSame('SELECT 1 FOR UPDATE', $locked('mysql', new Lock(Lock::EXCLUSIVE)));
        self::assertSame('SELECT 1 LOCK IN SHARE MODE', $locked('mysql', new Lock(Lock::SHARED)));
        self::assertSame(
            'SELECT 1 FOR UPDATE OF "book", "author" NOWAIT',
            $locked('pgsql', new Lock(Lock::EXCLUSIVE, ['book', 'author'], true)),
        );
        self::assertSame('SELECT 1 FOR SHARE', $locked('pgsql', new Lock(Lock::SHARED)));
        self::assertSame('SELECT 1', $locked('sqlite', new Lock(Lock::EXCLUSIVE)));
        self::assertSame('SELECT 1 FOR UPDATE', $locked('oracle', new Lock(Lock::EXCLUSIVE)));
        $this->expectException(LogicException::class);
        $locked('oracle', new Lock(Lock::SHARED));
    }

    public function testDeleteWithAlias(): void
    {
        $this->assertForAll(
            [
                'mysql' => 'DELETE a FROM t AS a', 'pgsql' => 'DELETE FROM t AS a', 'sqlite' => 'DELETE FROM t AS a',
                'mssql' => 'DELETE a FROM t AS a', 'sqlsrv' => 'DELETE a FROM t AS a',
                'oracle' => 'DELETE a FROM t AS a',
            ],
            fn (AdapterInterface $adapter) => $adapter->createDeleteFrom('t', 'a'),
        );
    }

    public function testGroupByIsCompletedOnPostgresql(): void
    {
        $criteria = (new Criteria('x'))->addSelectColumn('t.a')->addSelectColumn('COUNT(t.b)')->addGroupByColumn('t.c');
        self::assertSame(' GROUP BY t.c,t.a', $this->adapter('pgsql')->getGroupBy($criteria));
        self::assertSame(' GROUP BY t.c', $this->adapter('sqlite')->getGroupBy($criteria));
    }

    public function testSelectedColumnsGetAliases(): void
    {
        $container = new StandardServiceContainer();
        $container->setAdapterClass('x', 'mysql');
        Orm::setServiceContainer($container);
        $adapter = $container->getAdapter('x');
        self::assertInstanceOf(PdoAdapter::class, $adapter);
        $criteria = (new Criteria('x'))->addAlias('f', 'film')->setComment('why')->setDistinct()
            ->addSelectColumn('film.id')->addSelectColumn('f.id')->addSelectColumn('film.id')
            ->addSelectColumn('MAX(f.minutes)')->addAsColumn('f_id', 'actor.id');
        $tables = [];
        self::assertSame(
            'SELECT /* why */ DISTINCT film.id, f.id, film.id, MAX(f.minutes), actor.id AS f_id',
            $adapter->createSelectSqlPart($criteria, $tables),
        );
        self::assertSame(['film', 'film f', 'film', 'film f'], $tables);
        $adapter->createSelectSqlPart($criteria, $tables, true);
        self::assertSame([], $criteria->getSelectColumns());
        self::assertSame(
            [
                'film_id' => 'film.id', 'f_id_1' => 'f.id', 'film_id_1' => 'film.id',
                'MAX_f_minutes_' => 'MAX(f.minutes)', 'f_id' => 'actor.id',
            ],
            $criteria->getAsColumns(),
        );
    }

    /**
     * @param list<array{string|null, mixed}> $values with the names of their columns
     * @return array{string, list<mixed>} the statement and the values as the adapter wants them
     */
    private function cleanedUp(string $vendor, string $sql, array $values): array
    {
        $container = new StandardServiceContainer();
        $container->initDatabaseMaps(['league' => [KitTableMap::class]]);
        $params = array_map(
            static fn (array $value): array => [
                'table' => $value[0] === null ? null : 'kit', 'column' => $value[0], 'value' => $value[1],
            ],
            $values,
        );
        $map = $container->getDatabaseMap('league');
        $this->adapter($vendor)->cleanupSQL($sql, $params, new Criteria('league'), $map);

        return [$sql, array_column($params, 'value')];
    }

    public function testBinaryValuesOfSqlServerArePartOfTheStatement(): void
    {
        $values = [
            ['a_blob', "\x00\xff"], ['a_varchar', 'text'], [null, 'no column'], ['a_binary', ''], ['a_blob', null],
            ['a_uuid_binary', 'aab5d5fd-70c1-11e5-a4fb-b026b977eb28'], ['id', 7], ['id', 8], ['id', 9], ['id', 10],
        ];
        self::assertSame(
            [
                'a=0x00ff b=:p1 c=:p2 d=0x e=:p3 f=0x11e570c1aab5d5fda4fbb026b977eb28 g=:p4 j=:p7',
                ['text', 'no column', null, 7, 8, 9, 10],
            ],
            $this->cleanedUp('mssql', 'a=:p1 b=:p2 c=:p3 d=:p4 e=:p5 f=:p6 g=:p7 j=:p10', $values),
        );
    }

    public function testBinaryNullHasATypeWithTheDriverOfSqlServer(): void
    {
        $values = [['a_blob', null], ['a_varchar', null], ['a_blob', 'bytes'], [null, null]];
        self::assertSame(
            ['a=CONVERT(VARBINARY(MAX), :p1) b=:p2 c=:p3 d=:p4 j=:p10', [null, null, 'bytes', null]],
            $this->cleanedUp('sqlsrv', 'a=:p1 b=:p2 c=:p3 d=:p4 j=:p10', $values),
        );
    }

    public function testOracleIsToldTheLengthOfLongTexts(): void
    {
        $statement = $this->createMock(StatementWrapper::class);
        $statement->expects(self::once())->method('bindParam')->with(':p1', 'ä text', PDO::PARAM_STR, 7);
        $this->adapter('oracle')->bindTyped($statement, ':p1', 'ä text', ColumnTypes::CLOB);
        foreach (['pgsql', 'mysql', 'sqlite'] as $vendor) {
            $statement = $this->createMock(StatementWrapper::class);
            $statement->expects(self::once())->method('bindValue')->with(':p1', 'ä text', PDO::PARAM_STR);
            $this->adapter($vendor)->bindTyped($statement, ':p1', 'ä text', ColumnTypes::CLOB);
        }
    }

    public function testAdapterIdsAndUnknownAdapters(): void
    {
        foreach (self::VENDORS as $vendor) {
            self::assertSame($vendor, $this->adapter($vendor)->getAdapterId());
        }
        self::assertSame('sqlite', $this->adapter(\Orm\Runtime\Adapter\Pdo\SqliteAdapter::class)->getAdapterId());
        // Applications have adapters without namespace; a file of such a class could not be loaded by its name here.
        eval('class ShopAdapter extends \Orm\Runtime\Adapter\Pdo\SqliteAdapter {}');
        self::assertSame('shop', $this->adapter('\ShopAdapter')->getAdapterId());
        $this->expectException(InvalidArgumentException::class);
        $this->adapter('dbase');
    }

    /** @return iterable<string, array{array<string, string>, array<string, string>}> */
    public static function urls(): iterable
    {
        $credentials = ['user' => 'me', 'password' => 'a@b:c/d'];
        yield 'postgres' => [
            ['dsn' => 'postgres://me:a%40b%3Ac%2Fd@db1:5433/shop?sslmode=require'],
            ['dsn' => 'pgsql:host=db1;port=5433;dbname=shop;sslmode=require'] + $credentials,
        ];
        yield 'not encoded' => [
            ['dsn' => 'mysql://me:a@b:c/d@[::1]:3307/my%20shop'],
            ['dsn' => 'mysql:host=::1;port=3307;dbname=my shop'] + $credentials,
        ];
        yield 'no user' => [['dsn' => 'mariadb://db1/shop'], ['dsn' => 'mysql:host=db1;dbname=shop']];
        yield 'the configuration goes first' => [
            ['dsn' => 'postgresql://me:pw@h/x', 'user' => 'boss', 'password' => ''],
            ['dsn' => 'pgsql:host=h;dbname=x', 'user' => 'boss', 'password' => 'pw'],
        ];
        yield 'a file' => [['dsn' => 'sqlite:///abs/shop.sq3'], ['dsn' => 'sqlite:/abs/shop.sq3']];
        yield 'a relative file' => [['dsn' => 'sqlite://var/shop.sq3'], ['dsn' => 'sqlite:var/shop.sq3']];
        yield 'memory' => [['dsn' => 'sqlite:///:memory:'], ['dsn' => 'sqlite::memory:']];
        yield 'not a URL' => [['dsn' => 'mysql:host=db1'], ['dsn' => 'mysql:host=db1']];
    }

    /**
     * @dataProvider urls
     * @param array<string, string> $given
     * @param array<string, string> $expected
     */
    public function testADatabaseUrlBecomesADataSourceName(array $given, array $expected): void
    {
        self::assertEquals($expected, DatabaseUrl::expand($given));
    }

    /** Without it, drivers would use the character set of the server or of the environment. */
    public function testEveryConnectionHasACharacterSet(): void
    {
        $dsn = function (string $id, array $configuration): array {
            $adapter = $this->adapter($id);
            $method = new ReflectionMethod($adapter, 'withCharset');
            $method->setAccessible(true);
            $added = $method->invoke($adapter, $configuration);

            return [$added['dsn'], $added['settings']['charset'] ?? null];
        };
        foreach (
            [
                ['mysql', 'mysql:host=h;dbname=d', null, 'mysql:host=h;dbname=d;charset=utf8mb4', null],
                ['mysql', 'mysql:host=h;dbname=d', '', 'mysql:host=h;dbname=d;charset=utf8mb4', null],
                ['mysql', 'mysql:host=h;dbname=d', 'latin1', 'mysql:host=h;dbname=d;charset=latin1', null],
                ['mysql', 'mysql:charset=latin1;host=h', null, 'mysql:charset=latin1;host=h', null],
                ['mysql', 'mysql:charset=latin1;host=h', 'utf8', 'mysql:charset=latin1;host=h', 'utf8'],
                ['pgsql', 'pgsql:host=h', null, 'pgsql:host=h;client_encoding=UTF8', null],
                ['pgsql', 'pgsql:host=h', "a 'b'", 'pgsql:host=h', "a 'b'"],
                [
                    'pgsql', "pgsql:host=h;options='-c client_encoding=LATIN1'", null,
                    "pgsql:host=h;options='-c client_encoding=LATIN1'", null,
                ],
                ['oracle', 'oci:dbname=//h/d', null, 'oci:dbname=//h/d;charset=AL32UTF8', null],
                ['mssql', 'dblib:host=h', null, 'dblib:host=h;charset=UTF-8', null],
                ['sqlsrv', 'sqlsrv:Server=h', null, 'sqlsrv:Server=h', null],
                ['sqlite', 'sqlite::memory:', null, 'sqlite::memory:', null],
            ] as [$id, $given, $charset, $expected, $left]
        ) {
            $settings = $charset === null ? [] : ['settings' => ['charset' => $charset]];
            self::assertSame([$expected, $left], $dsn($id, ['dsn' => $given] + $settings), "$id $given $charset");
        }
    }

    public function testAConnectionOpensByUrl(): void
    {
        $connection = $this->adapter('sqlite')->getConnection(['dsn' => 'sqlite:///:memory:']);
        self::assertSame([['1']], array_map('array_values', array_map(
            static fn (array $row): array => array_map('strval', $row),
            $connection->query('SELECT 1')->fetchAll(PDO::FETCH_NUM),
        )));
    }

    public function testADriverThatIsOutOfStepHasLostItsConnection(): void
    {
        $messages = [
            'pgsql' => [
                [7, 'lost synchronization with server: got message type "8", length 4'],
                [7, 'message contents do not agree with length in message type "T"'],
                [7, 'unexpected response from server; first received character was "8"'],
                [7, 'another command is already in progress'],
            ],
            'mysql' => [
                [2014, 'Cannot execute queries while other unbuffered queries are active.'],
                [2027, 'Malformed packet'],
            ],
        ];
        foreach ($messages as $vendor => $failures) {
            foreach ($failures as [$number, $message]) {
                $failure = new \PDOException($message);
                $failure->errorInfo = ['HY000', $number, $message];
                $kind = \Orm\Runtime\Adapter\AdapterFactory::create($vendor)->describeError($failure)?->kind;
                self::assertSame(\Orm\Runtime\Exception\Database\ErrorKind::ConnectionLost, $kind, $message);
            }
        }
        $warning = new \ErrorException('Packets out of order. Expected 1 received 8. Packet size=7');
        self::assertNotNull(\Orm\Runtime\Adapter\AdapterFactory::create('mysql')->describeError($warning));
    }
}
