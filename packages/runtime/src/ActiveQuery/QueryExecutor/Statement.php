<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Connection\Recovery;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Map\ColumnMap;
use PDO;
use PDOStatement;
use Throwable;

use function in_array;
use function is_int;
use function is_scalar;
use function is_string;

/**
 * Runs a statement and reads its result. All statements of the library go through this class. The statement comes from
 * the connection's cache or is prepared, gets its values, is run and read, and returns to the cache without its values.
 * A read-only statement is retried if its connection was lost outside a transaction. A statement that may write is run
 * once, after a check that the connection is alive. A statement that the server has forgotten is prepared again. A
 * failure is reported to the connection and converted to the matching exception.
 *
 * @internal
 */
final class Statement
{
    /** The statement only reads and takes no locks, so it can be retried. */
    public const READ = 0;

    /** The statement may write. */
    public const WRITE = 1;

    /** The statement inserts an object's row, so its failures are reported for the object. */
    public const INSERT = 2;

    /** Return the first row by position (ROW) or its first value (VALUE); false if there is no row. */
    public const ROW = 0;
    public const VALUE = 1;

    /** Return all rows by position (ROWS), or the first value of each (COLUMN). */
    public const ROWS = 2;
    public const COLUMN = 3;

    /** Return the number of written rows. */
    public const AFFECTED = 4;

    /** Return nothing. */
    public const NOTHING = 5;

    /** @var array<int|string, int|null> see TypedValues */
    private readonly array $plainTypes;

    /** Whether no cleanup is needed after the rows were read. */
    private readonly bool $leavesNothing;

    /**
     * @param TypedValues|CriteriaValues|null $binder null: values are passed to execute() unchanged
     * @param bool|null $isShort whether no application code can run between prepare and the last row, so that the
     *                           same statement cannot be used in between: there are no values, or none are objects;
     *                           null: decided by the values of each run; the binder, if any, must be TypedValues
     * @param list<int|string>|null $texts the parameters, in the form for bindValue(), whose values the statement must
     *                                     not keep; null: those whose values are not integers
     * @param string|null $shown the SQL for messages, if it differs from the SQL that is run
     * @param WrittenValues|null $written converts some values before they are bound
     * @param bool $areInSql whether the driver writes the values into the SQL because there are too many to bind
     */
    public function __construct(
        public readonly string $sql,
        private readonly int $kind,
        private readonly TypedValues|CriteriaValues|null $binder = null,
        private readonly ?bool $isShort = true,
        private readonly ?array $texts = null,
        private readonly ?string $shown = null,
        private readonly ?WrittenValues $written = null,
        private readonly bool $areInSql = false,
    ) {
        $this->plainTypes = $binder instanceof TypedValues ? $binder->plainTypes : [];
        $this->leavesNothing = $isShort === true && $texts === [];
    }

    /**
     * Returns the parameters, in the form for bindValue(), whose values a statement must not keep, because strings may
     * be long or secret.
     *
     * @param array<int|string, string> $types of columns by placeholder, in the order of the values
     * @return list<int|string>
     */
    public static function texts(array $types, bool $isByPosition): array
    {
        $texts = [];
        $position = 0;
        foreach ($types as $placeholder => $type) {
            $position++;
            if (!in_array($type, ColumnMap::INTEGER_TYPES, true)) {
                $texts[] = $isByPosition ? $position : $placeholder;
            }
        }

        return $texts;
    }

    /**
     * Runs the statement and returns the wanted result.
     *
     * @param array<int|string, mixed> $values in the form for execute() or the binder
     * @param int $wanted a constant of this class
     * @param bool $isAgain whether this is the retry after a failure
     */
    public function run(ConnectionWrapper $con, array $values, int $wanted, bool $isAgain = false): mixed
    {
        if ($con->process !== 0) {
            $con->getWrappedConnection();
        }
        if ($this->kind !== self::READ && $con->liveness !== null) {
            $con->liveness->makeReady($con);
        }
        $isShort = $this->isShort ?? self::hasNoObjects($values);
        try {
            // Objects may run application code that uses the same statement, so the statement is fetched after the
            // conversion.
            $bound = $this->written === null ? $values : $this->written->of($values);
            $statement = $isShort
                ? $con->statementCache->idle[$this->sql] ?? $con->useStatement($this->sql)
                : $this->prepared($con, true);
            if ($this->binder === null) {
                $statement->execute($bound) || throw PdoConnection::failureOf($statement, 'execute');
            } else {
                $this->bind($statement, $bound);
                $statement->execute() || throw PdoConnection::failureOf($statement, 'execute');
            }
            switch ($wanted) {
                case self::ROW:
                    $result = $statement->fetch(PDO::FETCH_NUM);
                    if ($this->kind !== self::READ) {
                        // SQLite commits, and checks deferred constraints, when a further row is requested.
                        $statement->fetch(PDO::FETCH_NUM);
                    }
                    $statement->closeCursor();
                    break;
                case self::VALUE:
                    $result = $statement->fetchColumn();
                    if ($this->kind !== self::READ) {
                        $statement->fetch(PDO::FETCH_NUM);
                    }
                    $statement->closeCursor();
                    break;
                case self::ROWS:
                    $result = $statement->fetchAll(PDO::FETCH_NUM);
                    break;
                case self::COLUMN:
                    $result = $statement->fetchAll(PDO::FETCH_COLUMN);
                    break;
                case self::AFFECTED:
                    $result = $statement->rowCount();
                    break;
                default:
                    $result = null;
            }
        } catch (Throwable $failure) {
            $again = fn (): mixed => $this->run($con, $values, $wanted, true);

            return $this->failed($con, $failure, $values, $isAgain ? null : $again);
        }
        if ($this->leavesNothing) {
            return $result;
        }
        if (!$isShort) {
            $this->close($con, $statement, $values);
        } elseif ($this->texts !== null && $statement instanceof PDOStatement) {
            // Does the same as ConnectionWrapper::forgetValues(), without a call.
            foreach ($this->texts as $parameter) {
                $statement->bindValue($parameter, null);
            }
        } else {
            ConnectionWrapper::forgetValues($statement, $this->binder?->named($values) ?? $values);
        }

        return $result;
    }

    /**
     * Runs the statement for a caller that reads the rows.
     *
     * @param array<int|string, mixed> $values
     * @param bool $isGivenBack true: close() returns the statement to the cache; false: the caller keeps it
     */
    public function open(
        ConnectionWrapper $con,
        array $values,
        bool $isGivenBack = true,
        bool $isAgain = false,
    ): PDOStatement|StatementInterface {
        if ($con->process !== 0) {
            $con->getWrappedConnection();
        }
        if ($this->kind !== self::READ && $con->liveness !== null) {
            $con->liveness->makeReady($con);
        }
        try {
            $bound = $this->written === null ? $values : $this->written->of($values);
            $statement = $this->prepared($con, $isGivenBack);
            if ($this->binder === null) {
                $statement->execute($bound) || throw PdoConnection::failureOf($statement, 'execute');
            } else {
                $this->bind($statement, $bound);
                $statement->execute() || throw PdoConnection::failureOf($statement, 'execute');
            }

            return $statement;
        } catch (Throwable $failure) {
            $again = fn (): PDOStatement|StatementInterface => $this->open($con, $values, $isGivenBack, true);

            return $this->failed($con, $failure, $values, $isAgain ? null : $again);
        }
    }

    /**
     * Returns a statement from open() to the cache after its rows were read.
     *
     * @param array<int|string, mixed> $values
     */
    public function close(ConnectionWrapper $con, PDOStatement|StatementInterface $statement, array $values): void
    {
        $statement->closeCursor();
        $con->releaseStatement($this->sql, $statement, $this->binder?->named($values) ?? $values);
    }

    /**
     * Returns the exception for a failure of the statement, or of reading the rows of an open one.
     *
     * @param array<int|string, mixed> $values
     */
    public function failure(ConnectionWrapper $con, Throwable $failure, array $values): Throwable
    {
        $sql = $this->shown ?? $this->sql;

        return $this->kind === self::INSERT
            ? StatementFailure::ofInsert($failure, $con, $sql)
            : StatementFailure::of($failure, $con, $sql, $values);
    }

    private function prepared(ConnectionWrapper $con, bool $isGivenBack): PDOStatement|StatementInterface
    {
        return match (true) {
            $this->areInSql => $con->prepare($this->sql, [PDO::ATTR_EMULATE_PREPARES => true]),
            $isGivenBack => $con->acquireStatement($this->sql),
            default => $con->prepare($this->sql),
        };
    }

    /** @param array<int|string, mixed> $values */
    private static function hasNoObjects(array $values): bool
    {
        foreach ($values as $value) {
            if ($value !== null && !is_scalar($value)) {
                return false;
            }
        }

        return true;
    }

    /**
     * Only binds the values. Exception traces may contain the arguments of all calls, and a failed statement must not
     * stay on the server as long as its exception exists.
     *
     * @param array<int|string, mixed> $values
     */
    private function bind(PDOStatement|StatementInterface $statement, array $values): void
    {
        if ($this->binder instanceof CriteriaValues) {
            $this->binder->bind($statement);
        }
        $i = 0;
        foreach ($this->plainTypes as $placeholder => $type) {
            $value = $values[$i++];
            if ($type === PDO::PARAM_INT ? is_int($value) : $type !== null && is_string($value)) {
                $statement->bindValue($placeholder, $value, $type);
            } else {
                $this->binder->bind($statement, $placeholder, $value);
            }
        }
    }

    /**
     * @param array<int|string, mixed> $values
     * @param (callable(): mixed)|null $again null: the retry has failed, too
     */
    private function failed(ConnectionWrapper $con, Throwable $failure, array $values, ?callable $again): mixed
    {
        $con->forgetStatement($this->sql);
        if ($again === null) {
            throw $failure;
        }
        try {
            if (Recovery::canPrepareAgain($con, $failure)) {
                return $again();
            }

            return $this->kind === self::READ ? Recovery::again($con, $failure, $again) : throw $failure;
        } catch (Throwable $last) {
            throw $this->failure($con, $last, $values);
        }
    }
}
