<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ConcreteInheritance;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryAccess;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\PersistenceTrait;
use Orm\Runtime\Behavior\Deletion;
use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\ColumnMap;

/** A query whose rows have matching rows in the parent table, which are deleted and updated together with them. */
trait ConcreteInheritanceQueryTrait
{
    use QueryHost;

    /** The maximum number of rows of the parent table that one statement writes. */
    private static int $parentsAtOnce = 500;

    /** @var list<list<mixed>> keys of the rows that are being deleted or updated */
    private array $childKeys = [];

    /** @var array<string, mixed> the new values of the rows in the parent table, by phpName */
    private array $parentValues = [];

    /** @var list<ColumnMap> columns whose new values are expressions */
    private array $computedColumns = [];

    /**
     * Records the keys of rows before they are deleted.
     *
     * @return void
     */
    protected function noteChildRows(ConnectionInterface $con)
    {
        $columns = $this->keyColumns();
        $key = QueryRows::exactKey($this, $columns);
        $this->childKeys = $key === null
            ? QueryRows::read((clone $this)->clearOrderByColumns(), $columns, $con)
            : [$key];
    }

    /**
     * Deletes the parent rows after rows were deleted. A single parent is loaded and deleted as an object.
     *
     * @return void
     */
    protected function deleteParentRows(ModelCriteria $parents, int $affectedRows, ConnectionInterface $con)
    {
        $keys = $this->childKeys;
        $this->childKeys = [];
        if ($affectedRows === 0) {
            return;
        }
        $parents = QueryAccess::call($parents, 'includeHiddenRows');
        if (count($keys) > $affectedRows) {
            $keys = $this->keysThatAreGone($keys, $con);
        }
        $delete = fn () => $this->deleteRowsOfParent($parents, $keys, $con);
        // Rows that soft_delete did not mark are gone, so the rows of the parent go as well.
        self::tableMap()::DELETED_COLUMN === null
            ? $delete()
            : Deletion::force($parents->getTableMap()::class, $delete);
    }

    /** @param list<list<mixed>> $keys */
    private function deleteRowsOfParent(ModelCriteria $parents, array $keys, ConnectionInterface $con): void
    {
        if (count($keys) === 1) {
            /** @var (ActiveRecordInterface&PersistenceTrait)|null $parent */
            $parent = $parents->findPk(self::asPrimaryKey($keys[0]), $con);
            $parent?->delete($con);

            return;
        }
        foreach (array_chunk($keys, self::$parentsAtOnce) as $chunk) {
            (clone $parents)->filterByPrimaryKeys(array_map(self::asPrimaryKey(...), $chunk))->delete($con);
        }
    }

    /**
     * Records the new values that also belong to the parent rows, before rows are updated.
     *
     * @param array<string, mixed> $values by any name of the columns
     * @param list<string> $shared phpNames of the columns that both tables have
     * @return void
     */
    protected function noteParentValues(
        array $values,
        array $shared,
        ConnectionInterface $con,
        bool $individually,
    ) {
        $this->childKeys = $this->parentValues = $this->computedColumns = [];
        if ($individually) {
            return;
        }
        foreach ($values as $name => $value) {
            $column = $this->getTableMap()->findColumnByName((string) $name);
            if ($column === null || !in_array($column->getPhpName(), $shared, true)) {
                continue;
            }
            if (is_array($value) && isset($value['raw'])) {
                $this->computedColumns[] = $column;
            } else {
                $this->parentValues[$column->getPhpName()] = $value;
            }
        }
        if ($this->parentValues !== [] || $this->computedColumns !== []) {
            $this->noteChildRows($con);
        }
    }

    /**
     * Updates the parent rows after rows were updated.
     *
     * @return void
     */
    protected function updateParentRows(ModelCriteria $parents, int $affectedRows, ConnectionInterface $con)
    {
        $keys = $affectedRows === 0 ? [] : $this->childKeys;
        $parents = QueryAccess::call($parents, 'includeHiddenRows');
        foreach ($this->parentValues === [] ? [] : array_chunk($keys, self::$parentsAtOnce) as $chunk) {
            (clone $parents)
                ->filterByPrimaryKeys(array_map(self::asPrimaryKey(...), $chunk))
                ->update($this->parentValues, $con);
        }
        foreach ($this->computedColumns === [] ? [] : $keys as $key) {
            $row = QueryRows::read(
                QueryAccess::call(self::newQuery(), 'includeHiddenRows')->filterByPrimaryKey(self::asPrimaryKey($key)),
                $this->computedColumns,
                $con,
            )[0];
            $names = array_map(static fn (ColumnMap $column): string => $column->getPhpName(), $this->computedColumns);
            (clone $parents)
                ->filterByPrimaryKey(self::asPrimaryKey($key))
                ->update(array_combine($names, $row), $con);
        }
        $this->childKeys = $this->parentValues = $this->computedColumns = [];
    }

    /**
     * Returns the keys of deleted rows. Other connections may have changed rows since their keys were read, so that the
     * delete no longer matched them.
     *
     * @param list<list<mixed>> $keys
     * @return list<list<mixed>>
     */
    private function keysThatAreGone(array $keys, ConnectionInterface $con): array
    {
        $gone = [];
        foreach (array_chunk($keys, self::$parentsAtOnce) as $chunk) {
            $query = QueryAccess::call(self::newQuery(), 'includeHiddenRows')
                ->filterByPrimaryKeys(array_map(self::asPrimaryKey(...), $chunk));
            $left = array_map(serialize(...), QueryRows::read($query, $this->keyColumns(), $con));
            foreach ($chunk as $key) {
                if (!in_array(serialize($key), $left, true)) {
                    $gone[] = $key;
                }
            }
        }

        return $gone;
    }

    /** @return list<ColumnMap> */
    private function keyColumns(): array
    {
        return array_values($this->getTableMap()->getPrimaryKeys());
    }

    /**
     * Returns a key in the form that queries expect.
     *
     * @param list<mixed> $key
     */
    private static function asPrimaryKey(array $key): mixed
    {
        return count($key) === 1 ? $key[0] : $key;
    }
}
