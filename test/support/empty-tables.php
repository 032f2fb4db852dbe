<?php

declare(strict_types=1);

// Every scenario starts with empty tables and ids that start at 1. Truncating is slow on a server, so only tables that
// a scenario has written to are truncated.
(static function (): void {
    $con = Orm\Runtime\Orm::getConnection(Orm\Runtime\Orm::getServiceContainer()->getDefaultDatasource());
    $driver = $con->getAttribute(PDO::ATTR_DRIVER_NAME);
    $column = static fn (string $sql): array => $con->query($sql)->fetchAll(PDO::FETCH_COLUMN);
    $quote = static fn (string $name): string => $driver === 'mysql' ? "`$name`" : "\"$name\"";
    $tables = $column(match ($driver) {
        'sqlite' => "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
        'pgsql' => "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
        'mysql' => 'SHOW TABLES',
    });
    $hasRows = static fn (string $name): string => "SELECT '$name' WHERE EXISTS (SELECT 1 FROM {$quote($name)})";
    $used = $column(implode(' UNION ALL ', array_map($hasRows, $tables)));
    // Also find empty tables whose id counters have advanced.
    $used = [...$used, ...match ($driver) {
        'sqlite' => [],
        'pgsql' => $column('SELECT DISTINCT d.refobjid::regclass::text FROM pg_sequences s
            JOIN pg_depend d ON d.objid = format(\'%I.%I\', s.schemaname, s.sequencename)::regclass
            AND d.deptype IN (\'a\', \'i\') AND d.refclassid = \'pg_class\'::regclass WHERE s.last_value IS NOT NULL'),
        'mysql' => $column('SELECT table_name FROM information_schema.tables
            WHERE table_schema = DATABASE() AND auto_increment > 1'),
    }];
    // PostgreSQL quotes the table names of its sequences.
    $names = array_unique(array_map(static fn (string $name): string => $quote(trim($name, '"')), $used));
    if ($driver === 'pgsql') {
        if ($names !== []) {
            $con->exec('TRUNCATE ' . implode(', ', $names) . ' RESTART IDENTITY CASCADE');
        }

        return;
    }
    $con->exec($driver === 'mysql' ? 'SET FOREIGN_KEY_CHECKS = 0' : 'PRAGMA foreign_keys = OFF');
    foreach ($names as $name) {
        $con->exec(($driver === 'mysql' ? 'TRUNCATE ' : 'DELETE FROM ') . $name);
    }
    if ($driver === 'sqlite' && $column("SELECT name FROM sqlite_master WHERE name = 'sqlite_sequence'") !== []) {
        $con->exec('DELETE FROM sqlite_sequence');
    }
    $con->exec($driver === 'mysql' ? 'SET FOREIGN_KEY_CHECKS = 1' : 'PRAGMA foreign_keys = ON');
})();
