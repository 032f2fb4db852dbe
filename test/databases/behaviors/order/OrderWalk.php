<?php

declare(strict_types=1);

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Behavior\Blameable\Blame;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Orm;

/** Random steps on one table with behaviors; tells after each of them what all rows are. */
final class OrderWalk
{
    private const WORDS = ['ant', 'bee', 'cat', 'dog'];

    private readonly string $class;
    private readonly string $query;
    private readonly ConnectionInterface $con;
    private readonly Recorder $recorder;

    /** @var array<string, array<string, string>> parameters by name */
    private readonly array $behaviors;

    /** @var array<string, string>|null the parameters of the list, if the table has one */
    private readonly ?array $list;

    public function __construct(private readonly string $table, int $seed)
    {
        mt_srand($seed);
        $this->class = str_replace('_', '', ucwords($table, '_'));
        $this->query = $this->class . 'Query';
        $this->con = Orm::getConnection('d');
        $this->behaviors = ('Map\\' . $this->class . 'TableMap')::getTableMap()->getBehaviors();
        $list = $this->behaviors['sortable'] ?? null;
        $this->list = $list === null ? null : $list + ['start' => '1', 'max_members' => '', 'rank_type' => 'integer'];
        $this->recorder = new Recorder();
        if (method_exists($this->class, 'setEventDispatcher')) {
            $this->class::setEventDispatcher($this->recorder);
        }
    }

    /**
     * @param int $between so many steps are between two looks at the rows
     * @return list<array{string, string, string}> of each step: what it gave, the rows after it, and what is wrong with them
     */
    public function run(int $steps, int $between): array
    {
        $operations = ['insert', 'insert', 'insert', 'change', 'regroup', 'remove', 'removeByQuery', 'updateByQuery', 'regroupByQuery',
            'move', 'arrange', 'moveInTree', 'restore', 'copy', 'saveAgain', 'part', 'translate', 'archive', 'undelete', 'oldSlug'];
        $lines = [];
        for ($step = 0; $step < $steps; $step++) {
            // Most operations need rows.
            $name = $step < 4 ? 'insert' : $operations[mt_rand(0, count($operations) - 1)];
            // The same numbers for every order of declaration, whatever the step uses of them.
            $numbers = [mt_rand(), mt_rand(), mt_rand()];
            $isVain = mt_rand(0, 9) === 0;
            $user = [null, 7, 8][mt_rand(0, 2)];
            Blame::setProvider(static fn (): ?int => $user);
            if (mt_rand(0, 3) === 0) {
                InstancePools::clear();
            }
            if ($isVain) {
                $this->con->beginTransaction();
            }
            $isBug = false;
            try {
                $result = $this->$name(...$numbers);
            } catch (Throwable $exception) {
                $result = get_class($exception) . ' ' . preg_replace('/\bT\d+\w*|\bt\d+_\d+\w*/', 'T', $exception->getMessage());
                $isBug = !$exception instanceof ExceptionInterface;
            }
            if ($isVain) {
                while ($this->con->isInTransaction()) {
                    $this->con->forceRollBack();
                }
                InstancePools::clear();
                $name .= ', rolled back';
            }
            $told = $name . ': ' . json_encode([$result, ...$this->recorder->take()]);
            $isLook = $step % ($between + 1) === $between || $step === $steps - 1;
            $lines[] = [$told, $isLook ? $this->rows() : '', ($isBug ? ' BUG' : '') . ($isLook ? $this->wrong() : '')];
        }

        return $lines;
    }

    private function any(int $number): ?ActiveRecordInterface
    {
        $ids = $this->query::create()->select(['Id'])->orderById()->find()->getData();

        return $ids === [] ? null : $this->query::create()->findPk($ids[$number % count($ids)]);
    }

    private function insert(int $a, int $b, int $c): mixed
    {
        $row = (new $this->class())->setTitle(self::WORDS[$a % 4]);
        $row->setGrp([null, 1, 2][$b % 3]);
        $other = $this->any($c);
        if (method_exists($row, 'insertAsChildOf')) {
            $other === null || $a % 3 === 0 ? $row->makeRoot() : $row->insertAsChildOf($other);
        } elseif (method_exists($row, 'makeRoot')) {
            $other === null ? $row->makeRoot() : ($a % 2 ? $row->insertAsFirstChildOf($other) : $row->insertAsLastChildOf($other));
        }
        if (method_exists($row, 'insertAtTop') && $b % 2) {
            $row->insertAtTop();
        }
        $saved = $row->save();

        return [$saved, $row->getId()];
    }

    private function change(int $a, int $b): mixed
    {
        return $this->any($a)?->setTitle(self::WORDS[$b % 4])->save();
    }

    private function regroup(int $a, int $b): mixed
    {
        return $this->any($a)?->setGrp([null, 1, 2][$b % 3])->save();
    }

    private function remove(int $a): mixed
    {
        return $this->any($a)?->delete();
    }

    private function removeByQuery(int $a, int $b): mixed
    {
        return $this->query::create()->filterByTitle(self::WORDS[$a % 4])->filterByGrp([null, 1, 2][$b % 3])->delete();
    }

    private function updateByQuery(int $a, int $b): mixed
    {
        return $this->query::create()->filterByGrp(1 + $a % 2)->update(['Title' => self::WORDS[$b % 4]], null, $b % 5 === 0);
    }

    private function regroupByQuery(int $a, int $b): mixed
    {
        return $this->query::create()->filterByTitle(self::WORDS[$a % 4])->update(['Grp' => 1 + $b % 2]);
    }

    private function move(int $a, int $b): mixed
    {
        $row = $this->any($a);
        if ($row === null || !method_exists($row, 'moveUp')) {
            return null;
        }
        match ($b % 4) {
            0 => $row->moveUp(),
            1 => $row->moveDown(),
            2 => $row->moveToTop(),
            3 => $row->moveToBottom(),
        };

        return $row->getRank();
    }

    private function arrange(int $a, int $b, int $c): mixed
    {
        $row = $this->any($a);
        if ($row === null || $this->list === null) {
            return null;
        }
        $start = (int) $this->list['start'];
        switch ($b % 6) {
            case 0:
                $other = $this->any($c);
                return $row->swapWith($other)->getRank() . ' ' . $other->getRank();
            case 1:
                return $row->removeFromList()->save();
            case 2:
                return $row->insertAtRank($start + $c % 3)->save();
            case 3:
                $keys = $this->query::create()->inList($row->getGrp())->filterBySortableRank(null, Criteria::ISNOTNULL)
                    ->orderById()->select(['Id'])->find()->getData();
                return $this->query::create()->reorderByKeys($c % 2 ? array_reverse($keys) : array_slice($keys, 1));
            case 4:
                return $this->query::sortableResequence($row->getGrp(), $c % 2 === 1);
            default:
                return $this->query::repairList();
        }
    }

    private function oldSlug(int $a, int $b): mixed
    {
        if (!method_exists($this->query, 'findOneBySlugOrHistory')) {
            return null;
        }
        $arguments = (new ReflectionMethod($this->query, 'findOneBySlugOrHistory'))->getNumberOfParameters() > 2 ? [$b % 2 + 1] : [];

        return $this->query::create()->findOneBySlugOrHistory(self::WORDS[$a % 4], ...$arguments)?->getId();
    }

    private function moveInTree(int $a, int $b, int $c): mixed
    {
        $row = $this->any($a);
        $other = $this->any($b);
        if ($row !== null && method_exists($row, 'moveToChildOf')) {
            match ($c % 3) {
                0 => $row->moveToChildOf($other),
                1 => $row->moveToRoot(),
                2 => $row->deleteDescendants(),
            };

            return $row->getLevel();
        }
        if ($row === null || !method_exists($row, 'moveToFirstChildOf')) {
            return null;
        }
        match ($c % 3) {
            0 => $row->moveToFirstChildOf($other),
            1 => $row->moveToNextSiblingOf($other),
            2 => $row->deleteDescendants(),
        };

        return $row->getLevel();
    }

    private function restore(int $a, int $b): mixed
    {
        $row = $this->any($a);
        if ($row === null || !method_exists($row, 'toVersion')) {
            return null;
        }
        $last = $row->getLastVersionNumber();

        return $last === 0 ? null : $row->toVersion(1 + $b % $last)->save();
    }

    private function copy(int $a): mixed
    {
        $row = $this->any($a);
        if ($row === null || method_exists($row, 'makeRoot')) {
            return null;
        }

        return $row->copy()->save();
    }

    private function saveAgain(int $a): mixed
    {
        return $this->any($a)?->save();
    }

    private function part(int $a, int $b): mixed
    {
        $row = $this->any($a);
        if ($row === null || !method_exists($row, 'getParts')) {
            return null;
        }
        $part = $row->getParts()->getFirst();
        if ($b % 3 === 0 && $part !== null) {
            $part->delete();
        } else {
            $row->addPart(new ($this->class . 'Part')())->save();
        }

        return $row->getNb();
    }

    private function translate(int $a, int $b): mixed
    {
        $row = $this->any($a);
        if ($row !== null && method_exists($row, 'setLocale')) {
            $row->setLocale(['en', 'de', 'de_AT'][$a % 3]);
            if ($b % 5 === 0) {
                return $row->getBody();
            }
        }

        return $row?->setBody(self::WORDS[$b % 4])->save();
    }

    private function archive(int $a, int $b): mixed
    {
        $row = $this->any($a);
        if ($row === null || !method_exists($row, 'archive')) {
            return null;
        }

        return match ($b % 3) {
            0 => $row->archive()->getId(),
            1 => $row->restoreFromArchive()->save(),
            2 => $row->deleteWithoutArchive(),
        };
    }

    private function undelete(int $a, int $b): mixed
    {
        if (!method_exists($this->query, 'includeDeleted')) {
            return null;
        }
        $ids = $this->query::create()->includeDeleted()->select(['Id'])->orderById()->find()->getData();
        if ($ids === []) {
            return null;
        }
        $row = $this->query::create()->includeDeleted()->findPk($ids[$a % count($ids)]);

        return $b % 3 === 0 ? $row->forceDelete() : $row->unDelete();
    }

    /** All rows of the table and of those that belong to it. */
    private function rows(): string
    {
        $all = [];
        foreach (['', '_part', '_base', '_side', '_i18n', '_version', '_archive', '_slug_history', '_closure'] as $suffix) {
            if (!class_exists($this->class . str_replace('_', '', ucwords($suffix, '_')))) {
                continue;
            }
            $rows = $this->con->query('SELECT * FROM ' . $this->table . $suffix)->fetchAll(PDO::FETCH_ASSOC);
            foreach ($rows as $row) {
                ksort($row);
                foreach (array_keys($row) as $name) {
                    // Of what every run makes anew only counts whether it is there.
                    if (preg_match('/_at$|uuid|descendant_class/', $name)) {
                        $row[$name] = $row[$name] !== null;
                    }
                }
                $all[$suffix][] = json_encode($row);
            }
            if (isset($all[$suffix])) {
                sort($all[$suffix]);
            }
        }

        // Versions of a tree name columns after the table.
        return preg_replace('/\bt\d+_\d+_(ids|versions)\b/', 'T_$1', json_encode($all, JSON_UNESCAPED_SLASHES));
    }

    /** What does not hold, whatever the order. */
    private function wrong(): string
    {
        $wrong = [];
        $rows = $this->con->query('SELECT * FROM ' . $this->table . ' ORDER BY id')->fetchAll(PDO::FETCH_ASSOC);
        if ($this->list !== null) {
            $lists = [];
            foreach ($rows as $row) {
                if ($row['sortable_rank'] !== null) {
                    $lists[$row['grp'] ?? 'null'][] = (int) $row['sortable_rank'];
                }
            }
            $start = (int) $this->list['start'];
            foreach ($lists as $list) {
                sort($list);
                $isInOrder = $this->list['rank_type'] === 'fractional'
                    ? $list === array_values(array_unique($list))
                    : $list === range($start, $start + count($list) - 1);
                if (!$isInOrder || count($list) > (int) ($this->list['max_members'] ?: PHP_INT_MAX)) {
                    $wrong[] = 'ranks ' . implode(' ', $list);
                }
            }
        }
        if (isset($rows[0]) && array_key_exists('tree_left', $rows[0])) {
            $numbers = [...array_column($rows, 'tree_left'), ...array_column($rows, 'tree_right')];
            sort($numbers);
            if (array_map(intval(...), $numbers) !== range(1, 2 * count($rows))) {
                $wrong[] = 'tree ' . implode(' ', $numbers);
            }
        }
        if (isset($rows[0]) && array_key_exists('parent_id', $rows[0])) {
            $above = array_column($rows, 'parent_id', 'id');
            $pairs = [];
            foreach (array_keys($above) as $id) {
                for ($one = $id, $depth = 0; $one !== null && $depth <= count($rows); $one = $above[$one], $depth++) {
                    $pairs[] = "$one>$id:$depth";
                }
            }
            $stored = array_map(
                static fn (array $row): string => "$row[0]>$row[1]:$row[2]",
                $this->con->query("SELECT ancestor_id, descendant_id, depth FROM {$this->table}_closure")->fetchAll(PDO::FETCH_NUM),
            );
            sort($pairs);
            sort($stored);
            if ($pairs !== $stored) {
                $wrong[] = 'pairs ' . json_encode([array_diff($pairs, $stored), array_diff($stored, $pairs)]);
            }
        }
        $ids = array_map(intval(...), array_column($rows, 'id'));
        if (class_exists($this->class . 'Base')) {
            $parents = array_map(intval(...), $this->con->query('SELECT id FROM ' . $this->table . '_base ORDER BY id')->fetchAll(PDO::FETCH_COLUMN));
            if ($parents !== $ids) {
                $wrong[] = 'parents ' . implode(' ', $parents);
            }
        }
        if (class_exists($this->class . 'Part')) {
            $counts = array_count_values($this->con->query('SELECT owner_id FROM ' . $this->table . '_part')->fetchAll(PDO::FETCH_COLUMN));
            foreach ($rows as $row) {
                if ((int) $row['nb'] !== ($counts[$row['id']] ?? 0)) {
                    $wrong[] = 'aggregate of ' . $row['id'];
                }
            }
        }
        if (class_exists($this->class . 'Version')) {
            foreach ($rows as $row) {
                $last = (int) $this->con->query('SELECT MAX(version) FROM ' . $this->table . '_version WHERE id = ' . $row['id'])->fetchColumn();
                if ($last < (int) $row['version']) {
                    $wrong[] = 'version of ' . $row['id'];
                }
            }
        }
        if (isset($rows[0]) && array_key_exists('slug', $rows[0])) {
            $hasScope = ($this->behaviors['sluggable']['scope_column'] ?? '') !== '';
            $slugs = array_map(static fn (array $row): string => ($hasScope ? $row['grp'] . ' ' : '') . $row['slug'], $rows);
            if (count(array_unique($slugs)) !== count($rows)) {
                $wrong[] = 'slugs ' . implode(', ', $slugs);
            }
        }
        foreach (('Map\\' . $this->class . 'TableMap')::$instances as $object) {
            $stored = null;
            foreach ($rows as $row) {
                $stored = (int) $row['id'] === $object->getId() ? $row : $stored;
            }
            if ($stored === null) {
                $wrong[] = 'pooled ' . $object->getId();
                continue;
            }
            foreach (['sortable_rank' => 'getSortableRank', 'tree_left' => 'getLeftValue', 'tree_right' => 'getRightValue', 'nb' => 'getNb', 'grp' => 'getGrp', 'title' => 'getTitle', 'slug' => 'getSlug', 'version' => 'getVersion'] as $column => $getter) {
                if (array_key_exists($column, $stored) && method_exists($object, $getter) && !$object->isModified() && (string) $object->$getter() !== (string) $stored[$column]) {
                    $wrong[] = "object {$stored['id']} has $column " . $object->$getter() . ' and not ' . $stored[$column];
                }
            }
        }

        return $wrong === [] ? '' : ' WRONG: ' . implode('; ', $wrong);
    }
}
