<?php

declare(strict_types=1);

// A scenario starts with empty tables, and ids start with 1.
(static function (): void {
    $con = Orm\Runtime\Orm::getConnection(Orm\Runtime\Orm::getServiceContainer()->getDefaultDatasource());
    $driver = $con->getAttribute(PDO::ATTR_DRIVER_NAME);
    $tables = $con->query(match ($driver) {
        'sqlite' => "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
        'pgsql' => "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
        'mysql' => 'SHOW TABLES',
    })->fetchAll(PDO::FETCH_COLUMN);
    $quote = static fn (string $name): string => $driver === 'mysql' ? "`$name`" : "\"$name\"";
    $names = array_map($quote, $tables);
    match ($driver) {
        'sqlite' => $con->exec('PRAGMA foreign_keys = OFF'),
        'pgsql' => $con->exec('TRUNCATE ' . implode(', ', $names) . ' RESTART IDENTITY CASCADE'),
        'mysql' => $con->exec('SET FOREIGN_KEY_CHECKS = 0'),
    };
    foreach ($driver === 'pgsql' ? [] : $names as $name) {
        $con->exec(($driver === 'mysql' ? 'TRUNCATE ' : 'DELETE FROM ') . $name);
    }
    match ($driver) {
        'sqlite' => $con->exec('DELETE FROM sqlite_sequence') + $con->exec('PRAGMA foreign_keys = ON'),
        'pgsql' => null,
        'mysql' => $con->exec('SET FOREIGN_KEY_CHECKS = 1'),
    };
})();
