<?php

declare(strict_types=1);

// One process of a concurrency test: does its share of the work and says what came of it.

require __DIR__ . '/Worker.php';

[, $class, $number, $work, $operations, $isolation, $progress] = $argv + [5 => '', 6 => ''];
$worker = new Worker('Lists\\' . $class, (int) $number, $isolation);
match ($work) {
    'append' => $worker->append((int) $operations),
    'ends' => $worker->moveToEnds((int) $operations),
    'swap' => $worker->swapTwo((int) $operations),
    'moves' => $worker->moveAll((int) $operations),
    'several' => $worker->changeSeveral((int) $operations),
    'crash' => $worker->crash(),
    default => $worker->run((int) $operations, $progress === '' ? '/dev/null' : $progress),
};
echo json_encode([
    'inserted' => $worker->inserted,
    'deleted' => $worker->deleted,
    'unsure' => $worker->unsure,
    'refusals' => $worker->refusals,
    'retries' => $worker->retries,
    'reasons' => (object) $worker->reasons,
], JSON_THROW_ON_ERROR);
