<?php

/**
 * The first thing that a script does with the database, in a process of its own: `php first.php <project> <work>`.
 * Prints JSON: milliseconds of processor time since the process began, how many files of the library were loaded, and
 * how many of them are interfaces.
 */

declare(strict_types=1);

use Bench\Author;
use Bench\AuthorQuery;

[, $project, $work] = $argv;
if ($work === 'by hand') {
    $pdo = new PDO("sqlite:$project/bench.db", null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
    $find = $pdo->prepare('SELECT id, name, email FROM author WHERE name = ?');
    $find->execute(['nobody']);
    $find->fetchAll();
} else {
    require __DIR__ . '/../../../packages/runtime/autoload.php';
    spl_autoload_register(static function (string $class) use ($project): void {
        $file = $project . '/generated-classes/' . strtr($class, '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    });
    require $project . '/generated-conf/config.php';
    match ($work) {
        'query' => AuthorQuery::create()->filterByName('nobody')->find(),
        'save' => (new Author())->setName('somebody')->save(),
    };
}
$usage = getrusage();
$library = dirname(__DIR__, 3) . '/packages/runtime/src/';
$files = array_filter(get_included_files(), static fn (string $file): bool => str_starts_with($file, $library));
echo json_encode([
    'milliseconds' => ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1000
        + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1000,
    'files' => count($files),
    'interfaces' => count(preg_grep('/Interface\.php$/', $files)),
], JSON_THROW_ON_ERROR), "\n";
