<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\QueryExecutor\StatementFailure;
use Orm\Runtime\ActiveQuery\SqlBuilder\ShapeCache;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\Database\ServerReason;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\FastPaths;
use PDO;
use PDOException;
use Throwable;

/**
 * The INSERT of a table for one set of columns: SQL and bindings, made once.
 *
 * @internal
 */
final class InsertPlan
{
    /** @var array<class-string, array<class-string, array<string, self>>> by adapter, table map and columns */
    private static array $plans = [];

    public readonly string $sql;

    /** The setter of the column that gets the new key; null if the database gives none out. */
    public readonly ?string $idSetter;

    /** The method of the object that gets what execute() gives; null if that is nothing. */
    public readonly ?string $taker;

    /** @var list<string> the properties to bind, in order */
    public readonly array $properties;

    public readonly RequiredColumns $required;

    /** @var list<string> */
    private readonly array $types;

    /** Whether every value can be given to execute() as it is. */
    private readonly bool $plain;

    /** @var list<string>|null null: values are bound by their positions */
    private readonly ?array $placeholders;

    /** Whether values go in by one call and the key comes back as a row. */
    private readonly bool $isOneCall;

    /** Whether values go in by one call and nothing comes back as a row. */
    private readonly bool $isPlainCall;

    /** The revision of adapters that this plan was checked for; -1: it must be checked each time. */
    public int $revision = -1;

    /** Where the key of a sequence goes. */
    private readonly int $idPosition;
    private readonly ?string $sequence;
    public readonly bool $returning;

    /** The statement up to its first row, the row, and what comes after the rows; with `?` for the values. */
    private readonly string $head;
    private readonly string $row;
    private readonly string $tail;

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<string, true> $modifiedColumns
     */
    private function __construct(
        public readonly AdapterInterface $adapter,
        string $tableMapClass,
        public readonly array $modifiedColumns,
        public readonly ?ComputedColumn $computed,
    ) {
        $tableMap = $tableMapClass::getTableMap();
        $names = $adapter->names($tableMap->isIdentifierQuotingEnabled());
        $autoIncrement = $tableMapClass::AUTO_INCREMENT;
        $givesId = $autoIncrement !== null
            && !isset($modifiedColumns[$tableMapClass::TABLE_NAME . '.' . $autoIncrement]);
        $this->returning = $givesId && $adapter->supportsInsertReturning();
        $this->sequence = $givesId && $adapter->isGetIdBeforeInsert() && !$this->returning
            ? $tableMap->getPrimaryKeyMethodInfo()
                ?? $adapter->getDefaultSequence($tableMapClass::TABLE_NAME, $autoIncrement)
            : null;

        $columns = $values = $properties = $types = $written = [];
        $idPosition = 0;
        foreach ($tableMap->getColumns() as $column) {
            $name = $column->getName();
            $isId = $givesId && $name === $autoIncrement;
            if (!$isId && !isset($modifiedColumns[$column->getFullyQualifiedName()])) {
                continue;
            }
            if ($isId && $this->returning) {
                // The column's own default is used, unless the schema names a sequence that is not tied to it.
                if ($tableMap->getPrimaryKeyMethodInfo() !== null) {
                    $columns[] = $names->identifier($name);
                    $values[] = "nextval('" . str_replace("'", "''", $tableMap->getPrimaryKeyMethodInfo()) . "')";
                }
                continue;
            }
            if ($isId && !$adapter->bindsNullIdentity() && $this->sequence === null) {
                continue;
            }
            $idPosition = $isId ? count($properties) : $idPosition;
            $columns[] = $names->identifier($name);
            $values[] = ':p' . count($properties);
            $properties[] = $column->getProperty();
            $types[] = $column->getType();
            $written[] = $column;
        }
        $this->required = new RequiredColumns($written, $autoIncrement);
        $this->idPosition = $idPosition;
        $this->properties = $properties;
        if ($computed !== null) {
            $number = count($properties);
            $columns[] = $names->identifier($tableMap->getColumn($computed->name)->getName());
            $values[] = preg_replace_callback(
                Sql::PLACEHOLDER,
                static function () use (&$number): string {
                    return ':p' . $number++;
                },
                $computed->sql,
            );
            array_push($types, ...$computed->types);
        }
        $this->types = $types;
        $this->placeholders = $adapter->bindsNamesByPosition()
            ? null
            : array_map(static fn (int $i): string => ':p' . $i, array_keys($types));
        $this->plain = array_filter($types, $adapter->bindsPlainly(...)) === $types;
        $this->idSetter = $givesId ? 'set' . $tableMap->getColumn($autoIncrement)->getPhpName() : null;
        $this->taker = $computed->taker ?? $this->idSetter;
        $this->isPlainCall = $this->plain && !$this->returning && $this->sequence === null && $computed === null
            && FastPaths::$enabled;
        $this->isOneCall = $this->returning && $this->plain && $this->placeholders === null && FastPaths::$enabled;
        $table = $names->table($tableMapClass::TABLE_NAME);
        $sql = $columns === []
            ? $adapter->getEmptyInsert($table)
            : 'INSERT INTO ' . $table . ' (' . implode(', ', $columns) . ') VALUES (' . implode(', ', $values) . ')';
        $returned = $this->returning ? [$names->identifier($autoIncrement)] : [];
        if ($computed !== null) {
            array_unshift($returned, end($columns));
        }
        $this->tail = $returned === [] ? '' : ' RETURNING ' . implode(', ', $returned);
        $this->head = 'INSERT INTO ' . $table . ' (' . implode(', ', $columns) . ') VALUES ';
        $this->row = '(' . preg_replace('/:p\d+/', '?', implode(', ', $values)) . ')';
        $this->sql = $sql . $this->tail;
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<string, true> $modifiedColumns
     * @param ComputedColumn|null $computed only where INSERT can give back more than the key
     */
    public static function of(
        string $tableMapClass,
        array $modifiedColumns,
        ?ComputedColumn $computed = null,
    ): self {
        $adapter = Orm::getServiceContainer()->getAdapter($tableMapClass::DATABASE_NAME);
        $key = implode(',', array_keys($modifiedColumns)) . $computed?->sql;
        $plan = self::$plans[$adapter::class][$tableMapClass][$key] ?? null;
        if (
            $plan === null || $plan->adapter !== $adapter || $plan->computed !== $computed
            || ($plan->placeholders === null) !== $adapter->bindsNamesByPosition()
        ) {
            self::refuseGivenKey($tableMapClass, $modifiedColumns);
            $plan = self::$plans[$adapter::class][$tableMapClass][$key]
                = new self($adapter, $tableMapClass, $modifiedColumns, $computed);
        }
        $plan->revision = ShapeCache::$isTold ? ShapeCache::$revision : -1;

        return $plan;
    }

    /**
     * @param list<mixed> $values of the properties
     * @return list<mixed>|int|string|null the new key; after the value of a computed column if there is one
     */
    public function execute(ConnectionInterface $con, array $values): array|int|string|null
    {
        $adapter = $this->adapter;
        try {
            if ($con instanceof ConnectionWrapper && $con->mayBeLost) {
                $con->makeReady();
            }
            if ($this->isOneCall && $con instanceof ConnectionWrapper) {
                $statement = $con->useStatement($this->sql);
                if ($this->computed === null) {
                    $statement->execute($values);
                    $id = $statement->fetchColumn();
                } else {
                    $statement->execute([...$values, ...$this->computed->values]);
                    $id = $statement->fetch(PDO::FETCH_NUM);
                }
                $statement->closeCursor();
                ConnectionWrapper::forgetValues($statement, [...$values, ...$this->computed->values ?? []]);

                return $id;
            }
            if ($this->isPlainCall && $con instanceof ConnectionWrapper) {
                $statement = $con->useStatement($this->sql);
                $bound = $this->placeholders === null ? $values : array_combine($this->placeholders, $values);
                $statement->execute($bound);
                $id = $this->idSetter === null ? null : $adapter->getId($con);
                ConnectionWrapper::forgetValues($statement, $bound);

                return $id;
            }
            if ($this->computed !== null) {
                $values = [...$values, ...$this->computed->values];
            }
            $id = null;
            if ($this->sequence !== null) {
                $id = $adapter->getId($con, $this->sequence);
                $values[$this->idPosition] = $id;
            }
            $statement = $con instanceof ConnectionWrapper
                ? $con->acquireStatement($this->sql)
                : $con->prepare($this->sql);
            if ($this->plain && FastPaths::$enabled) {
                $bound = $this->placeholders === null ? $values : array_combine($this->placeholders, $values);
                $statement->execute($bound);
            } else {
                $bound = [];
                foreach ($this->types as $i => $type) {
                    $bound[':p' . $i] = $values[$i];
                    $adapter->bindTyped($statement, ':p' . $i, $values[$i], $type);
                }
                $statement->execute();
            }
            if ($this->computed !== null) {
                $id = $statement->fetch(PDO::FETCH_NUM);
                $statement->closeCursor();
            } elseif ($this->returning) {
                $id = $statement->fetchColumn();
                $statement->closeCursor();
            } elseif ($this->idSetter !== null && $this->sequence === null) {
                $id = $adapter->getId($con);
            }
            if ($con instanceof ConnectionWrapper) {
                $con->releaseStatement($this->sql, $statement, $bound);
            }
        } catch (Throwable $failure) {
            if ($con instanceof ConnectionWrapper) {
                $con->forgetStatement($this->sql);
            }
            throw $this->failure($failure, $con);
        }

        return $id;
    }

    /** Whether the values of a row can be given to execute() as they are. */
    public function isPlain(): bool
    {
        return $this->plain && $this->sequence === null;
    }

    public function sqlForRows(int $count): string
    {
        return $this->head . str_repeat($this->row . ', ', $count - 1) . $this->row . $this->tail;
    }

    private function failure(Throwable $failure, ConnectionInterface $con): Throwable
    {
        if ($failure instanceof ExceptionInterface && !$failure instanceof PDOException) {
            return $failure;
        }
        $message = 'INSERT failed: ' . $this->sql;
        $info = StatementFailure::note($failure, $con, $message);
        $message .= ServerReason::text($failure);
        if ($info !== null) {
            return new (__NAMESPACE__ . '\\Exception\\' . $info->kind->value . 'Exception')($message, $info, $failure);
        }

        return $failure instanceof PDOException ? new OrmException($message, 0, $failure) : $failure;
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<string, true> $modifiedColumns
     */
    private static function refuseGivenKey(string $tableMapClass, array $modifiedColumns): void
    {
        if ($tableMapClass::AUTO_INCREMENT === null || $tableMapClass::ALLOW_PK_INSERT) {
            return;
        }
        $name = $tableMapClass::TABLE_NAME . '.' . $tableMapClass::AUTO_INCREMENT;
        if (isset($modifiedColumns[$name])) {
            throw new OrmException(sprintf('Column %s is auto-increment and must stay empty on insert', $name));
        }
    }
}
