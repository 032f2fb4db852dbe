<?php

declare(strict_types=1);

namespace Orm\Runtime\Factory;

use Closure;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Collection\BulkSaver;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\Suggestion;

/**
 * The objects that one call of a factory creates.
 *
 * @internal
 */
final class Batch
{
    private readonly Fake $fake;

    /** @var class-string<ActiveRecordInterface> */
    private readonly string $model;

    /** @var array<string, Closure(int): mixed> by column */
    private readonly array $makers;

    /** @var list<array<string, mixed>|Closure(Fake, int): array<string, mixed>> */
    private readonly array $states;

    /** @var array<string, list<ActiveRecordInterface>> by relation */
    private array $parents;

    /** @var array<string, string> columns by their names in lower case without underscores */
    private readonly array $columns;

    /** @var object|null the root of the tree that contains the objects */
    private ?object $root = null;

    /** @param ConnectionInterface|null $con null: nothing is saved */
    public function __construct(private readonly Factory $factory, private readonly ?ConnectionInterface $con)
    {
        ['seed' => $seed, 'locale' => $locale, 'states' => $states, 'parents' => $this->parents] = $factory->settings();
        $this->fake = new Fake($seed, $locale);
        $this->model = $factory::MODEL;
        $columns = [];
        foreach ($this->tableMap()->getColumns() as $column) {
            $columns[self::comparable($column->getName())] = $column->getPhpName();
            $columns[self::comparable($column->getPhpName())] = $column->getPhpName();
        }
        $this->columns = $columns;
        $fixed = [];
        foreach ($states as $i => $state) {
            // Values that are the same for all objects replace generated ones.
            if (is_array($state)) {
                $states[$i] = $this->named($state);
                $fixed += $states[$i];
            }
        }
        $this->states = $states;
        $makers = [];
        foreach (array_diff_key($factory::COLUMNS, $fixed) as $name => $spec) {
            $makers[$name] = Maker::of($spec, $this->fake, $factory::MODEL . '::' . $name);
        }
        $this->makers = $makers;
    }

    /**
     * @param int $start the number of the object before the first one
     * @return list<ActiveRecordInterface>
     */
    public function objects(int $start, int $count): array
    {
        $rows = [];
        for ($number = $start + 1; $number <= $start + $count; $number++) {
            $row = [];
            foreach ($this->makers as $name => $make) {
                $row[$name] = $make($number);
            }
            $rows[] = $this->states === [] ? $row : $this->withStates($row, $number);
        }
        $related = $this->relate($rows, $start);
        $setters = [];
        $objects = [];
        foreach ($rows as $i => $row) {
            $objects[] = $object = new ($this->model)();
            foreach ($row as $name => $value) {
                $object->{$setters[$name] ??= 'set' . $name}($value);
            }
            foreach ($related[$i] ?? [] as $relation => $parent) {
                $object->{'set' . $relation}($parent);
            }
        }

        return $objects;
    }

    /** Returns a RowInsert that inserts rows without objects, or null if that is not possible. */
    public function rows(int $count): ?RowInsert
    {
        if ($this->states !== [] || $count === 0) {
            return null;
        }
        $set = array_filter(
            $this->factory::RELATIONS,
            fn (array $spec, string $relation): bool => isset($spec['required']) || isset($this->parents[$relation]),
            ARRAY_FILTER_USE_BOTH,
        );
        $columns = array_merge(...array_map(array_keys(...), array_values(array_column($set, 'columns'))));
        // Foreign keys that share a column must use the same value for it.
        $isSimple = count($columns) === count(array_unique($columns));
        foreach ($set as $relation => $spec) {
            $given = $this->parents[$relation] ?? null;
            $isShared = $given === null ? !isset($spec['each']) : count($given) === 1 && !$given[0]->isNew();
            $isSimple = $isSimple && $isShared && !isset($spec['literals']);
        }
        if (!$isSimple) {
            return null;
        }
        $parents = [];
        foreach (array_keys($set) as $relation) {
            $parents[$relation] = ($this->parents[$relation] ??= [$this->parent($relation, [])])[0];
        }

        return RowInsert::of($this->factory::class, $this->fake, $parents, $this->con);
    }

    /** @param list<ActiveRecordInterface> $objects */
    public function save(array $objects): void
    {
        if (method_exists($this->model, 'makeRoot')) {
            $this->plant($objects);

            return;
        }
        (new BulkSaver($this->con))->save($objects);
    }

    /**
     * @param array<string, mixed> $row
     * @return array<string, mixed>
     */
    private function withStates(array $row, int $number): array
    {
        foreach ($this->states as $state) {
            $values = is_array($state) ? $state : $this->named($state($this->fake, $number));
            foreach ($values as $name => $value) {
                $row[$name] = $value instanceof Closure ? $value($this->fake, $number) : $value;
            }
        }

        return $row;
    }

    /**
     * Sets the foreign key columns, and returns the referenced objects that are not saved yet.
     *
     * @param list<array<string, mixed>> $rows
     * @return array<int, array<string, ActiveRecordInterface>> by row and relation
     */
    private function relate(array &$rows, int $start): array
    {
        $related = [];
        foreach ($this->factory::RELATIONS as $relation => $spec) {
            $columns = $spec['columns'];
            foreach ($rows as $i => $row) {
                $known = array_intersect_key($row, $columns);
                $given = $this->parents[$relation] ?? null;
                if ($given === null && (!isset($spec['required']) || count($known) === count($columns))) {
                    continue;
                }
                $parent = match (true) {
                    $given !== null => $given[($start + $i) % count($given)],
                    $known !== [] => $this->parent($relation, array_combine(
                        array_map(static fn (string $own): string => $columns[$own], array_keys($known)),
                        $known,
                    )),
                    isset($spec['each']) => ($fresh[$relation] ??=
                        $this->factory->parents($relation, count($rows), [], $this->con))[$i],
                    default => ($this->parents[$relation] = [$this->parent($relation, [])])[0],
                };
                if ($parent->isNew()) {
                    $related[$i][$relation] = $parent;
                    continue;
                }
                foreach ($columns as $own => $other) {
                    $rows[$i][$own] = $parent->{'get' . $other}();
                }
                if (isset($spec['literals'])) {
                    $related[$i][$relation] = $parent;
                }
            }
        }

        return $related;
    }

    /** @param array<string, mixed> $state */
    private function parent(string $relation, array $state): ActiveRecordInterface
    {
        return $this->factory->parents($relation, 1, $state, $this->con)[0];
    }

    /**
     * Saves nodes below the root of their tree. If there is none, the first node becomes the root.
     *
     * @param list<object> $nodes with the methods of nested_set or of closure_table
     */
    private function plant(array $nodes): void
    {
        $isNested = method_exists($this->model, 'insertAsLastChildOf');
        foreach ($nodes as $node) {
            if ($isNested && $this->root === null) {
                $query = $this->model . 'Query';
                $scope = method_exists($node, 'getScopeValue') ? [$node->getScopeValue()] : [];
                $this->root = $query::create()->findRoot(...[...$scope, $this->con]);
            }
            if ($this->root === null) {
                $node->makeRoot()->save($this->con);
                $this->root = $node;
                continue;
            }
            $isNested ? $node->insertAsLastChildOf($this->root) : $node->insertAsChildOf($this->root);
            $node->save($this->con);
        }
    }

    /**
     * @param array<string, mixed> $values
     * @return array<string, mixed> by the phpNames of the columns
     */
    private function named(array $values): array
    {
        $named = [];
        foreach ($values as $name => $value) {
            $named[$this->columns[self::comparable($name)] ?? throw new InvalidArgumentException(sprintf(
                '%s has no column "%s"%s',
                $this->model,
                $name,
                Suggestion::text($name, array_unique($this->columns)),
            ))] = $value;
        }

        return $named;
    }

    private static function comparable(string $name): string
    {
        return strtolower(strtr($name, ['_' => '']));
    }

    private function tableMap(): TableMap
    {
        return Record::tableMap($this->model)::getTableMap();
    }
}
