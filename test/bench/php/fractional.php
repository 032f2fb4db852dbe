<?php

declare(strict_types=1);

use Orm\Runtime\Orm;

// Times moves in lists of three lengths with fractional and with integer ranks; prints seconds as JSON.

const ROUNDS = 5;

$con = Orm::getConnection('lists');
$pdo = $con->getWrappedConnection()->getPdo();

$fill = static function (string $table, int $scope, int $count, int $step) use ($pdo): void {
    $pdo->beginTransaction();
    for ($from = 1; $from <= $count; $from += 1000) {
        $rows = array_map(
            static fn (int $i): string => "('r', $scope, " . $i * $step . ')',
            range($from, min($count, $from + 999)),
        );
        $pdo->exec("INSERT INTO $table (title, my_scope, position) VALUES " . implode(', ', $rows));
    }
    $pdo->commit();
};

/** @param Closure(object, int): mixed $do what is timed, with a member and the length of the list */
$time = static function (string $model, int $length, int $rank, Closure $do): float {
    $times = [];
    for ($i = 0; $i < ROUNDS; $i++) {
        $query = ('Lists\\' . $model . 'Query')::create();
        $object = $query->findOneByRank($rank, $length);
        $begin = hrtime(true);
        $do($object, $length);
        $times[] = (hrtime(true) - $begin) / 1e9;
    }
    sort($times);

    return $times[intdiv(ROUNDS, 2)];
};

$results = [];
foreach ([10, 1_000, 100_000] as $length) {
    $fill('entry', $length, $length, 1);
    $fill('fraction', $length, $length, 2 ** 32);
    if ($pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'pgsql') {
        $pdo->exec('VACUUM ANALYZE entry');
        $pdo->exec('VACUUM ANALYZE fraction');
    }
    $operations = [
        'last to top' => [$length, static fn (object $object) => $object->moveToTop()],
        'first to the middle' => [1, static fn (object $object) => $object->moveToRank(intdiv($length, 2))],
        'up by one' => [intdiv($length, 2), static fn (object $object) => $object->moveUp()],
        'read a rank' => [intdiv($length, 2), static fn (object $object) => $object->getRank()],
    ];
    foreach ($operations as $what => [$rank, $do]) {
        $results["$what of " . number_format($length, 0, '', ' ')] = [
            $time('Fraction', $length, $rank, $do),
            $time('Entry', $length, $rank, $do),
        ];
    }
}
echo json_encode($results, JSON_THROW_ON_ERROR);
