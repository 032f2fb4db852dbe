<?php

declare(strict_types=1);

// Random operations on lists of many kinds: walk.php <database> <seed> <operations> [<table>]

use Orm\Runtime\Orm;

foreach (['Shape', 'Held', 'ListModel', 'ObjectOperations', 'QueryOperations', 'Walk'] as $class) {
    require __DIR__ . '/' . $class . '.php';
}

[, $database, $seed, $steps, $only] = [...$argv, ''];
$shapes = Shape::all($database);
$con = Orm::getConnection('lists');
// Nobody needs to find these rows after a crash.
if ($database !== 'mysql') {
    $con->exec($database === 'sqlite' ? 'PRAGMA synchronous = OFF' : 'SET synchronous_commit = off');
}
foreach ($shapes as $shape) {
    $con->exec('DELETE FROM ' . $shape->map()::TABLE_NAME);
}
foreach (['owner', 'shelf'] as $parent) {
    $con->exec('DELETE FROM ' . $parent);
    foreach ([1, 2, 3] as $id) {
        $con->exec(sprintf('INSERT INTO %s (id) VALUES (%d)', $parent, $id));
    }
}
$failures = [];
$done = 0;
foreach ($shapes as $i => $shape) {
    if ($only !== '' && $only !== $shape->name()) {
        continue;
    }
    mt_srand((int) $seed + $i);
    $walk = new Walk($shape);
    try {
        $walk->run((int) ceil((int) $steps / ($only === '' ? count($shapes) : 1)));
    } catch (Throwable $failure) {
        $failures[] = $failure->getMessage();
        $con->forceRollBack();
        Orm::enableInstancePooling();
    }
    $done += $walk->done;
}
if ($failures !== []) {
    fwrite(STDERR, sprintf("seed %s\n\n%s\n", $seed, implode("\n\n", $failures)));
    exit(1);
}
ksort(Walk::$count);
printf('%d operations on %d tables: %s', $done, count($shapes), http_build_query(Walk::$count, '', ', '));
