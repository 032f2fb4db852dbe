<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\LengthCheck;
use Throwable;

/**
 * The INSERT for one table and one set of columns, with SQL and bindings that are prepared once.
 *
 * @internal
 */
final class InsertPlan
{
    /** The number of rows per statement. More rows are not faster. */
    public const ROWS = 250;

    private readonly Statement $statement;

    /** The setter of the column that gets the new key; null if the database generates none. */
    public readonly ?string $idSetter;

    /** Whether every generated key fits into a PHP integer. An unsigned BIGINT may not. */
    private readonly bool $idIsInteger;

    /** The object's method that receives the result of execute(); null if there is no result. */
    public readonly ?string $taker;

    /** @var list<string> properties to bind, in order */
    public readonly array $properties;

    public readonly RequiredColumns $required;

    /** @var array<int, string> columns with a length limit, by the positions of their properties */
    public readonly array $limited;

    private readonly RowValues $values;

    /** The adapter revision for which this plan was checked; -1: it must be checked each time. */
    public int $revision = -1;

    /** What the statement returns: the new key, a row with a computed column's value and the new key, or nothing. */
    private readonly int $wanted;

    /** The position of the key that comes from a sequence. */
    private readonly int $idPosition;
    private readonly ?string $sequence;
    public readonly bool $returning;

    /** The statement before its rows, one row with `?` as placeholders, and the SQL after the rows. */
    private readonly string $head;
    private readonly string $row;
    private readonly string $tail;

    /** The SQL after the rows if it also returns the columns filled by the database. */
    private readonly string $fullTail;

    /** Columns filled by the database whose values the object receives; null if there are none. */
    public readonly ?DatabaseValues $made;

    /** The statement that also returns these columns, after the other returned values. */
    private readonly ?Statement $returningStatement;

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
            if ($isId && $this->sequence === null) {
                // The column's default is used, unless the schema names a sequence that is not attached to the column.
                if ($this->returning && $tableMap->getPrimaryKeyMethodInfo() !== null) {
                    $columns[] = $names->identifier($name);
                    $values[] = "nextval('" . str_replace("'", "''", $tableMap->getPrimaryKeyMethodInfo()) . "')";
                }
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
        $this->limited = $tableMapClass::LENGTHS === []
            ? []
            : LengthCheck::limited($written, $tableMapClass::LENGTHS);
        $this->idPosition = $idPosition;
        $this->properties = $properties;
        if ($computed !== null) {
            $columns[] = $names->identifier($tableMap->getColumn($computed->name)->getName());
            $values[] = Sql::numbered($computed->sql, $adapter, count($properties));
            array_push($types, ...$computed->types);
        }
        $this->values = new RowValues($adapter, $types, 0);
        $this->idSetter = $givesId ? 'set' . $tableMap->getColumn($autoIncrement)->getPhpName() : null;
        $this->idIsInteger = $givesId && $tableMap->getColumn($autoIncrement)->getType() === 'INTEGER';
        $this->taker = $computed->taker ?? $this->idSetter;
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
        $this->wanted = match (true) {
            $computed !== null => Statement::ROW,
            $this->returning => Statement::VALUE,
            default => Statement::NOTHING,
        };
        $this->statement = $this->statementWith($sql . $this->tail);
        $this->made = $tableMapClass::DATABASE_DEFAULTS === []
            ? null
            : DatabaseValues::of($adapter, $tableMapClass, $tableMapClass::DATABASE_DEFAULTS, $modifiedColumns);
        if ($givesId && !$this->returning) {
            $returned[] = $names->identifier($autoIncrement);
        }
        $this->fullTail = ' RETURNING ' . implode(', ', [...$returned, ...($this->made->names ?? [])]);
        $this->returningStatement = $this->made === null ? null : $this->statementWith($sql . $this->fullTail);
    }

    private function statementWith(string $sql): Statement
    {
        return new Statement(
            $sql,
            Statement::INSERT,
            $this->values->binder,
            // For numbers and strings, no application code can run in between and use the same statement.
            $this->values->binder === null ? true : null,
            $this->values->texts,
        );
    }

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param array<string, true> $modifiedColumns
     * @param ComputedColumn|null $computed only if INSERT can return more than the key
     */
    public static function of(
        string $tableMapClass,
        array $modifiedColumns,
        ?ComputedColumn $computed = null,
    ): self {
        $adapter = Orm::getServiceContainer()->getAdapter($tableMapClass::DATABASE_NAME);
        $key = implode(',', array_keys($modifiedColumns)) . $computed?->sql;
        $plan = Orm::$plans->insert[$adapter::class][$tableMapClass][$key] ?? null;
        if ($plan === null || $plan->computed !== $computed || !$plan->values->isFor($adapter)) {
            self::refuseGivenKey($tableMapClass, $modifiedColumns);
            $made = $computed === null ? [] : [$computed->name => true];
            RequiredColumns::refuseMissing($tableMapClass::getTableMap(), $modifiedColumns + $made);
            $plan = new self($adapter, $tableMapClass, $modifiedColumns, $computed);
            if (Orm::services()->plans->keep('insert', strlen($key))) {
                Orm::$plans->insert[$adapter::class][$tableMapClass][$key] = $plan;
            }
        }
        $plan->revision = Orm::$plans->reportsAdapterChanges ? Orm::$plans->revision : -1;

        return $plan;
    }

    /**
     * Inserts a row.
     *
     * @param list<mixed> $values values of the properties
     * @return list<mixed>|int|string|null the new key; with a computed column, its value followed by the new key
     */
    public function execute(ConnectionWrapper $con, array $values): array|int|string|null
    {
        try {
            if ($this->computed !== null) {
                $values = [...$values, ...$this->computed->values];
            } elseif ($this->sequence !== null) {
                $values[$this->idPosition] = $id = $this->adapter->getId($con, $this->sequence);
            }
            $bound = $this->values->areDirect ? $values : $this->values->of($values);
            $given = $this->statement->run($con, $bound, $this->wanted);
            if ($given !== null || $this->idSetter === null) {
                return $given;
            }
            $id ??= $this->adapter->getId($con);

            // PDO returns numbers as strings.
            return $this->idIsInteger || (is_string($id) && (string) (int) $id === $id) ? (int) $id : $id;
        } catch (Throwable $failure) {
            throw $this->statement->failure($con, $failure, []);
        }
    }

    /**
     * Inserts a row with columns that the database fills.
     *
     * @param list<mixed> $values values of the properties
     * @param list<mixed>|null $made receives the values of these columns if the server can return them
     * @return list<mixed>|int|string|null
     */
    public function executeFilled(ConnectionWrapper $con, array $values, ?array &$made): array|int|string|null
    {
        if ($this->sequence !== null || !$this->adapter->returnsInsertedRows($con)) {
            $this->made->refuseKey();

            return $this->execute($con, $values);
        }
        try {
            if ($this->computed !== null) {
                $values = [...$values, ...$this->computed->values];
            }
            $bound = $this->values->areDirect ? $values : $this->values->of($values);
            $row = $this->returningStatement->run($con, $bound, Statement::ROW);
            if (!is_array($row)) {
                // A trigger has redirected the row.
                $this->made->refuseKey();

                return null;
            }
            $made = array_splice($row, -count($this->made->names));

            return $this->computed !== null ? $row : $row[0] ?? null;
        } catch (Throwable $failure) {
            throw $this->returningStatement->failure($con, $failure, []);
        }
    }

    /**
     * Inserts many rows in one statement.
     *
     * @param list<mixed> $values values of all rows
     * @param bool $isRare whether this number of rows is unlikely to occur again, so that the statement is not cached
     * @param list<list<mixed>>|null $made receives the values filled by the database, by row
     * @return list<int|string>|null the new keys; null if the database generates none
     */
    public function executeRows(
        ConnectionWrapper $con,
        int $count,
        array $values,
        bool $isRare,
        ?array &$made = null,
    ): ?array {
        $sql = $this->rowsSql($count) . ($this->made === null ? $this->tail : $this->fullTail);
        $binder = $this->values->rowsBinder($count);
        $statement = new Statement($sql, Statement::INSERT, $binder, $binder === null, shown: $this->statement->sql);
        $wanted = match (true) {
            $this->made !== null => Statement::ROWS,
            $this->returning => Statement::COLUMN,
            default => Statement::NOTHING,
        };
        $ids = $statement->run($con, $this->values->ofRows($values), $wanted);
        if ($isRare) {
            $con->forgetStatement($sql);
        }
        if ($ids !== null && count($ids) !== $count) {
            // A trigger has dropped or redirected rows, and it is unknown which ones.
            throw new OrmException(sprintf('The database returned %d of %d inserted rows', count($ids), $count));
        }
        if ($this->made !== null) {
            $made = [];
            foreach ($ids as $i => $row) {
                $made[] = array_splice($row, -count($this->made->names));
                $ids[$i] = $row[0] ?? null;
            }

            return $this->idSetter === null ? null : $ids;
        }
        if ($this->returning) {
            return $ids;
        }

        return $this->idSetter === null ? null : $this->adapter->getBulkIds($con, $count);
    }

    /**
     * Returns the statement that inserts this number of rows without returning their keys. It keeps the values of its
     * last run.
     */
    public function rowsStatement(int $count): Statement
    {
        $binder = $this->values->rowsBinder($count);

        return new Statement($this->rowsSql($count), Statement::INSERT, $binder, true, [], $this->statement->sql);
    }

    private function rowsSql(int $count): string
    {
        return $this->head . str_repeat($this->row . ', ', $count - 1) . $this->row;
    }

    /**
     * Returns whether many rows can be inserted together, so that the values filled by the database are known
     * afterwards.
     */
    public function takesRows(ConnectionWrapper $con): bool
    {
        return $this->sequence === null
            && ($this->made === null || $this->adapter->returnsInsertedRows($con));
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
