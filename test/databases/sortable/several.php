<?php

declare(strict_types=1);

const ALL = '(1,1):[x y z] (1,2):[p q] (1,∅):[v w] (2,1):[m] (∅,∅):[k]';

// Scenarios M01 to M18: lists with two scope columns.
return [
    'M01' => ['M', function (Lists $t): void {
        $t->new('n', [1, 1])->save();
        $t->ranks('n4');
    }, '(1,1):[x y z n] (1,2):[p q] (1,∅):[v w] (2,1):[m] (∅,∅):[k]'],
    'M02' => ['M', fn (Lists $t) => $t->x->setSubId(2)->save(), '(1,1):[y z] (1,2):[p q x] (1,∅):[v w] (2,1):[m] (∅,∅):[k]'],
    'M03' => ['M', fn (Lists $t) => $t->x->setCatId(2)->setSubId(2)->save(), '(1,1):[y z] (1,2):[p q] (1,∅):[v w] (2,1):[m] (2,2):[x] (∅,∅):[k]'],
    'M04' => ['M', fn (Lists $t) => $t->x->setSubId(null)->save(), '(1,1):[y z] (1,2):[p q] (1,∅):[v w x] (2,1):[m] (∅,∅):[k]'],
    'M05' => ['M', fn (Lists $t) => $t->is(
        [$t->query()->findOneByRank(1, 1, 1), $t->query()->findOneByRank(1, 1), $t->query()->findOneByRank(1)],
        [$t->x, $t->v, $t->k],
    ), ALL],
    'M06' => ['M', fn (Lists $t) => $t->is(
        [$t->query()->inList(1, 2)->count(), $t->query()->inList([1, 2])->count(), $t->query()->inList(1)->count()],
        [2, 2, 2],
    ), ALL],
    'M07' => ['M', fn (Lists $t) => $t->is(
        [$t->query()->getMaxRank(1, 1), $t->query()->getMaxRank(1), $t->query()->getMaxRank(5, 5)],
        [3, 2, null],
    ), ALL],
    'M08' => ['M', function (Lists $t): void {
        $t->is([$t->all()::countList([1, 1]), $t->all()::countList(1, 1), $t->all()::countList(null)], [3, 3, 1]);
        $t->is([$t->all()::countList(scope: [1, 1]), $t->all()::countList([1, 2], con: $t->con)], [3, 2]);
    }, ALL],
    'M09' => ['M', function (Lists $t): void {
        $t->is([$t->all()::retrieveByRank(2, [1, 1]), $t->all()::retrieveByRank(2, 1, 1)], [$t->y, $t->y]);
        $t->titles($t->all()::retrieveList([1, 2], 'DESC'), 'q p');
        $t->titles($t->all()::retrieveList(1, 2, 'DESC'), 'q p');
        $t->titles($t->all()::retrieveList(scope: [1, 2], order: 'DESC'), 'q p');
    }, ALL],
    'M10' => ['M', fn (Lists $t) => $t->is(
        [$t->all()::deleteList([1, 1]), $t->all()::deleteList(1, 2)],
        [3, 2],
    ), '(1,∅):[v w] (2,1):[m] (∅,∅):[k]'],
    'M11' => ['M', fn (Lists $t) => $t->is(
        [$t->x->getScopeValue(), $t->v->getScopeValue(), $t->k->getScopeValue(), $t->k->getScopeValue(false)],
        [[1, 1], [1, null], null, [null, null]],
    ), ALL],
    'M12' => ['M', function (Lists $t): void {
        $t->is($t->x->setScopeValue([1, 2]), $t->x);
        $t->x->save();
        $t->is($t->x->setScopeValue(null), $t->x);
        $t->x->save();
        $t->is($t->x->setScopeValue(['sub_id' => 1, 'CatId' => 2])->getScopeValue(), [2, 1]);
    }, '(1,1):[y z] (1,2):[p q] (1,∅):[v w] (2,1):[m] (∅,∅):[k x]'],
    'M13' => ['M', fn (Lists $t) => $t->x->removeFromList()->save(), '(1,1):[y z] (1,2):[p q] (1,∅):[v w] (2,1):[m] (∅,∅):[k x]'],
    'M14' => ['M', function (Lists $t): void {
        $t->v->removeFromList()->save();
        $t->throws(fn () => $t->k->removeFromList(), 'Object has already left its list (scope is null)');
    }, '(1,1):[x y z] (1,2):[p q] (1,∅):[w] (2,1):[m] (∅,∅):[k v]'],
    'M15' => ['M', fn (Lists $t) => $t->x->swapWith($t->p), '(1,1):[p y z] (1,2):[x q] (1,∅):[v w] (2,1):[m] (∅,∅):[k]'],
    'M16' => ['M', fn (Lists $t) => $t->is(
        [$t->z->getNext(), $t->p->getPrevious(), $t->w->getPrevious()],
        [null, null, $t->v],
    ), ALL],
    'M17' => ['M', function (Lists $t): void {
        $t->z->moveToTop();
        $t->w->moveUp();
    }, '(1,1):[z x y] (1,2):[p q] (1,∅):[w v] (2,1):[m] (∅,∅):[k]'],
    'M18' => ['M', fn (Lists $t) => $t->k->setCatId(1)->delete(), '(1,1):[x y z] (1,2):[p q] (1,∅):[v w] (2,1):[m]'],
];
