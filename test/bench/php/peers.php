<?php

/**
 * Measures Orm and other libraries against hand-written PDO:
 * `php peers.php <folder of the built project> sqlite [file…]`.
 * A file returns a function that gets the PDO and the folder, and gives a CommonWork; its name is that of the library.
 * Prints JSON: the ratios by scenario and library, and the libraries that are not installed.
 */

declare(strict_types=1);

use Orm\Bench\HandWritten;
use Orm\Bench\Models;
use Orm\Bench\Peers\Doctrine\Work as Doctrine;
use Orm\Bench\Peers\Eloquent\Work as Eloquent;
use Orm\Bench\Stopwatch;

// Debian's libraries are older than its PHP.
error_reporting(E_ALL & ~E_DEPRECATED);

[$pdo, $connection, $schema] = require __DIR__ . '/start.php';
$fill = static function (int $books) use ($pdo, $connection, $schema): void {
    $connection->clearStatementCache();
    $pdo->exec($schema);
    $pdo->exec("INSERT INTO author (name, email) VALUES ('Name', 'email@example.org')");
    $pdo->exec("WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $books - 1) "
        . "INSERT INTO book (title, isbn, pages, author_id) SELECT 'Title ' || i, 'isbn-' || i, i % 500, 1 FROM n "
        . "WHERE $books > 0");
};
$fill(0);
$works = ['Orm' => new Models()];
$missing = [];
$fromDebian = ['Doctrine/ORM' => Doctrine::class, 'Illuminate/Database' => Eloquent::class];
foreach ($fromDebian as $folder => $class) {
    if (stream_resolve_include_path("$folder/autoload.php") === false) {
        $missing[] = $folder;
        continue;
    }
    require_once "$folder/autoload.php";
    $works[basename(dirname(strtr($class, '\\', '/')))] = new $class($pdo, $project);
}
foreach (array_slice($argv, 3) as $file) {
    $works[basename($file, '.php')] = (require $file)($pdo, $project);
}
$scenarios = [
    'insertParentAndChild' => ['rows' => 0, 'argument' => 300],
    'findByKey' => ['rows' => 1000, 'argument' => 1000],
    'countWithOr' => ['rows' => 1000, 'argument' => 200],
    'hydrateFive' => ['rows' => 1000, 'argument' => 500],
    'joinBothSides' => ['rows' => 1000, 'argument' => 500],
    'hydrateAll' => ['rows' => 50_000, 'argument' => null],
    'saveCollection' => ['rows' => 0, 'argument' => 10_000],
];
$stopwatch = new Stopwatch(true, 5);
$ratios = [];
foreach ($scenarios as $name => ['rows' => $rows, 'argument' => $argument]) {
    $fill($rows);
    $plain = new HandWritten($pdo);
    $arguments = $argument === null ? [] : [$argument];
    foreach ($works as $library => $work) {
        $ratios[$name][$library] = $stopwatch->compare(
            static fn (): mixed => $plain->$name(...$arguments),
            static fn (): mixed => $work->$name(...$arguments),
            static function () use ($pdo, $rows): void {
                if ($rows === 0) {
                    $pdo->exec('DELETE FROM book');
                    $pdo->exec('DELETE FROM author WHERE id > 1');
                }
            },
        )['time'];
    }
}
echo json_encode(['ratios' => $ratios, 'missing' => $missing], JSON_THROW_ON_ERROR), "\n";
