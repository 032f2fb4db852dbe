<?php

declare(strict_types=1);

use Orm\Runtime\ActiveQuery\Criteria;

// Statements that change whole lists and rows of several lists (15.7).

// Three shelves with their volumes, and volumes without shelf.
$shelves = static function (Lists $t): array {
    $t->class = 'Lists\\Volume';
    Lists\ShelfQuery::create()->deleteAll();
    $shelves = [];
    foreach (['s', 's', 'o'] as $name) {
        $shelves[] = (new Lists\Shelf())->setName($name);
        end($shelves)->save();
    }
    $ids = array_map(static fn (Lists\Shelf $shelf): int => $shelf->getId(), $shelves);
    $t->fill(sprintf('%d:[x y] %d:[a b] %d:[o] ∅:[g h]', ...$ids));

    return $shelves;
};

return [
    'W01' => ['S', function (Lists $t): void {
        $t->hold('a b c d e f g h i j');
        $t->query()->filterByTitle(['b', 'd', 'e', 'h', 'i'])->update(['MyScope' => 2]);
        $t->ranks('a1 c2 e1 f2 h3 i4 b5 d6 g1 j2');
        $t->is($t->b->getMyScope(), 2);
    }, '1:[a c] 2:[e f h i b d] ∅:[g j]'],
    'W02' => ['S', fn (Lists $t) => $t->query()->filterByTitle(['a', 'e'])->update(['MyScope' => null]), '1:[b c d] 2:[f] ∅:[g h i j a e]'],
    'W03' => ['S', fn (Lists $t) => $t->query()->filterByTitle(['b', 'f'])->update(['MyScope' => 3]), '1:[a c d] 2:[e] 3:[b f] ∅:[g h i j]'],
    'W04' => ['S', fn (Lists $t) => $t->query()->inList(1)->update(['MyScope' => 1]), SAME],
    'W05' => ['S', fn (Lists $t) => $t->is($t->query()->filterByTitle('z')->update(['MyScope' => 2]), 0), SAME],
    'W06' => ['S', fn (Lists $t) => $t->query()->filterByTitle('b')->update(['MyScope' => 2, 'Position' => 9]), '1:{a1 c3 d4} 2:{e1 f2 b9} ∅:[g h i j]', 'duplicate'],
    'W07' => ['S', fn (Lists $t) => $t->query()->filterByTitle('b')->update(['Position' => 9]), '1:{a1 c3 d4 b9} 2:[e f] ∅:[g h i j]'],
    'W08' => ['S', fn (Lists $t) => $t->query()->filterByTitle(['a', 'c'])->update(['MyScope' => 2], null, true), '1:[b d] 2:[e f a c] ∅:[g h i j]'],
    'W09' => ['S', function (Lists $t): void {
        $set = (new Criteria('lists'))->add($t->map()::COL_MY_SCOPE, 2);
        $t->query()->filterByTitle('b')->update($set);
    }, '1:[a c d] 2:[e f b] ∅:[g h i j]'],
    'W10' => ['S', function (Lists $t): void {
        $sum = ['raw' => 'my_scope + ?', 'value' => 1];
        $set = (new Criteria('lists'))->add($t->map()::COL_MY_SCOPE, $sum, Criteria::CUSTOM_EQUAL);
        $t->throws(fn () => $t->query()->filterByTitle('b')->update($set), 'An expression for "my_scope" is not supported');
    }, SAME],
    'W11' => ['S', fn (Lists $t) => $t->query()->filterById($t->id('b'))->update(['MyScope' => 2]), '1:[a c d] 2:[e f b] ∅:[g h i j]'],
    'W12' => ['S', fn (Lists $t) => $t->query()->filterByTitle(['a', 'd', 'e', 'j'])->delete(), '1:[b c] 2:[f] ∅:[g h i]'],
    'W13' => ['S', function (Lists $t): void {
        $t->con->transaction(function () use ($t): void {
            $t->query()->filterByTitle('a')->update(['MyScope' => 2]);
            $t->query()->filterByTitle('e')->delete();
            $t->query()->filterByTitle('a')->update(['MyScope' => null]);
        });
    }, '1:[b c d] 2:[f] ∅:[g h i j a]'],
    'W14' => ['S', function (Lists $t): void {
        $t->hold('a b e');
        $t->con->beginTransaction();
        $t->query()->inList(1)->update(['MyScope' => 2]);
        $t->con->rollBack();
        $t->is($t->query()->findPk($t->id('b'))->getMyScope(), 1);
    }, SAME],
    'W15' => ['S', function (Lists $t): void {
        $t->fill('1:{a1 b1 c7} 2:{e0 f0}');
        $t->query()->filterByTitle(['a', 'c'])->update(['MyScope' => 2]);
    }, '1:[b] 2:[e f a c]', 'duplicate'],
    'W16' => ['M', fn (Lists $t) => $t->query()->filterByCatId(1)->update(['SubId' => 2]), '(1,2):[p q v w x y z] (2,1):[m] (∅,∅):[k]'],
    'W17' => ['M', fn (Lists $t) => $t->query()->filterByTitle(['y', 'v', 'k'])->update(['CatId' => 2, 'SubId' => 1]), '(1,1):[x z] (1,2):[p q] (1,∅):[w] (2,1):[m k v y]'],
    'W18' => ['U', function (Lists $t) use ($shelves): void {
        $shelves($t);
        $t->is(Lists\ShelfQuery::create()->filterByName('s')->delete(), 2);
        $t->is(Lists\VolumeQuery::countList(null), 6);
        $t->titles(Lists\VolumeQuery::retrieveList(null), 'g h x y a b');
        Lists\ShelfQuery::create()->deleteAll();
    }, '∅:[g h x y a b o]'],
    'W19' => ['U', function (Lists $t) use ($shelves): void {
        $first = $shelves($t)[0];
        $t->con->beginTransaction();
        $first->delete();
        $t->con->rollBack();
        $t->titles(Lists\VolumeQuery::retrieveList($first->getId()), 'x y');
        $t->titles(Lists\VolumeQuery::retrieveList(null), 'g h');
        Lists\ShelfQuery::create()->deleteAll();
    }, '∅:[g h x y a b o]'],
    'W20' => ['R', function (Lists $t): void {
        $t->b->removeFromList()->save();
        $t->query()->filterByTitle(['b', 'c'])->update(['UserId' => 2]);
    }, '1:[a] 2:[e f c] +NULL:b @2'],
    'W21' => ['M', function (Lists $t): void {
        foreach ([['Lists\\Product', 2], ['Lists\\Entry', 1]] as [$class, $columns]) {
            $t->class = $class;
            $t->fill(implode(' ', array_map(
                static fn (int $i): string => sprintf($columns === 2 ? '(%d,∅):[x y]' : '%d:[x y]', $i),
                range(1, 1200),
            )));
            $t->is($t->query()->filterByTitle('x')->delete(), 1200);
            $t->is($t->query()->filterByRank(1)->count(), 0);
            $t->is($t->query()->count(), 1200);
            $rank = ($t->map())::RANK_COL;
            $t->is($t->query()->add($rank, 1)->count(), 1200);
        }
        $t->fill('1:[x]');
    }, '1:[x]'],
    'W22' => ['U', function (Lists $t): void {
        $kinds = [
            'Book' => ['Genre', 'novel', 'essay'],
            'Film' => ['Genres', ['drama'], ['comedy', 'crime']],
            'Note' => ['Folder', 'in', 'out'],
            'Flagged' => ['Done', false, true],
        ];
        foreach ($kinds as $name => [$column, $one, $other]) {
            $query = static fn (): object => ('Lists\\' . $name . 'Query')::create();
            $ranks = static function () use ($query, $column): string {
                $ranks = [];
                foreach ($query()->orderByTitle()->find() as $row) {
                    $ranks[] = $row->getTitle() . $row->getRank();
                }

                return implode(' ', $ranks);
            };
            $query()->deleteAll();
            foreach (['a' => $one, 'b' => $one, 'c' => $other, 'd' => $other, 'e' => null, 'f' => null] as $title => $value) {
                (new ('Lists\\' . $name)())->setTitle($title)->{'set' . $column}($value)->save();
            }
            $query()->filterByTitle(['a', 'c', 'e'])->delete();
            $t->is($ranks(), 'b1 d1 f1', $name);
            $query()->filterByTitle(['b', 'f'])->update([$column => $other]);
            $t->is($ranks(), 'b3 d1 f2', $name);
            $query()->filterByTitle('d')->update([$column => null]);
            $t->is($ranks(), 'b2 d1 f1', $name);
        }
    }, '[a b c d]'],
    'W25' => ['U', function (Lists $t): void {
        $t->b->removeFromList()->save();
        $t->c->removeFromList()->save();
        $t->query()->reorder([$t->id('b') => 1, $t->id('c') => 2]);
        $t->db('[b c a d]');
        $t->b->removeFromList()->save();
        $t->c->removeFromList()->save();
        $t->is($t->all()::sortableResequence(true), 2);
        $t->is($t->all()::sortableShiftRank(5, 1), 4);
        $t->is($t->all()::sortableShiftRank(-5, 6), 4);
    }, '[a d b c]'],
    'W26' => ['M', function (Lists $t): void {
        $t->titles($t->all()::doSelectOrderByRank('asc', 1, 2), 'p q');
        $t->titles($t->all()::doSelectOrderByRank('desc', [1, 1]), 'z y x');
        $t->titles($t->all()::doSelectOrderByRank('asc', 1), 'v w');
        $t->titles($t->all()::doSelectOrderByRank('asc', 1, 2, $t->con), 'p q');
        $t->is(count($t->all()::doSelectOrderByRank('asc')), 9);
    }, '(1,1):[x y z] (1,2):[p q] (1,∅):[v w] (2,1):[m] (∅,∅):[k]'],
    'W27' => ['S', function (Lists $t): void {
        $t->b->insertAtTop()->removeFromList()->save();
        $t->new('n', 1)->insertAtTop()->removeFromList()->save();
    }, '1:[a c d] 2:[e f] ∅:[g h i j b n]'],
    'W28' => ['S', function (Lists $t): void {
        $t->hold('a b c d e f g h');
        $t->con->beginTransaction();
        $t->d->moveToTop();
        $t->query()->reorder([$t->id('e') => 2]);
        $t->c->delete();
        $t->query()->filterByTitle(['g'])->delete();
        $t->ranks('d1 a2 b3 e2 f1 h1');
        $t->con->rollBack();
        $t->ranks('a1 b2 c3 d4 e1 f2 g1 h2');
        $t->d->moveToTop();
        $t->b->moveToBottom();
    }, '1:[d a c b] 2:[e f] ∅:[g h i j]'],
    'W29' => ['S', function (Lists $t): void {
        $t->hold('a b e f g');
        $t->query()->filterByTitle(['a', 'f'])->delete();
        $t->query()->inList(2)->update(['Title' => 'E']);
        $t->is([$t->query()->findPk($t->b->getId()), $t->query()->findPk($t->g->getId())], [$t->b, $t->g]);
        $t->query()->filterByTitle('c')->update(['MyScope' => null]);
        $t->is($t->query()->findPk($t->b->getId()), $t->b);
        $t->all()::deleteList(2);
        $t->is($t->query()->findPk($t->g->getId()), $t->g);
        $t->ranks('b1 g1');
    }, '1:[b d] ∅:[g h i j c]'],
    'W30' => ['R', function (Lists $t): void {
        $t->c->moveToTop();
        $t->map()::clearInstancePool();
        Lists\Map\UserTableMap::clearInstancePool();
        $copy = Lists\UserQuery::create()->findPk(1)->copy(true);
        $copy->save();
        $t->user = $copy->getId();
    }, '1:[c a b] 2:[e f] USER:[c a b]'],
    // A plain list of keys, as a request sends it: the rows take the ranks that they have together.
    'W31' => ['U', function (Lists $t): void {
        $t->hold('a b c d');
        $keys = array_map(strval(...), [$t->id('d'), $t->id('b'), $t->id('a')]);
        $t->is($t->statements(fn () => $t->is($t->query()->reorderByKeys($keys), 2)), $t->unique() ? 6 : 4, 'keys, members, ranks, and held objects that were not named');
        $t->ranks('d1 b2 c3 a4');
        $t->is($t->statements(fn () => $t->is($t->query()->reorderByKeys($keys), 0)), 2, 'in order already');
        $t->is($t->statements(fn () => $t->is($t->query()->reorderByKeys([]), 0)), 0, 'no key');
    }, '[d b c a]'],
    'W32' => ['UG', function (Lists $t): void {
        $t->is($t->query()->reorderByKeys([$t->id('d'), $t->id('c')]), 2, 'a part keeps its gaps');
        $t->db('{a1 d3 c4}');
        $t->is($t->query()->reorderByKeys([$t->id('c'), $t->id('a'), $t->id('d')]), 2, 'all members leave none');
    }, '[c a d]'],
    'W33' => ['UD', function (Lists $t): void {
        $t->is($t->query()->reorderByKeys([$t->id('b'), $t->id('a')]), 2, 'of the same rank');
    }, '[b a c]', 'duplicate'],
    'W34' => ['S', function (Lists $t): void {
        $t->is($t->query()->reorderByKeys([$t->id('c'), $t->id('a')]), 2, 'the list that they are in');
        $t->is($t->query()->reorderByKeys([$t->id('f'), $t->id('e')], 2), 2);
        $t->is($t->query()->reorderByKeys([$t->id('j'), $t->id('g')], null, $t->con), 2);
        $t->is($t->query()->inList(1)->reorderByKeys([$t->id('d'), $t->id('b')], con: $t->con), 2);
    }, '1:[c d a b] 2:[f e] ∅:[j h i g]'],
    'W35' => ['S', function (Lists $t): void {
        [$a, $b, $e] = [$t->id('a'), $t->id('b'), $t->id('e')];
        $wrong = [
            [[$b, $a, $b], 'Duplicate key'],
            [[(string) $b, $a, $b], 'Duplicate key'],
            [[$b, 999999, $a], 'Invalid key 999999: no row of the query has it'],
            [['99999999999999999999999', $a], 'Invalid key'],
            [[$b, $a . ' OR 1 = 1'], 'Invalid key'],
            [[$b, $a . 'x'], 'Invalid key'],
            [[$b, "$a\n"], 'Invalid key'],
            [[$b, (float) $a], 'Invalid key'],
            [[$b, true], 'Invalid key true: expected a whole number for the column "id"'],
            [[$b, null], 'Invalid key'],
            [[$b, [$a, 1]], 'Invalid key'],
            [[$b, []], 'Invalid key'],
            [[$b, [[$a]]], 'Invalid key'],
            [[$b, new stdClass()], 'Invalid key'],
            [[$b, $e], sprintf('Invalid key %d: its row is in another list', $e)],
        ];
        foreach ($wrong as [$keys, $message]) {
            $t->throws(fn () => $t->query()->reorderByKeys($keys), $message);
        }
        $t->throws(fn () => $t->query()->reorderByKeys([$b, $a], 2), sprintf('Invalid key %d: its row is in another', $b));
        $t->throws(fn () => $t->query()->reorderByKeys([$b, $a], null), 'Invalid key');
        $t->throws(fn () => $t->query()->filterByTitle('b')->reorderByKeys([$b, $a]), 'Invalid key');
    }, '1:[a b c d] 2:[e f] ∅:[g h i j]'],
    'W36' => ['M', function (Lists $t): void {
        [$x, $z] = [$t->id('x'), $t->id('z')];
        $t->query()->reorderByKeys([$z, $x]);
        $t->query()->reorderByKeys([$t->id('q'), $t->id('p')], 1, 2);
        $t->query()->reorderByKeys([$t->id('w'), $t->id('v')], [1, null], $t->con);
        $t->throws(fn () => $t->query()->reorderByKeys([$x, $z], 1, 2), 'Invalid key');
        $t->throws(fn () => $t->query()->reorderByKeys([$x, $z], scope: [2, 1]), 'Invalid key');
    }, '(1,1):[z y x] (1,2):[q p] (1,∅):[w v] (2,1):[m] (∅,∅):[k]'],
    'W37' => ['P', function (Lists $t): void {
        $t->is($t->query()->reorderByKeys([$t->id('d'), [(string) $t->id('a')[0], 'a']]), 2, 'composite keys');
        $t->throws(fn () => $t->query()->reorderByKeys([7]), 'Invalid key 7: the key of table "pair" has 2 columns');
    }, '[d b c a]'],
    'W38' => ['U', function (Lists $t): void {
        $t->b->removeFromList()->save();
        $t->throws(fn () => $t->query()->reorderByKeys([$t->id('b'), $t->id('a')]), 'Invalid key');
        $t->hold('a c d');
        $t->con->beginTransaction();
        $t->query()->reorderByKeys([$t->id('d'), $t->id('c'), $t->id('a')]);
        $t->ranks('d1 c2 a3');
        $t->con->rollBack();
        $t->ranks('a1 c2 d3');
    }, '[a c d] +NULL:b'],
    'W39' => ['E', function (Lists $t): void {
        fillMany($t, 1200);
        $keys = $t->query()->orderByRank()->find()->getPrimaryKeys(false);
        shuffle($keys);
        $t->is($t->statements(fn () => $t->query()->reorderByKeys($keys)) <= 3, true, 'few statements');
        $t->is($t->query()->orderByRank()->find()->getPrimaryKeys(false), $keys);
        $t->query()->deleteAll();
    }, '', 'many'],
    'W40' => ['U', function (Lists $t): void {
        $t->hold('a c d');
        $t->query()->filterByTitle('b')->delete();
        $t->a->moveToBottom();
        $t->is($t->query()->findPk($t->id('a')), $t->a, 'a save after a statement on other rows');
        $t->d->moveToBottom();
        $t->ranks('c1 a2 d3');
    }, '[c a d]', 'pooled'],
];
