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

/** Prepares databases for tests, each once per process. */
final class TestDatabases
{
    /** The seconds to wait for another process that applies the same migrations. */
    private const PATIENCE = 60;

    /**
     * @var WeakMap<ConnectionInterface, true>|null the prepared connections, because another connection may use another
     *     database
     */
    private static ?WeakMap $ready = null;

    /**
     * @param Closure(string): void $prepare called with the name, unless the connection is already prepared
     * @param string|null $token the token of the process in parallel tests; see ProcessDatabase
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

    /** Applies the pending migrations of a connection. Does nothing if there are none. */
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
            // The migrations have turned it on.
            $con->setAttribute(PDO::ATTR_EMULATE_PREPARES, (bool) $emulates);
        }
    }
}
