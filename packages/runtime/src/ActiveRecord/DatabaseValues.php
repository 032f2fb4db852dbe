<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\TypedValues;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use ReflectionClass;

/**
 * The columns that a statement leaves to the database, such as those with the default `gen_random_uuid()`: the values
 * that it makes are read back, by RETURNING or by the key of the row.
 *
 * @internal
 */
final class DatabaseValues
{
    /** @var list<string> the columns as SQL writes them */
    public readonly array $names;

    /** The column of the key that is one of them; null: there is none. */
    private readonly ?ColumnMap $key;

    private readonly ?Statement $finder;

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<int, ColumnMap> $columns by their positions in a row
     */
    private function __construct(AdapterInterface $adapter, string $tableMapClass, private readonly array $columns)
    {
        $tableMap = $tableMapClass::getTableMap();
        $names = $adapter->names($tableMap->isIdentifierQuotingEnabled());
        $written = [];
        $key = null;
        foreach ($columns as $column) {
            $written[] = $names->identifier($column->getName());
            $key = $column->isPrimaryKey() ? $column : $key;
        }
        $this->names = $written;
        $this->key = $key;
        $conditions = $types = [];
        foreach (array_values($tableMap->getPrimaryKeys()) as $i => $column) {
            $conditions[] = $names->identifier($column->getName()) . ' = :p' . $i;
            $types[':p' . $i] = $column->getType();
        }
        $this->finder = $conditions === [] ? null : new Statement(
            'SELECT ' . implode(', ', $written) . ' FROM ' . $names->table($tableMapClass::TABLE_NAME)
                . ' WHERE ' . implode(' AND ', $conditions),
            Statement::READ,
            new TypedValues($adapter, $types),
            false,
        );
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param list<string> $phpNames of the columns that the database fills
     * @param array<string, true> $modifiedColumns the columns that the statement writes
     */
    public static function of(
        AdapterInterface $adapter,
        string $tableMapClass,
        array $phpNames,
        array $modifiedColumns,
    ): ?self {
        if ($phpNames === []) {
            return null;
        }
        $positions = array_flip($tableMapClass::getSelectColumns());
        $columns = [];
        foreach ($phpNames as $name) {
            $column = $tableMapClass::getTableMap()->getColumnByPhpName($name);
            $position = $positions[$column->getFullyQualifiedName()] ?? null;
            // The getter of a lazy column reads it.
            if ($position !== null && !isset($modifiedColumns[$column->getFullyQualifiedName()])) {
                $columns[$position] = $column;
            }
        }

        return $columns === [] ? null : new self($adapter, $tableMapClass, $columns);
    }

    /** Throws before an INSERT that cannot return a key which only the database knows. */
    public function refuseKey(): void
    {
        if ($this->key !== null) {
            throw new OrmException(sprintf(
                'The database makes the key %s but cannot return it; set the key before you save the object',
                $this->key->getFullyQualifiedName(),
            ));
        }
    }

    /** Reads the values from the row of a saved object. Without a primary key, they stay unknown. */
    public function read(ConnectionWrapper $con, ActiveRecordInterface $object): void
    {
        $row = $this->finder?->run($con, Record::call($object, 'keyParts'), Statement::ROW);
        if (is_array($row)) {
            $this->giveTo($object, $row, $con);
        }
    }

    /** @param list<mixed> $values in the order of the names */
    public function giveTo(ActiveRecordInterface $object, array $values, ConnectionWrapper $con): void
    {
        if ($con->rollbackLog !== null) {
            $before = [];
            foreach ($this->columns as $column) {
                $before[$column->getFullyQualifiedName()] = Record::get($object, $column->getProperty());
            }
            $con->rollbackLog->moved($object, $before, 'restoreValues');
        }
        // Hydrating another object converts the values exactly as those of a row that is read.
        $row = array_fill(0, Record::tableMap($object)::NUM_HYDRATE_COLUMNS, null);
        foreach (array_keys($this->columns) as $i => $position) {
            $row[$position] = $values[$i];
        }
        $read = (new ReflectionClass($object))->newInstanceWithoutConstructor();
        $read->hydrate($row);
        foreach ($this->columns as $column) {
            self::put($object, $column, Record::get($read, $column->getProperty()));
        }
    }

    /** Sets a property without marking its column as modified. */
    public static function put(ActiveRecordInterface $object, ColumnMap $column, mixed $value): void
    {
        $property = $column->getProperty();
        Record::set($object, $property, $value);
        if (property_exists($object, $property . '_isUnserialized')) {
            Record::set($object, $property . '_isUnserialized', null);
        }
    }
}
