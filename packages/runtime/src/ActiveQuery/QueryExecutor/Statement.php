<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Connection\ConnectionWrapper;
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
 * Sends a statement and reads its result; every statement of the library goes through here. The statement is taken from
 * those that the connection keeps, or is prepared; it gets its values, is executed and read, and goes back without its
 * values. A statement that only reads is sent again if its connection was lost outside of a transaction. One that may
 * write is executed once, after a check that the connection still exists. A statement that the server has forgotten is
 * prepared again. A failure is reported to the connection and becomes an exception of its kind.
 *
 * @internal
 */
final class Statement
{
    /** It only reads and takes no locks: it can be sent again. */
    public const READ = 0;

    /** It may write. */
    public const WRITE = 1;

    /** It inserts the row of an object: its failures are those of the object. */
    public const INSERT = 2;

    /** Wanted: the first row by position, or the first value of it; false if there is none. */
    public const ROW = 0;
    public const VALUE = 1;

    /** Wanted: all rows by position, or the first value of each. */
    public const ROWS = 2;
    public const COLUMN = 3;

    /** Wanted: the number of rows written. */
    public const AFFECTED = 4;

    /** Wanted: that it is executed. */
    public const NOTHING = 5;

    /** @var array<int|string, int|null> as TypedValues has them */
    private readonly array $plainTypes;

    /** Whether nothing has to be done after the rows were read. */
    private readonly bool $leavesNothing;

    /**
     * @param TypedValues|CriteriaValues|null $binder null: values are given to execute() as they are
     * @param bool|null $isShort whether no code of an application can run between prepare and the last row, so that the
     *                           same statement cannot be used in between: there are no values, or none are objects;
     *                           null: the values of each run tell. The binder is TypedValues then, if there is one
     * @param list<int|string>|null $texts the parameters, as bindValue() takes them, whose values the statement must
     *                                     not keep; null: those whose values are not integers
     * @param string|null $shown the SQL that people are shown, if that is not what is sent
     * @param WrittenValues|null $written what some values become before they are bound
     * @param bool $areInSql whether the driver writes the values into the SQL, as they are more than a server takes
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
     * The parameters, as bindValue() takes them, whose values a statement must not keep: a text may be long or secret.
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
     * @param array<int|string, mixed> $values as execute() or the binder takes them
     * @param int $wanted a constant of this class
     * @param bool $isAgain whether it has failed before with its connection
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
            // Objects may have code of their own, which could want the same statement: it is not taken yet.
            $bound = $this->written === null ? $values : $this->written->of($values);
            $statement = $isShort
                ? $con->statementCache->idle[$this->sql] ?? $con->useStatement($this->sql)
                : $this->prepared($con, true);
            if ($this->binder === null) {
                $statement->execute($bound);
            } else {
                $this->bind($statement, $bound);
                $statement->execute();
            }
            switch ($wanted) {
                case self::ROW:
                    $result = $statement->fetch(PDO::FETCH_NUM);
                    if ($this->kind !== self::READ) {
                        // SQLite commits, and finds what deferred keys violate, when it is asked for a further row.
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
            // What ConnectionWrapper::forgetValues() does, without a call.
            foreach ($this->texts as $parameter) {
                $statement->bindValue($parameter, null);
            }
        } else {
            ConnectionWrapper::forgetValues($statement, $this->binder?->named($values) ?? $values);
        }

        return $result;
    }

    /**
     * Executes it for a caller who reads the rows.
     *
     * @param array<int|string, mixed> $values
     * @param bool $isGivenBack false: the statement belongs to the caller for good; true: close() gives it back
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
                $statement->execute($bound);
            } else {
                $this->bind($statement, $bound);
                $statement->execute();
            }

            return $statement;
        } catch (Throwable $failure) {
            $again = fn (): PDOStatement|StatementInterface => $this->open($con, $values, $isGivenBack, true);

            return $this->failed($con, $failure, $values, $isAgain ? null : $again);
        }
    }

    /**
     * Gives back what open() gave, when its rows are read.
     *
     * @param array<int|string, mixed> $values
     */
    public function close(ConnectionWrapper $con, PDOStatement|StatementInterface $statement, array $values): void
    {
        $statement->closeCursor();
        $con->releaseStatement($this->sql, $statement, $this->binder?->named($values) ?? $values);
    }

    /**
     * What to throw for a failure of the statement, or of what belongs to it, such as reading the rows of an open one.
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
     * Only binds: the trace of an exception may hold the arguments of all calls, and a statement that has failed must
     * not stay on the server as long as the exception.
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
     * @param (callable(): mixed)|null $again null: it has failed twice
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
