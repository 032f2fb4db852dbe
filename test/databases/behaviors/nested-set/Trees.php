<?php

declare(strict_types=1);

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;

/** Trees as plain arrays, beside those of the database: each operation is done to both. */
final class Trees
{
    /** @var array<int|string, ?int> the roots by scope */
    private array $roots;

    /** @var array<int, list<int>> the children of each node, in their order */
    private array $children = [];

    /** @var array<int, ActiveRecordInterface> every node, and rows outside of trees */
    private array $objects = [];

    /** @var array<int, true> rows that are in no tree */
    private array $outside = [];

    private string $query;

    /** @param list<?int> $scopes one null: the table has one tree */
    public function __construct(private readonly string $class, array $scopes, private readonly bool $isScoped)
    {
        $this->query = $class . 'Query';
        foreach ($scopes as $scope) {
            $this->roots[$scope ?? 'null'] = null;
        }
    }

    /** Does something random, sometimes in a transaction that is rolled back. */
    public function step(): string
    {
        if (mt_rand(0, 9) > 0) {
            return $this->change();
        }
        $before = [$this->roots, $this->children, $this->objects, $this->outside];
        try {
            Orm::getWriteConnection('d')->transaction(function (): void {
                for ($i = mt_rand(1, 4); $i > 0; $i--) {
                    $this->change();
                }
                throw new LengthException();
            });
        } catch (LengthException) {
            [$this->roots, $this->children, $this->objects, $this->outside] = $before;
        }
        $difference = $this->difference();
        if ($difference !== '') {
            throw new Exception('after a rollback: ' . $difference);
        }
        // What was to be saved is still to be saved.
        foreach ($this->objects as $node) {
            if ($node->isModified()) {
                $node->reload();
            }
        }

        return 'rollback';
    }

    /** How the database and the objects differ from the arrays; empty if they do not. */
    public function difference(): string
    {
        $expected = [];
        foreach ($this->roots as $scope => $root) {
            $number = 1;
            if ($root !== null) {
                $this->number($root, 0, $scope, $number, $expected);
            }
        }
        ksort($expected);
        $class = $this->class;
        $columns = ['id', $class::LEFT_COL, $class::RIGHT_COL, $class::LEVEL_COL, $this->isScoped ? $class::SCOPE_COL : 'NULL'];
        $table = ($class::TABLE_MAP)::TABLE_NAME;
        $rows = [];
        $sql = 'SELECT ' . implode(', ', $columns) . " FROM $table ORDER BY id";
        foreach (Orm::getWriteConnection('d')->query($sql)->fetchAll(PDO::FETCH_NUM) as [$id, $left, $right, $level, $scope]) {
            if ($left === null) {
                if (!isset($this->outside[$id])) {
                    return "row $id is outside of trees";
                }
            } else {
                $rows[$id] = [(int) $left, (int) $right, (int) $level, $scope ?? 'null'];
            }
        }
        if ($rows != $expected) {
            return 'rows ' . json_encode($rows) . ' expected ' . json_encode($expected);
        }
        foreach ($this->objects as $id => $node) {
            $shown = [
                $node->getLeftValue(),
                $node->getRightValue(),
                $node->getLevel(),
                $this->isScoped ? $node->getScopeValue() ?? 'null' : 'null',
            ];
            if (isset($expected[$id]) && $shown != $expected[$id]) {
                return "object $id shows " . json_encode($shown) . ' expected ' . json_encode($expected[$id]);
            }
        }
        foreach ($this->roots as $scope => $root) {
            $problems = $this->isScoped ? $this->query::checkTree($scope === 'null' ? null : $scope) : $this->query::checkTree();
            if ($problems !== []) {
                return implode("\n", $problems);
            }
        }

        return $this->differenceOfRelatives();
    }

    /** What nodes say of a random one's relatives. */
    private function differenceOfRelatives(): string
    {
        $id = $this->random(array_keys($this->children));
        if ($id === null) {
            return '';
        }
        $node = $this->objects[$id];
        $parent = $this->parentOf($id);
        $ids = static fn (Traversable $nodes): array => array_map(
            static fn (ActiveRecordInterface $one): int => $one->getId(),
            iterator_to_array($nodes, false),
        );
        $siblings = $parent === null ? [] : $this->children[$parent];
        $place = array_search($id, $siblings, true);
        $ancestors = [];
        for ($above = $parent; $above !== null; $above = $this->parentOf($above)) {
            array_unshift($ancestors, $above);
        }
        $branch = $this->branch($id);
        $said = [
            'parent' => $node->getParent()?->getId(),
            'children' => $ids($node->getChildren()),
            'siblings' => $ids($node->getSiblings(true)),
            'ancestors' => $ids($node->getAncestors()),
            'branch' => $ids($node->getBranch()),
            'descendants' => $node->countDescendants(),
            'previous' => $node->getPrevSibling()?->getId(),
            'next' => $node->getNextSibling()?->getId(),
            'iterator' => $ids(new RecursiveIteratorIterator($node->getIterator(), RecursiveIteratorIterator::SELF_FIRST)),
        ];
        $true = [
            'parent' => $parent,
            'children' => $this->children[$id],
            'siblings' => $siblings,
            'ancestors' => $ancestors,
            'branch' => $branch,
            'descendants' => count($branch) - 1,
            'previous' => $place === false ? null : $siblings[$place - 1] ?? null,
            'next' => $place === false ? null : $siblings[$place + 1] ?? null,
            'iterator' => $branch,
        ];

        return $said === $true ? '' : 'node ' . $id . ' says ' . json_encode($said) . ' expected ' . json_encode($true);
    }

    private function change(): string
    {
        $isFull = count($this->children) > 60;
        $kind = mt_rand(0, $isFull ? 9 : 13);
        $node = $this->random(array_keys($this->children));
        $target = $this->random(array_keys($this->children));
        switch ($kind) {
            case 0:
                return $this->makeRoot();
            case 1:
                return $this->deleteNode($node);
            case 2:
                return $this->deleteDescendants($node);
            case 3:
                return $this->deleteByQuery();
            case 4:
                return mt_rand(0, 9) === 0 ? $this->deleteTree() : $this->saveOutside();
            case 5:
                return $this->changeTitles();
            case 6:
            case 7:
            case 8:
            case 9:
                return $this->move($node, $target);
            default:
                return $this->insert($target);
        }
    }

    private function makeRoot(): string
    {
        $scope = array_rand($this->roots);
        $node = new ($this->class)();
        $node->setTitle('t' . mt_rand(0, 9))->makeRoot();
        if ($this->isScoped) {
            $node->setScopeValue($scope === 'null' ? null : $scope);
        }
        if ($this->roots[$scope] !== null) {
            try {
                $node->save();
            } catch (OrmException) {
                return 'second root';
            }
            throw new Exception('a second root was saved');
        }
        $node->save();
        $this->take($node);
        $this->roots[$scope] = $node->getId();

        return 'root';
    }

    private function insert(?int $target): string
    {
        if ($target === null) {
            return 'nothing';
        }
        $outside = mt_rand(0, 3) === 0 ? $this->random(array_keys($this->outside)) : null;
        $node = $outside === null ? (new ($this->class)())->setTitle('t' . mt_rand(0, 9)) : $this->objects[$outside];
        $kind = $this->kindFor($target);
        $node->{'insertAs' . $kind . 'Of'}($this->objects[$target]);
        $node->save();
        $this->take($node);
        $this->put($node->getId(), $kind, $target);

        return "insert as $kind of $target";
    }

    private function move(?int $id, ?int $target): string
    {
        if ($id === null) {
            return 'nothing';
        }
        $kind = ['FirstChild', 'LastChild', 'PrevSibling', 'NextSibling'][mt_rand(0, 3)];
        $isWrong = in_array($target, $this->branch($id), true)
            || (str_ends_with($kind, 'Sibling') && in_array($target, $this->roots, true));
        try {
            $this->objects[$id]->{'moveTo' . $kind . 'Of'}($this->objects[$target]);
        } catch (OrmException $refusal) {
            if (!$isWrong || Orm::getWriteConnection('d')->isInTransaction()) {
                throw $isWrong ? new LengthException() : $refusal;
            }

            return 'refused';
        }
        if ($isWrong) {
            throw new Exception("node $id was moved to $target");
        }
        $this->cut($id);
        $this->put($id, $kind, $target);

        return "move $id to $kind of $target";
    }

    private function deleteNode(?int $id): string
    {
        if ($id === null || in_array($id, $this->roots, true)) {
            return 'nothing';
        }
        $this->objects[$id]->delete();
        $this->drop($id);

        return "delete $id";
    }

    private function deleteDescendants(?int $id): string
    {
        if ($id === null) {
            return 'nothing';
        }
        $count = $this->objects[$id]->deleteDescendants();
        if ($count !== count($this->branch($id)) - 1) {
            throw new Exception("deleteDescendants() says $count");
        }
        foreach ($this->children[$id] as $child) {
            $this->drop($child);
        }

        return "delete below $id";
    }

    private function deleteByQuery(): string
    {
        $title = 't' . mt_rand(0, 9);
        $ids = array_keys(array_filter(
            $this->objects,
            fn (ActiveRecordInterface $node): bool => $node->getTitle() === $title && !in_array($node->getId(), $this->roots, true),
        ));
        if (count($ids) > 6) {
            return 'nothing';
        }
        $roots = array_values(array_filter($this->roots));
        $query = $this->query::create(mt_rand(0, 1) === 0 ? null : 'x')->filterByTitle($title);
        if ($roots !== []) {
            $query->filterById($roots, Criteria::NOT_IN);
        }
        $count = $query->delete();
        if ($count !== count($ids)) {
            throw new Exception("delete() says $count, not " . count($ids));
        }
        foreach ($ids as $id) {
            if (isset($this->outside[$id])) {
                unset($this->outside[$id], $this->objects[$id]);
            } elseif (isset($this->children[$id])) {
                $this->drop($id);
            }
        }

        return "delete $title";
    }

    private function deleteTree(): string
    {
        $scope = array_rand($this->roots);
        $this->isScoped ? $this->query::deleteTree($scope === 'null' ? null : $scope) : $this->query::deleteTree();
        if ($this->roots[$scope] !== null) {
            $this->drop($this->roots[$scope]);
        }

        return "delete tree $scope";
    }

    private function saveOutside(): string
    {
        if (count($this->outside) > 5) {
            return 'nothing';
        }
        $node = (new ($this->class)())->setTitle('t' . mt_rand(0, 9));
        $node->save();
        $this->objects[$node->getId()] = $node;
        $this->outside[$node->getId()] = true;

        return 'outside';
    }

    /** Objects that are changed beside the tree keep their places. */
    private function changeTitles(): string
    {
        foreach ($this->objects as $node) {
            if (mt_rand(0, 5) === 0) {
                $node->setTitle('t' . mt_rand(0, 9))->save();
            }
        }

        return 'titles';
    }

    private function kindFor(int $target): string
    {
        $kinds = ['FirstChild', 'LastChild', 'PrevSibling', 'NextSibling'];

        return $kinds[mt_rand(0, in_array($target, $this->roots, true) ? 1 : 3)];
    }

    private function take(ActiveRecordInterface $node): void
    {
        $this->objects[$node->getId()] = $node;
        $this->children[$node->getId()] = [];
        unset($this->outside[$node->getId()]);
    }

    private function put(int $id, string $kind, int $target): void
    {
        $parent = str_ends_with($kind, 'Child') ? $target : $this->parentOf($target);
        $place = match ($kind) {
            'FirstChild' => 0,
            'LastChild' => count($this->children[$parent]),
            'PrevSibling' => array_search($target, $this->children[$parent], true),
            'NextSibling' => array_search($target, $this->children[$parent], true) + 1,
        };
        array_splice($this->children[$parent], $place, 0, [$id]);
    }

    private function cut(int $id): void
    {
        foreach ($this->roots as $scope => $root) {
            if ($root === $id) {
                $this->roots[$scope] = null;

                return;
            }
        }
        $parent = $this->parentOf($id);
        $this->children[$parent] = array_values(array_diff($this->children[$parent], [$id]));
    }

    private function drop(int $id): void
    {
        $branch = $this->branch($id);
        $this->cut($id);
        foreach ($branch as $gone) {
            unset($this->children[$gone], $this->objects[$gone]);
        }
    }

    private function parentOf(int $id): ?int
    {
        foreach ($this->children as $parent => $children) {
            if (in_array($id, $children, true)) {
                return $parent;
            }
        }

        return null;
    }

    /** @return list<int> */
    private function branch(int $id): array
    {
        $branch = [$id];
        foreach ($this->children[$id] as $child) {
            array_push($branch, ...$this->branch($child));
        }

        return $branch;
    }

    /** @param array<int, list<mixed>> $numbers */
    private function number(int $id, int $level, int|string $scope, int &$next, array &$numbers): void
    {
        $left = $next++;
        foreach ($this->children[$id] as $child) {
            $this->number($child, $level + 1, $scope, $next, $numbers);
        }
        $numbers[$id] = [$left, $next++, $level, $scope];
    }

    /** @param list<int> $ids */
    private function random(array $ids): ?int
    {
        return $ids === [] ? null : $ids[array_rand($ids)];
    }
}
