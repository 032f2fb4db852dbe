<?php

/** Makes the tables and rows of the requests: `php prepare.php <folder of the project>`. */

declare(strict_types=1);

[, $project] = $argv;
[$dsn, $user, $password] = require $project . '/connection.php';
$pdo = new PDO($dsn, $user, $password, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
$pdo->exec((string) file_get_contents($project . '/orm/generated-sql/bench.sql'));
/** @param callable(int): string $row */
$fill = static function (string $columns, int $count, callable $row) use ($pdo): void {
    $rows = array_map($row, range(1, $count));
    $pdo->exec("INSERT INTO $columns VALUES (" . implode('), (', $rows) . ')');
};
$fill('author (name, email)', 10, static fn (int $i): string => "'Name $i', 'email$i@example.org'");
$fill('publisher (name)', 5, static fn (int $i): string => "'Publisher $i'");
$fill('book (title, isbn, pages, author_id, publisher_id)', 1000, static fn (int $i): string =>
    sprintf("'Title %d', 'isbn-%d', %d, %d, %d", $i, $i, $i, $i % 10 + 1, $i % 5 + 1));
$fill('review (book_id, text)', 3000, static fn (int $i): string => ($i % 1000 + 1) . ", 'Text $i'");
$fill('item (title, list_id, sortable_rank)', 100, static fn (int $i): string =>
    sprintf("'Item %d', %d, %d", $i, $i % 5, intdiv($i - 1, 5) + 1));
$fill('label (id)', 1000, static fn (int $i): string => "$i");
$fill('label_i18n (id, locale, title)', 1000, static fn (int $i): string => "$i, 'en_US', 'Label $i'");
