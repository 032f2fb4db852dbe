<?php

/**
 * Measures models against PDO with columns of every type, called in every way:
 * `php kinds.php <folder of the built project> sqlite [scenario…]`. Prints JSON: the ratio of each case by scenario.
 */

declare(strict_types=1);

use Bench\Map\OwnerTableMap;
use Bench\Owner;
use Bench\OwnerQuery;
use Orm\Bench\PlainItem;
use Orm\Bench\PlainSample;
use Orm\Bench\RecordedStatement;
use Orm\Bench\SampleByHand;
use Orm\Bench\Sides;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;

[$pdo, $connection, $schema] = require __DIR__ . '/start.php';
$wanted = array_slice($argv, 3);
$isWanted = static fn (string $scenario): bool => $wanted === [] || in_array($scenario, $wanted, true);
$pdo->exec($schema);
['kinds' => $kinds, 'keys' => $keys] = require "$project/cases.php";
(new Owner())->setName('owner')->save();
$owners = OwnerQuery::create()->find();
$sides = new Sides();
$byHand = new SampleByHand($pdo);

/** The statement that models send for a call. */
$statementOf = static function (Closure $call) use ($pdo, $connection): array {
    $connection->clearStatementCache();
    $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [RecordedStatement::class]);
    InstancePools::clear();
    $call();
    $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, [PDOStatement::class]);
    $connection->clearStatementCache();

    return RecordedStatement::$last;
};
$rowsOf = static fn (mixed $result): int => match (true) {
    $result instanceof Collection, is_array($result) => count($result),
    is_object($result) => 1,
    default => (int) $result,
};

foreach ($kinds as $kind => $case) {
    ['model' => $model, 'value' => $value, 'new' => $new, 'forms' => $forms, 'joins' => $joins] = $case;
    $query = "Bench\\{$model}Query";
    $map = "Bench\\Map\\{$model}TableMap";
    $table = strtolower($model);
    for ($i = 0; $i < 5; $i++) {
        $new($value)->setOwnerId(1)->save();
    }
    $pdo->exec("INSERT INTO $table (name, owner_id) SELECT name, NULL FROM $table");
    foreach ($forms as $form => $call) {
        if (!$isWanted('5 rows or fewer')) {
            break;
        }
        $models = static fn (): int => $rowsOf($call($query::create(), $value, $connection, $owners));
        $ways = $byHand->ways(...$statementOf($models), isOne: str_starts_with($form, 'findOne'));
        $sides->compare('5 rows or fewer', "$kind, $form", ['models' => static function () use ($models, $map): int {
            $map::clearInstancePool();

            return $models();
        }] + $ways, 20);
        $sides->compare('5 rows or fewer, objects in the pool', "$kind, $form", ['models' => $models] + $ways, 20);
    }
    foreach ($isWanted('a number, or no row') ? $case['numbers'] : [] as $form => $call) {
        $models = static fn (): int => $rowsOf($call($query::create(), $value, $connection, $owners));
        $ways = $byHand->ways(...$statementOf($models), isOne: false);
        $sides->compare('a number, or no row', "$kind, $form", ['models' => $models] + $ways, 20);
    }
    foreach ($isWanted('values and arrays of 5 rows') ? $case['selections'] : [] as $form => $call) {
        $models = static function () use ($map, $call, $query, $value, $connection, $owners, $rowsOf): int {
            $map::clearInstancePool();

            return $rowsOf($call($query::create(), $value, $connection, $owners));
        };
        $ways = $byHand->arrays(...$statementOf($models), isOne: str_contains($form, 'findOne'));
        $sides->compare('values and arrays of 5 rows', "$kind, $form", ['models' => $models] + $ways, 20);
    }
    foreach ($isWanted('update or delete by a query') ? $case['writes'] : [] as $form => $call) {
        $models = static fn (): int => $call($query::create(), $value, $connection, $owners);
        $ways = $byHand->writes(...$statementOf($models));
        $sides->compare('update or delete by a query', "$kind, $form", ['models' => $models] + $ways, 20);
    }
    foreach ($isWanted('join') ? $joins : [] as $form => $call) {
        $models = static function () use ($map, $call, $query, $value, $connection, $owners, $rowsOf): int {
            $map::clearInstancePool();
            OwnerTableMap::clearInstancePool();

            return $rowsOf($call($query::create(), $value, $connection, $owners));
        };
        $ways = $byHand->ways(...$statementOf($models), isOne: false);
        $sides->compare('join', "$kind, $form", ['models' => $models] + $ways, 20);
    }
    if ($isWanted('find by key')) {
        $byKey = [
            'findPk()' => static fn (): object => $query::create()->findPk(1),
            'findPk() with a string' => static fn (): object => $query::create()->findPk('1'),
            'findPk($con)' => static fn (): object => $query::create()->findPk(1, $connection),
            'findOneById()' => static fn (): object => $query::create()->findOneById(1),
            'requirePk()' => static fn (): object => $query::create()->requirePk(1),
        ];
        foreach ($byKey as $form => $call) {
            $models = static function () use ($map, $call, $rowsOf): int {
                $map::clearInstancePool();

                return $rowsOf($call());
            };
            $ways = $byHand->ways(...$statementOf($models), isOne: true);
            $sides->compare('find by key', "$kind, $form", ['models' => $models] + $ways, 30);
        }
    }
    $row = $pdo->query("SELECT value, typeof(value) FROM $table WHERE id = 1")->fetch(PDO::FETCH_NUM);
    $stored = $row[0];
    ['stored' => $toStore, 'isBytes' => $isBytes] = $case;
    if (($toStore !== null && $toStore($value) !== $stored) || ($row[1] === 'blob') !== $isBytes) {
        throw new LogicException("$kind: models store something else");
    }
    $insert = $pdo->prepare("INSERT INTO $table (name, value, owner_id) VALUES (?, ?, ?)");
    // Bytes are bound as such, else the column would hold a text, which no condition with bytes finds.
    $insertBytes = static function (PlainSample $sample) use ($insert): void {
        $insert->bindValue(1, $sample->name);
        $insert->bindValue(2, $sample->value, PDO::PARAM_LOB);
        $insert->bindValue(3, $sample->owner_id, PDO::PARAM_INT);
        $insert->execute();
    };
    $owner = $owners[0];
    $empty = static function () use ($pdo, $table): void {
        InstancePools::clear();
        $pdo->exec("DELETE FROM $table");
    };
    if ($isWanted('insert')) {
        $plain = static function () use ($pdo, $insert, $insertBytes, $isBytes, $stored, $toStore, $value): int {
            $sample = new PlainSample();
            $sample->name = 'name';
            $sample->value = $toStore === null ? $stored : $toStore($value);
            $sample->owner_id = 1;
            $isBytes
                ? $insertBytes($sample)
                : $insert->execute([$sample->name, $sample->value, $sample->owner_id]);
            $sample->id = (int) $pdo->lastInsertId();

            return 1;
        };
        $inserts = [
            'save()' => static fn (): int => $new($value)->setOwnerId(1)->save(),
            'save($con)' => static fn (): int => $new($value)->setOwnerId(1)->save($connection),
            'setOwner(), save()' => static fn (): int => $new($value)->setOwner($owner)->save(),
        ];
        foreach ($inserts as $form => $models) {
            $sides->compare('insert', "$kind, $form", ['models' => $models, 'by hand' => $plain], 30, prepare: $empty);
        }
        $connection->beginTransaction();
        $sides->compare('insert', "$kind, save() in a transaction", [
            'models' => $inserts['save()'],
            'by hand' => $plain,
        ], 30, prepare: static function () use ($pdo, $table): void {
            $pdo->exec("DELETE FROM $table");
        });
        $connection->commit();
    }
    $model = "Bench\\$model";
    if ($isWanted('change, read again or delete an object')) {
        $scenario = 'change, read again or delete an object';
        $object = $new($value)->setOwnerId(1);
        $object->save();
        $id = $object->getId();
        $update = $pdo->prepare("UPDATE $table SET value = ? WHERE id = ?");
        $isNull = false;
        $sides->compare($scenario, "$kind, set and saved", [
            'models' => static function () use ($case, $object, $value, &$isNull): int {
                $isNull = !$isNull;

                return $case['set']($object, $isNull ? null : $value)->save();
            },
            'by hand' => static function () use ($update, $isBytes, $stored, $toStore, $value, $id, &$isNull): int {
                $isNull = !$isNull;
                $bound = $isNull || $toStore === null ? $stored : $toStore($value);
                $update->bindValue(1, $isNull ? null : $bound, $isBytes ? PDO::PARAM_LOB : PDO::PARAM_STR);
                $update->bindValue(2, $id, PDO::PARAM_INT);
                $update->execute();

                return $update->rowCount();
            },
        ], 30);
        $reload = static function () use ($object): int {
            $object->reload();

            return 1;
        };
        $ways = $byHand->ways(...$statementOf($reload), isOne: true);
        $sides->compare($scenario, "$kind, reload()", ['models' => $reload] + $ways, 30);
        $delete = $pdo->prepare("DELETE FROM $table WHERE id = ?");
        $objects = [];
        $sides->compare($scenario, "$kind, delete()", [
            'models' => static function () use (&$objects): int {
                array_pop($objects)->delete();

                return 1;
            },
            'by hand' => static function () use ($delete, &$objects): int {
                $delete->execute([array_pop($objects)->getId()]);

                return $delete->rowCount();
            },
        ], 30, prepare: static function () use ($empty, $new, $value, &$objects): void {
            $empty();
            $objects = [];
            for ($i = 0; $i < 30; $i++) {
                $objects[] = $new($value)->setOwnerId(1);
                $objects[$i]->save();
            }
        });
        $plain = static function () use ($pdo, $insert, $insertBytes, $isBytes, $stored, $toStore, $value): int {
            $sample = new PlainSample();
            $values = [
                'name' => 'name',
                'value' => $toStore === null ? $stored : $toStore($value),
                'owner_id' => 1,
            ];
            foreach ($values as $name => $one) {
                $sample->$name = $one;
            }
            $isBytes
                ? $insertBytes($sample)
                : $insert->execute([$sample->name, $sample->value, $sample->owner_id]);
            $sample->id = (int) $pdo->lastInsertId();

            return 1;
        };
        $sides->compare($scenario, "$kind, fromArray() and saved", [
            'models' => static fn (): int => (new $model())->fromArray($case['array']($value))->save(),
            'by hand' => $plain,
        ], 30, prepare: $empty);
        $empty();
    }
    if ($isWanted('save 1,000 objects')) {
        $models = static function () use ($model, $new, $value): int {
            $objects = new ObjectCollection();
            $objects->setModel($model);
            for ($i = 0; $i < 1000; $i++) {
                $objects[] = $new($value)->setOwnerId(1);
            }
            $objects->save();

            return count($objects);
        };
        $plain = static function () use ($pdo, $insert, $insertBytes, $isBytes, $stored, $toStore, $value): int {
            $samples = [];
            for ($i = 0; $i < 1000; $i++) {
                $sample = new PlainSample();
                $sample->name = 'name';
                $sample->value = $toStore === null ? $stored : $toStore($value);
                $sample->owner_id = 1;
                $samples[] = $sample;
            }
            $pdo->beginTransaction();
            foreach ($samples as $sample) {
                $isBytes
                    ? $insertBytes($sample)
                    : $insert->execute([$sample->name, $sample->value, $sample->owner_id]);
                $sample->id = (int) $pdo->lastInsertId();
            }
            $pdo->commit();

            return count($samples);
        };
        $sides->compare('save 1,000 objects', $kind, ['models' => $models, 'by hand' => $plain], 1, 5, $empty);
    }
    if ($isWanted('5,000 rows')) {
        $empty();
        $new($value)->setOwnerId(1)->save();
        $pdo->exec("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4999) "
            . "INSERT INTO $table (name, value, owner_id) SELECT name, value, owner_id FROM $table, n");
        foreach (['find()' => $query::create(), 'a filter' => $query::create()->filterByOwnerId(1)] as $form => $many) {
            $models = static fn (): int => count($many->find());
            $ways = $byHand->ways(...$statementOf($models), isOne: false);
            $all = ['models' => $models] + $ways;
            $sides->compare('5,000 rows', "$kind, $form", $all, 1, 7, InstancePools::clear(...));
        }
        $empty();
    }
}
foreach ($keys as $kind => ['model' => $model, 'list' => $list, 'column' => $column, 'value' => $value]) {
    if ($isWanted('find by key')) {
        $query = "Bench\\{$model}Query";
        (new ("Bench\\$model")())->{"set$column"}($value)->setName('name')->save();
        $map = "Bench\\Map\\{$model}TableMap";
        $models = static function () use ($map, $query, $value): int {
            $map::clearInstancePool();

            return $query::create()->findPk($value) === null ? 0 : 1;
        };
        $ways = $byHand->ways(...$statementOf($models), isOne: true);
        $sides->compare('find by key', "a key of type $kind", ['models' => $models] + $ways, 30);
    }
    if ($isWanted('append')) {
        $class = "Bench\\$list";
        $table = strtolower($list);
        $calls = [
            'save()' => static fn (): object => (new $class())->setName('name')->{"set$column"}($value),
            'insertAtBottom(), save()' => static fn (): object
                => (new $class())->setName('name')->{"set$column"}($value)->insertAtBottom(),
        ];
        $max = $pdo->prepare("SELECT MAX(sortable_rank) FROM $table WHERE value = ?");
        $lock = $pdo->prepare("UPDATE $table SET sortable_rank = sortable_rank WHERE 0");
        $insert = $pdo->prepare("INSERT INTO $table (name, value, sortable_rank) VALUES (?, ?, ?)");
        $append = static function () use ($pdo, $max, $insert, $value): int {
            $item = new PlainItem();
            $item->title = 'name';
            $max->execute([$value]);
            $item->sortable_rank = (int) $max->fetchColumn() + 1;
            $max->closeCursor();
            $insert->execute([$item->title, $value, $item->sortable_rank]);
            $item->id = (int) $pdo->lastInsertId();

            return 1;
        };
        foreach ($calls as $form => $call) {
            $isShown = $form !== 'save()';
            $sides->compare('append', "$kind, $form", [
                'models' => static fn (): int => $call()->save(),
                'by hand' => static function () use ($pdo, $lock, $append, $max, $value, $isShown): int {
                    if ($isShown) {
                        // The item shows its rank before it is saved.
                        $max->execute([$value]);
                        $max->fetchColumn();
                        $max->closeCursor();
                    }
                    $pdo->beginTransaction();
                    // Another process that appends has to wait, else two items would get the same rank.
                    $lock->execute();
                    $append();
                    $pdo->commit();

                    return 1;
                },
            ], 20, prepare: static fn (): mixed => $pdo->exec("DELETE FROM $table"));
        }
        $connection->beginTransaction();
        $sides->compare('append', "$kind, in a transaction", [
            'models' => static fn (): int => $calls['save()']()->save(),
            'by hand' => $append,
        ], 20, prepare: static fn (): mixed => $pdo->exec("DELETE FROM $table"));
        $connection->commit();
    }
}
echo json_encode($sides->ratios, JSON_THROW_ON_ERROR), "\n";
