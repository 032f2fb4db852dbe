<?php

declare(strict_types=1);

use Orm\Runtime\Orm;

// Measures factories against INSERT by hand, and prints the seconds of both by what is measured.
const ROUNDS = 3;
const ROWS = 250;

$processorTime = static function (callable $work): float {
    $seconds = static function (): float {
        $used = getrusage();

        return $used['ru_utime.tv_sec'] + $used['ru_stime.tv_sec']
            + ($used['ru_utime.tv_usec'] + $used['ru_stime.tv_usec']) / 1e6;
    };
    gc_collect_cycles();
    $start = $seconds();
    $work();

    return $seconds() - $start;
};

$times = [];
foreach (json_decode($argv[1], true, 512, JSON_THROW_ON_ERROR) as [$what, $model, $count, $expressions]) {
    $con = Orm::getWriteConnection('bench');
    $pdo = $con->getWrappedConnection()->getPdo();
    $table = strtolower($model);
    $factory = ["Bench\\{$model}Factory", 'new']();
    $columns = array_column($pdo->query("PRAGMA table_info($table)")->fetchAll(PDO::FETCH_ASSOC), 'type', 'name');
    $row = '(' . implode(', ', array_fill(0, count($expressions), '?')) . ')';
    $sql = sprintf(
        'INSERT INTO %s (%s) VALUES %s',
        $table,
        implode(', ', array_slice(array_keys($columns), 1)),
        implode(', ', array_fill(0, ROWS, $row)),
    );
    $assignments = implode("\n", array_map(static fn (string $php): string => "\$values[] = $php;", $expressions));
    /** @var Closure(list<string>): list<mixed> $batch */
    $batch = eval('return static function (array $words): array {
        $values = [];
        for ($row = 0; $row < ROWS; $row++) {
            ' . $assignments . '
        }
        return $values;
    };');
    // SQLite never takes a text for the same as bytes.
    $areBytes = in_array('BLOB', $columns, true);
    $byHand = static function () use ($pdo, $sql, $batch, $count, $areBytes): void {
        $words = ['stone', 'river', 'cloud', 'paper', 'green', 'night', 'house', 'light', 'north', 'glass'];
        $pdo->beginTransaction();
        $statement = $pdo->prepare($sql);
        for ($done = 0; $done < $count; $done += ROWS) {
            $values = $batch($words);
            if (!$areBytes) {
                $statement->execute($values);
                continue;
            }
            foreach ($values as $i => $value) {
                $statement->bindValue($i + 1, $value, PDO::PARAM_LOB);
            }
            $statement->execute();
        }
        $pdo->commit();
    };
    $best = [INF, INF];
    for ($round = 0; $round < ROUNDS; $round++) {
        foreach ([static fn () => $factory->count($count)->insert(), $byHand] as $side => $work) {
            $pdo->exec("DELETE FROM $table");
            $best[$side] = min($best[$side], $processorTime($work));
            if ((int) $pdo->query("SELECT COUNT(*) FROM $table")->fetchColumn() !== $count) {
                throw new LogicException("$what: not all rows were inserted");
            }
        }
    }
    $pdo->exec("DELETE FROM $table");
    $times[$what] = $best;
}
echo json_encode($times, JSON_THROW_ON_ERROR);
