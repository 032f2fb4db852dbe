<?php

declare(strict_types=1);

// Random operations on rows with behaviors: walk.php <class of the walk> <seed> <steps>

use Orm\Runtime\Orm;

[, $class, $seed, $steps] = $argv;
require __DIR__ . '/Walk.php';
require __DIR__ . '/' . $class . '.php';

$con = Orm::getConnection('d');
// Nobody needs to find these rows after a crash.
match ($con->getAttribute(PDO::ATTR_DRIVER_NAME)) {
    'sqlite' => $con->exec('PRAGMA synchronous = OFF'),
    'pgsql' => $con->exec('SET synchronous_commit = off'),
    default => null,
};
mt_srand((int) $seed);
$walk = new $class();
$walk->run((int) $steps);
ksort($walk->count);
printf('%s: %d steps: %s', $class, $steps, urldecode(http_build_query($walk->count, '', ', ')));
