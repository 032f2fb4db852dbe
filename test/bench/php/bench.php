<?php

/**
 * Measures generated models against hand-written PDO: `php bench.php <folder of the built project> <adapter>`.
 * Prints JSON: the ratio of each scenario, and of its memory where objects stay.
 */

declare(strict_types=1);

use Orm\Bench\HandWritten;
use Orm\Bench\Models;
use Orm\Bench\Stopwatch;

[$pdo, $connection, $schema, $adapter] = require __DIR__ . '/start.php';
$fill = static function (int $books) use ($pdo, $connection, $schema): void {
    $connection->clearStatementCache();
    foreach (array_filter(array_map('trim', explode(";\n", $schema))) as $statement) {
        $pdo->exec($statement);
    }
    $pdo->beginTransaction();
    $pdo->exec("INSERT INTO author (name, email) VALUES ('Name', 'email@example.org')");
    $insert = $pdo->prepare('INSERT INTO book (title, isbn, pages, author_id) VALUES (?, ?, ?, 1)');
    for ($i = 0; $i < $books; $i++) {
        $insert->execute(["Title $i", "isbn-$i", $i % 500]);
    }
    $pdo->commit();
};

$isLocal = $adapter === 'sqlite';
$stopwatch = new Stopwatch($isLocal, 7);
$models = new Models();
$wanted = array_slice($argv, 3);
$scenarios = [
    'insertParentAndChild' => ['rows' => 0, 'argument' => $isLocal ? 1000 : 400],
    'insertInOneTransaction' => ['rows' => 0, 'argument' => $isLocal ? 2000 : 400],
    'findByKey' => ['rows' => 1000, 'argument' => $isLocal ? 5000 : 1000],
    'countWithOr' => ['rows' => 1000, 'argument' => 500],
    'countNamedConditions' => ['rows' => 1000, 'argument' => 500],
    'hydrateFiveByClause' => ['rows' => 1000, 'argument' => $isLocal ? 2000 : 1000],
    'hydrateFive' => ['rows' => 1000, 'argument' => $isLocal ? 2000 : 1000],
    'joinBothSides' => ['rows' => 1000, 'argument' => $isLocal ? 2000 : 1000],
    'hydrateAll' => ['rows' => 50_000, 'argument' => null],
    'holdAll' => ['rows' => 50_000, 'argument' => null],
    'saveCollection' => ['rows' => 0, 'argument' => 10_000],
    'appendToLists' => ['rows' => 0, 'argument' => $isLocal ? 2000 : 200],
    'appendInOneTransaction' => ['rows' => 0, 'argument' => $isLocal ? 2000 : 200],
    'moveInList' => ['rows' => 0, 'argument' => $isLocal ? 500 : 100, 'items' => 2000],
    'moveInListOfHeldObjects' => ['rows' => 0, 'argument' => $isLocal ? 500 : 100, 'items' => 2000],
];
$results = [];
foreach ($scenarios as $name => $scenario) {
    ['rows' => $rows, 'argument' => $argument] = $scenario;
    $items = $scenario['items'] ?? 0;
    if ($wanted !== [] && !in_array($name, $wanted, true)) {
        continue;
    }
    $fill($rows);
    $plain = new HandWritten($pdo);
    $arguments = $argument === null ? [] : [$argument];
    $results[$name] = $stopwatch->compare(
        static fn (): mixed => $plain->$name(...$arguments),
        static fn (): mixed => $models->$name(...$arguments),
        static function () use ($pdo, $rows, $items): void {
            if ($rows === 0) {
                $pdo->exec('DELETE FROM book');
                $pdo->exec('DELETE FROM author WHERE id > 1');
                $pdo->exec('DELETE FROM item');
            }
            if ($items > 0) {
                $values = array_map(static fn (int $rank): string => "('Item', 1, $rank)", range(1, $items));
                $pdo->exec('INSERT INTO item (title, list_id, sortable_rank) VALUES ' . implode(', ', $values));
            }
        },
    );
}
echo json_encode($results, JSON_THROW_ON_ERROR), "\n";
