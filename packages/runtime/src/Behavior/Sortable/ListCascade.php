<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Behavior\Statements;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\CascadedChanges;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use WeakMap;

/**
 * Maintains lists whose members the database deletes through foreign keys with onDelete="cascade", directly or through
 * other tables. Finds and locks these lists before the delete, and closes their gaps afterwards.
 *
 * @internal
 */
final class ListCascade
{
    /** The maximum number of rows in one statement. */
    private const CHUNK = 500;

    /**
     * The work to do after a delete: the lists of each table map, and the objects that were pooled.
     *
     * @var WeakMap<
     *     ModelCriteria,
     *     array<class-string, array{list<list<mixed>>, array<int|string, ActiveRecordInterface>}>
     * >|null
     */
    private static ?WeakMap $noted = null;

    /** @param ModelCriteria<ActiveRecordInterface> $parents the rows that will be deleted */
    public static function note(ModelCriteria $parents, ConnectionInterface $con): void
    {
        $noted = [];
        $maps = array_keys(self::sortableMaps($parents->getTableMap()::class));
        sort($maps);
        foreach ($maps as $map) {
            $table = RankedTable::of($map);
            $table->prepareLocks($con);
            $lists = $table->lockAndRead($con, [], static function () use ($parents, $table, $con): array {
                $lists = $table->lists((new self($table, $con))->listsBelow($parents));

                return [$lists, $lists];
            });
            $noted[$map] = [$lists, $table->instances($con)];
        }
        self::$noted ??= new WeakMap();
        self::$noted[$parents] = $noted;
    }

    /** @param ModelCriteria<ActiveRecordInterface> $parents the rows that are deleted now */
    public static function close(ModelCriteria $parents, int $affectedRows, ConnectionInterface $con): void
    {
        foreach (self::$noted[$parents] ?? [] as $map => [$lists, $pool]) {
            $table = RankedTable::of($map);
            foreach ($affectedRows > 0 ? array_chunk($lists, self::CHUNK) : [] as $chunk) {
                (new RankRewriter($table, $con))->resequence($chunk);
                $table->written($con);
            }
            foreach ($pool as $object) {
                $map::removeInstanceFromPool($object);
            }
            ListPool::putBack($table, $con, [], $pool, $parents->getTableMap()::class);
        }
        unset(self::$noted[$parents]);
    }

    private function __construct(private readonly RankedTable $table, private readonly ConnectionInterface $con)
    {
    }

    /**
     * @param ModelCriteria<ActiveRecordInterface> $parents
     * @return list<list<mixed>>
     */
    private function listsBelow(ModelCriteria $parents): array
    {
        $map = $parents->getTableMap()::class;
        $columns = self::usedColumns($map);
        $rows = QueryRows::read((clone $parents)->clearOrderByColumns(), $columns, $this->con);
        $lists = [];
        $seen = [];
        $waiting = [[$map, $rows, true]];
        while ($waiting !== []) {
            [$map, $rows, $isFirst] = array_pop($waiting);
            $rows = self::unseen($rows, $seen[$map]);
            $positions = self::positions($map);
            foreach ($rows === [] ? [] : self::effects($map) as [$relation, $action]) {
                $child = $relation->getRightTable()::class;
                foreach (array_chunk(self::values($rows, $relation, $positions), self::CHUNK) as $values) {
                    $condition = $this->isOneOf($relation, $values);
                    // The delete has already moved rows that refer to the deleted rows directly to another list.
                    if ($child === $this->table->map && !($action === 'SETNULL' && $isFirst)) {
                        array_push($lists, ...$this->changedLists($relation, $action, $condition));
                    }
                    $columns = $action === 'CASCADE' && self::effects($child) !== [] ? self::usedColumns($child) : [];
                    if ($columns !== []) {
                        $waiting[] = [$child, $this->read($child, $columns, $condition), false];
                    }
                }
            }
        }

        return $lists;
    }

    /**
     * @return list<list<mixed>> the lists that lose or gain members when these rows are deleted or lose their parent
     */
    private function changedLists(RelationMap $relation, string $action, Sql $condition): array
    {
        $table = $this->table;
        $name = static fn (ColumnMap $column): string => $column->getName();
        $referring = array_map($name, $relation->getRightColumns());
        $ofScope = array_intersect($referring, array_map($name, $table->scopeColumns));
        $isWhole = count($ofScope) === count($referring);
        if ($action === 'SETNULL' ? $ofScope === [] : $isWhole || $table->isFractional) {
            // The rows stay in their lists, their whole lists are deleted, or the gaps have no meaning.
            return [];
        }
        if ($table->scopes === []) {
            return [[]];
        }
        $lists = [];
        $condition = $condition->then(' AND ' . $table->rank . ' IS NOT NULL' . $table->readLock($this->con));
        $distinct = $table->readLock($this->con) === '' ? 'DISTINCT ' : '';
        $select = Sql::of('SELECT ' . $distinct . implode(', ', $table->scopes) . ' FROM ' . $table->name . ' WHERE ');
        foreach ($this->rows($select->then($condition)) as $row) {
            $list = [];
            foreach ($table->scopeColumns as $i => $column) {
                $isNulled = $action === 'SETNULL' && in_array($column->getName(), $ofScope, true);
                $list[] = $isNulled ? null : $table->stored($i, $row[$i]);
            }
            $lists[] = $list;
        }

        return $table->lists($lists);
    }

    /**
     * @param class-string<TableMap> $map
     * @param list<ColumnMap> $columns
     * @return list<list<mixed>>
     */
    private function read(string $map, array $columns, Sql $condition): array
    {
        $names = $this->table->adapter->names($map::getTableMap()->isIdentifierQuotingEnabled());
        $name = static fn (ColumnMap $column): string => $names->identifier($column->getName());
        $selected = implode(', ', array_map($name, $columns));
        $select = Sql::of('SELECT ' . $selected . ' FROM ' . $names->table($map::TABLE_NAME) . ' WHERE ');

        return QueryRows::asKeys($this->rows($select->then($condition)), $columns);
    }

    /** @return list<list<mixed>> */
    private function rows(Sql $sql): array
    {
        return (new Statements($this->table->adapter, $this->con))->rows($sql);
    }

    /**
     * Returns the condition for rows that refer to these values.
     *
     * @param non-empty-list<non-empty-list<mixed>> $values
     */
    private function isOneOf(RelationMap $relation, array $values): Sql
    {
        $map = $relation->getRightTable();
        $names = $this->table->adapter->names($map->isIdentifierQuotingEnabled());
        $columns = $relation->getRightColumns();
        $written = array_map(static fn (ColumnMap $column): string => $names->identifier($column->getName()), $columns);
        if (count($columns) === 1) {
            return Sql::of(
                $written[0] . ' IN (' . implode(', ', array_fill(0, count($values), '?')) . ')',
                array_map(static fn (array $row): array => [$row[0], $columns[0]->getType()], $values),
            );
        }
        $rows = array_map(static function (array $row) use ($columns, $written): Sql {
            $parts = [];
            foreach ($columns as $i => $column) {
                $parts[] = Sql::equal($written[$i], $column, $row[$i]);
            }

            return Sql::join(' AND ', $parts)->inBrackets();
        }, $values);

        return Sql::join(' OR ', $rows)->inBrackets();
    }

    /**
     * @param list<list<mixed>> $rows
     * @param array<string, true>|null $seen rows of the table that were already visited
     * @return list<list<mixed>>
     */
    private static function unseen(array $rows, ?array &$seen): array
    {
        $unseen = [];
        foreach ($rows as $row) {
            $text = serialize($row);
            if (!isset($seen[$text])) {
                $seen[$text] = true;
                $unseen[] = $row;
            }
        }

        return $unseen;
    }

    /**
     * @param list<list<mixed>> $rows
     * @param array<string, int> $positions of their columns
     * @return list<non-empty-list<mixed>> the distinct values that rows of another table refer to
     */
    private static function values(array $rows, RelationMap $relation, array $positions): array
    {
        $values = [];
        foreach ($rows as $row) {
            $value = [];
            foreach ($relation->getLeftColumns() as $column) {
                $value[] = $row[$positions[$column->getName()]];
            }
            if (!in_array(null, $value, true)) {
                $values[serialize($value)] = $value;
            }
        }

        return array_values($values);
    }

    /**
     * Returns the columns of a table that the relations examined here refer to.
     *
     * @param class-string<TableMap> $map
     * @return list<ColumnMap>
     */
    private static function usedColumns(string $map): array
    {
        $columns = [];
        foreach (self::effects($map) as [$relation]) {
            foreach ($relation->getLeftColumns() as $column) {
                $columns[$column->getName()] = $column;
            }
        }

        return array_values($columns);
    }

    /**
     * @param class-string<TableMap> $map
     * @return array<string, int>
     */
    private static function positions(string $map): array
    {
        $names = array_map(static fn (ColumnMap $column): string => $column->getName(), self::usedColumns($map));

        return array_flip($names);
    }

    /**
     * Returns the relations through which deleting rows of a table affects lists, each with its onDelete action.
     *
     * @param class-string<TableMap> $map
     * @return list<array{RelationMap, string}>
     */
    private static function effects(string $map): array
    {
        $effects = [];
        foreach (self::actions($map) as [$relation, $action]) {
            $child = $relation->getRightTable()::class;
            if (self::isSortable($child) || ($action === 'CASCADE' && self::sortableMaps($child) !== [])) {
                $effects[] = [$relation, $action];
            }
        }

        return $effects;
    }

    /**
     * Returns the sortable tables whose rows are deleted or lose a parent when rows of a table are deleted.
     *
     * @param class-string<TableMap> $map
     * @param array<class-string, true> $met
     * @return array<class-string<TableMap>, true>
     */
    private static function sortableMaps(string $map, array &$met = []): array
    {
        $met[$map] = true;
        $found = [];
        foreach (self::actions($map) as [$relation, $action]) {
            $child = $relation->getRightTable()::class;
            if (self::isSortable($child)) {
                $found[$child] = true;
            }
            if ($action === 'CASCADE' && !isset($met[$child])) {
                $found += self::sortableMaps($child, $met);
            }
        }

        return $found;
    }

    /**
     * @param class-string<TableMap> $map
     * @return list<array{RelationMap, string}>
     */
    private static function actions(string $map): array
    {
        $actions = [];
        foreach ($map::getTableMap()->getRelations() as $relation) {
            $action = CascadedChanges::onDelete($relation);
            if (($action === 'CASCADE' || $action === 'SETNULL') && !$relation->isPolymorphic()) {
                $actions[] = [$relation, $action];
            }
        }

        return $actions;
    }

    /** @param class-string<TableMap> $map */
    private static function isSortable(string $map): bool
    {
        return defined($map . '::RANK_COL');
    }
}
