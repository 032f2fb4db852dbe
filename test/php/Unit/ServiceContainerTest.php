<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use Bookstore\Book;
use Bookstore\Map\BookTableMap;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Adapter\Exception\AdapterException;
use Orm\Runtime\Adapter\MSSQL\MssqlDebugPDO;
use Orm\Runtime\Adapter\MSSQL\MssqlOrmPDO;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerMasterSlave;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Connection\ProfilerConnectionWrapper;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Exception\RuntimeException;
use Orm\Runtime\Exception\UnexpectedValueException;
use Orm\Runtime\Map\Exception\TableNotFoundException;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Tests\Support\MemoryLogger;
use Pdo\Sqlite;
use PHPUnit\Framework\TestCase;

final class ServiceContainerTest extends TestCase
{
    private StandardServiceContainer $container;

    protected function setUp(): void
    {
        $this->container = new StandardServiceContainer();
        Orm::setServiceContainer($this->container);
        $this->container->setAdapterClass('shop', 'sqlite');
    }

    protected function tearDown(): void
    {
        $this->container->useDebugMode(false);
    }

    public function testOldConfigurationsAreRefused(): void
    {
        $this->container->checkVersion(2);
        $this->expectException(OrmException::class);
        $this->expectExceptionMessage('config:convert');
        $this->container->checkVersion('2.0.0');
    }

    public function testMissingPartsAreNamed(): void
    {
        try {
            $this->container->getAdapter('other');
            self::fail('There is no such datasource');
        } catch (AdapterException $exception) {
            self::assertStringStartsWith('Datasource "other" has no adapter', $exception->getMessage());
        }
        try {
            $this->container->getDatabaseMap('shop');
            self::fail('No map is loaded');
        } catch (OrmException $exception) {
            self::assertStringContainsString('loadDatabase.php', $exception->getMessage());
        }
        $this->expectException(RuntimeException::class);
        $this->expectExceptionMessage('Datasource "shop" has no connection');
        $this->container->getWriteConnection('shop');
    }

    public function testAnUnknownConnectionListsTheKnownOnes(): void
    {
        $message = function (string $name): string {
            try {
                $this->container->getConnection($name);
            } catch (RuntimeException $exception) {
                return $exception->getMessage();
            }
            self::fail('There is no such connection');
        };
        self::assertSame(
            'Datasource "shop" has no connection: load the generated config.php first, or configure it',
            $message('shop'),
        );
        $this->container->setConnectionManager(new ConnectionManagerSingle('bookstore'));
        self::assertSame('Datasource "shop" has no connection: only bookstore is configured', $message('shop'));
        $this->container->setConnectionManager(new ConnectionManagerSingle('logs'));
        self::assertSame(
            'Datasource "bokstore" has no connection (did you mean "bookstore"?): only bookstore, logs are configured',
            $message('bokstore'),
        );
    }

    public function testAQueryWithoutAdapterIsLogged(): void
    {
        $logger = new MemoryLogger();
        $this->container->setLogger('defaultLogger', $logger);
        $params = [];
        $criteria = (new Criteria('other'))->addSelectColumn('film.id')->add('film.title', 'Jaws');
        self::assertSame('SELECT film.id FROM film WHERE film.title=:p1', $criteria->createSelectSql($params));
        self::assertSame('Jaws', $params[0]['value']);
        $logger->lines = [];
        try {
            $criteria->getAdapter();
            self::fail('There is no such datasource');
        } catch (AdapterException) {
            self::assertSame(
                ['error A query cannot be written: Datasource "other" has no adapter: only shop is configured'],
                $logger->lines,
            );
        }
    }

    public function testMapsAreLoadedByNameAndMerged(): void
    {
        $this->container->initDatabaseMapFromDumps(['bookstore' => [
            'tablesByName' => ['book' => '\\Bookstore\\Map\\BookTableMap'],
            'tablesByPhpName' => ['\\Bookstore\\Book' => '\\Bookstore\\Map\\BookTableMap'],
        ]]);
        $this->container->initDatabaseMapFromDumps(['bookstore' => [
            'tablesByName' => ['author' => '\\Bookstore\\Map\\AuthorTableMap'],
        ]]);
        $map = $this->container->getDatabaseMap('bookstore');
        self::assertTrue($map->hasTable('author'));
        self::assertInstanceOf(BookTableMap::class, $map->getTable('book'));
        self::assertSame($map->getTable('book'), $map->getTableByPhpName('\\' . Book::class));
        self::assertSame('Title', $map->getColumn('book.TITLE')->getPhpName());
        self::assertSame('author', $map->getTable('book')->getRelation('Author')->getRightTable()->getName());
        $this->expectException(TableNotFoundException::class);
        $map->getTable('nothing');
    }

    public function testLoggersAreFoundByNameOrDefault(): void
    {
        $default = new MemoryLogger();
        $shop = new MemoryLogger();
        $this->container->setLogger('defaultLogger', $default);
        $this->container->setLogger('shop', $shop);
        Orm::log('a warning', Orm::LOG_WARNING);
        $this->container->getLogger('shop')->info('for the shop');
        $this->container->getLogger('other')->error('for all');
        self::assertSame(['warning a warning', 'error for all'], $default->lines);
        self::assertSame(['info for the shop'], $shop->lines);
    }

    public function testTheBuiltInFileLoggerKeepsToItsThreshold(): void
    {
        $file = tempnam(sys_get_temp_dir(), 'orm');
        $this->container->setLoggerConfiguration('defaultLogger', ['type' => 'stream', 'path' => $file]);
        Orm::log('quiet', Orm::LOG_INFO);
        Orm::log("loud\nwords", Orm::LOG_ERR);
        self::assertMatchesRegularExpression(
            '/^\[[^\]]+\] defaultLogger\.ERROR: loud words\n$/',
            (string) file_get_contents($file),
        );
        unlink($file);
        foreach (['stream' => 'path', 'rotating_file' => 'path', 'syslog' => 'ident'] as $type => $needed) {
            $this->container->setLoggerConfiguration('defaultLogger', ['type' => $type]);
            Orm::log('nothing happens');
            try {
                $this->container->getLogger();
                self::fail("A logger of type $type needs more");
            } catch (InvalidArgumentException $exception) {
                self::assertStringEndsWith("needs \"$needed\"", $exception->getMessage());
            }
        }
        $this->container->setLoggerConfiguration('defaultLogger', ['type' => 'pigeon']);
        $this->expectException(UnexpectedValueException::class);
        $this->container->getLogger();
    }

    public function testConnectionsAreLazyAndReopened(): void
    {
        $manager = new ConnectionManagerSingle('shop');
        $manager->setConfiguration([
            'dsn' => 'sqlite::memory:',
            'attributes' => ['ATTR_CASE' => 'PDO::CASE_LOWER', 'ORM_ATTR_CACHE_PREPARES' => true],
            'settings' => [
                'queries' => ['first' => 'CREATE TABLE t (x INTEGER)', 'more' => ['INSERT INTO t VALUES (4)']],
            ],
        ]);
        $this->container->setConnectionManager($manager);
        $con = Orm::getConnection('shop');
        self::assertInstanceOf(ConnectionWrapper::class, $con);
        self::assertSame($con, Orm::getReadConnection('shop'));
        self::assertSame(\PDO::CASE_LOWER, $con->getAttribute(\PDO::ATTR_CASE));
        self::assertSame($con->prepare('SELECT x FROM t'), $con->prepare('SELECT x FROM t'));
        self::assertSame(4, $con->query('SELECT x FROM t')->fetchColumn());
        Orm::closeConnections();
        self::assertNotSame($con, Orm::getConnection('shop'));
        $this->container->useDebugMode(true);
        self::assertInstanceOf(ProfilerConnectionWrapper::class, Orm::getConnection('shop'));
    }

    public function testUnknownAttributesAreRefused(): void
    {
        foreach ([['ATTR_NOTHING' => 1], ['ATTR_CASE' => 'PDO::NOTHING']] as $wrong) {
            foreach (['attributes', 'options'] as $key) {
                $manager = new ConnectionManagerSingle('shop');
                $manager->setConfiguration(['dsn' => 'sqlite::memory:', $key => $wrong]);
                try {
                    $manager->getWriteConnection($this->container->getAdapter('shop'));
                    self::fail('The attribute is unknown');
                } catch (InvalidArgumentException $exception) {
                    self::assertStringContainsString('NOTHING', $exception->getMessage());
                }
            }
        }
    }

    public function testConnectionClassesOfSqlServerDoByStatementsWhatTheDriverCannot(): void
    {
        foreach ([MssqlOrmPDO::class => false, MssqlDebugPDO::class => true] as $class => $isInDebugMode) {
            $con = ConnectionFactory::create(
                ['dsn' => 'sqlite::memory:', 'classname' => $class],
                $this->container->getAdapter('shop'),
            );
            self::assertInstanceOf($class, $con);
            self::assertSame($isInDebugMode, $con->isInDebugMode());
            $pdo = $con->getWrappedConnection()->getPdo();
            $create = $pdo instanceof Sqlite ? 'createFunction' : 'sqliteCreateFunction';
            $pdo->$create('SCOPE_IDENTITY', static fn (): int => 7, 0);
            self::assertSame(7, $con->lastInsertId());
            $con->exec('CREATE TABLE t (x INTEGER)');
            $con->beginTransaction();
            self::assertTrue($con->inTransaction());
            // Since PHP 8.4 this driver notices transactions that others have begun.
            self::assertSame(PHP_VERSION_ID >= 80400, $pdo->inTransaction());
            $con->exec('INSERT INTO t VALUES (1)');
            $con->rollBack();
            self::assertFalse($con->inTransaction());
            $con->transaction(static fn (ConnectionInterface $con): int => $con->exec('INSERT INTO t VALUES (2)'));
            self::assertSame([[2]], iterator_to_array($con->query('SELECT x FROM t')));
        }
    }

    public function testReplicasServeReadsOutsideOfTransactions(): void
    {
        $manager = new ConnectionManagerPrimaryReplica('shop');
        $manager->setWriteConfiguration(['dsn' => 'sqlite::memory:', 'classname' => ConnectionWrapper::class]);
        $manager->setReadConfiguration([['dsn' => 'sqlite::memory:'], ['dsn' => 'sqlite::memory:']]);
        $this->container->setConnectionManager($manager);
        $write = Orm::getWriteConnection('shop');
        $read = Orm::getReadConnection('shop');
        self::assertNotSame($write, $read);
        self::assertSame($read, Orm::getReadConnection('shop'));
        $write->beginTransaction();
        self::assertSame($write, Orm::getReadConnection('shop'));
        $write->rollBack();
        self::assertSame($read, Orm::getReadConnection('shop'));
        $manager->setForcePrimaryConnection(true);
        self::assertSame($write, Orm::getReadConnection('shop'));
        // The old names, on the manager that generated configurations have.
        self::assertTrue($manager->isForceMasterConnection());
        $manager->setForceMasterConnection(false);
        self::assertSame($read, Orm::getReadConnection('shop'));
        self::assertInstanceOf(ConnectionManagerPrimaryReplica::class, new ConnectionManagerMasterSlave('shop'));
    }

    public function testADeadReplicaFallsBackToThePrimary(): void
    {
        $manager = new ConnectionManagerPrimaryReplica('shop');
        $manager->setWriteConfiguration(['dsn' => 'sqlite::memory:']);
        $manager->setReadConfiguration([['dsn' => 'sqlite:/no/such/folder/file']]);
        $this->container->setConnectionManager($manager);
        self::assertSame(Orm::getWriteConnection('shop'), Orm::getReadConnection('shop'));
    }

    public function testStatementsAreDroppedLongestUnusedFirst(): void
    {
        $con = new ConnectionWrapper(new PdoConnection('sqlite::memory:'));
        $sql = static fn (int $i): string => "SELECT $i -- " . str_repeat('x', 2_985);
        $statements = [];
        for ($i = 10; $i < 60; $i++) {
            $statements[$i] = $con->acquireStatement($sql($i));
            $con->releaseStatement($sql($i), $statements[$i]);
        }
        self::assertSame($statements[10], $con->acquireStatement($sql(10)));
        self::assertNotSame($statements[10], $con->acquireStatement($sql(10)), 'the first one is in use');
        $con->releaseStatement($sql(10), $statements[10]);
        $con->releaseStatement($sql(60), $con->acquireStatement($sql(60)));
        self::assertSame($statements[10], $con->acquireStatement($sql(10)));
        self::assertNotSame($statements[11], $con->acquireStatement($sql(11)));
    }

    public function testLongStatementsAreNotKept(): void
    {
        $con = new ConnectionWrapper(new PdoConnection('sqlite::memory:'));
        $sql = 'SELECT 1 -- ' . str_repeat('x', 30_000);
        $statement = $con->acquireStatement($sql);
        $con->releaseStatement($sql, $statement);
        self::assertNotSame($statement, $con->acquireStatement($sql));
        self::assertNotSame($con->useStatement($sql), $con->useStatement($sql));
    }

    public function testAStatementThatIsUsedShortlyStaysWhereItIs(): void
    {
        $con = new ConnectionWrapper(new PdoConnection('sqlite::memory:'));
        $statement = $con->useStatement('SELECT 0');
        self::assertSame($statement, $con->useStatement('SELECT 0'));
        self::assertSame($statement, $con->acquireStatement('SELECT 0'));
        self::assertNotSame($statement, $con->useStatement('SELECT 0'), 'somebody has it');
        $con->forgetStatement('SELECT 0');
        $con->releaseStatement('SELECT 0', $statement);
        for ($i = 1; $i < 300; $i++) {
            $con->useStatement("SELECT $i");
            $con->useStatement('SELECT 0');
        }
        self::assertSame($statement, $con->useStatement('SELECT 0'), 'it was always the last one');
        $con->forgetStatement('SELECT 0');
        self::assertNotSame($statement, $con->useStatement('SELECT 0'));
    }

    public function testLogLevelsAreDistinct(): void
    {
        self::assertSame(
            [600, 550, 500, 400, 300, 250, 200, 100],
            [
                Orm::LOG_EMERG, Orm::LOG_ALERT, Orm::LOG_CRIT, Orm::LOG_ERR, Orm::LOG_WARNING, Orm::LOG_NOTICE,
                Orm::LOG_INFO, Orm::LOG_DEBUG,
            ],
        );
    }
}
