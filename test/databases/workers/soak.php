<?php

declare(strict_types=1);

// A worker that serves many requests of several tenants, and says what it holds after them.

require __DIR__ . '/Tenants.php';
require __DIR__ . '/Requests.php';

use Orm\Runtime\Orm;

[, $configurations, $count] = $argv;
$tenants = new Tenants(json_decode($configurations, true, 512, JSON_THROW_ON_ERROR));
$requests = new Requests($tenants);
$count = (int) $count;
// By then every kind of request has been there many times, and caches hold what they will ever hold.
$warm = intdiv($count, 4);
$held = [];
for ($number = 1; $number <= $count; $number++) {
    try {
        $requests->serve($number);
    } catch (ExpectedFailure) {
        // Whoever serves requests reports it and goes on.
    } finally {
        Orm::reset();
    }
    if ($number % 500 === 0) {
        // SQLite lets nobody write while somebody holds an open result.
        $requests->letGo();
        $tenants->check($requests->written);
    }
    if ($number === $warm || $number === $count) {
        $requests->letGo();
        gc_collect_cycles();
        $held[] = [
            'bytes' => memory_get_usage(),
            'files' => count(scandir('/proc/self/fd')),
            'statements' => $tenants->preparedStatements(),
        ];
    }
}
echo json_encode($held, JSON_THROW_ON_ERROR);
