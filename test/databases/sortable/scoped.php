<?php

declare(strict_types=1);

use Orm\Runtime\ActiveQuery\Criteria;

const SAME = '1:[a b c d] 2:[e f] ∅:[g h i j]';

// Scenarios S01 to S39 and R01 to R05: lists with one scope column.
return [
    'S01' => ['S', function (Lists $t): void {
        $t->new('n', 2)->save();
        $t->ranks('n3');
    }, '1:[a b c d] 2:[e f n] ∅:[g h i j]'],
    'S02' => ['S', function (Lists $t): void {
        $t->new('n', 3)->save();
        $t->ranks('n1');
    }, '1:[a b c d] 2:[e f] 3:[n] ∅:[g h i j]'],
    'S03' => ['S', fn (Lists $t) => $t->new('n')->save(), '1:[a b c d] 2:[e f] ∅:[g h i j n]'],
    'S04' => ['S', fn (Lists $t) => $t->new('n', 1)->insertAtTop()->save(), '1:[n a b c d] 2:[e f] ∅:[g h i j]'],
    'S05' => ['S', fn (Lists $t) => $t->new('n')->insertAtRank(2)->save(), '1:[a b c d] 2:[e f] ∅:[g n h i j]'],
    'S06' => ['S', fn (Lists $t) => $t->throws(fn () => $t->new('n', 2)->insertAtRank(4), 'Invalid rank 4'), SAME],
    'S07' => ['S', function (Lists $t): void {
        $t->a->moveToRank(3);
        $t->h->moveToTop();
    }, '1:[b c a d] 2:[e f] ∅:[h g i j]'],
    'S08' => ['S', function (Lists $t): void {
        $t->d->moveDown();
        $t->e->moveUp();
    }, SAME],
    'S09' => ['S', fn (Lists $t) => $t->is(
        [$t->d->getNext(), $t->e->getPrevious(), $t->f->getPrevious(), $t->g->getNext()],
        [null, null, $t->e, $t->h],
    ), SAME],
    'S10' => ['S', function (Lists $t): void {
        $t->b->delete();
        $t->g->delete();
    }, '1:[a c d] 2:[e f] ∅:[h i j]'],
    'S11' => ['S', function (Lists $t): void {
        $t->hold('c d');
        $t->b->setScopeValue(2)->save();
        $t->ranks('b3 c2 d3');
    }, '1:[a c d] 2:[e f b] ∅:[g h i j]'],
    'S12' => ['S', fn (Lists $t) => $t->b->setScopeValue(2)->setScopeValue(null)->save(), '1:[a c d] 2:[e f] ∅:[g h i j b]'],
    'S13' => ['S', fn (Lists $t) => $t->b->setScopeValue(2)->setScopeValue(1)->save(), SAME],
    'S14' => ['S', fn (Lists $t) => $t->b->setScopeValue(2)->insertAtTop()->save(), '1:[a c d] 2:[b e f] ∅:[g h i j]'],
    'S15' => ['S', fn (Lists $t) => $t->new('n', 1)->insertAtTop()->setScopeValue(2)->save(), '1:[a b c d] 2:[n e f] ∅:[g h i j]'],
    'S16' => ['S', fn (Lists $t) => $t->new('n', 1)->insertAtRank(4)->setScopeValue(2)->save(), '1:[a b c d] 2:[e f n] ∅:[g h i j]'],
    'S17' => ['S', fn (Lists $t) => $t->b->setScopeValue(2)->delete(), '1:[a c d] 2:[e f] ∅:[g h i j]'],
    'S18' => ['S', fn (Lists $t) => $t->b->setScopeValue(2)->moveToRank(1), '1:[a c d] 2:[b e f] ∅:[g h i j]'],
    'S19' => ['S', fn (Lists $t) => $t->throws(fn () => $t->b->setScopeValue(2)->moveToRank(4), 'Invalid rank 4'), SAME],
    'S20' => ['S', function (Lists $t): void {
        $t->b->swapWith($t->e);
        $t->is([$t->b->getScopeValue(), $t->b->getRank()], [2, 1]);
        $t->is([$t->e->getScopeValue(), $t->e->getRank()], [1, 2]);
    }, '1:[a e c d] 2:[b f] ∅:[g h i j]'],
    'S21' => ['S', fn (Lists $t) => $t->b->swapWith($t->j), '1:[a j c d] 2:[e f] ∅:[g h i b]'],
    'S22' => ['S', function (Lists $t): void {
        $t->b->removeFromList();
        $t->is([$t->b->getScopeValue(), $t->b->getRank()], [null, 2]);
        $t->db(SAME);
        $t->b->save();
        $t->is($t->b->getRank(), 5);
    }, '1:[a c d] 2:[e f] ∅:[g h i j b]'],
    'S23' => ['S', function (Lists $t): void {
        $t->b->removeFromList();
        $t->throws(fn () => $t->b->removeFromList(), 'Object has already left its list (scope is null)');
    }, SAME],
    'S24' => ['S', fn (Lists $t) => $t->throws(
        fn () => $t->g->removeFromList(),
        'Object has already left its list (scope is null)',
    ), SAME],
    'S25' => ['S', fn (Lists $t) => $t->b->setScopeValue(2)->setRank(1)->save(), '1:{a1 c3 d4} 2:{b1 e1 f2} ∅:[g h i j]', 'duplicate'],
    'S26' => ['S', fn (Lists $t) => $t->is(
        [$t->query()->findOneByRank(1, 2), $t->query()->findOneByRank(1), $t->query()->findOneByRank(4, 2)],
        [$t->e, $t->g, null],
    ), SAME],
    'S27' => ['S', function (Lists $t): void {
        $t->titles($t->query()->findList(1), 'a b c d');
        $t->titles($t->query()->findList(9), '');
        $t->titles($t->query()->findList(), 'g h i j');
    }, SAME],
    'S28' => ['S', fn (Lists $t) => $t->is(
        [$t->query()->getMaxRank(1), $t->query()->getMaxRank(2), $t->query()->getMaxRank(), $t->query()->getMaxRank(9)],
        [4, 2, 4, null],
    ), SAME],
    'S29' => ['S', function (Lists $t): void {
        $t->is($t->query()->inList(1)->count(), 4);
        $t->titles($t->query()->inList(1)->orderByRank('desc')->find(), 'd c b a');
    }, SAME],
    'S30' => ['S', function (Lists $t): void {
        $t->is([$t->all()::retrieveByRank(5, 1), $t->all()::retrieveByRank(3, 1)], [null, $t->c]);
        $t->titles($t->all()::retrieveList(2, 'DESC'), 'f e');
    }, SAME],
    'S31' => ['S', fn (Lists $t) => $t->is(
        [$t->all()::countList(1), $t->all()::countList(null), $t->all()::countList(9)],
        [4, 4, 0],
    ), SAME],
    'S32' => ['S', function (Lists $t): void {
        $t->hold('a');
        $t->is([$t->all()::deleteList(1), $t->all()::deleteList(9)], [4, 0]);
        $t->is($t->query()->findPk($t->id('a')), null);
    }, '2:[e f] ∅:[g h i j]'],
    'S33' => ['S', fn (Lists $t) => $t->query()->reorder(
        [$t->id('a') => 4, $t->id('b') => 3, $t->id('c') => 2, $t->id('d') => 1],
    ), '1:[d c b a] 2:[e f] ∅:[g h i j]'],
    'S34' => ['S', fn (Lists $t) => $t->query()->reorder([$t->id('a') => 2, $t->id('e') => 2]), '1:[b a c d] 2:[f e] ∅:[g h i j]'],
    'S35' => ['S', fn (Lists $t) => $t->query()->inList(1)->reorder([$t->id('a') => 4, $t->id('e') => 2]), '1:[b c d a] 2:[e f] ∅:[g h i j]'],
    'S36' => ['S', function (Lists $t): void {
        $t->titles($t->query()->orderByRank('asc', 1)->find(), 'a b c d');
        $t->is($t->query()->filterByRank(2, 1)->findOne(), $t->b);
        $criteria = new Criteria('lists');
        $t->all()::sortableApplyScopeCriteria($criteria, 2);
        $t->is($criteria->getMap() !== [], true);
    }, SAME],
    'S37' => ['S', function (Lists $t): void {
        $t->con->transaction(function () use ($t): void {
            $t->new('n', 1)->save($t->con);
            $t->new('o', 2)->save($t->con);
        });
        $t->ranks('n5 o3');
    }, '1:[a b c d n] 2:[e f o] ∅:[g h i j]'],
    'S38' => ['S', function (Lists $t): void {
        $t->hold('a e');
        $t->is($t->query()->inList(1)->update(['MyScope' => 2]), 4);
    }, '2:[e f a b c d] ∅:[g h i j]'],
    'S39' => ['S', function (Lists $t): void {
        $t->b->removeFromList()->save();
        $t->b->setScopeValue(1)->insertAtRank(2)->save();
    }, SAME],
    'R01' => ['R', fn (Lists $t) => $t->b->removeFromList()->save(), '1:[a c] 2:[e f] +NULL:b @1'],
    'R02' => ['R', function (Lists $t): void {
        $t->b->removeFromList()->save();
        $t->b->insertAtTop()->save();
    }, '1:[b a c] 2:[e f]'],
    'R03' => ['RR', fn (Lists $t) => $t->throws(fn () => $t->b->removeFromList(), 'Object cannot leave its list'), '1:[a b c]'],
    'R04' => ['R', function (Lists $t): void {
        $user = (new Lists\User())->setName('new');
        foreach (['n', 'o', 'p'] as $title) {
            $user->addTask($t->new($title));
        }
        $user->save();
        $t->ranks('n1 o2 p3');
        $t->user = $user->getId();
    }, '1:[a b c] 2:[e f] USER:[n o p]'],
    'R05' => ['R', function (Lists $t): void {
        $user = (new Lists\User())->setName('new');
        $n = $t->new('n')->setUser($user);
        $n->save();
        $t->ranks('n1');
        $t->user = $user->getId();
    }, '1:[a b c] 2:[e f] USER:[n]'],
];
