<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\StatementInterface;
use PDO;
use PDOStatement;
use Throwable;

/**
 * The way of a statement to the database and back, which every statement of the library goes: it is taken from those
 * that the connection keeps or prepared, gets its values, is executed, gives what is wanted of it and goes back without
 * its values. A statement that only reads is sent again if its connection was lost outside of a transaction; one that
 * may write is sent once, after the connection was asked whether it is still there. What fails is told to the
 * connection and becomes an exception of its kind.
 *
 * @internal
 */
final class Statement
{
    /** It only reads what no lock is wanted on: it can be sent again. */
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

    /** Wanted: the executed statement, to be given back by close(). */
    public const OPEN = 6;

    /** Wanted: a statement that belongs to the caller for good. */
    public const OWN = 7;

    /**
     * @param ValueBinder|null $binder null: values are given to execute() as they are
     * @param bool $isShort whether no code of an application can run between prepare and the last row, so that nobody
     *                      else can want the same statement meanwhile; only such that go without a binder, or whose
     *                      binder looks into no objects
     * @param bool $hasOnlyIntegers whether there is nothing in the values that a statement would have to forget
     * @param string|null $shown the SQL that people are shown, if that is not what is sent
     */
    public function __construct(
        public readonly string $sql,
        private readonly int $kind,
        private readonly ?ValueBinder $binder = null,
        private readonly bool $isShort = true,
        private readonly bool $hasOnlyIntegers = false,
        private readonly ?string $shown = null,
    ) {
    }

    /**
     * @param array<int|string, mixed> $values as execute() or the binder takes them
     * @param int $wanted a constant of this class
     * @param bool $isAgain whether it has failed before with its connection
     */
    public function run(ConnectionWrapper $con, array $values, int $wanted, bool $isAgain = false): mixed
    {
        if ($this->kind !== self::READ && $con->mayBeLost) {
            $con->makeReady();
        }
        try {
            $isShort = $this->isShort && $wanted < self::OPEN;
            if ($isShort) {
                $statement = $con->useStatement($this->sql);
            } else {
                $statement = $wanted === self::OWN ? $con->prepare($this->sql) : $con->acquireStatement($this->sql);
            }
            if ($this->binder === null) {
                $statement->execute($values);
            } else {
                $this->binder->bind($statement, $values);
                $statement->execute();
            }
            switch ($wanted) {
                case self::ROW:
                    $result = $statement->fetch(PDO::FETCH_NUM);
                    $statement->closeCursor();
                    break;
                case self::VALUE:
                    $result = $statement->fetchColumn();
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
                case self::NOTHING:
                    $result = null;
                    break;
                default:
                    return $statement;
            }
        } catch (Throwable $failure) {
            return $this->failed($con, $failure, $values, $wanted, $isAgain);
        }
        if (!$isShort) {
            $this->close($con, $statement, $values);
        } elseif (!$this->hasOnlyIntegers) {
            ConnectionWrapper::forgetValues($statement, $this->binder?->named($values) ?? $values);
        }

        return $result;
    }

    /**
     * Gives back what run() opened, when its rows are read.
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

    /** @param array<int|string, mixed> $values */
    private function failed(
        ConnectionWrapper $con,
        Throwable $failure,
        array $values,
        int $wanted,
        bool $isAgain,
    ): mixed {
        $con->forgetStatement($this->sql);
        if ($isAgain) {
            throw $failure;
        }
        try {
            return $this->kind === self::READ
                ? $con->again($failure, fn (): mixed => $this->run($con, $values, $wanted, true))
                : throw $failure;
        } catch (Throwable $last) {
            throw $this->failure($con, $last, $values);
        }
    }
}
