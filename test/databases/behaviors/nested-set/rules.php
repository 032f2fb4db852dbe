<?php

declare(strict_types=1);

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;

// What the reference says of nested_set, rule by rule. Prints the rules that do not hold.

$con = Orm::getWriteConnection('d');

/** Runs a rule on empty tables, and compares what it gives. */
$rule = static function (string $name, mixed $expected, callable $test) use ($con): void {
    SectionQuery::create()->deleteAll();
    PageQuery::create()->deleteAll();
    try {
        $given = $test();
    } catch (Throwable $failure) {
        $given = $failure::class . ': ' . $failure->getMessage() . ' at ' . $failure->getTraceAsString();
    }
    if ($given !== $expected) {
        echo $name, ': ', json_encode($given), ' instead of ', json_encode($expected), "\n";
    }
};

/**
 * The tree Root(A(A1, A2), B, C), each node by its title.
 *
 * @return array<string, ActiveRecordInterface>
 */
$tree = static function (string $class = 'Section', ?int $scope = null): array {
    $nodes = [];
    foreach (['Root' => null, 'A' => 'Root', 'B' => 'Root', 'C' => 'Root', 'A1' => 'A', 'A2' => 'A'] as $title => $parent) {
        $node = (new $class())->setTitle($title);
        if ($parent === null) {
            $node->makeRoot();
            $scope === null || $node->setScopeValue($scope);
        } else {
            $node->insertAsLastChildOf($nodes[$parent]);
        }
        $node->save();
        $nodes[$title] = $node;
    }

    return $nodes;
};

/** A tree as the database has it: titles with numbers and level. */
$show = static function (string $class = 'Section', ?int $scope = null) use ($con): string {
    $columns = [$class::LEFT_COL, $class::RIGHT_COL, $class::LEVEL_COL];
    [$left, $right, $level] = array_map(
        static fn (string $column): string => '"' . explode('.', $column)[1] . '"',
        $columns,
    );
    if ($con->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql') {
        [$left, $right, $level] = str_replace('"', '`', [$left, $right, $level]);
    }
    $where = $class === 'Page' ? ' WHERE tree_scope ' . ($scope === null ? 'IS NULL' : "= $scope") : '';
    $rows = $con->query("SELECT title, $left, $right, $level FROM " . strtolower($class) . "$where ORDER BY $left, id");
    $texts = [];
    foreach ($rows as $row) {
        $texts[] = $row[0] . (isset($row[1]) ? " $row[1]-$row[2]/$row[3]" : '');
    }

    return implode(' ', $texts);
};

$whole = 'Root 1-12/0 A 2-7/1 A1 3-4/2 A2 5-6/2 B 8-9/1 C 10-11/1';

/** What nodes show without asking the database. */
$memory = static function (array $nodes): string {
    $texts = [];
    foreach ($nodes as $title => $node) {
        $texts[$node->getLeftValue()] = "$title {$node->getLeftValue()}-{$node->getRightValue()}/{$node->getLevel()}";
    }
    ksort($texts);

    return implode(' ', $texts);
};

$titles = static function (mixed $nodes): string {
    if (!$nodes instanceof ObjectCollection) {
        return get_debug_type($nodes);
    }

    return implode(' ', $nodes->getColumnValues('Title'));
};

$refusal = static function (callable $work): string {
    try {
        $work();
    } catch (OrmException $refusal) {
        return $refusal->getMessage();
    }

    return 'nothing was refused';
};

$flags = static fn (mixed ...$values): string => implode('', array_map(intval(...), $values));

$rule('B10.1: constants are on the model class', ['section.left', 'section.right', 'section.tree_level', 'page.tree_scope'], static fn () => [
    Section::LEFT_COL, Section::RIGHT_COL, Section::LEVEL_COL, Page::SCOPE_COL,
]);

$rule('B10.2: proxies: null reads as 0, a scope stays null', [0, 0, 0, null, 4, 5, 1, 7, null], static function () {
    $page = new Page();
    $before = [$page->getLeftValue(), $page->getRightValue(), $page->getLevel(), $page->getScopeValue()];
    $page->setLeftValue(4)->setRightValue(5)->setLevel(1)->setScopeValue(7);
    $after = [$page->getTreeLeft(), $page->getTreeRight(), $page->getTreeLevel(), $page->getScopeValue()];

    return [...$before, ...$after, $page->setScopeValue(null)->getScopeValue()];
});

$rule('B10.3: makeRoot(): left 1, right 2, level 0, refused with a place', ['Root 1-2/0', true, true], static function () use ($show, $refusal) {
    $node = (new Section())->setTitle('Root');
    $isSame = $node->makeRoot() === $node;
    $node->save();

    return [$show(), $isSame, str_contains($refusal(static fn () => $node->makeRoot()), 'already has a position')];
});

$rule('B10.4: isInTree(), isRoot(), isLeaf(), hasParent(), hasChildren()', '11001 10011 10110 00000', static function () use ($tree, $flags) {
    $nodes = [...array_intersect_key($tree(), ['Root' => 1, 'A' => 1, 'A1' => 1]), new Section()];

    return implode(' ', array_map(static fn (Section $node): string => $flags(
        $node->isInTree(),
        $node->isRoot(),
        $node->isLeaf(),
        $node->hasParent(),
        $node->hasChildren(),
    ), array_values($nodes)));
});

$rule('B10.5: isDescendantOf(), isAncestorOf(): not itself, not across scopes', '1100 0110 00', static function () use ($tree, $flags) {
    ['Root' => $root, 'A' => $a, 'A1' => $leaf, 'B' => $b] = $tree('Page', 1);
    ['Root' => $other, 'A1' => $otherLeaf] = $tree('Page', 2);

    return $flags($leaf->isDescendantOf($a), $leaf->isDescendantOf($root), $leaf->isDescendantOf($b), $leaf->isDescendantOf($leaf))
        . ' ' . $flags($leaf->isAncestorOf($a), $a->isAncestorOf($leaf), $root->isAncestorOf($leaf), $root->isAncestorOf($root))
        . ' ' . $flags($otherLeaf->isDescendantOf($root), $other->isAncestorOf($leaf));
});

$rule('B10.6: siblings: previous, next, any', '01 11 10 00 00 | A C', static function () use ($tree, $flags) {
    ['Root' => $root, 'A' => $a, 'B' => $b, 'C' => $c] = $tree();
    $said = [];
    foreach ([$a, $b, $c, $root, new Section()] as $node) {
        $said[] = $flags($node->hasPrevSibling(), $node->hasNextSibling());
    }

    return implode(' ', $said) . ' | ' . $b->getPrevSibling()->getTitle() . ' ' . $b->getNextSibling()->getTitle()
        . $a->getPrevSibling() . $c->getNextSibling() . $root->getNextSibling();
});

$rule('B10.7: hasSiblings()', '1110', static function () use ($tree, $flags) {
    ['Root' => $root, 'A' => $a, 'B' => $b, 'A1' => $leaf] = $tree();

    return $flags($a->hasSiblings(), $b->hasSiblings(), $leaf->hasSiblings(), $root->hasSiblings());
});

$rule('B10.8: rows outside of trees are no siblings of a root', '00', static function () use ($tree, $flags) {
    ['Root' => $root] = $tree();
    (new Section())->setLeftValue(0)->setRightValue(0)->save();

    return $flags($root->hasPrevSibling(), $root->hasNextSibling());
});

$rule('B10.9: getParent() is remembered, setParent() moves nothing', ['A', true, null, 'B', $whole], static function () use ($tree, $show) {
    ['Root' => $root, 'A1' => $leaf, 'B' => $b] = $tree();
    $parent = $leaf->getParent();
    Map\SectionTableMap::clearInstancePool();
    $isRemembered = $leaf->getParent() === $parent;
    $leaf->setParent($b);

    return [$parent->getTitle(), $isRemembered, $root->getParent(), $leaf->getParent()->getTitle(), $show()];
});

$rule('B10.10: getChildren(): remembered without criteria, empty for leaves and new nodes', ['A B C', true, 'B', '', '', 3], static function () use ($tree, $titles) {
    ['Root' => $root, 'B' => $b] = $tree();
    $children = $root->getChildren();
    $some = $root->getChildren(SectionQuery::create()->filterByTitle('B'));

    return [
        $titles($children), $root->getChildren() === $children, $titles($some), $titles($b->getChildren()),
        $titles((new Section())->getChildren()), count($root->getChildren()),
    ];
});

$rule('B10.11: getChildren() knows the parent of each', true, static function () use ($tree) {
    ['Root' => $root] = $tree();

    return $root->getChildren()[0]->getParent() === $root;
});

$rule('B10.12: countChildren(), getFirstChild(), getLastChild()', [3, 1, 0, 'A', 'C', 'B', null], static function () use ($tree) {
    ['Root' => $root, 'B' => $b] = $tree();
    $onlyB = static fn () => SectionQuery::create()->filterByTitle('B');

    return [
        $root->countChildren(), $root->countChildren($onlyB()), $b->countChildren(), $root->getFirstChild()->getTitle(),
        $root->getLastChild()->getTitle(), $root->getLastChild($onlyB())->getTitle(), $b->getFirstChild(),
    ];
});

$rule('B10.13: getSiblings(): in order, empty for the root', ['A C', 'A B C', 'C', '', ''], static function () use ($tree, $titles) {
    ['Root' => $root, 'B' => $b] = $tree();

    return [
        $titles($b->getSiblings()), $titles($b->getSiblings(true)),
        $titles($b->getSiblings(false, SectionQuery::create()->filterByTitle('C'))),
        $titles($root->getSiblings()), $titles((new Section())->getSiblings()),
    ];
});

$rule('B10.14: getDescendants(), getBranch(), getAncestors(), countDescendants()', [
    'A A1 A2 B C', 'A1 A2', '', 'A A1 A2', 'B', 'Root A', '', 'A', 5, 0, 1,
], static function () use ($tree, $titles) {
    ['Root' => $root, 'A' => $a, 'B' => $b, 'A1' => $leaf] = $tree();
    $only = static fn (string $title) => SectionQuery::create()->filterByTitle($title);

    return [
        $titles($root->getDescendants()), $titles($a->getDescendants()), $titles($b->getDescendants()),
        $titles($a->getBranch()), $titles($b->getBranch()), $titles($leaf->getAncestors()), $titles($root->getAncestors()),
        $titles($leaf->getAncestors($only('A'))), $root->countDescendants(), $b->countDescendants(),
        $root->countDescendants($only('C')),
    ];
});

$rule('B10.15: collections always, for new nodes too', 'ObjectCollection', static function () use ($tree) {
    $new = new Section();
    $classes = [];
    foreach (['getChildren', 'getDescendants', 'getBranch', 'getAncestors', 'getSiblings'] as $method) {
        $classes[] = (new ReflectionClass($new->$method()))->getShortName();
    }

    return implode(' ', array_unique($classes));
});

$rule('B10.16: addChild(): the first child, refused while new', ['Root 1-6/0 X 2-3/1 A 4-5/1', true], static function () use ($show, $refusal) {
    $root = (new Section())->setTitle('Root')->makeRoot();
    $refused = $refusal(static fn () => $root->addChild(new Section()));
    $root->save();
    foreach (['A', 'X'] as $title) {
        $child = (new Section())->setTitle($title);
        $root->addChild($child);
        $child->save();
    }

    return [$show(), str_contains($refused, 'must be saved')];
});

foreach (
    [
        'insertAsFirstChildOf' => 'Root 1-14/0 A 2-9/1 X 3-4/2 A1 5-6/2 A2 7-8/2 B 10-11/1 C 12-13/1',
        'insertAsLastChildOf' => 'Root 1-14/0 A 2-9/1 A1 3-4/2 A2 5-6/2 X 7-8/2 B 10-11/1 C 12-13/1',
        'insertAsPrevSiblingOf' => 'Root 1-14/0 X 2-3/1 A 4-9/1 A1 5-6/2 A2 7-8/2 B 10-11/1 C 12-13/1',
        'insertAsNextSiblingOf' => 'Root 1-14/0 A 2-7/1 A1 3-4/2 A2 5-6/2 X 8-9/1 B 10-11/1 C 12-13/1',
    ] as $method => $expected
) {
    $rule("B10.17: $method(): needs a save, refused in a tree; objects and rows agree", [true, $whole, $expected, $expected, true], static function () use ($tree, $show, $memory, $refusal, $method) {
        $nodes = $tree();
        $x = (new Section())->setTitle('X');
        $isSame = $x->$method($nodes['A']) === $x;
        $before = $show();
        $x->save();

        return [
            $isSame, $before, $show(), $memory([...$nodes, 'X' => $x]),
            str_contains($refusal(static fn () => $x->$method($nodes['B'])), 'is already in a tree'),
        ];
    });
    $rule("B10.18: $method(): takes the scope of the target", [3, true, true], static function () use ($tree, $method) {
        $nodes = $tree('Page', 3);
        $x = (new Page())->$method($nodes['A']);
        $x->save();

        return [$x->getScopeValue(), PageQuery::checkTree(3) === [], PageQuery::create()->inTree(3)->count() === 7];
    });
}

$rule('B10.19: insertAs…(): several before a save, and a target that is saved meanwhile', 'Root 1-6/0 X 2-3/1 Y 4-5/1', static function () use ($show) {
    $root = (new Section())->setTitle('Root')->makeRoot();
    $x = (new Section())->setTitle('X')->insertAsLastChildOf($root);
    $y = (new Section())->setTitle('Y')->insertAsLastChildOf($root);
    foreach ([$root, $x, $y] as $node) {
        $node->save();
    }

    return $show();
});

$rule('B10.20: insertAs…(): refused beside a root, below what is in no tree, and below what is not saved', [
    'A root has no siblings', 'The other Section is not in a tree', true, true,
], static function () use ($tree, $refusal) {
    ['Root' => $root, 'B' => $deleted] = $tree();
    $new = (new Section())->setLeftValue(3)->setRightValue(4);
    $below = (new Section())->insertAsLastChildOf($deleted);
    $deleted->delete();

    return [
        $refusal(static fn () => (new Section())->insertAsNextSiblingOf($root)),
        $refusal(static fn () => (new Section())->insertAsLastChildOf(new Section())),
        str_contains($refusal(static fn () => (new Section())->insertAsLastChildOf($new)->save()), 'must be saved first'),
        str_contains($refusal(static fn () => $below->save()), 'was deleted'),
    ];
});

$rule('B10.21: a row outside of trees is legal, and can be inserted later', [
    "$whole X", 'Root 1-14/0 A 2-7/1 A1 3-4/2 A2 5-6/2 B 8-9/1 C 10-11/1 X 12-13/1',
], static function () use ($tree, $show) {
    ['Root' => $root] = $tree();
    $x = (new Section())->setTitle('X');
    $x->save();
    // Nulls come first or last.
    $before = trim(str_replace('X', '', $show())) . ' X';
    $x->insertAsLastChildOf($root)->save();

    return [$before, $show()];
});

foreach (
    [
        ['A', 'moveToFirstChildOf', 'B', 'Root 1-12/0 B 2-9/1 A 3-8/2 A1 4-5/3 A2 6-7/3 C 10-11/1'],
        ['A', 'moveToLastChildOf', 'Root', 'Root 1-12/0 B 2-3/1 C 4-5/1 A 6-11/1 A1 7-8/2 A2 9-10/2'],
        ['C', 'moveToPrevSiblingOf', 'A', 'Root 1-12/0 C 2-3/1 A 4-9/1 A1 5-6/2 A2 7-8/2 B 10-11/1'],
        ['C', 'moveToPrevSiblingOf', 'A2', 'Root 1-12/0 A 2-9/1 A1 3-4/2 C 5-6/2 A2 7-8/2 B 10-11/1'],
        ['A1', 'moveToNextSiblingOf', 'C', 'Root 1-12/0 A 2-5/1 A2 3-4/2 B 6-7/1 C 8-9/1 A1 10-11/1'],
        ['B', 'moveToNextSiblingOf', 'A', $whole],
        ['C', 'moveToLastChildOf', 'Root', $whole],
    ] as [$moved, $method, $target, $expected]
) {
    $rule("B10.22: $method(): at once, whole branches ($moved, $target)", [true, $expected, $expected], static function () use ($tree, $show, $memory, $moved, $method, $target) {
        $nodes = $tree();

        return [$nodes[$moved]->$method($nodes[$target]) === $nodes[$moved], $show(), $memory($nodes)];
    });
}

$rule('B10.23: moveTo…(): across scopes', [
    'Root 1-6/0 B 2-3/1 C 4-5/1', 'Root 1-18/0 A 2-13/1 A 3-8/2 A1 4-5/3 A2 6-7/3 A1 9-10/2 A2 11-12/2 B 14-15/1 C 16-17/1', 2, 2,
], static function () use ($tree, $show) {
    $from = $tree('Page', 1);
    $to = $tree('Page', 2);
    $from['A']->moveToFirstChildOf($to['A']);

    return [$show('Page', 1), $show('Page', 2), $from['A']->getScopeValue(), $from['A1']->getScopeValue()];
});

$rule('B10.24: moveTo…(): a root with its tree into another tree', ['', [], 12], static function () use ($tree, $show) {
    $from = $tree('Page', null);
    $to = $tree('Page', 2);
    $from['Root']->moveToLastChildOf($to['Root']);

    return [$show('Page', null), PageQuery::checkTree(2), PageQuery::create()->inTree(2)->count()];
});

$rule('B10.25: moveTo…(): refused into the own branch, beside a root, and outside of trees', [
    'This Section cannot move into its own branch', 'This Section cannot move into its own branch', 'A root has no siblings',
    'This Section is not in a tree: insert it', 'The other Section is not in a tree', $whole,
], static function () use ($tree, $refusal, $show) {
    ['Root' => $root, 'A' => $a, 'A1' => $leaf] = $tree();
    $outside = (new Section())->setTitle('X');
    $outside->save();
    $said = [
        $refusal(static fn () => $a->moveToLastChildOf($leaf)),
        $refusal(static fn () => $a->moveToLastChildOf($a)),
        $refusal(static fn () => $a->moveToPrevSiblingOf($root)),
        $refusal(static fn () => $outside->moveToLastChildOf($a)),
        $refusal(static fn () => $a->moveToLastChildOf($outside)),
    ];
    $outside->delete();

    return [...$said, $show()];
});

$rule('B10.26: moves read again where nodes are', ['Root 1-12/0 A 2-9/1 A1 3-4/2 A2 5-6/2 C 7-8/2 B 10-11/1', []], static function () use ($tree, $show, $con) {
    $nodes = $tree();
    $con->exec("UPDATE section SET title = 'Root' WHERE title = 'Root'");
    // As another process does it: nothing in memory is told.
    Map\SectionTableMap::clearInstancePool();
    $held = array_map(static fn (Section $node): Section => unserialize(serialize($node)), $nodes);
    SectionQuery::create()->findOneByTitle('B')->moveToFirstChildOf(SectionQuery::create()->findRoot());
    Map\SectionTableMap::clearInstancePool();
    $held['C']->moveToLastChildOf($held['A']);
    Map\SectionTableMap::clearInstancePool();
    $held['B']->moveToLastChildOf($held['Root']);

    return [$show(), SectionQuery::checkTree()];
});

$rule('B10.27: deleteDescendants(): how many, 0 for a leaf', [2, 0, 0, 'Root 1-8/0 A 2-3/1 B 4-5/1 C 6-7/1', '', true], static function () use ($tree, $show, $titles, $memory) {
    $nodes = $tree();
    $nodes['A']->getChildren();
    $count = $nodes['A']->deleteDescendants();
    unset($nodes['A1'], $nodes['A2']);

    return [$count, $nodes['B']->deleteDescendants(), (new Section())->deleteDescendants(), $show(), $titles($nodes['A']->getChildren()), $memory($nodes) === $show()];
});

$rule('B10.28: getIterator(): each before its children, the branch only', ['Root A A1 A2 B C', 'A A1 A2', 4], static function () use ($tree, $con) {
    $nodes = $tree();
    Map\SectionTableMap::clearInstancePool();
    $walk = static function (Section $node): string {
        $said = [];
        foreach (new RecursiveIteratorIterator($node->getIterator(), RecursiveIteratorIterator::SELF_FIRST) as $key => $one) {
            $said[$key] = $one->getTitle();
        }

        return implode(' ', $said);
    };

    return [$walk($nodes['Root']), $walk($nodes['A']), count(explode(' ', $walk($nodes['A']))) + 1];
});

$rule('B10.29: getIterator() reads by one query', 1, static function () use ($tree, $con) {
    $root = $tree()['Root'];
    $con->useDebug(true);
    $before = $con->getQueryCount();
    iterator_to_array(new RecursiveIteratorIterator($root->getIterator(), RecursiveIteratorIterator::SELF_FIRST));
    $count = $con->getQueryCount() - $before;
    $con->useDebug(false);

    return $count;
});

$rule('B10.30: initNestedSetChildren(), addNestedSetChild(), clearNestedSetChildren()', ['', 'X', true, 'A B C'], static function () use ($tree, $titles) {
    ['Root' => $root] = $tree();
    $root->initNestedSetChildren();
    $none = $titles($root->getChildren());
    $x = (new Section())->setTitle('X');
    $root->addNestedSetChild($x);
    $root->addNestedSetChild($x);
    $some = $titles($root->getChildren());
    $root->clearNestedSetChildren();

    return [$none, $some, $x->getParent() === $root, $titles($root->getChildren())];
});

$rule('B10.31: save(): a second root is refused, by each kind of table in its words', [
    'The tree already has a root; the parameter use_scope of nested_set allows several trees',
    'The tree of scope 4 already has a root', 'The tree of scope null already has a root', 3, true,
], static function () use ($refusal) {
    $make = static function (string $class, ?int $scope = null): void {
        $node = (new $class())->makeRoot();
        $scope === null || $node->setScopeValue($scope);
        $node->save();
    };
    $make('Section');
    $make('Page', 4);
    $make('Page', 5);
    $make('Page');

    return [
        $refusal(static fn () => $make('Section')), $refusal(static fn () => $make('Page', 4)), $refusal(static fn () => $make('Page')),
        PageQuery::create()->count(),
        str_contains($refusal(static fn () => (new Section())->setLeftValue(1)->setRightValue(2)->save()), 'already has a root'),
    ];
});

$rule('B10.32: delete(): with all below, the gap is closed, objects are told', ['Root 1-6/0 B 2-3/1 C 4-5/1', 'Root 1-6/0 B 2-3/1 C 4-5/1', true], static function () use ($tree, $show, $memory) {
    $nodes = $tree();
    $nodes['A']->delete();

    return [$show(), $memory(array_intersect_key($nodes, ['Root' => 1, 'B' => 1, 'C' => 1])), $nodes['A']->isDeleted()];
});

$rule('B10.33: delete(): a root is refused, with a hint', [true, $whole], static function () use ($tree, $show, $refusal) {
    ['Root' => $root] = $tree();

    return [str_contains($refusal(static fn () => $root->delete()), 'SectionQuery::deleteTree()'), $show()];
});

$rule('B10.34: delete() of a query: gaps are closed, what is below goes', [2, 'Root 1-6/0 A 2-5/1 A2 3-4/2', 'Root 1-6/0 A 2-5/1 A2 3-4/2', 1, 'Root 1-2/0', 'Root 1-2/0'], static function () use ($tree, $show, $memory) {
    $nodes = $tree();
    $nodes['B']->moveToFirstChildOf($nodes['A1']);
    $count = SectionQuery::create()->filterByTitle(['A1', 'C'])->delete();
    $said = [$count, $show(), $memory(array_intersect_key($nodes, ['Root' => 1, 'A' => 1, 'A2' => 1]))];
    $count = SectionQuery::create('s')->filterByTitle('A')->delete();

    return [...$said, $count, $show(), $memory(['Root' => $nodes['Root']])];
});

$rule('B10.34: delete() of a query: all deleted nodes leave the pool, the others stay', ['Root B C', true], static function () use ($tree) {
    $nodes = $tree();
    SectionQuery::create()->filterByTitle('A')->delete();
    $found = array_map(static fn (Section $node): ?Section => SectionQuery::create()->findPk($node->getId()), $nodes);
    $found = array_filter($found);

    return [implode(' ', array_keys($found)), $found === array_intersect_key($nodes, $found)];
});

$rule('B10.35: delete() of a query: a root only with its tree', [true, $whole, 6, '', 6], static function () use ($tree, $show, $refusal) {
    $tree();
    $tree('Page', 1);
    $tree('Page', 2);
    $refused = $refusal(static fn () => SectionQuery::create()->filterByTitle('Root')->delete());
    $before = $show();
    $count = PageQuery::create()->filterByTreeScope(1)->delete();

    return [str_contains($refused, 'deleteTree()'), $before, $count, $show('Page', 1), PageQuery::create()->count()];
});

$rule('B10.36: delete() of a query on several trees and rows outside', [5, [], [], 8], static function () use ($tree) {
    $tree('Page', 1);
    $tree('Page', null);
    (new Page())->setTitle('B')->save();
    $count = PageQuery::create()->filterByTitle(['B', 'A1'])->delete();

    return [$count, PageQuery::checkTree(1), PageQuery::checkTree(null), PageQuery::create()->count()];
});

$rule('B10.37: scopes: treeRoots(), inTree(), findRoots(), retrieveRoots()', [2, 6, 6, 2, 2, 1], static function () use ($tree) {
    $tree('Page', 1);
    $tree('Page');

    return [
        PageQuery::create()->treeRoots()->count(), PageQuery::create()->inTree(1)->count(), PageQuery::create()->inTree()->count(),
        count(PageQuery::create()->findRoots()), count(PageQuery::retrieveRoots()),
        count(PageQuery::retrieveRoots(PageQuery::create()->filterByTreeScope(1))),
    ];
});

$rule('B10.38: filters of queries', ['A1 A2', 'A A1 A2', 'A B C', 'A C', '', 'Root A', 'Root A A1', '', ''], static function () use ($tree, $titles) {
    ['Root' => $root, 'A' => $a, 'A1' => $leaf, 'B' => $b] = $tree('Page', 1);
    $outside = (new Page())->setTitle('Outside');
    $outside->save();
    $tree('Page', 2);
    $query = static fn () => PageQuery::create()->orderByBranch();

    return array_map($titles, [
        $query()->descendantsOf($a)->find(), $query()->branchOf($a)->find(), $query()->childrenOf($root)->find(),
        $query()->siblingsOf($b)->find(), $query()->siblingsOf($root)->find(), $query()->ancestorsOf($leaf)->find(),
        $query()->rootsOf($leaf)->find(), $query()->rootsOf($outside)->find(), $query()->descendantsOf($outside)->find(),
    ]);
});

$rule('filters of queries refuse nodes without rows, whose numbers are those of others', [21, 'Root A A1 A2 C', []], static function () use ($tree, $titles) {
    ['Root' => $root, 'A' => $a, 'B' => $b] = $tree('Page', 1);
    $intended = (new Page())->setTitle('New')->insertAsFirstChildOf($a);
    $b->delete();
    $refused = 0;
    foreach ([new Page(), $intended, $b] as $node) {
        foreach (['descendantsOf', 'branchOf', 'childrenOf', 'siblingsOf', 'ancestorsOf', 'rootsOf', 'prune'] as $method) {
            try {
                PageQuery::create()->$method($node)->delete();
            } catch (OrmException) {
                $refused++;
            }
        }
    }

    return [$refused, $titles($root->getBranch()), [...$intended->getBranch(), ...$intended->getDescendants(), ...$b->getBranch()]];
});

$rule('B10.39: filters of queries with an alias', 'A1 A2', static function () use ($tree, $titles) {
    ['A' => $a] = $tree('Page', 1);

    return $titles(PageQuery::create('p')->childrenOf($a)->orderByBranch()->find());
});

$rule('B10.40: orderByBranch(), orderByLevel()', ['Root A A1 A2 B C', 'C B A2 A1 A Root', 'Root A B C A1 A2', 'A2 A1 C B A Root'], static function () use ($tree, $titles) {
    $tree();

    return array_map($titles, [
        SectionQuery::create()->orderByBranch()->find(), SectionQuery::create()->orderByBranch(true)->find(),
        SectionQuery::create()->orderByLevel()->find(), SectionQuery::create()->orderByLevel(true)->find(),
    ]);
});

$rule('B10.41: findRoot(), findTree(), retrieveRoot(), retrieveTree()', ['Root', 'Root A A1 A2 B C', 'Root', 'Root A A1 A2 B C', 'B', null, 1, 2, '', 'C'], static function () use ($tree, $titles) {
    $none = SectionQuery::create()->findRoot();
    $tree();
    $tree('Page', 1);
    $tree('Page', 2);
    (new Section())->setTitle('outside')->save();

    return [
        SectionQuery::create()->findRoot()->getTitle(), $titles(SectionQuery::create()->findTree()),
        SectionQuery::retrieveRoot()->getTitle(), $titles(SectionQuery::retrieveTree()),
        $titles(SectionQuery::retrieveTree(SectionQuery::create()->filterByTitle('B'))), $none,
        PageQuery::create()->findRoot(1)->getScopeValue(), PageQuery::retrieveRoot(2)->getScopeValue(),
        $titles(PageQuery::create()->findTree(3)), $titles(PageQuery::retrieveTree(1, PageQuery::create()->filterByTitle('C'))),
    ];
});

$rule('B10.42: isValid(): a node', '100', static function () use ($tree, $flags) {
    return $flags(SectionQuery::isValid($tree()['A']), SectionQuery::isValid(new Section()), SectionQuery::isValid());
});

$rule('B10.43: deleteTree(): how many; others and rows outside stay', [6, '', 6, 6, 7, 0, 1], static function () use ($tree, $show) {
    $tree();
    $nodes = $tree('Page', 1);
    $tree('Page', 2);
    (new Page())->setScopeValue(2)->save();
    $held = PageQuery::create()->inTree(1)->findOne();
    $said = [SectionQuery::deleteTree(), $show(), PageQuery::deleteTree(2)];

    return [...$said, PageQuery::create()->inTree(1)->count(), PageQuery::create()->count(), PageQuery::deleteTree(9), (int) (Map\PageTableMap::getInstanceFromPool((string) $held->getId()) === $held)];
});

$rule('B10.44: shiftRLValues(): one range, one tree', ['Root 1-14/0 A 2-7/1 A1 3-4/2 A2 5-6/2 B 10-11/1 C 12-13/1', 'Root 1-12/0', $whole, true], static function () use ($tree, $show, $memory) {
    $nodes = $tree('Page', 1);
    $tree('Page', 2);
    PageQuery::shiftRLValues(2, 8, null, 1);
    $said = [$show('Page', 1), substr($show('Page', 2), 0, 11)];
    $reportsAdapterChanges = $memory($nodes) === $said[0];
    PageQuery::shiftRLValues(-2, 10, 14, 1);

    return [...$said, $show('Page', 1), $reportsAdapterChanges];
});

$rule('B10.45: shiftLevel()', ['Root 1-12/0 A 2-7/4 A1 3-4/5 A2 5-6/5 B 8-9/1 C 10-11/1', 4], static function () use ($tree, $show) {
    $nodes = $tree();
    SectionQuery::shiftLevel(3, 2, 7);

    return [$show(), $nodes['A']->getLevel()];
});

$rule('B10.46: makeRoomForLeaf(), updateLoadedNodes()', ['Root 1-14/0 A 4-9/1 A1 5-6/2 A2 7-8/2 B 10-11/1 C 12-13/1', 4, 4], static function () use ($tree, $show, $con) {
    $nodes = $tree();
    SectionQuery::makeRoomForLeaf(2);
    $said = [$show(), $nodes['A']->getLeftValue()];
    $con->exec("UPDATE section SET tree_level = 4 WHERE title = 'A'");
    SectionQuery::updateLoadedNodes();

    return [...$said, $nodes['A']->getLevel()];
});

$rule('B10.47: setNegativeScope(): only rows that are being moved', [2, 1, null], static function () use ($con) {
    (new Page())->setTitle('moved')->setLeftValue(-3)->setRightValue(-2)->setScopeValue(1)->save();
    (new Page())->setTitle('zero')->setLeftValue(0)->setRightValue(0)->setScopeValue(1)->save();
    (new Page())->setTitle('none')->save();
    PageQuery::setNegativeScope(2);

    return array_map(static fn (string $title): ?int => PageQuery::create()->findOneByTitle($title)->getScopeValue(), ['moved', 'zero', 'none']);
});

$rule('B10.48: fixLevels()', [$whole, 2], static function () use ($tree, $show, $con) {
    $nodes = $tree();
    $con->exec('UPDATE section SET tree_level = 7');
    SectionQuery::fixLevels();

    return [$show(), $nodes['A1']->getLevel()];
});

$rule('B10.49: checkTree(), repairTree(): gaps, doubles, overlaps, several roots, wrong levels', [
    [], true, 6, [], 'Root A A1 A2 B C', true, [], 6, [], true,
], static function () use ($tree, $titles, $con) {
    $nodes = $tree('Page', 1);
    $tree('Page', 2);
    $valid = PageQuery::checkTree(1);
    $con->exec('UPDATE page SET tree_left = tree_left * 10, tree_right = tree_right * 10 + 5, tree_level = 3 WHERE tree_scope = 1');
    $problems = PageQuery::checkTree(1);
    $rows = PageQuery::repairTree(1);
    $said = [$valid, count($problems) === 6, $rows, PageQuery::checkTree(1), $titles(PageQuery::create()->findTree(1)), $nodes['A1']->getLevel() === 2, PageQuery::checkTree(2)];
    $con->exec('UPDATE page SET tree_left = 1, tree_right = 2 WHERE tree_scope = 1');
    PageQuery::repairTree(1);
    $count = PageQuery::create()->inTree(1)->count();
    $said = [...$said, $count, PageQuery::checkTree(1)];
    $con->exec("UPDATE page SET tree_left = -tree_left, tree_right = 0 WHERE tree_scope = 1 AND title <> 'Root'");
    PageQuery::repairTree(1);

    return [...$said, PageQuery::checkTree(1) === [] && PageQuery::create()->treeRoots()->inTree(1)->count() === 1];
});

$rule('B10.50: a rollback restores what nodes show, and what was to be inserted', [$whole, $whole, $whole, 'Root 1-14/0 A 2-7/1 A1 3-4/2 A2 5-6/2 X 8-9/1 B 10-11/1 C 12-13/1'], static function () use ($tree, $show, $memory, $con) {
    $nodes = $tree();
    $x = (new Section())->setTitle('X')->insertAsNextSiblingOf($nodes['A']);
    $roll = static function (callable $work) use ($con): void {
        try {
            $con->transaction(static function () use ($work): void {
                $work();
                throw new LengthException();
            });
        } catch (LengthException) {
        }
    };
    $roll(static function () use ($nodes, $x): void {
        $x->save();
        $nodes['C']->moveToFirstChildOf($x);
        $nodes['B']->delete();
    });
    $said = [$show(), $memory($nodes)];
    $roll(static fn () => SectionQuery::create()->filterByTitle('A1')->delete());
    $said[] = $memory($nodes);
    $x->save();

    return [...$said, $show()];
});

$rule('B10.51: a savepoint that is taken back restores what nodes show', [$whole, $whole], static function () use ($tree, $show, $memory, $con) {
    $nodes = $tree();
    $con->transaction(static function () use ($con, $nodes): void {
        try {
            $con->savepoint(static function () use ($nodes): void {
                $nodes['A']->moveToLastChildOf($nodes['C']);
                throw new LengthException();
            });
        } catch (LengthException) {
        }
    });

    return [$show(), $memory($nodes)];
});

$rule('B10.52: children are read again after every change', ['A B C', 'A C', 'C A X'], static function () use ($tree, $titles) {
    $nodes = $tree();
    $said = [$titles($nodes['Root']->getChildren())];
    $nodes['B']->delete();
    $said[] = $titles($nodes['Root']->getChildren());
    $nodes['C']->moveToFirstChildOf($nodes['Root']);
    (new Section())->setTitle('X')->insertAsLastChildOf($nodes['Root'])->save();

    return [...$said, $titles($nodes['Root']->getChildren())];
});

$rule('B10.53: update() of a query leaves held nodes able to find their relatives', ['A B C', $whole], static function () use ($tree, $titles, $show) {
    $nodes = $tree();
    SectionQuery::create()->filterByTitle('B')->update(['Title' => 'B']);
    $root = SectionQuery::create()->findRoot();
    $x = (new Section())->insertAsFirstChildOf($root);
    $x->save();
    $x->delete();

    return [$titles($nodes['Root']->getChildren()), $show()];
});

$rule('B10.54: a copy is in no tree', [0, 0, false, 'A'], static function () use ($tree) {
    $copy = $tree()['A']->copy();

    return [$copy->getLeftValue(), $copy->getLevel(), $copy->isInTree(), $copy->getTitle()];
});

$rule('B10.55: clear() and reload() forget what was intended', [false, 0, $whole], static function () use ($tree, $show) {
    $nodes = $tree();
    $x = (new Section())->insertAsLastChildOf($nodes['A'])->clear();
    $y = (new Section())->setTitle('Y');
    $y->save();
    $y->insertAsLastChildOf($nodes['A'])->reload();
    $y->setTitle('Z')->save();
    $left = $y->getLeftValue();
    $y->delete();

    return [$x->isInTree(), $left, $show()];
});

$rule('B10.56: nodes of other classes are refused', 'A Section and a Page cannot be in the same tree', static function () use ($tree, $refusal) {
    ['Root' => $page] = $tree('Page', 1);

    return $refusal(static fn () => (new Section())->insertAsLastChildOf($page));
});

$rule('B10.61: the scope of a node cannot be set', [true, true, $whole, 2, 9, true], static function () use ($tree, $show, $refusal) {
    ['A' => $a, 'Root' => $root] = $tree('Page', 1);
    $tree('Page', 2);
    $text = 'This Page is in a tree, so its TreeScope cannot be set; moveTo…() moves it to another tree';
    $outside = (new Page())->setScopeValue(1);
    $outside->save();
    $outside->setScopeValue(2)->save();
    $lonely = (new Page())->setScopeValue(8)->makeRoot();
    $lonely->save();
    $lonely->setScopeValue(9)->save();

    return [
        $refusal(static fn () => $a->setScopeValue(2)->save()) === $text,
        $refusal(static fn () => $root->setScopeValue(3)->save()) === $text,
        $show('Page', 1),
        $outside->getScopeValue(),
        PageQuery::create()->findRoot(9)->getScopeValue(),
        $refusal(static fn () => $lonely->setScopeValue(2)->save()) === 'The tree of scope 2 already has a root',
    ];
});

$rule('B10.57: a serialized node takes no other along', ['A', false], static function () use ($tree) {
    $nodes = $tree();
    $nodes['A']->getChildren();
    $text = serialize($nodes['A']);

    return [unserialize($text)->getTitle(), str_contains($text, 'A1')];
});

$rule('B10.58: method_proxies', ['A', 'A', 'C', 'A', 'C', 'Root', 'Root 1-2/0'], static function () use ($tree, $titles, $show) {
    ['Root' => $root, 'A' => $a, 'B' => $b, 'A1' => $leaf] = $tree();
    $said = [
        $leaf->retrieveParent()->getTitle(), $b->retrievePrevSibling()->getTitle(), $b->retrieveNextSibling()->getTitle(),
        $root->retrieveFirstChild()->getTitle(), $root->retrieveLastChild()->getTitle(), $titles($a->getPath()),
    ];
    SectionQuery::deleteTree();
    (new Section())->setTitle('Root')->createRoot()->save();

    return [...$said, $show()];
});

$rule('B10.59: each shift is one UPDATE', [1, 1, 1], static function () use ($tree, $con) {
    $nodes = $tree();
    $log = new class {
        /** @var list<string> */
        public array $lines = [];

        /** @param list<mixed> $arguments */
        public function __call(string $method, array $arguments): void
        {
            $this->lines[] = implode(' ', array_filter($arguments, is_string(...)));
        }
    };
    $count = static function (callable $work) use ($con, $log): int {
        $log->lines = [];
        $con->setLogger($log);
        $con->useDebug(true);
        $work();
        $con->useDebug(false);

        return count(preg_grep('/UPDATE .?section/', $log->lines));
    };

    return [
        $count(static fn () => (new Section())->insertAsFirstChildOf($nodes['A'])->save()),
        $count(static fn () => $nodes['A']->moveToLastChildOf($nodes['C'])),
        $count(static fn () => $nodes['B']->delete()),
    ];
});
