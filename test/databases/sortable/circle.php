<?php

declare(strict_types=1);

// One of two processes that wait for each other: the first has a row and wants a list, the second has the list and wants
// the row. Prints `written`, or `try again` for the one that the server has ended.

use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Orm;

[, $number] = $argv;
$con = Orm::getConnection('lists');
$row = "UPDATE entry SET title = 'x' WHERE title = 'e'";
$meet = static function (string $own, string $other): void {
    touch(getcwd() . '/circle-' . $own);
    while (!file_exists(getcwd() . '/circle-' . $other)) {
        usleep(5000);
        clearstatcache();
    }
};
$con->beginTransaction();
try {
    if ($number === '0') {
        $con->exec($row);
        $meet('0', '1');
        $con->lockList('entry', [1]);
    } else {
        $con->lockList('entry', [1]);
        $meet('1', '0');
        $con->exec($row);
    }
    $con->commit();
    echo 'written';
} catch (ExceptionInterface $failure) {
    $con->rollBack();
    $isRetryable = $failure->isRetryable() && !str_contains($failure->getMessage(), 'for more than');
    echo $isRetryable ? 'try again' : $failure->getMessage();
}
