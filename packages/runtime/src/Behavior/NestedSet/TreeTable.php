<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Behavior\KnownTableTrait;
use Orm\Runtime\Behavior\ListTable;
use Orm\Runtime\Behavior\NodePlace;
use Orm\Runtime\Behavior\NumberedTrees;
use Orm\Runtime\Behavior\TypedStatement;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;

/**
 * A table whose rows are nodes of trees, and the SQL names of its columns.
 *
 * @internal
 */
final class TreeTable extends ListTable implements NumberedTrees
{
    use KnownTableTrait;

    /** The model class. */
    public readonly string $model;

    public readonly ColumnMap $leftColumn;
    public readonly ColumnMap $rightColumn;
    public readonly ColumnMap $levelColumn;

    /** The scope column; null if the table has only one tree. */
    public readonly ?ColumnMap $scopeColumn;

    /** The quoted names of the columns. */
    public readonly string $left;
    public readonly string $right;
    public readonly string $level;
    public readonly ?string $scope;

    /** @var array<string, string> full names of the columns, by the properties of objects */
    public readonly array $columnNames;

    /** @var list<string> the properties of objects: left, right, level and, if there is one, scope */
    public readonly array $properties;

    /** Whether objects store the tree numbers as integers. */
    public readonly bool $hasNumbers;

    /** @var array<string, TypedStatement> UPDATEs of numbers, by the shape of the change */
    public array $renumberings = [];

    /** @var array<string, TypedStatement> SELECTs for the position of a row, by the lock clause */
    public array $placeOfRow = [];

    /** @param class-string<TableMap> $map */
    private function __construct(string $map, AdapterInterface $adapter)
    {
        parent::__construct($map, $adapter);
        $tableMap = $map::getTableMap();
        $this->model = (string) $tableMap->getClassName();
        $isScoped = $tableMap->getBehaviors()['nested_set']['use_scope'] === 'true';
        $this->leftColumn = $tableMap->getColumn($this->model::LEFT_COL);
        $this->rightColumn = $tableMap->getColumn($this->model::RIGHT_COL);
        $this->levelColumn = $tableMap->getColumn($this->model::LEVEL_COL);
        $this->scopeColumn = $isScoped ? $tableMap->getColumn($this->model::SCOPE_COL) : null;
        $names = $adapter->names($tableMap->isIdentifierQuotingEnabled());
        $this->left = $names->identifier($this->leftColumn->getName());
        $this->right = $names->identifier($this->rightColumn->getName());
        $this->level = $names->identifier($this->levelColumn->getName());
        $this->scope = $isScoped ? $names->identifier($this->scopeColumn->getName()) : null;
        $columns = [];
        foreach ($this->columns() as $column) {
            $columns[$column->getProperty()] = $column->getFullyQualifiedName();
        }
        $this->columnNames = $columns;
        $this->properties = array_keys($columns);
        $types = array_map(static fn (ColumnMap $column): string => $column->getType(), $this->columns());
        $this->hasNumbers = !in_array('BIGINT', $types, true);
        InstancePools::follow($map);
    }

    /** @return list<ColumnMap> left, right, level and, if there is one, scope */
    public function columns(): array
    {
        $columns = [$this->leftColumn, $this->rightColumn, $this->levelColumn];

        return $this->scopeColumn === null ? $columns : [...$columns, $this->scopeColumn];
    }

    /** @return ModelCriteria&NestedSetQueryTrait */
    public function query(): ModelCriteria
    {
        return OrmQuery::from($this->model);
    }

    /** Returns whether the database can lock single rows. */
    public function locksRows(): bool
    {
        $sql = '';
        $this->adapter->applyLock($sql, new Lock(Lock::EXCLUSIVE));

        return $sql !== '';
    }

    /**
     * Returns the scope of a tree in the form that list locks expect.
     *
     * @return list<?int>
     */
    public function lockOf(?int $scope): array
    {
        return $this->scope === null ? [] : [$scope];
    }

    /** Returns the condition for the rows of a tree. */
    public function inTree(?int $scope): Sql
    {
        return $this->scopeColumn === null
            ? Sql::of('1 = 1')
            : Sql::equal((string) $this->scope, $this->scopeColumn, $scope);
    }

    /** @param list<mixed> $row left, right, level and scope as the driver returns them */
    public function place(array $row): Place
    {
        $scope = $this->scopeColumn === null ? null : $row[3];

        return new Place((int) $row[0], (int) $row[1], (int) $row[2], $scope === null ? null : (int) $scope);
    }

    public function isMoved(array $modified): bool
    {
        return isset($modified[$this->leftColumn->getFullyQualifiedName()]);
    }

    public function isScope(?ColumnMap $column): bool
    {
        return $column !== null && $column === $this->scopeColumn;
    }

    public function lockNode(ConnectionInterface $con, array $key, NodePlace $known): Place
    {
        $read = function () use ($con, $key): array {
            $place = (new TreeStatements($this, $con))->place($key);

            return [$place, $place === null ? [] : [$this->lockOf($place->scope)]];
        };

        return $this->lockAndRead($con, [$this->lockOf($known->tree())], $read) ?? new Place(0, 0, 0, null);
    }

    public function above(ConnectionInterface $con, NodePlace $place): ?Sql
    {
        assert($place instanceof Place);
        $numbers = " AND $this->left < ? AND $this->right >= ? AND $this->level = ?";

        return !$place->isInTree() || $place->level === 0 ? null : $this->inTree($place->scope)
            ->then(Sql::number($numbers, $place->left, $place->left, $place->level - 1))
            ->then($this->readLock($con));
    }

    public function below(NodePlace $place): ?Sql
    {
        assert($place instanceof Place);

        return !$place->hasChildren() ? null : $this->inTree($place->scope)
            ->then(Sql::number(" AND $this->left > ? AND $this->right < ?", $place->left, $place->right));
    }
}
