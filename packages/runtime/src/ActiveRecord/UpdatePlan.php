<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\TypedValues;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\LengthCheck;

/**
 * The UPDATE of one row for one set of columns, with SQL and bindings that are prepared once.
 *
 * @internal
 */
final class UpdatePlan
{
    private readonly Statement $statement;

    /** @var list<string> properties to bind; the key follows them */
    public readonly array $properties;

    public readonly RequiredColumns $required;

    /** @var array<int, string> columns with a length limit, by the positions of their properties */
    public readonly array $limited;

    /** Whether the key of an object is identical to the stored key. */
    public readonly bool $hasPlainKey;

    /** Whether an UPDATE of the table may also change rows of other tables. */
    public readonly bool $cascades;

    private readonly RowValues $values;

    /** The adapter revision for which this plan was checked; -1: it must be checked each time. */
    public int $revision = -1;

    /** Checks whether a row with a key exists. */
    private readonly Statement $finder;

    /** The columns that the database changes with every UPDATE; null if there are none. */
    public readonly ?DatabaseValues $made;

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<string, true> $modifiedColumns
     */
    private function __construct(
        AdapterInterface $adapter,
        string $tableMapClass,
        public readonly array $modifiedColumns,
    ) {
        if ($tableMapClass::PRIMARY_KEY_POSITIONS === []) {
            throw new LogicException(sprintf(
                '%s objects have no primary key and cannot be updated',
                $tableMapClass::OM_CLASS,
            ));
        }
        $this->hasPlainKey = $tableMapClass::KEY_TYPE === null;
        $this->cascades = $tableMapClass::cascadedColumns() !== [];
        $tableMap = $tableMapClass::getTableMap();
        $names = $adapter->names($tableMap->isIdentifierQuotingEnabled());
        $assignments = $conditions = $keys = $keyNames = $keyTypes = $properties = $types = $written = [];
        foreach ($tableMap->getColumns() as $column) {
            if (isset($modifiedColumns[$column->getFullyQualifiedName()])) {
                $name = $names->identifier($column->getName());
                $properties[] = $column->getProperty();
                $types[] = $column->getType();
                $written[] = $column;
                $assignments[] = $name . '=:p' . count($types);
            }
        }
        foreach ($tableMap->getPrimaryKeys() as $column) {
            $name = $column->getFullyQualifiedName();
            $types[] = $column->getType();
            $conditions[] = $names->column($name) . '=:p' . count($types);
            $keyTypes[] = $column->getType();
            $keyNames[] = ':p' . count($keyTypes);
            $keys[] = $names->column($name) . '=:p' . count($keyTypes);
        }
        $table = $names->table($tableMapClass::TABLE_NAME);
        $this->properties = $properties;
        $this->required = new RequiredColumns($written, null);
        $this->limited = $tableMapClass::LENGTHS === []
            ? []
            : LengthCheck::limited($written, $tableMapClass::LENGTHS);
        $this->values = new RowValues($adapter, $types, 1);
        $this->statement = new Statement(
            'UPDATE ' . $table . ' SET ' . implode(', ', $assignments) . ' WHERE ' . implode(' AND ', $conditions),
            Statement::WRITE,
            $this->values->binder,
            // For numbers and strings, no application code can run in between and use the same statement.
            $this->values->binder === null ? true : null,
            $this->values->texts,
        );
        // A plain read may return an old state of the row.
        $lock = $adapter->countsChangedRowsOnly() ? ' FOR UPDATE' : '';
        $this->finder = new Statement(
            'SELECT 1 FROM ' . $table . ' WHERE ' . implode(' AND ', $keys) . $lock,
            Statement::WRITE,
            new TypedValues($adapter, array_combine($keyNames, $keyTypes)),
            false,
        );
        $this->made = DatabaseValues::of(
            $adapter,
            $tableMapClass,
            $tableMapClass::DATABASE_UPDATES,
            $modifiedColumns,
        );
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<string, true> $modifiedColumns
     */
    public static function of(string $tableMapClass, array $modifiedColumns): self
    {
        $adapter = Orm::getServiceContainer()->getAdapter($tableMapClass::DATABASE_NAME);
        $key = implode(',', array_keys($modifiedColumns));
        $plan = Orm::$plans->update[$adapter::class][$tableMapClass][$key] ?? null;
        if ($plan === null || !$plan->values->isFor($adapter)) {
            $plan = new self($adapter, $tableMapClass, $modifiedColumns);
            if (Orm::services()->plans->keep('update', strlen($key))) {
                Orm::$plans->update[$adapter::class][$tableMapClass][$key] = $plan;
            }
        }
        $plan->revision = Orm::$plans->reportsAdapterChanges ? Orm::$plans->revision : -1;

        return $plan;
    }

    /**
     * Updates the row.
     *
     * @param list<mixed> $values values of the properties, then of the key
     * @return int the number of updated rows
     */
    public function execute(ConnectionWrapper $con, array $values): int
    {
        $bound = $this->values->areDirect ? $values : $this->values->of($values);

        return $this->statement->run($con, $bound, Statement::AFFECTED);
    }

    /**
     * Returns whether a row exists that an UPDATE did not change. Some databases count only changed rows.
     *
     * @param list<mixed> $key
     */
    public function finds(ConnectionWrapper $con, array $key): bool
    {
        return $this->finder->run($con, $key, Statement::VALUE) !== false;
    }
}
