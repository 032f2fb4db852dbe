<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Tests\Common\VendorTestCase;
use Orm\Tests\Support\RecordingConnection;

/**
 * Classes as the generator makes them, on one database. They are those of a golden case, so that the test of golden
 * cases proves that they are what is generated now; its SQL creates the tables.
 */
abstract class ModelTestCase extends VendorTestCase
{
    /** The golden case, and the database of its schema. */
    protected const GOLDEN = 'cinema';
    protected const DATABASE = 'cinema';

    private static ?StandardServiceContainer $container = null;

    protected RecordingConnection $con;

    public static function tearDownAfterClass(): void
    {
        self::$container?->closeConnections();
        self::$container = null;
    }

    protected function setUp(): void
    {
        parent::setUp();
        $isFirst = self::$container === null;
        self::$container ??= new StandardServiceContainer();
        self::use(self::$container);
        if ($isFirst) {
            self::connect(self::$container, static::DATABASE, ['classname' => RecordingConnection::class]);
            require self::golden() . 'conf/loadDatabase.php';
        }
        $con = Orm::getConnection(static::DATABASE);
        assert($con instanceof RecordingConnection);
        $this->con = $con;
        if ($isFirst) {
            $this->createTables();
        }
        $this->emptyTables();
        $this->con->statements = [];
    }

    protected function tearDown(): void
    {
        if (isset($this->con)) {
            $this->con->forceRollBack();
        }
    }

    /** @return list<string> what a piece of code executes */
    protected function statementsOf(callable $code): array
    {
        $this->con->statements = [];
        $code();

        return $this->con->statements;
    }

    protected function createTables(): void
    {
        $sql = file_get_contents(self::golden() . 'sql/' . static::VENDOR . '.sql');
        foreach (preg_split('/;\s*$/m', (string) preg_replace('/^--.*$/m', '', (string) $sql)) as $statement) {
            if (trim($statement) !== '') {
                $this->con->exec($statement);
            }
        }
    }

    /** @return list<string> tables in an order in which they can be emptied */
    abstract protected function tables(): array;

    private function emptyTables(): void
    {
        foreach ($this->tables() as $table) {
            $this->con->exec('DELETE FROM ' . $table);
        }
    }

    private static function golden(): string
    {
        return dirname(__DIR__, 4) . '/test/golden/' . static::GOLDEN . '/expected/';
    }
}
