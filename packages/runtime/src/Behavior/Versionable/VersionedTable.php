<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Versionable;

use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Behavior\Statements;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/**
 * A table whose rows have versions: its columns and those of the versions, and the tables whose versions go with them.
 *
 * @internal
 */
final class VersionedTable
{
    /** @var array<class-string<TableMap>, self> */
    private static array $known = [];

    public readonly ColumnMap $number;

    /** The column of the versions that holds their number. */
    public readonly ColumnMap $versionNumber;

    public readonly ?ColumnMap $date;

    /** @var list<string> phpNames of the columns that tell of the version, not of the row */
    public readonly array $logNames;

    /** @var list<string> phpNames of the columns that versions have too */
    public readonly array $phpNames;

    /** @var list<string> phpNames of those that go back to what a version says */
    public readonly array $restoredNames;

    /** @var array<string, RelationMap> relations to rows with versions, by the phpName of the version's column */
    public readonly array $parents;

    /** @var array<string, array{RelationMap, string}> relations of rows with versions, by the phpNames of ids, versions */
    public readonly array $children;

    /** @var array{string, string}|null SQL for the number of a row, which locks it, and for the last one of its versions */
    private ?array $numberSql = null;

    /** @param class-string<TableMap> $map */
    private function __construct(private readonly string $map, private readonly AdapterInterface $adapter)
    {
        $table = $map::getTableMap();
        $versions = ($map::VERSION_TABLE_MAP)::getTableMap();
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
        $this->restoredNames = array_values(array_diff($names, $map::NOT_IN_VERSIONS));
        $parents = $children = [];
        foreach ($table->getRelations() as $relation) {
            $other = $relation->getType() === RelationMap::MANY_TO_ONE
                ? $relation->getForeignTable()
                : $relation->getLocalTable();
            if (!isset($other->getBehaviors()['versionable']) || $relation->isComposite()) {
                continue;
            }
            if ($relation->getType() === RelationMap::MANY_TO_ONE) {
                $name = $relation->getLocalColumns()[0]->getName() . '_version';
                if ($versions->hasColumn($name)) {
                    $parents[$versions->getColumn($name)->getPhpName()] = $relation;
                }
            } elseif (in_array($relation->getType(), [RelationMap::ONE_TO_MANY, RelationMap::ONE_TO_ONE], true)) {
                $name = $other->getName();
                $ofKey = $name . '_' . $relation->getLocalColumns()[0]->getName();
                // The first foreign key of a table has columns with the name of the table alone.
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

    /** @param class-string<TableMap> $map */
    public static function of(string $map): self
    {
        $adapter = Orm::getServiceContainer()->getAdapter($map::DATABASE_NAME);
        $table = self::$known[$map] ?? null;

        return $table?->adapter === $adapter ? $table : self::$known[$map] = new self($map, $adapter);
    }

    /**
     * The highest number of a row and its versions, as it is now; others who save the row wait until the transaction
     * ends.
     *
     * @param list<mixed> $key
     */
    public function lockNumber(array $key, ConnectionInterface $con): int
    {
        [$lock, $last] = $this->numberSql ??= $this->makeNumberSql();
        $values = [];
        foreach (array_values($this->map::getTableMap()->getPrimaryKeys()) as $i => $column) {
            $values[] = [$key[$i], $column->getType()];
        }
        $statements = new Statements($this->adapter, $con);
        $number = (int) ($statements->rows(Sql::of($lock, $values))[0][0] ?? 0);

        return max($number, (int) $statements->rows(Sql::of($last, $values))[0][0]);
    }

    /** @return array{string, string} */
    private function makeNumberSql(): array
    {
        $table = $this->map::getTableMap();
        $versions = ($this->map::VERSION_TABLE_MAP)::getTableMap();
        $sql = [];
        $both = [[$table, $this->number, '%s'], [$versions, $this->versionNumber, 'MAX(%s)']];
        foreach ($both as [$one, $number, $what]) {
            $names = $this->adapter->names($one->isIdentifierQuotingEnabled());
            $conditions = array_map(
                static fn (ColumnMap $column): string => $names->identifier(
                    $one->getColumn($column->getName())->getName(),
                ) . ' = ?',
                array_values($table->getPrimaryKeys()),
            );
            $sql[] = 'SELECT ' . sprintf($what, $names->identifier($number->getName())) . ' FROM '
                . $names->table((string) $one->getName()) . ' WHERE ' . implode(' AND ', $conditions);
        }
        $this->adapter->applyLock($sql[0], new Lock(Lock::EXCLUSIVE));

        return $sql;
    }

    /**
     * A query on the versions of a row.
     *
     * @param list<mixed> $key
     */
    public function versionsOf(array $key): ModelCriteria
    {
        $query = ($this->map::VERSION_QUERY)::create();
        $versions = ($this->map::VERSION_TABLE_MAP)::getTableMap();
        foreach (array_values($this->map::getTableMap()->getPrimaryKeys()) as $i => $column) {
            $query->{'filterBy' . $versions->getColumn($column->getName())->getPhpName()}($key[$i]);
        }

        return $query;
    }
}
