<?php

declare(strict_types=1);

namespace Orm\Laravel;

use Closure;
use Illuminate\Database\Connection;
use Illuminate\Database\MySqlConnection;
use Illuminate\Database\PostgresConnection;
use Illuminate\Database\SQLiteConnection;
use Illuminate\Database\SqlServerConnection;
use Illuminate\Foundation\Application;
use Illuminate\Queue\Events\Looping;
use Illuminate\Routing\Route;
use ReflectionClass;

/**
 * Bridges the differences between the supported versions of Laravel, 8.83 to 12, and optional packages such as Octane.
 */
final class Framework
{
    /**
     * The events after which a process switches to other work. A queue worker fires Looping between two jobs; the
     * events of single jobs would also come from jobs that run inside a request. Octane need not be installed.
     */
    public const ENDS_OF_WORK = [
        Looping::class,
        'Laravel\\Octane\\Events\\RequestTerminated',
        'Laravel\\Octane\\Events\\TaskTerminated',
        'Laravel\\Octane\\Events\\TickTerminated',
        'Laravel\\Octane\\Events\\WorkerErrorOccurred',
    ];

    /** Returns whether a row is searched among the children of the preceding parameter. */
    public static function isScoped(Route $route, string $parameter): bool
    {
        // Laravel 9 added withoutScopedBindings().
        $isPrevented = method_exists($route, 'preventsScopedBindings') && $route->preventsScopedBindings();

        return !$isPrevented
            && ($route->enforcesScopedBindings() || array_key_exists($parameter, $route->bindingFields()));
    }

    /**
     * Returns a Laravel connection for events: tools read names from it and use it to quote values.
     *
     * @param Closure(): object $pdo returns an object with the methods of PDO; called on first use
     */
    public static function connection(string $name, Closure $pdo, string $adapter): Connection
    {
        $class = match ($adapter) {
            'mysql' => MySqlConnection::class,
            'pgsql' => PostgresConnection::class,
            'sqlite' => SQLiteConnection::class,
            'mssql' => SqlServerConnection::class,
            default => Connection::class,
        };

        return new $class($pdo, '', '', ['name' => $name, 'driver' => $adapter === 'mssql' ? 'sqlsrv' : $adapter]);
    }

    /** Returns the installation directory of the framework. */
    public static function directory(): string
    {
        return dirname((string) (new ReflectionClass(Application::class))->getFileName(), 2);
    }
}
