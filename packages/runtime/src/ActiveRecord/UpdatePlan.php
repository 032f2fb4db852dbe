<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\QueryExecutor\StatementFailure;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\FastPaths;
use Throwable;

/**
 * The UPDATE of one row for one set of columns: SQL and bindings, made once.
 *
 * @internal
 */
final class UpdatePlan
{
    /** @var array<class-string, array<class-string, array<string, self>>> by adapter, table map and columns */
    private static array $plans = [];

    public readonly string $sql;

    /** @var list<string> the properties to bind; the key follows them */
    public readonly array $properties;

    public readonly RequiredColumns $required;

    /** @var list<string> */
    private readonly array $types;

    /** Whether every value can be given to execute() as it is. */
    private readonly bool $plain;

    /** @var list<string> */
    private readonly array $placeholders;

    /** Whether there is a row with a key. */
    private readonly string $findSql;

    /** @var list<string> */
    private readonly array $keyTypes;

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<string, true> $modifiedColumns
     */
    private function __construct(
        private readonly AdapterInterface $adapter,
        string $tableMapClass,
        array $modifiedColumns,
    ) {
        $tableMap = $tableMapClass::getTableMap();
        $names = $adapter->names($tableMap->isIdentifierQuotingEnabled());
        $assignments = $conditions = $keys = $keyTypes = $properties = $types = $written = [];
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
            $keys[] = $names->column($name) . '=:p' . count($keyTypes);
        }
        $table = $names->table($tableMapClass::TABLE_NAME);
        $this->properties = $properties;
        $this->required = new RequiredColumns($written, null);
        $this->types = $types;
        $this->placeholders = array_map(static fn (int $i): string => ':p' . ($i + 1), array_keys($types));
        $this->plain = array_filter($types, $adapter->bindsPlainly(...)) === $types;
        $this->sql = 'UPDATE ' . $table . ' SET ' . implode(', ', $assignments)
            . ' WHERE ' . implode(' AND ', $conditions);
        $this->keyTypes = $keyTypes;
        $this->findSql = 'SELECT 1 FROM ' . $table . ' WHERE ' . implode(' AND ', $keys);
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<string, true> $modifiedColumns
     */
    public static function of(string $tableMapClass, array $modifiedColumns): self
    {
        $adapter = Orm::getServiceContainer()->getAdapter($tableMapClass::DATABASE_NAME);
        $key = implode(',', array_keys($modifiedColumns));
        $plan = self::$plans[$adapter::class][$tableMapClass][$key] ?? null;
        if ($plan === null || $plan->adapter !== $adapter) {
            $plan = self::$plans[$adapter::class][$tableMapClass][$key]
                = new self($adapter, $tableMapClass, $modifiedColumns);
        }

        return $plan;
    }

    /**
     * @param list<mixed> $values of the properties, then of the key
     * @return int the number of updated rows
     */
    public function execute(ConnectionInterface $con, array $values): int
    {
        try {
            if ($con instanceof ConnectionWrapper && $con->mayBeLost) {
                $con->makeReady();
            }
            if ($this->plain && FastPaths::$enabled && $con instanceof ConnectionWrapper) {
                // No code of an application runs meanwhile that could want the same statement.
                $statement = $con->useStatement($this->sql);
                $bound = $this->adapter->bindsNamesByPosition()
                    ? $values
                    : array_combine($this->placeholders, $values);
                $statement->execute($bound);
                $rows = $statement->rowCount();
                ConnectionWrapper::forgetValues($statement, $bound);

                return $rows;
            }
            $statement = $con instanceof ConnectionWrapper
                ? $con->acquireStatement($this->sql)
                : $con->prepare($this->sql);
            $bound = array_combine($this->placeholders, $values);
            if ($this->plain && FastPaths::$enabled) {
                $statement->execute($bound);
            } else {
                foreach ($this->types as $i => $type) {
                    $this->adapter->bindTyped($statement, ':p' . ($i + 1), $values[$i], $type);
                }
                $statement->execute();
            }
            $rows = $statement->rowCount();
            if ($con instanceof ConnectionWrapper) {
                $con->releaseStatement($this->sql, $statement, $bound);
            }
        } catch (Throwable $failure) {
            if ($con instanceof ConnectionWrapper) {
                $con->forgetStatement($this->sql);
            }
            throw StatementFailure::of($failure, $con, $this->sql);
        }

        return $rows;
    }

    /**
     * Whether a row that an UPDATE did not change is there: some databases count only rows that were changed.
     *
     * @param list<mixed> $key
     */
    public function finds(ConnectionInterface $con, array $key): bool
    {
        // A plain read may show an old state of the row.
        $lock = $this->adapter->countsChangedRowsOnly() ? ' FOR UPDATE' : '';
        $statement = $con->prepare($this->findSql . $lock);
        foreach ($this->keyTypes as $i => $type) {
            $this->adapter->bindTyped($statement, ':p' . ($i + 1), $key[$i], $type);
        }
        $statement->execute();
        $found = $statement->fetchColumn() !== false;
        $statement->closeCursor();

        return $found;
    }
}
