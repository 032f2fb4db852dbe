<?php

declare(strict_types=1);

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\Exception\RollbackException;
use Orm\Runtime\Orm;

/** Saves new objects of one class with a value each, and gives their ranks. */
function ranksOf(string $class, string $setter, array $values): array
{
    ($class . 'Query')::create()->deleteAll();
    $ranks = [];
    foreach ($values as $value) {
        $object = (new $class())->setTitle('t')->$setter($value);
        $object->save();
        $ranks[] = $object->getRank();
    }

    return $ranks;
}

// Scenarios V01 to V23: types, hooks, transactions, statement counts. The runner repeats the tables for V15, V17 and V19.
return [
    'V01' => ['U', fn (Lists $t) => $t->is(
        ranksOf(Lists\Book::class, 'setGenre', ['novel', 'novel', null, null, 'essay']),
        [1, 2, 1, 2, 1],
    ), '[a b c d]'],
    'V02' => ['U', function (Lists $t): void {
        ranksOf(Lists\Book::class, 'setGenre', ['novel', 'essay', 'essay']);
        $t->is(Lists\BookQuery::create()->inList('essay')->count(), 2);
        $t->is(Lists\BookQuery::create()->inList(1)->count(), 2);
    }, '[a b c d]'],
    'V03' => ['U', function (Lists $t): void {
        ranksOf(Lists\Book::class, 'setGenre', ['novel', 'novel', 'essay']);
        [$first, $second, $third] = iterator_to_array(Lists\BookQuery::create()->orderById()->find());
        $second->swapWith($third);
        $t->is([$second->getGenre(), $second->getRank(), $third->getGenre(), $third->getRank()], ['essay', 1, 'novel', 2]);
        $t->is($second->getScopeValue(), 1);
    }, '[a b c d]'],
    'V04' => ['U', fn (Lists $t) => $t->is(
        ranksOf(Lists\Film::class, 'setGenres', [['drama', 'crime'], ['crime', 'drama'], ['comedy']]),
        [1, 2, 1],
    ), '[a b c d]'],
    'V05' => ['U', function (Lists $t): void {
        if ($t->isOn('mysql')) {
            $t->con->exec('ALTER TABLE note MODIFY folder VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
        }
        $t->is(ranksOf(Lists\Note::class, 'setFolder', ['A', 'a', 'A']), [1, 1, 2]);
    }, '[a b c d]'],
    'V06' => ['S', function (Lists $t): void {
        $t->b->setScopeValue('1');
        $t->is($t->b->isModified(), false);
        $t->b->setScopeValue('2')->setScopeValue('1')->save();
    }, '1:[a b c d] 2:[e f] ∅:[g h i j]'],
    'V07' => ['U', fn (Lists $t) => $t->is(
        ranksOf(Lists\Flagged::class, 'setDone', [false, null, false, true]),
        [1, 1, 2, 1],
    ), '[a b c d]'],
    'V08' => ['U', function (Lists $t): void {
        Lists\BigQuery::create()->deleteAll();
        (new Lists\Big())->setTitle('a')->setRank(5_000_000_000)->save();
        $next = (new Lists\Big())->setTitle('b');
        $next->save();
        $t->is($next->getRank(), 5_000_000_001);
        $next->moveUp();
        $t->is([$next->getRank(), Lists\BigQuery::create()->getMaxRank()], [5_000_000_000, 5_000_000_001]);
    }, '[a b c d]'],
    'V09' => ['U', function (Lists $t): void {
        $calls = [];
        $t->hold('a b c d');
        ($t->class)::$on['preUpdate'] = function (object $object) use (&$calls): void {
            $calls[] = $object->getTitle();
        };
        $t->b->moveToRank(4);
        $t->is($calls, ['b']);
    }, '[a c d b]'],
    'V10' => ['U', function (Lists $t): void {
        // What timestampable does: the save of the moved object, and of no other, is an update of its row.
        $t->hold('b c');
        ($t->class)::$on['preUpdate'] = fn (object $object) => $object->setTitle(strtoupper($object->getTitle()));
        $t->c->moveUp();
        ($t->class)::$on = [];
        $t->db('{a1 C2 b3 d4}');
        $t->c->setTitle('c')->save();
    }, '[a c b d]'],
    'V11' => ['U', function (Lists $t): void {
        $seen = null;
        ($t->class)::$on['postInsert'] = function (object $object) use (&$seen): void {
            $seen = $object->getRank();
        };
        $t->new('n')->insertAtRank(3)->save();
        $t->is($seen, 3);
    }, '[a b n c d]'],
    'V12' => ['E', function (Lists $t): void {
        $counts = [];
        foreach ([10, 10000] as $size) {
            fillMany($t, $size);
            $at = fn (int $rank): object => $t->query()->findOneByRank($rank);
            $object = $at(7);
            $first = $at(1);
            $counts[] = [
                $t->statements(fn () => $object->moveToRank(2)),
                $t->statements(fn () => $object->moveToTop()),
                $t->statements(fn () => $object->moveToBottom()),
                $t->statements(fn () => $object->moveUp()),
                $t->statements(fn () => $object->moveDown()),
                $t->statements(fn () => $object->swapWith($first)),
                $t->statements(fn () => $object->delete()),
                $t->statements(fn () => $t->new('n')->insertAtTop()->save()),
                $t->statements(fn () => $t->new('o')->insertAtRank(3)->save()),
                $t->statements(fn () => $t->new('p')->save()),
                $t->statements(fn () => $first->removeFromList()->save()),
            ];
            $t->map()::clearInstancePool();
        }
        $t->is($counts[0], $counts[1], 'statements for 10 rows and for 10 000');
        $t->is($counts[0][9], $t->isOn('pgsql') ? 1 : 2, 'statements to append');
        $t->is(max($counts[0]) <= 6, true, 'no operation takes more than 6 statements: ' . json_encode($counts[0]));
        $t->fill('');
    }, ''],
    'V13' => ['U', function (Lists $t): void {
        $t->hold('a d');
        $t->con->beginTransaction();
        $t->d->moveToTop();
        $t->con->rollBack();
        $found = $t->query()->findPk($t->d->getId());
        $t->is([$found === $t->d, $found->getRank()], [false, 4]);
    }, '[a b c d]'],
    'V14' => ['U', function (Lists $t): void {
        $t->con->beginTransaction();
        $t->throws(fn () => $t->a->moveToRank(99), 'Invalid rank 99');
        $t->throws(fn () => $t->con->commit(), '', RollbackException::class);
        $t->con->rollBack();
    }, '[a b c d]'],
    'V16' => ['U', function (Lists $t): void {
        if ($t->isOn('mysql')) {
            $t->con->exec('ALTER TABLE unique_item MODIFY position INTEGER UNSIGNED');
        }
        $t->start('U', 'UniqueItem');
        $t->d->moveToTop();
        $t->d->moveDown();
        $t->b->delete();
        $t->new('n')->insertAtTop()->save();
        $t->query()->reorder([$t->id('a') => 1, $t->id('n') => 2]);
    }, '[a n d c]'],
    'V18' => ['U', function (Lists $t): void {
        $t->class = 'Lists\\Volume';
        $shelf = (new Lists\Shelf())->setName('s');
        $shelf->save();
        $t->fill(sprintf('%d:[x y] ∅:[g h]', $shelf->getId()));
        $shelf->delete();
    }, '∅:[g h x y]'],
    'B11' => ['U', function (Lists $t): void {
        Lists\RankedQuery::create()->deleteAll();
        foreach (['a', 'b', 'c'] as $title) {
            (new Lists\Ranked())->setTitle($title)->setGrp(2)->save();
        }
        $first = Lists\RankedQuery::create()->findOneByRank(1, 2);
        $t->is($first->getNext()->getTitle(), 'b');
        $t->is(Lists\RankedQuery::create()->filterByRank(2, 2)->findOne()->getTitle(), 'b');
        $t->is(Lists\RankedQuery::create()->filterByRank(2, '>=')->count(), 2);
        $t->is((new Lists\Placed())->setRank(3)->getPlace(), 3);
    }, '[a b c d]'],
    'V20' => ['U', function (Lists $t): void {
        $t->c->insertAtTop();
        $t->c->reload();
        $t->c->save();
    }, '[a b c d]'],
    'V21' => ['U', function (Lists $t): void {
        ($t->class)::$on['preSave'] = fn () => false;
        $t->is($t->b->moveToRank(4), $t->b);
        $t->is([$t->b->getRank(), $t->b->isModified()], [2, false]);
    }, '[a b c d]'],
    'V22' => ['U', function (Lists $t): void {
        $t->hold('b d');
        ($t->class)::$on['preSave'] = fn (object $object) => $object !== $t->d;
        $t->b->setTitle('B');
        $t->is($t->b->swapWith($t->d), $t->b);
        $t->is([$t->b->getRank(), $t->d->getRank(), $t->b->isModified()], [2, 4, true]);
    }, '[a b c d]'],
    'V23' => ['U', fn (Lists $t) => $t->is($t->new('n')->insertAtTop()->save(), 1), '[n a b c d]'],
    'W23' => ['U', function (Lists $t): void {
        // A stub that writes its row itself is told the rank before.
        $object = new class extends Lists\Item {
            public ?int $told = null;

            protected function doInsert(ConnectionInterface $con): void
            {
                $this->told = $this->getRank();
                parent::doInsert($con);
            }
        };
        $object->setTitle('n')->save();
        $t->is([$object->told, $object->getRank()], [5, 5]);
        $t->new('o')->save();
    }, '[a b c d n o]'],
    'W24' => ['S', function (Lists $t): void {
        // An append that is rolled back leaves the object as it was, to be appended again.
        $object = $t->new('n', 2);
        $t->con->beginTransaction();
        $object->save();
        $t->is($object->getRank(), 3);
        $t->con->rollBack();
        $t->is([$object->getRank(), $object->isNew(), $object->getPrimaryKey()], [null, true, null]);
        $t->new('o', 2)->save();
        $object->save();
        $t->is($object->getRank(), 4);
    }, '1:[a b c d] 2:[e f o n] ∅:[g h i j]'],
];
