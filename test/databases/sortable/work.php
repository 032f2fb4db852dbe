<?php

declare(strict_types=1);

// One process of a concurrency test: does its share of the work and says what came of it.

require __DIR__ . '/Worker.php';

[, $class, $number, $work, $operations, $isolation] = $argv + [5 => ''];
$worker = new Worker('Lists\\' . $class, (int) $number, $isolation);
$changes = ['inserted' => 0, 'deleted' => 0];
match ($work) {
    'append' => $worker->append((int) $operations),
    'ends' => $worker->moveToEnds((int) $operations),
    'swap' => $worker->swapTwo((int) $operations),
    'crash' => $worker->crash(),
    default => $changes = $worker->run((int) $operations),
};
echo json_encode($changes + ['retries' => $worker->retries, 'reasons' => $worker->reasons], JSON_THROW_ON_ERROR);
