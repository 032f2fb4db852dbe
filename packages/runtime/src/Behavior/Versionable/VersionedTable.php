<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Versionable;

use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Behavior\CurrentAdapterTrait;
use Orm\Runtime\Behavior\KnownTableTrait;
use Orm\Runtime\Behavior\Statements;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Type\TypeFamily;
use Orm\Runtime\Util\ColumnValue;

/**
 * A table whose rows have versions: its columns, the columns of the versions, and the related tables with versions.
 *
 * @internal
 */
final class VersionedTable
{
    use CurrentAdapterTrait;
    use KnownTableTrait;

    public readonly ColumnMap $number;

    /** The column with the number of a version. */
    public readonly ColumnMap $versionNumber;

    public readonly ?ColumnMap $date;

    /** @var list<string> phpNames of the columns that describe the version, not the row */
    public readonly array $logNames;

    /** @var list<string> phpNames of the columns that versions also have */
    public readonly array $phpNames;

    /** @var list<string> phpNames of the columns that restoring a version sets */
    public readonly array $restoredNames;

    /** @var array<string, RelationMap> relations to rows with versions, by the phpName of the version column */
    public readonly array $parents;

    /**
     * @var array<string, array{RelationMap, string}> relations of rows with versions, by the phpNames of their columns
     *     for ids and versions
     */
    public readonly array $children;

    /**
     * @var non-empty-list<string>|null SQL that locks a row and returns its number, and SQL for the number of its
     *     latest version
     */
    private ?array $numberSql = null;

    /**
     * The SQL that creates versions, up to its condition; null: not computed yet; false: versions must be saved as
     * objects.
     */
    private string|false|null $copySql = null;

    /** The condition for the row of a key. */
    private ?string $isKey = null;

    /** Returns whether a column has the same value in two versions. Decimal numbers may differ in trailing zeros. */
    public function isSame(string $phpName, mixed $from, mixed $to): bool
    {
        $column = $this->map::getTableMap()->getColumnByPhpName($phpName);
        if (is_string($from) && is_string($to) && in_array($column->getType(), ['DECIMAL', 'NUMERIC'], true)) {
            return TypeFamily::canonical($column, $from) === TypeFamily::canonical($column, $to);
        }
        if (is_resource($from) && is_resource($to)) {
            return ColumnValue::content($from) === ColumnValue::content($to);
        }

        return is_object($from) ? $from == $to : $from === $to;
    }

    /** @var class-string<TableMap> the map of the table of versions */
    public readonly string $versionMap;

    /** @param class-string<TableMap> $map */
    private function __construct(private readonly string $map, private readonly AdapterInterface $adapter)
    {
        $table = $map::getTableMap();
        $this->versionMap = constant($map . '::VERSION_TABLE_MAP');
        $versions = $this->versionMap::getTableMap();
        $behaviors = $table->getBehaviors();
        $parameters = $behaviors['versionable'];
        $this->number = $table->getColumn($parameters['version_column']);
        $this->versionNumber = $versions->getColumn($parameters['version_column']);
        $this->date = $parameters['log_created_at'] === 'true'
            ? $table->getColumn($parameters['version_created_at_column'])
            : null;
        $logged = [$this->number->getPhpName()];
        foreach (['created_at', 'created_by', 'comment'] as $log) {
            if ($parameters['log_' . $log] === 'true') {
                $logged[] = $table->getColumn($parameters['version_' . $log . '_column'])->getPhpName();
            }
        }
        $this->logNames = $logged;
        $names = [];
        foreach ($table->getColumns() as $column) {
            if ($versions->hasColumn($column->getName())) {
                $names[] = $column->getPhpName();
            }
        }
        $this->phpNames = $names;
        $this->restoredNames = array_values(array_diff($names, constant($map . '::NOT_IN_VERSIONS')));
        $parents = $children = [];
        foreach ($table->getRelations() as $relation) {
            $other = $relation->getType() === RelationMap::MANY_TO_ONE
                ? $relation->getForeignTable()
                : $relation->getLocalTable();
            if (!isset($other->getBehaviors()['versionable']) || $relation->isComposite()) {
                continue;
            }
            $place = $other->getBehaviors()['closure_table']['parent_column'] ?? null;
            if ($place !== null && $relation->getLocalColumns()[0]->getName() === $place) {
                // A node keeps its place in the tree.
                continue;
            }
            if ($relation->getType() === RelationMap::MANY_TO_ONE) {
                $name = $relation->getLocalColumns()[0]->getName() . '_version';
                if ($versions->hasColumn($name)) {
                    $parents[$versions->getColumn($name)->getPhpName()] = $relation;
                }
            } elseif (in_array($relation->getType(), [RelationMap::ONE_TO_MANY, RelationMap::ONE_TO_ONE], true)) {
                // Column names use the table name without the SQL schema.
                $name = (string) preg_replace('/^.*(?:\.|§)/', '', $other->getName());
                $ofKey = $name . '_' . $relation->getLocalColumns()[0]->getName();
                // The columns for a table's first foreign key use only the table name.
                $name = $versions->hasColumn($ofKey . '_ids') ? $ofKey : $name;
                if ($versions->hasColumn($name . '_ids') && $versions->hasColumn($name . '_versions')) {
                    $children[$versions->getColumn($name . '_ids')->getPhpName()]
                        = [$relation, $versions->getColumn($name . '_versions')->getPhpName()];
                }
            }
        }
        $this->parents = $parents;
        $this->children = $children;
    }

    /**
     * Returns the highest current version number of a row, and locks the row against other saves until the transaction
     * ends. A transaction with a fixed snapshot may see old versions, but the row is read in its current state.
     *
     * @param list<mixed> $key
     */
    public function lockNumber(array $key, ConnectionInterface $con): int
    {
        $values = $this->keyValues($key);
        $statements = new Statements($this->adapter, $con);
        $number = 0;
        foreach ($this->numberSql ??= $this->makeNumberSql() as $sql) {
            foreach ($statements->rows(Sql::of($sql, $values)) as [$found]) {
                $number = max($number, (int) $found);
            }
        }

        return $number;
    }

    /**
     * Creates a version of a row that was just written, with one statement.
     *
     * @param list<mixed> $key
     * @return bool false: one statement is not enough, because of the version class or related rows
     */
    public function copy(array $key, ConnectionInterface $con): bool
    {
        $this->isKey ??= $this->hasKey($this->map::getTableMap());

        return $this->copyRows(Sql::of($this->isKey, $this->keyValues($key)), $con);
    }

    /**
     * Creates versions of the rows that match a condition.
     *
     * @return bool the same as copy()
     */
    public function copyRows(Sql $condition, ConnectionInterface $con): bool
    {
        $this->copySql ??= $this->makeCopySql();
        if ($this->copySql === false) {
            return false;
        }
        (new Statements($this->adapter, $con))->write(Sql::of($this->copySql)->then($condition));
        ConnectionWrapper::wrap($con)->rollbackLog?->changed();

        return true;
    }

    private function makeCopySql(): string|false
    {
        $table = $this->map::getTableMap();
        $versionMap = $this->versionMap;
        $versions = $versionMap::getTableMap();
        if (
            $this->parents !== [] || $this->children !== []
            || $versionMap::DATABASE_NAME !== $this->map::DATABASE_NAME || !Record::insertsInBulk($versionMap::OM_CLASS)
        ) {
            return false;
        }
        $from = $into = [];
        foreach ($this->phpNames as $phpName) {
            $column = $table->getColumnByPhpName($phpName);
            $copy = $versions->getColumn($column->getName());
            if ($copy->getType() !== $column->getType()) {
                return false;
            }
            $from[] = $this->adapter->names($table->isIdentifierQuotingEnabled())->identifier($column->getName());
            $into[] = $this->adapter->names($versions->isIdentifierQuotingEnabled())->identifier($copy->getName());
        }

        return 'INSERT INTO ' . $this->nameOf($versions) . ' (' . implode(', ', $into) . ') SELECT '
            . implode(', ', $from) . ' FROM ' . $this->nameOf($table) . ' WHERE ';
    }

    /**
     * @param list<mixed> $key
     * @return list<array{mixed, string}>
     */
    private function keyValues(array $key): array
    {
        $values = [];
        foreach (array_values($this->map::getTableMap()->getPrimaryKeys()) as $i => $column) {
            $values[] = [$key[$i], $column->getType()];
        }

        return $values;
    }

    private function nameOf(TableMap $table): string
    {
        return $this->adapter->names($table->isIdentifierQuotingEnabled())->table((string) $table->getName());
    }

    /** Returns the condition for the row of a key, or for its versions. */
    private function hasKey(TableMap $table): string
    {
        $names = $this->adapter->names($table->isIdentifierQuotingEnabled());

        return implode(' AND ', array_map(
            static fn (ColumnMap $column): string => $names->identifier(
                $table->getColumn($column->getName())->getName(),
            ) . ' = ?',
            array_values($this->map::getTableMap()->getPrimaryKeys()),
        ));
    }

    /** @return non-empty-list<string> */
    private function makeNumberSql(): array
    {
        $table = $this->map::getTableMap();
        $versions = $this->versionMap::getTableMap();
        $sql = [];
        $both = [[$table, $this->number, '%s'], [$versions, $this->versionNumber, 'MAX(%s)']];
        foreach ($both as [$one, $number, $what]) {
            $names = $this->adapter->names($one->isIdentifierQuotingEnabled());
            $sql[] = 'SELECT ' . sprintf($what, $names->identifier($number->getName())) . ' FROM '
                . $this->nameOf($one) . ' WHERE ' . $this->hasKey($one);
        }
        $this->adapter->applyLock($sql[0], new Lock(Lock::EXCLUSIVE));

        return $sql;
    }

    /**
     * Returns a query for the versions of a row.
     *
     * @param list<mixed> $key
     */
    public function versionsOf(array $key): ModelCriteria
    {
        $query = constant($this->map . '::VERSION_QUERY')::create();
        $versions = $this->versionMap::getTableMap();
        foreach (array_values($this->map::getTableMap()->getPrimaryKeys()) as $i => $column) {
            $query->{'filterBy' . $versions->getColumn($column->getName())->getPhpName()}($key[$i]);
        }

        return $query;
    }
}
