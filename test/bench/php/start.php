<?php

/** Loads a built project: `php <bench> <folder of the project> <adapter>`. Gives what a bench starts from. */

declare(strict_types=1);

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;

[, $project, $adapter] = $argv;
require __DIR__ . '/../../../packages/runtime/autoload.php';
spl_autoload_register(static function (string $class) use ($project): void {
    $file = str_starts_with($class, 'Orm\\Bench\\')
        ? __DIR__ . '/' . strtr(substr($class, 10), '\\', '/') . '.php'
        : $project . '/generated-classes/' . strtr($class, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
require $project . '/generated-conf/config.php';

$connection = Orm::getConnection('bench');
assert($connection instanceof ConnectionWrapper);
$pdo = $connection->getWrappedConnection()->getPdo();

return [$pdo, $connection, file_get_contents($project . '/generated-sql/bench.sql'), $adapter];
