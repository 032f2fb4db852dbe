<?php

declare(strict_types=1);

// Scenarios U01 to U82: lists without scope. Each is a fixture, what to do, and the lists afterwards.
return [
    'U01' => ['E', function (Lists $t): void {
        $n = $t->new('n');
        $n->save();
        $t->is($n->getRank(), 1);
    }, '[n]'],
    'U02' => ['E', function (Lists $t): void {
        $t->new('n')->save();
        $t->new('o')->save();
        $t->ranks('n1 o2');
    }, '[n o]'],
    'U03' => ['U', function (Lists $t): void {
        $n = $t->new('n')->insertAtTop();
        $t->is([$n->getRank(), $n->isNew()], [1, true]);
        $t->db('[a b c d]');
        $n->save();
    }, '[n a b c d]'],
    'U04' => ['U', fn (Lists $t) => $t->new('n')->insertAtRank(2)->save(), '[a n b c d]'],
    'U05' => ['U', fn (Lists $t) => $t->new('n')->insertAtRank(5)->save(), '[a b c d n]'],
    'U06' => ['U', function (Lists $t): void {
        $n = $t->new('n')->insertAtBottom();
        $t->is($n->getRank(), 5);
        $n->save();
    }, '[a b c d n]'],
    'U07' => ['U', function (Lists $t): void {
        $n = $t->new('n');
        $t->throws(fn () => $n->insertAtRank(0), 'Invalid rank 0');
        $t->is($n->getRank(), null);
    }, '[a b c d]'],
    'U08' => ['U', fn (Lists $t) => $t->throws(fn () => $t->new('n')->insertAtRank(6), 'Invalid rank 6'), '[a b c d]'],
    'U09' => ['U', fn (Lists $t) => $t->throws(fn () => $t->new('n')->insertAtRank(-3), 'Invalid rank -3'), '[a b c d]'],
    'U10' => ['E', function (Lists $t): void {
        $n = $t->new('n');
        $t->throws(fn () => $n->insertAtRank(2), 'Invalid rank 2');
        $n->insertAtRank(1)->save();
    }, '[n]'],
    'U11' => ['U', fn (Lists $t) => $t->new('n')->insertAtTop()->insertAtBottom()->save(), '[a b c d n]'],
    'U12' => ['U', fn (Lists $t) => $t->new('n')->insertAtRank(2)->insertAtRank(4)->save(), '[a b c n d]'],
    'U13' => ['U', function (Lists $t): void {
        $n = $t->new('n')->insertAtBottom();
        $o = $t->new('o')->insertAtBottom();
        $t->is([$n->getRank(), $o->getRank()], [5, 5]);
        $n->save();
        $o->save();
        $t->is([$n->getRank(), $o->getRank()], [5, 6]);
    }, '[a b c d n o]'],
    'U14' => ['U', function (Lists $t): void {
        $n = $t->new('n')->insertAtTop();
        $o = $t->new('o')->insertAtTop();
        $n->save();
        $o->save();
        $t->is($n->getRank(), 2);
    }, '[o n a b c d]'],
    'U15' => ['U', function (Lists $t): void {
        $n = $t->new('n')->insertAtRank(5);
        $t->b->delete();
        $n->save();
        $t->is($n->getRank(), 4);
    }, '[a c d n]'],
    'U16' => ['U', fn (Lists $t) => $t->new('n')->setRank(2)->save(), '{a1 b2 n2 c3 d4}', 'duplicate'],
    'U17' => ['U', function (Lists $t): void {
        $n = $t->new('n');
        $n->fromArray([$t->map()::getTableMap()->getColumn($t->map()::RANK_COL)->getPhpName() => 7]);
        $n->save();
        $t->db('{a1 b2 c3 d4 n7}');
        $o = $t->new('o');
        $o->save();
        $t->is($o->getRank(), 8);
        $o->delete();
    }, '{a1 b2 c3 d4 n7}'],
    'U18' => ['U', function (Lists $t): void {
        $t->hold('b c');
        $t->is($t->c->moveUp(), $t->c);
        $t->ranks('b3 c2');
    }, '[a c b d]', 'pooled'],
    'U19' => ['U', function (Lists $t): void {
        $t->is($t->a->moveUp(), $t->a);
        $t->is($t->statements(fn () => $t->a->moveUp()), 2);
    }, '[a b c d]'],
    'U20' => ['U', fn (Lists $t) => $t->is($t->b->moveDown(), $t->b), '[a c b d]'],
    'U21' => ['U', fn (Lists $t) => $t->is($t->d->moveDown(), $t->d), '[a b c d]'],
    'U22' => ['U', function (Lists $t): void {
        $t->is($t->c->moveToTop(), $t->c);
        $t->is($t->c->moveToTop(), $t->c);
    }, '[c a b d]'],
    'U23' => ['U', function (Lists $t): void {
        $t->is($t->b->moveToBottom(), $t->b);
        $t->is($t->b->moveToBottom(), $t->b);
    }, '[a c d b]'],
    'U24' => ['U', function (Lists $t): void {
        foreach ([3 => '[a c b d]', 1 => '[b a c d]', 4 => '[a c d b]', 2 => '[a b c d]'] as $rank => $lists) {
            $t->b->moveToRank($rank);
            $t->db($lists);
        }
    }, '[a b c d]'],
    'U25' => ['U', function (Lists $t): void {
        if (!method_exists($t->b, 'setHalf')) {
            $t->b->setTitle('X');
        }
        $t->throws(fn () => $t->b->moveToRank(0), 'Invalid rank 0');
    }, '[a b c d]'],
    'U26' => ['U', fn (Lists $t) => $t->throws(fn () => $t->b->moveToRank(5), 'Invalid rank 5'), '[a b c d]'],
    'U27' => ['U', function (Lists $t): void {
        if (!method_exists($t->b, 'setHalf')) {
            $t->b->setTitle('X');
            $t->is($t->b->moveToRank(2), $t->b);
            $t->is($t->b->isModified(), true);
        }
    }, '[a b c d]'],
    'U28' => ['U', fn (Lists $t) => $t->throws(
        fn () => $t->new('n')->moveToRank(1),
        'Cannot move an unsaved object; use insertAtRank() and save()',
    ), '[a b c d]'],
    'U29' => ['E', function (Lists $t): void {
        foreach (['moveUp', 'moveDown', 'moveToTop', 'moveToBottom'] as $move) {
            $t->throws(fn () => $t->new('n')->$move(), 'Cannot move an unsaved object; use insertAtRank() and save()');
        }
    }, ''],
    'U30' => ['U', function (Lists $t): void {
        if (method_exists($t->a, 'setHalf')) {
            $t->a->moveToRank(3);
            return;
        }
        $t->a->setTitle('x')->moveToRank(3);
        $t->db('[b c x d]');
        $t->a->setTitle('a')->save();
    }, '[b c a d]'],
    'U31' => ['U', fn (Lists $t) => $t->is($t->b->swapWith($t->d), $t->b), '[a d c b]'],
    'U32' => ['U', function (Lists $t): void {
        $t->b->isFirst();
        $t->is($t->statements(fn () => $t->is($t->b->swapWith($t->b), $t->b)), 0);
    }, '[a b c d]'],
    'U33' => ['U', fn (Lists $t) => $t->throws(
        fn () => $t->b->swapWith($t->new('n')),
        'Cannot swap an unsaved object',
    ), '[a b c d]'],
    'U34' => ['U', function (Lists $t): void {
        $t->is([$t->a->isFirst(), $t->a->isLast()], [true, false]);
        $t->is([$t->b->isFirst(), $t->b->isLast()], [false, false]);
        $t->is([$t->d->isFirst(), $t->d->isLast()], [false, true]);
    }, '[a b c d]'],
    'U35' => ['E', function (Lists $t): void {
        $n = $t->new('n');
        $t->is($t->statements(fn () => $t->is([$n->isFirst(), $n->isLast()], [false, false])), 0);
    }, ''],
    'U36' => ['U', function (Lists $t): void {
        $t->is($t->c->getNext(), $t->d);
        $t->is($t->d->getNext(), null);
        $t->is($t->c->getPrevious(), $t->b);
        $t->is($t->a->getPrevious(), null);
    }, '[a b c d]'],
    'U37' => ['UG', function (Lists $t): void {
        $t->is([$t->a->getNext(), $t->c->getPrevious(), $t->d->getNext()], [$t->c, $t->a, null]);
    }, '{a1 c3 d4}'],
    'U38' => ['UG', fn (Lists $t) => $t->c->moveUp(), '{c1 a3 d4}'],
    'U39' => ['UG', fn (Lists $t) => $t->c->moveToTop(), '{c1 a2 d4}'],
    'U40' => ['UD', fn (Lists $t) => $t->is($t->all()::sortableResequence(), 2), '[a b c]', 'duplicate'],
    'U41' => ['U', function (Lists $t): void {
        $t->hold('d');
        $t->c->delete();
        $t->ranks('d3');
    }, '[a b d]', 'pooled'],
    'U42' => ['U', fn (Lists $t) => $t->a->delete(), '[b c d]'],
    'U43' => ['U', function (Lists $t): void {
        $t->d->delete();
        $t->throws(fn () => $t->d->delete(), '');
    }, '[a b c]'],
    'U44' => ['U', function (Lists $t): void {
        ($t->class)::$on['preDelete'] = fn () => false;
        $t->b->delete();
    }, '[a b c d]'],
    'U45' => ['U', function (Lists $t): void {
        $t->is($t->b->removeFromList(), $t->b);
        $t->is($t->b->getRank(), null);
        $t->db('[a b c d]');
        $t->b->save();
    }, '[a c d] +NULL:b'],
    'U46' => ['U', function (Lists $t): void {
        $t->b->removeFromList();
        $t->throws(fn () => $t->b->removeFromList(), 'Object has already left its list (rank is null)');
        $t->b->save();
    }, '[a c d] +NULL:b'],
    'U47' => ['U', function (Lists $t): void {
        $t->b->removeFromList()->save();
        $t->b->delete();
    }, '[a c d]'],
    'U48' => ['U', function (Lists $t): void {
        $t->b->removeFromList()->save();
        $t->b->insertAtTop()->save();
    }, '[b a c d]'],
    'U49' => ['U', function (Lists $t): void {
        $t->b->removeFromList()->save();
        foreach ([fn () => $t->b->moveToRank(1), fn () => $t->b->moveUp(), fn () => $t->b->moveToBottom()] as $move) {
            $t->throws($move, 'Object is not in a list; use insertAtRank() and save()');
        }
    }, '[a c d] +NULL:b'],
    'U50' => ['U', function (Lists $t): void {
        $t->b->removeFromList()->save();
        $t->is([$t->b->getNext(), $t->b->getPrevious(), $t->b->isFirst(), $t->b->isLast()], [null, null, false, false]);
        $t->titles($t->query()->findList(), 'a c d');
        $t->is($t->query()->getMaxRank(), 3);
    }, '[a c d] +NULL:b'],
    'U51' => ['U', fn (Lists $t) => $t->new('n')->removeFromList()->save(), '[a b c d] +NULL:n'],
    'U52' => ['U', fn (Lists $t) => $t->new('n')->insertAtRank(2)->removeFromList()->save(), '[a b c d] +NULL:n'],
    'U53' => ['U', fn (Lists $t) => $t->c->insertAtRank(1)->save(), '[c a b d]'],
    'U54' => ['U', fn (Lists $t) => $t->a->insertAtBottom()->save(), '[b c d a]'],
    'U55' => ['U', function (Lists $t): void {
        $t->a->insertAtRank(5)->save();
        $t->is($t->a->getRank(), 4);
    }, '[b c d a]'],
    'U56' => ['U', function (Lists $t): void {
        ($t->class)::$on['preSave'] = fn () => false;
        $n = $t->new('n')->insertAtTop();
        $t->is($n->save(), 0);
        $t->db('[a b c d]');
        ($t->class)::$on = [];
        $n->save();
    }, '[n a b c d]'],
    'U57' => ['U', function (Lists $t): void {
        $n = (new ($t->class)())->insertAtTop();
        try {
            $n->save();
            throw new LogicException('a row without title was saved');
        } catch (\Orm\Runtime\Exception\ExceptionInterface) {
            $t->db('[a b c d]');
        }
        $n->setTitle('n')->save();
    }, '[n a b c d]'],
    'U58' => ['U', fn (Lists $t) => $t->is($t->query()->reorder(
        [$t->id('a') => 4, $t->id('b') => 3, $t->id('c') => 2, $t->id('d') => 1],
    ), true), '[d c b a]'],
    'U59' => ['U', fn (Lists $t) => $t->is(
        $t->statements(fn () => $t->is($t->query()->reorder([]), true)),
        0,
    ), '[a b c d]'],
    'U60' => ['U', fn (Lists $t) => $t->query()->reorder([$t->id('a') => 3]), '[b c a d]'],
    'U61' => ['U', fn (Lists $t) => $t->query()->reorder([$t->id('d') => 1]), '[d a b c]'],
    'U62' => ['U', fn (Lists $t) => $t->is($t->query()->reorder([99999 => 1]), true), '[a b c d]'],
    'U63' => ['U', fn (Lists $t) => $t->query()->reorder([$t->id('a') => 2, 99999 => 1]), '[b a c d]'],
    'U64' => ['U', fn (Lists $t) => $t->throws(
        fn () => $t->query()->reorder([$t->id('a') => 2, $t->id('b') => 2]),
        'Duplicate rank 2',
    ), '[a b c d]'],
    'U65' => ['U', function (Lists $t): void {
        $t->throws(fn () => $t->query()->reorder([$t->id('a') => 0]), 'Invalid rank 0');
        $t->throws(fn () => $t->query()->reorder([$t->id('a') => 5]), 'Invalid rank 5');
    }, '[a b c d]'],
    'U66' => ['U', fn (Lists $t) => $t->query()->reorder([$t->id('a') => '4']), '[b c d a]'],
    'U67' => ['U', function (Lists $t): void {
        $t->b->removeFromList()->save();
        $t->query()->reorder([$t->id('b') => 1]);
    }, '[b a c d]'],
    'U68' => ['U', function (Lists $t): void {
        $t->hold('a b c d');
        $order = [$t->id('a') => 4, $t->id('b') => 3, $t->id('c') => 2, $t->id('d') => 1];
        $count = $t->statements(fn () => $t->query()->reorder($order));
        $t->is($count, str_contains($t->class, 'Unique') ? 4 : 2, 'statements');
        $t->ranks('a4 b3 c2 d1');
    }, '[d c b a]', 'pooled'],
    'U69' => ['U', function (Lists $t): void {
        $t->is($t->query()->getMaxRank(), 4);
        $t->query()->deleteAll();
        $t->is($t->query()->getMaxRank(), null);
        $t->fill('[a b c d]');
    }, '[a b c d]'],
    'U70' => ['U', fn (Lists $t) => $t->is($t->query()->filterByTitle('b')->getMaxRank(), 2), '[a b c d]'],
    'U71' => ['U', function (Lists $t): void {
        $t->is($t->query()->filterByRank(2)->findOne(), $t->b);
        $t->is($t->query()->findOneByRank(9), null);
        $t->is($t->all()::retrieveByRank(9), null);
        $t->is($t->query()->filterByRank([1, 2])->count(), 2);
        $t->is($t->query()->filterByRank(['min' => 2, 'max' => 4])->count(), 3);
        $t->is($t->query()->filterByRank(null)->count(), 0);
    }, '[a b c d]'],
    'U72' => ['U', function (Lists $t): void {
        $t->titles($t->query()->orderByRank('desc')->find(), 'd c b a');
        $t->titles($t->query()->orderByRank('Asc')->find(), 'a b c d');
        $t->throws(fn () => $t->query()->orderByRank('foo'), 'orderByRank() expects "asc" or "desc", got "foo"');
    }, '[a b c d]'],
    'U73' => ['U', function (Lists $t): void {
        $t->titles($t->all()::doSelectOrderByRank(), 'a b c d');
        $t->titles($t->all()::doSelectOrderByRank(null, 'desc'), 'd c b a');
        $t->titles($t->all()::doSelectOrderByRank('desc'), 'd c b a');
        $t->titles($t->all()::doSelectOrderByRank(null, 'asc'), 'a b c d');
    }, '[a b c d]'],
    'U74' => ['U', fn (Lists $t) => $t->is($t->query()->filterByTitle('b')->delete(), 1), '[a c d]'],
    'U75' => ['U', function (Lists $t): void {
        $t->hold('b d');
        $t->is($t->query()->filterByTitle(['a', 'c'])->delete(), 2);
        $t->ranks('b1 d2');
    }, '[b d]', 'pooled'],
    'U76' => ['U', function (Lists $t): void {
        $x = $t->b->copy();
        $t->is($x->getRank(), null);
        $x->setTitle('x')->save();
    }, '[a b c d x]'],
    'U77' => ['U', function (Lists $t): void {
        $t->hold('a b c d');
        $t->d->moveToTop();
        $t->ranks('a2 b3 c4 d1');
        foreach (['a', 'b', 'c'] as $title) {
            $t->is($t->$title->isModified(), false);
        }
        $t->is($t->query()->findPk($t->id('a')), $t->a, 'the same object is found');
    }, '[d a b c]', 'pooled'],
    'U78' => ['U', function (Lists $t): void {
        $t->hold('a');
        $t->is($t->a->getRank(), 1);
        elsewhereDToTop($t);
        $t->a->moveToBottom();
        $t->is($t->a->getRank(), 4);
    }, '[d b c a]', 'elsewhere'],
    'U79' => ['U', function (Lists $t): void {
        $t->hold('b');
        elsewhereDToTop($t);
        $t->b->delete();
    }, '[d a c]', 'elsewhere'],
    'U80' => ['UD', function (Lists $t): void {
        $t->is([$t->a->getNext(), $t->b->getNext()], [$t->b, $t->c]);
        $t->is([$t->c->getPrevious(), $t->a->getPrevious()], [$t->b, null]);
    }, '{a1 b1 c2}', 'duplicate'],
    'U81' => ['UD', fn (Lists $t) => $t->b->moveUp(), '[b a c]', 'duplicate'],
    'U82' => ['UD', fn (Lists $t) => $t->a->moveDown(), '[b a c]', 'duplicate'],
];
