<?php

declare(strict_types=1);

// The same random steps on tables whose behaviors are declared in different orders:
// walk.php <seed> <steps> <steps between two looks at the rows> <JSON: lists of tables>

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Orm;

[, $seed, $steps, $between, $choices] = $argv;
eval('namespace Psr\\EventDispatcher;
  interface EventDispatcherInterface { public function dispatch(object $event); }
  interface StoppableEventInterface { public function isPropagationStopped(): bool; }');
require __DIR__ . '/Recorder.php';
require __DIR__ . '/OrderWalk.php';
$con = Orm::getConnection('d');
match ($con->getAttribute(PDO::ATTR_DRIVER_NAME)) {
    'sqlite' => $con->exec('PRAGMA synchronous = OFF'),
    'pgsql' => $con->exec('SET synchronous_commit = off'),
    default => null,
};
$failures = [];
foreach (json_decode($choices, true) as $names => $tables) {
    $said = [];
    foreach ($tables as $table) {
        InstancePools::clear();
        $said[] = (new OrderWalk($table, (int) $seed))->run((int) $steps, (int) $between);
    }
    foreach ($said as $order => $lines) {
        foreach ($lines as $step => [$what, $rows, $wrong]) {
            [$firstWhat, $firstRows] = $said[0][$step];
            if ($wrong !== '' || $what !== $firstWhat || $rows !== $firstRows) {
                $failures[] = "$names, order $order, step $step: $what$wrong"
                    . ($what === $firstWhat ? '' : "; in the first order $firstWhat")
                    . ($rows === $firstRows ? '' : "\n  $rows\n  in the first order\n  $firstRows");
                break;
            }
        }
    }
}
echo implode("\n", $failures);
