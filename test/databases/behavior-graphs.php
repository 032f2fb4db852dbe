<?php

declare(strict_types=1);

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/**
 * Random graphs of posts and nodes that refer to each other, saved from any side. The table of the nodes has a behavior,
 * whose columns and rows must be right afterwards, in the database and in the objects.
 *
 * A node requires a post, may have a parent and may lead posts, so some rows are inserted before the rows that they refer to.
 */
final class BehaviorGraph
{
    /** @var list<ActiveRecordInterface> */
    private array $posts = [];

    /** @var list<ActiveRecordInterface> */
    private array $nodes = [];

    /** @var array<int, int> posts of nodes */
    private array $post = [];

    /** @var array<int, int|null> parents of nodes */
    private array $parent = [];

    /** @var array<int, int|null> nodes that lead posts */
    private array $lead = [];

    /** @var list<string> */
    private array $log = [];

    private function __construct(private readonly string $kind, private readonly ConnectionInterface $con)
    {
    }

    public static function run(string $kind, int $seed): void
    {
        mt_srand($seed);
        Orm::reset();
        $graph = new self($kind, Orm::getWriteConnection('graph'));
        try {
            $graph->clear();
            $graph->make(mt_rand(1, 3), mt_rand(2, 5));
            $graph->change(mt_rand(3, 12));
            $graph->saveAll();
            $graph->check();
            $graph->change(mt_rand(1, 4));
            $graph->saveAll();
            $graph->check();
        } catch (Throwable $failure) {
            throw new RuntimeException("$kind, seed $seed: " . implode('; ', $graph->log), 0, $failure);
        }
    }

    private function clear(): void
    {
        $this->con->exec("UPDATE post SET {$this->kind}_id = NULL");
        $this->con->exec("UPDATE $this->kind SET parent_id = NULL");
        foreach (self::tables($this->kind) as $table) {
            $this->con->exec("DELETE FROM $table");
        }
    }

    /** @return list<string> the tables to empty, in this order; the database empties those that behaviors add */
    private static function tables(string $kind): array
    {
        return match ($kind) {
            'archived', 'several' => [$kind, "{$kind}_archive", 'post'],
            'inherited' => [$kind, 'content', 'post'],
            default => [$kind, 'post'],
        };
    }

    private function make(int $posts, int $nodes): void
    {
        for ($i = 0; $i < $posts; $i++) {
            $this->posts[] = (new Graph\Post())->setName("p$i");
            $this->lead[] = null;
        }
        $class = 'Graph\\' . ucfirst($this->kind);
        for ($i = 0; $i < $nodes; $i++) {
            $node = (new $class())->setTitle('t' . mt_rand(0, 2));
            if ($this->kind === 'delegating') {
                $node->setEmail("e$i");
            } elseif ($this->kind === 'translated') {
                $node->setLocale('de')->setText("d$i")->setLocale('en')->setText("e$i");
            }
            $this->nodes[] = $node;
            $this->parent[] = null;
            $this->attach($i, mt_rand(0, $posts - 1));
            if ($this->kind === 'nested') {
                // A node must be saved before others are inserted below it.
                $i === 0 ? $node->makeRoot()->save() : $node->insertAsLastChildOf($this->nodes[0]);
            }
        }
    }

    private function attach(int $node, int $post): void
    {
        $side = mt_rand(0, 1);
        $this->say("node $node to post $post ($side)");
        $side === 0
            ? $this->nodes[$node]->setPost($this->posts[$post])
            : $this->posts[$post]->{'add' . ucfirst($this->kind)}($this->nodes[$node]);
        $this->post[$node] = $post;
    }

    private function change(int $steps): void
    {
        for ($i = 0; $i < $steps; $i++) {
            $node = array_rand($this->nodes);
            match (mt_rand(0, 7)) {
                0, 1, 2, 3 => $this->changeParent(mt_rand(0, $node), $node),
                4 => $this->changeLead($node, array_rand($this->posts)),
                5 => $this->attach($node, array_rand($this->posts)),
                6 => $this->rename($node),
                7 => $this->save(array_rand($this->objects())),
            };
        }
    }

    /** The parent has a lower number, so that parents do not form a circle. */
    private function changeParent(int $parent, int $node): void
    {
        $side = mt_rand(0, 1);
        $this->say("parent of $node: " . ($parent === $node ? 'none' : "$parent ($side)"));
        [$set, $add] = $this->kind === 'nested' ? ['setBoss', 'addReport'] : ['setParent', 'addChild'];
        if ($parent === $node) {
            $this->nodes[$node]->$set(null);
            $this->parent[$node] = null;

            return;
        }
        $side === 0
            ? $this->nodes[$node]->$set($this->nodes[$parent])
            : $this->nodes[$parent]->$add($this->nodes[$node]);
        $this->parent[$node] = $parent;
    }

    private function changeLead(int $node, int $post): void
    {
        $side = mt_rand(0, 1);
        $this->say("post $post led by $node ($side)");
        $side === 0
            ? $this->posts[$post]->{'set' . ucfirst($this->kind) . 'Lead'}($this->nodes[$node])
            : $this->nodes[$node]->addLedPost($this->posts[$post]);
        $this->lead[$post] = $node;
    }

    private function rename(int $node): void
    {
        $title = 't' . mt_rand(0, 2);
        $this->say("title of $node: $title");
        $this->nodes[$node]->setTitle($title);
    }

    private function save(int $i): void
    {
        $this->say('save ' . ($i < count($this->posts) ? "post $i" : 'node ' . ($i - count($this->posts))));
        $this->objects()[$i]->save();
    }

    private function saveAll(): void
    {
        $order = array_keys($this->objects());
        shuffle($order);
        foreach ($order as $i) {
            $this->save($i);
        }
        foreach ($this->objects() as $i => $object) {
            self::same("rows of the second save of $i", 0, $object->save());
        }
    }

    private function check(): void
    {
        $id = fn (?int $node): ?int => $node === null ? null : $this->nodes[$node]->getId();
        $expected = [];
        foreach ($this->nodes as $i => $node) {
            $expected[] = [$node->getId(), $this->posts[$this->post[$i]]->getId(), $id($this->parent[$i])];
        }
        $this->checkRows("SELECT id, post_id, parent_id FROM $this->kind", $expected);
        $this->checkRows("SELECT id, {$this->kind}_id FROM post", array_map(
            fn (int $i): array => [$this->posts[$i]->getId(), $id($this->lead[$i])],
            array_keys($this->posts),
        ));
        $this->checkObjects();
        $this->checkRanks('post', 'tree_id');
        $this->checkRows(
            "SELECT p.id, v.{$this->kind}_id, p.version - COUNT(w.id) FROM post p"
            . ' JOIN post_version v ON v.id = p.id AND v.version = p.version JOIN post_version w ON w.id = p.id'
            . " GROUP BY p.id, v.{$this->kind}_id, p.version",
            array_map(
                fn (int $i): array => [$this->posts[$i]->getId(), $id($this->lead[$i]), 0],
                array_keys($this->posts),
            ),
        );
        match ($this->kind) {
            'tree' => $this->checkPairs(),
            'ranked' => $this->checkRanks('ranked', 'post_id'),
            'nested' => $this->checkNumbers(),
            'folder' => $this->checkPaths(),
            'sibling' => $this->checkRanks($this->kind, 'parent_id'),
            'archived' => $this->checkCopies('archived_archive'),
            'counting' => $this->checkCounts(),
            'slugged' => $this->checkSlugs(),
            'path' => [$this->checkPairs(), $this->checkPaths()],
            'translated' => $this->checkTexts(),
            'inherited' => $this->checkCopies('content'),
            'delegating' => $this->checkEmails(),
            'several' => [
                $this->checkPairs(), $this->checkRanks($this->kind, 'parent_id'), $this->checkCounts(), $this->checkSlugs(),
                $this->checkCopies('several_archive'),
            ],
        };
    }

    /** The objects have the values of their rows. */
    private function checkObjects(): void
    {
        $values = static fn (ActiveRecordInterface $object): array
            => $object->toArray(TableMap::TYPE_FIELDNAME, false, [], false);
        $expected = array_map($values, $this->objects());
        $map = 'Graph\\Map\\' . ucfirst($this->kind) . 'TableMap';
        $pools = [[$map, $map::objectPool()], [Graph\Map\PostTableMap::class, Graph\Map\PostTableMap::objectPool()]];
        foreach ($pools as [$class]) {
            $class::clearInstancePool();
        }
        foreach ($this->objects() as $i => $object) {
            $fresh = ($object::class . 'Query')::create()->findPk($object->getPrimaryKey());
            self::same("values of object $i", $values($fresh), $expected[$i]);
        }
        foreach ($pools as [$class, $objects]) {
            $class::clearInstancePool();
            foreach ($objects as $object) {
                $class::addInstanceToPool($object);
            }
        }
    }

    /** The pairs of ancestors and descendants. */
    private function checkPairs(): void
    {
        $expected = [];
        foreach ($this->nodes as $i => $node) {
            for ($above = $i, $depth = 0; $above !== null; $above = $this->parent[$above], $depth++) {
                $expected[] = [$this->nodes[$above]->getId(), $node->getId(), $depth];
            }
        }
        $this->checkRows("SELECT ancestor_id, descendant_id, depth FROM {$this->kind}_closure", $expected);
    }

    /** All other nodes are leaves below the first one. */
    private function checkNumbers(): void
    {
        $rows = $this->rows('SELECT tree_left, tree_right, tree_level FROM nested');
        sort($rows);
        $expected = [[1, 2 * count($rows), 0]];
        for ($left = 2; $left < 2 * count($rows); $left += 2) {
            $expected[] = [$left, $left + 1, 1];
        }
        self::same('numbers of the tree', $expected, $rows);
    }

    /** The ranks of each list are 1 to n. */
    private function checkRanks(string $table, string $scope): void
    {
        $lists = [];
        foreach ($this->rows("SELECT $scope, sortable_rank FROM $table") as [$list, $rank]) {
            $lists[$list ?? ''][] = $rank;
        }
        foreach ($lists as $list => $ranks) {
            sort($ranks);
            self::same("ranks of list $list", range(1, count($ranks)), $ranks);
        }
    }

    /** Each row has one copy with its values. */
    private function checkCopies(string $table): void
    {
        $same = implode(' AND ', array_map(
            static fn (string $column): string => "(c.$column = n.$column OR (c.$column IS NULL AND n.$column IS NULL))",
            ['title', 'post_id', 'parent_id'],
        ));
        $this->checkRows(
            "SELECT n.id, COUNT(c.id) FROM $this->kind n LEFT JOIN $table c ON c.id = n.id AND $same GROUP BY n.id",
            array_map(static fn (ActiveRecordInterface $node): array => [$node->getId(), 1], $this->nodes),
        );
    }

    private function checkCounts(): void
    {
        $this->checkRows("SELECT id, nb_{$this->kind} FROM post", array_map(
            fn (int $i): array => [$this->posts[$i]->getId(), count(array_keys($this->post, $i, true)) ?: null],
            array_keys($this->posts),
        ), true);
        $this->checkRows("SELECT id, nb_children FROM $this->kind", array_map(
            fn (int $i): array => [$this->nodes[$i]->getId(), count(array_keys($this->parent, $i, true)) ?: null],
            array_keys($this->nodes),
        ), true);
    }

    /** The slugs are made from the titles, and are unique among the children of a parent. */
    private function checkSlugs(): void
    {
        $seen = [];
        foreach ($this->rows("SELECT parent_id, title, slug FROM $this->kind", null) as [$parent, $title, $slug]) {
            self::same('start of slug', $title, substr((string) $slug, 0, 2));
            self::same("uniqueness of $slug", false, isset($seen["$parent $slug"]));
            $seen["$parent $slug"] = true;
        }
    }

    private function checkPaths(): void
    {
        $paths = array_column($this->rows("SELECT id, slug FROM $this->kind", null), 1, 0);
        foreach ($this->nodes as $i => $node) {
            $start = $this->parent[$i] === null ? '' : $paths[$this->nodes[$this->parent[$i]]->getId()] . '/';
            $pattern = '~^' . preg_quote($start . $node->getTitle(), '~') . '(-\d+)?$~D';
            self::same("path {$paths[$node->getId()]} below '$start'", 1, preg_match($pattern, $paths[$node->getId()]));
        }
        self::same('different paths', count($paths), count(array_unique($paths)));
    }

    private function checkTexts(): void
    {
        $expected = [];
        foreach ($this->nodes as $i => $node) {
            array_push($expected, [(string) $node->getId(), 'de', "d$i"], [(string) $node->getId(), 'en', "e$i"]);
        }
        $rows = $this->rows('SELECT id, locale, text FROM translated_i18n', null);
        sort($rows);
        sort($expected);
        self::same('texts', $expected, $rows);
    }

    private function checkEmails(): void
    {
        $expected = [];
        foreach ($this->nodes as $i => $node) {
            $expected[] = [(string) $node->getId(), "e$i"];
        }
        $rows = $this->rows('SELECT id, email FROM delegating_profile', null);
        sort($rows);
        sort($expected);
        self::same('emails', $expected, $rows);
    }

    /** @param list<list<int|null>> $expected */
    private function checkRows(string $sql, array $expected, bool $zeroIsNull = false): void
    {
        $rows = $this->rows($sql);
        if ($zeroIsNull) {
            $rows = array_map(static fn (array $row): array => [$row[0], $row[1] ?: null], $rows);
        }
        sort($rows);
        sort($expected);
        self::same($sql, $expected, $rows);
    }

    /** @return list<list<mixed>> */
    private function rows(string $sql, ?string $type = 'int'): array
    {
        $value = static fn (mixed $value): mixed => match (true) {
            $value === null => null,
            $type === 'int' => (int) $value,
            default => (string) $value,
        };

        return array_map(
            static fn (array $row): array => array_map($value, $row),
            $this->con->query($sql)->fetchAll(PDO::FETCH_NUM),
        );
    }

    private static function same(string $what, mixed $expected, mixed $actual): void
    {
        if ($expected !== $actual) {
            throw new RuntimeException("$what: expected " . json_encode($expected) . ', got ' . json_encode($actual));
        }
    }

    /** @return list<ActiveRecordInterface> */
    private function objects(): array
    {
        return [...$this->posts, ...$this->nodes];
    }

    private function say(string $what): void
    {
        $this->log[] = $what;
    }
}
