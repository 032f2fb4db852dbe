<?php

/**
 * Measures behaviors against hand-written PDO: `php behaviors.php <folder of the project> <adapter> [<behavior>]`.
 * Prints JSON: the ratios of insert, update and find, by behavior.
 */

declare(strict_types=1);

use Bench\Told;
use Orm\Bench\BehaviorModels;
use Orm\Bench\BehaviorsByHand;
use Orm\Bench\PlainDispatcher;
use Orm\Bench\Stopwatch;

[$pdo, $connection, $schema, $adapter] = require __DIR__ . '/start.php';
require __DIR__ . '/psr.php';
$isLocal = $adapter === 'sqlite';
$times = $isLocal ? 400 : 120;
$stopwatch = new Stopwatch($isLocal, $isLocal ? 9 : 15);
$all = ['insert', 'update', 'find'];
// Where an operation is not named, the behavior has nothing to do with it.
$operations = [
    'no behavior' => $all,
    'timestampable' => $all,
    'uuid' => ['insert'],
    'event_dispatcher' => ['insert', 'update'],
    'query_cache' => ['find'],
    'sluggable' => $all,
    'i18n' => $all,
    'versionable' => $all,
    'archivable' => $all,
    'concrete_inheritance' => $all,
    'aggregate_column' => $all,
    'aggregate_multiple_columns' => $all,
    'delegate' => $all,
    'nested_set' => $all,
];
$tables = [
    'versioned_version', 'translated_i18n', 'archived_archive', 'inherited', 'detail', 'counted', 'summed', 'node',
    'versioned', 'translated', 'archived', 'base', 'delegating', 'plain', 'dated', 'identified', 'told', 'asked',
    'slugged',
];
$start = static function () use ($pdo, $connection, $schema, $times): void {
    $connection->clearStatementCache();
    foreach (array_filter(array_map('trim', explode(";\n", $schema))) as $statement) {
        $pdo->exec($statement);
    }
    for ($i = 0; $i < $times; $i++) {
        $pdo->exec('INSERT INTO owner (total) VALUES (NULL)');
        $pdo->exec('INSERT INTO holder (total) VALUES (NULL)');
    }
};
$empty = static function () use ($pdo, $tables): void {
    foreach ($tables as $table) {
        $pdo->exec('DELETE FROM ' . $table);
    }
    $pdo->exec("INSERT INTO node (title, pages, tree_left, tree_right, tree_level) VALUES ('Root', -1, 1, 2, 0)");
};
$dispatcher = new PlainDispatcher();
Told::setEventDispatcher($dispatcher);
$results = [];
foreach (array_intersect_key($operations, array_flip(array_slice($argv, 3)) ?: $operations) as $behavior => $measured) {
    $start();
    $empty();
    $plain = new BehaviorsByHand($pdo, $dispatcher);
    $models = new BehaviorModels($plain);
    $prepare = [
        'insert' => $empty,
        'update' => static function () use ($empty, $plain, $models, $behavior, $times): void {
            $empty();
            $plain->insert($behavior, $times);
            $plain->load($behavior, $times);
            $models->load($behavior, $times);
        },
        'find' => static function (): void {
        },
    ];
    foreach ($measured as $operation) {
        if ($operation === 'find') {
            $empty();
            $plain->insert($behavior, $times);
        }
        $results[$behavior][$operation] = $stopwatch->compare(
            static fn () => $plain->$operation($behavior, $times),
            static fn () => $models->$operation($behavior, $times),
            $prepare[$operation],
        )['time'];
    }
}
echo json_encode($results, JSON_THROW_ON_ERROR), "\n";
