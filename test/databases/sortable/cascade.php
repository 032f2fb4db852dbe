<?php

declare(strict_types=1);

// Random inserts, and deletes of rows that others refer to; after each step all lists have ranks from 1 without gaps,
// in the order that they had, and held objects show what the rows have.

use Orm\Runtime\Orm;

[, $seed, $steps] = $argv;
mt_srand((int) $seed);
$con = Orm::getConnection('lists');
$parents = [
    'Company' => [],
    'Person' => ['CompanyId' => 'Company', 'BossId' => 'Person'],
    'Task' => ['PersonId' => 'Person'],
    'Card' => ['PersonId' => 'Person'],
    'Note' => ['TaskId' => 'Task', 'NoteId' => 'Note'],
    'Line' => ['NoteId' => 'Note'],
];
$scopes = ['Task' => 'Part', 'Card' => 'PersonId', 'Note' => 'Kind', 'Line' => null];
$query = static fn (string $model): object => ('Cascade\\' . $model . 'Query')::create();
$any = static function (string $model) use ($query): ?object {
    $rows = $query($model)->orderById()->find()->getData();

    return $rows === [] ? null : $rows[mt_rand(0, count($rows) - 1)];
};
/** Ids of each list in the order of ranks, from the database. */
$lists = static function () use ($con, $scopes, $query): array {
    $lists = [];
    foreach ($scopes as $model => $scope) {
        $rows = $query($model)->select(['Id', ...($scope === null ? [] : [$scope]), $model === 'Line' ? 'Place' : 'SortableRank'])
            ->orderByRank()->find()->getData();
        foreach ($rows as $row) {
            $row = array_values($row);
            $rank = end($row);
            $list = &$lists[$model . ' ' . ($scope === null ? '' : var_export($row[1], true))];
            $list[] = (int) $row[0];
            assert((int) $rank === count($list), "rank $rank of $model $row[0] is " . count($list));
            unset($list);
        }
    }

    return $lists;
};
$held = [];
for ($step = 0; $step < (int) $steps; $step++) {
    $before = $lists();
    $model = array_rand($parents);
    $what = mt_rand(1, 10);
    $isInsert = $what <= 5;
    if ($isInsert) {
        for ($i = 0; $i < 3; $i++) {
            $class = 'Cascade\\' . $model;
            $object = new $class();
            foreach ($parents[$model] as $column => $parent) {
                $row = mt_rand(0, 3) === 0 ? null : $any($parent);
                $object->{'set' . $column}($row?->getId());
            }
            if ($model === 'Task') {
                $object->setPart([null, 1, 2][mt_rand(0, 2)]);
            }
            if ($model === 'Note') {
                $object->setKind([null, 'a', 'b'][mt_rand(0, 2)]);
            }
            $object->save();
            $held[] = $object;
        }
    } elseif ($what <= 7) {
        $any($model)?->delete();
    } elseif ($what === 8) {
        $first = $any($model);
        $second = $any($model);
        $query($model)->filterById(array_filter([$first?->getId(), $second?->getId(), -1]))->delete();
    } elseif ($what === 9) {
        $con->beginTransaction();
        $any($model)?->delete();
        $con->rollBack();
    } elseif (mt_rand(0, 3) === 0) {
        $query($model)->deleteAll();
    }
    $after = $lists();
    foreach ($isInsert ? [] : $after as $name => $ids) {
        if (str_starts_with($name, 'Card ')) {
            // Those without a person get others, in another order if the person has gone with a company.
            continue;
        }
        $kept = array_values(array_intersect($before[$name], $ids));
        assert($kept === $ids, "step $step: $name was " . json_encode($before[$name]) . ', is ' . json_encode($ids));
    }
    foreach ($held as $i => $object) {
        $found = ($object::TABLE_MAP)::getInstanceFromPool((string) $object->getId());
        $exists = $query(substr($object::class, 8))->filterById($object->getId())->count() === 1;
        assert($found === null || $exists, "step $step: a deleted object is pooled");
        if (!$exists) {
            unset($held[$i]);
        } elseif ($found === $object && method_exists($object, 'getRank')) {
            $column = $object instanceof Cascade\Line ? 'Place' : 'SortableRank';
            $rank = $query(substr($object::class, 8))->filterById($object->getId())->select($column)->findOne();
            assert($object->getRank() === (int) $rank, "step $step: {$object->getRank()} is $rank");
        }
    }
}
echo 'ok';
