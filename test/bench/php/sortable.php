<?php

declare(strict_types=1);

use Lists\EntryQuery;
use Lists\Map\EntryTableMap;
use Orm\Runtime\Orm;

// Times list operations against SQL written by hand, in one process and on the same rows; prints seconds as JSON.

const ROWS = 100_000;
const REORDERED = 10_000;
const ROUNDS = 5;

$con = Orm::getConnection('lists');
$pdo = $con->getWrappedConnection()->getPdo();
$driver = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
$pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);

$fill = static function (int $scope, int $count) use ($pdo): void {
    for ($from = 1; $from <= $count; $from += 1000) {
        $rows = array_map(
            static fn (int $i): string => "('r', $scope, $i)",
            range($from, min($count, $from + 999)),
        );
        $pdo->exec('INSERT INTO entry (title, my_scope, position) VALUES ' . implode(', ', $rows));
    }
};
$pdo->exec('DELETE FROM entry');
$pdo->beginTransaction();
$fill(1, ROWS);
$fill(2, REORDERED);
$pdo->commit();
if ($driver === 'pgsql') {
    $pdo->exec('VACUUM ANALYZE entry');
}

$id = static fn (int $rank): int => (int) $pdo
    ->query("SELECT id FROM entry WHERE my_scope = 1 AND position = $rank")
    ->fetchColumn();

/** Last to top by hand: what anybody would write who knows the list. */
$moveByHand = static function () use ($pdo, $id): void {
    $last = $id(ROWS);
    $pdo->beginTransaction();
    $max = 'SELECT MAX(position) FROM entry WHERE my_scope = 1';
    $read = $pdo->prepare("SELECT position, ($max) FROM entry WHERE id = ?");
    $read->execute([$last]);
    [$rank] = $read->fetch(PDO::FETCH_NUM);
    $shift = 'UPDATE entry SET position = position + 1 WHERE my_scope = 1 AND position >= 1 AND position <= ?';
    $pdo->prepare($shift)->execute([$rank - 1]);
    $pdo->prepare('UPDATE entry SET position = 1 WHERE id = ?')->execute([$last]);
    $pdo->commit();
};
$move = static function () use ($id): void {
    EntryQuery::create()->findPk($id(ROWS))->moveToTop();
};

/** @return array<int, int> a new rank by id */
$shuffled = static function () use ($pdo): array {
    $ids = $pdo->query('SELECT id FROM entry WHERE my_scope = 2')->fetchAll(PDO::FETCH_COLUMN);
    shuffle($ids);

    return array_combine($ids, range(1, count($ids)));
};
$reorderByHand = static function () use ($pdo, $driver, $shuffled): void {
    $order = $shuffled();
    $json = json_encode(array_map(static fn (int $key, int $rank): array => [$key, $rank], array_keys($order), $order));
    $pdo->beginTransaction();
    $in = implode(',', array_fill(0, count($order), '?'));
    $read = $pdo->prepare("SELECT id, my_scope, position FROM entry WHERE id IN ($in)");
    $read->execute(array_keys($order));
    $read->fetchAll(PDO::FETCH_NUM);
    $pdo->prepare(match ($driver) {
        'mysql' => "UPDATE entry e JOIN JSON_TABLE(?, '$[*]' COLUMNS (i INT PATH '$[0]', r INT PATH '$[1]')) v"
            . ' ON e.id = v.i SET e.position = v.r',
        'pgsql' => 'UPDATE entry e SET position = CAST(j ->> 1 AS int) FROM json_array_elements(CAST(? AS json)) v(j)'
            . ' WHERE e.id = CAST(j ->> 0 AS int)',
        default => "UPDATE entry SET position = json_extract(j.value, '$[1]') FROM json_each(?) j"
            . " WHERE entry.id = json_extract(j.value, '$[0]')",
    })->execute([$json]);
    $pdo->commit();
};
$reorder = static function () use ($shuffled): void {
    EntryQuery::create()->reorder($shuffled());
};

/** The best of some rounds, the two ways in turn, so that neither has the warmer database. */
$times = static function (Closure $ours, Closure $byHand): array {
    $best = [INF, INF];
    for ($round = 0; $round < ROUNDS; $round++) {
        foreach ([$ours, $byHand] as $i => $run) {
            EntryTableMap::clearInstancePool();
            $started = hrtime(true);
            $run();
            $best[$i] = min($best[$i], (hrtime(true) - $started) / 1e9);
        }
    }

    return $best;
};
echo json_encode([
    'last to top of 100 000' => $times($move, $moveByHand),
    'reorder of 10 000' => $times($reorder, $reorderByHand),
]);
