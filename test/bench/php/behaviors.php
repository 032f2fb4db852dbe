<?php

/**
 * Measures behaviors against hand-written PDO: `php behaviors.php <folder of the project> <adapter> [<behavior>]`.
 * Prints JSON: the ratios of insert, update and find, by behavior.
 */

declare(strict_types=1);

use Orm\Bench\BehaviorModels;
use Orm\Bench\BehaviorsByHand;
use Orm\Bench\Stopwatch;

[$pdo, $connection, $schema, $adapter] = require __DIR__ . '/start.php';
$isLocal = $adapter === 'sqlite';
$times = $isLocal ? 400 : 120;
$stopwatch = new Stopwatch($isLocal, $isLocal ? 9 : 7);
$behaviors = array_slice($argv, 3) ?: [
    'no behavior', 'timestampable', 'sluggable', 'i18n', 'versionable', 'archivable', 'concrete_inheritance',
    'aggregate_column', 'delegate',
];
$start = static function () use ($pdo, $connection, $schema): void {
    $connection->clearStatementCache();
    foreach (array_filter(array_map('trim', explode(";\n", $schema))) as $statement) {
        $pdo->exec($statement);
    }
    for ($i = 1; $i <= 20; $i++) {
        $pdo->exec('INSERT INTO owner (total) VALUES (NULL)');
    }
};
$results = [];
foreach ($behaviors as $behavior) {
    $start();
    $models = new BehaviorModels();
    $plain = new BehaviorsByHand($pdo);
    $tables = ['versioned_version', 'translated_i18n', 'archived_archive', 'inherited', 'detail', 'counted'];
    $tables = [...$tables, 'versioned', 'translated', 'archived', 'base', 'delegating', 'plain', 'dated', 'slugged'];
    $empty = static function () use ($pdo, $tables): void {
        foreach ($tables as $table) {
            $pdo->exec('DELETE FROM ' . $table);
        }
    };
    $compare = static fn (string $operation, Closure $prepare): float => $stopwatch->compare(
        static fn () => $plain->$operation($behavior, $times),
        static fn () => $models->$operation($behavior, $times),
        $prepare,
    )['time'];
    // The ids that find() asks for are those of the first rows.
    $models->insert($behavior, $times);
    $results[$behavior]['find'] = $compare('find', static function (): void {
    });
    $results[$behavior]['insert'] = $compare('insert', $empty);
    $results[$behavior]['update'] = $compare('update', static function () use (
        $empty,
        $plain,
        $models,
        $behavior,
        $times,
    ): void {
        $empty();
        $plain->insert($behavior, $times);
        $plain->load($behavior, $times);
        $models->load($behavior, $times);
    });
}
echo json_encode($results, JSON_THROW_ON_ERROR), "\n";
