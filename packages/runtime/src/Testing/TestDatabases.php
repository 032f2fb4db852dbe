<?php

declare(strict_types=1);

namespace Orm\Runtime\Testing;

use Closure;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Migration\Database;
use Orm\Runtime\Migration\Migrator;
use Orm\Runtime\Migration\Rules;
use Orm\Runtime\Orm;
use PDO;
use WeakMap;

/** Databases that are made ready for tests, each once in a process. */
final class TestDatabases
{
    /** Seconds to wait for another process that applies the same migrations. */
    private const PATIENCE = 60;

    /** @var WeakMap<ConnectionInterface, true>|null another connection may be to another database */
    private static ?WeakMap $ready = null;

    /**
     * @param Closure(string): void $prepare is called with the name, unless it was for this connection
     * @param string|null $token of the process, where several test at once; see ProcessDatabase
     */
    public static function prepare(string $name, Closure $prepare, ?string $token = null): void
    {
        if ($token !== null && ProcessDatabase::connect($name, $token, $prepare)) {
            return;
        }
        self::$ready ??= new WeakMap();
        $con = Orm::getWriteConnection($name);
        if (!isset(self::$ready[$con])) {
            $prepare($name);
            self::$ready[$con] = true;
        }
    }

    /** Applies the pending migrations of a connection; without any, nothing happens. */
    public static function migrate(string $name): void
    {
        $container = Orm::getServiceContainer();
        ['table' => $table, 'directory' => $directory] = $container->getMigrations();
        $own = count($container->getConnectionManagers()) > 1 ? "$directory/$name" : $directory;
        if (!is_dir($own)) {
            return;
        }
        $con = $container->getWriteConnection($name);
        $isMysql = $con->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql';
        $emulates = $isMysql ? $con->getAttribute(PDO::ATTR_EMULATE_PREPARES) : null;
        $nothing = static function (): void {
        };
        $rules = Rules::of($container->getAdapter($name)->getAdapterId());
        $database = new Database($name, $con, $rules, self::PATIENCE, $nothing);
        (new Migrator($database, $table, $own, $nothing))->migrate(null, false, self::PATIENCE, null, $nothing);
        if ($isMysql) {
            // Migrations have turned it on.
            $con->setAttribute(PDO::ATTR_EMULATE_PREPARES, (bool) $emulates);
        }
    }
}
