<?php

declare(strict_types=1);

// Serves as many requests as the first argument says; prints wrong answers, and by how many bytes the memory has grown.

require __DIR__ . '/start.php';

$steps = [
    ['/books', '200 ["Emma"]'],
    ['/titles', '200 ["Emma"]'],
    ['/leave', '200 {}'],
    ['/books/1', '200 "Emma"'],
    ['/guess', null],
    ['/books/x', '404'],
    ['/fail', '500'],
];
$wrong = [];
$before = 0;
for ($i = 0; $i < (int) $argv[1]; $i++) {
    [$path, $expected] = $steps[$i % count($steps)];
    $answer = $send($path);
    if ($answer !== ($expected ?? $answer)) {
        $wrong[] = "$i $path $answer";
    }
    $services->get('logger')->lines = [];
    // After the first requests, all that is kept has been made.
    if ($i === 200) {
        gc_collect_cycles();
        $before = memory_get_usage();
    }
}
gc_collect_cycles();
echo json_encode(['wrong' => $wrong, 'growth' => memory_get_usage() - $before]);
