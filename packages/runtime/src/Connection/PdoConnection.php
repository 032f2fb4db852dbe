<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\DataFetcher\PDODataFetcher;
use Orm\Runtime\Exception\BadMethodCallException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\RetryableFailure;
use Orm\Runtime\Orm;
use PDO;
use Pdo\Sqlite;
use PDOException;
use PDOStatement;
use Throwable;

/** The actual connection: a thin wrapper around PDO that always throws on errors. */
class PdoConnection implements ConnectionInterface
{
    private const MYSQL_DEADLOCK = 1213;

    /**
     * Whether PDO inserts the values into statements for any PostgreSQL connection, as connection poolers require. PDO
     * then only supports named parameters.
     *
     * @internal read-only
     */
    public static bool $emulatesOnPgsql = false;

    protected PDO $pdo;

    /**
     * The id of the process that owns the connection; 0: any process.
     *
     * @internal read-only
     */
    public int $process = 0;

    /**
     * The sockets and files of the connection, by descriptor number.
     *
     * @internal read-only
     * @var array<int, string>
     */
    public array $files = [];

    private ?string $name = null;
    private ?string $driver = null;
    private ?PgsqlLeftovers $leftovers = null;

    /** The attribute of the MySQL driver that controls whether all rows of a result are read immediately. */
    private ?int $buffered = null;

    /**
     * @var array<string, PDOStatement> statements that start and end transactions, because parsing them takes longer
     *     than running them
     */
    private array $controls = [];

    /** Whether the open transaction was started by a statement, which PDO does not notice. */
    private bool $begunBySql = false;

    /**
     * Whether a transaction was started and not ended by a call. SQLite itself may end one, for example when the disk
     * is full, which PDO notices since PHP 8.4. rollBack() must still be called then.
     */
    private bool $begun = false;

    /**
     * @param array<int, mixed>|null $options
     * @throws PDOException if the database cannot be reached
     */
    public function __construct(
        #[\SensitiveParameter] string $dsn,
        #[\SensitiveParameter] ?string $user = null,
        #[\SensitiveParameter] ?string $password = null,
        #[\SensitiveParameter] ?array $options = null,
    ) {
        $options = [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION] + ($options ?? []);
        // Requests of a web server do not fork.
        $this->process = in_array(PHP_SAPI, ['cli', 'phpdbg', 'embed'], true) ? ForkGuard::owner($dsn) : 0;
        $before = [];
        if ($this->process !== 0) {
            if ($options[PDO::ATTR_PERSISTENT] ?? false) {
                // PHP would give a child its parent's persistent connection.
                $options[PDO::ATTR_PERSISTENT] = 'process ' . $this->process;
            }
            $before = ForkGuard::files();
        }
        // Since PHP 8.4, driver-specific methods are in driver-specific classes, which only connect() returns.
        try {
            $this->pdo = method_exists(PDO::class, 'connect')
                ? PDO::connect($dsn, $user, $password, $options)
                : new PDO($dsn, $user, $password, $options);
        } catch (Throwable $failure) {
            throw Secrets::hidden($failure, ['dsn' => $dsn, 'password' => $password]);
        }
        if ($this->process !== 0) {
            $this->files = ForkGuard::filesSince($before);
            ForkGuard::watch($this);
        }
        if ($options[PDO::ATTR_EMULATE_PREPARES] ?? false) {
            $this->noteEmulation();
        }
    }

    public function __destruct()
    {
        $this->leaveIfOfParent();
    }

    /**
     * Called before using or freeing something that belongs to the connection, where no wrapper makes this check.
     *
     * @internal
     * @return bool whether another process opened the connection, so that it cannot be used
     */
    public function leaveIfOfParent(): bool
    {
        if ($this->process === 0 || $this->process === getmypid()) {
            return false;
        }
        ForkGuard::leave();

        return true;
    }

    /**
     * Returns the exception for a method that has returned false, for which PDO throws none if the driver does not name
     * the error. PostgreSQL's driver does that for text that it cannot write into a statement.
     *
     * @internal
     */
    public static function failureOf(PDO|PDOStatement|StatementInterface $source, string $method): PDOException
    {
        [$state, $number, $reason] = $source->errorInfo();
        if (in_array($state, [null, '', '00000'], true)) {
            // The others may belong to an earlier call.
            [$state, $number, $reason] = ['HY000', null, 'the driver gives no reason; is a text not valid in UTF-8?'];
        }
        $failure = new PDOException(sprintf('SQLSTATE[%s]: %s() failed: %s', $state, $method, $reason));
        $failure->errorInfo = [$state, $number, $reason];

        return $failure;
    }

    /**
     * Returns whether a child process may free its copy of the handle, because there is no session to end and no
     * transaction.
     *
     * @internal
     */
    public function closesSilently(): bool
    {
        return $this->driver() === 'sqlite' && !$this->inTransaction();
    }

    /**
     * Drops the handles of the parent process.
     *
     * @internal
     * @return list<PDO|PDOStatement> the handles
     */
    public function leaveParent(): array
    {
        $handles = [$this->pdo, ...array_values($this->controls)];
        unset($this->pdo);
        $this->controls = [];
        $this->begun = $this->begunBySql = false;

        return $handles;
    }

    /** Called when the handle is used after leaveParent() has removed it. */
    public function __get(string $name): never
    {
        throw ForkGuard::refusal();
    }

    public function setName(string $name): void
    {
        $this->name = $name;
    }

    public function getName(): ?string
    {
        return $this->name;
    }

    public function transaction(callable $callable)
    {
        return Transactions::around($this, $callable);
    }

    public function beginTransaction(): bool
    {
        $this->succeeded($this->pdo->beginTransaction(), 'beginTransaction');

        return $this->begun = true;
    }

    /**
     * Starts a transaction that will write, even if it reads first. In SQLite, it could not wait for other writers
     * later.
     *
     * @internal
     */
    public function beginSave(): void
    {
        if ($this->driver() === 'sqlite') {
            $this->beginBySql('BEGIN IMMEDIATE');
        } else {
            $this->beginTransaction();
        }
    }

    /**
     * Starts a transaction with a statement that PDO does not offer. Use commit() and rollBack() to end it.
     *
     * @internal
     */
    public function beginBySql(string $statement): void
    {
        $this->control($statement);
        $this->begunBySql = true;
    }

    public function commit(): bool
    {
        $this->begun = false;
        if (!$this->begunBySql) {
            return $this->succeeded($this->pdo->commit(), 'commit');
        }
        $this->control('COMMIT');
        $this->begunBySql = false;

        return true;
    }

    /**
     * Called after commit() if a statement of the transaction failed. A cluster node may report such a transaction as
     * committed although the other nodes have rejected it. Only its list of errors shows that.
     *
     * @internal
     * @throws PDOException if the commit was rejected
     */
    public function confirmCommit(): void
    {
        $errors = $this->driver() === 'mysql' ? $this->query('SHOW ERRORS')->fetchAll(PDO::FETCH_NUM) : [];
        foreach ($errors as [, $number, $message]) {
            // Other errors may belong to the statement that failed. After this error, there was no transaction to
            // commit.
            if ((int) $number === self::MYSQL_DEADLOCK) {
                $failure = new PDOException('The commit was rejected: ' . $message);
                $failure->errorInfo = ['40001', self::MYSQL_DEADLOCK, $message];
                throw $failure;
            }
        }
    }

    public function rollBack(): bool
    {
        $begunBySql = $this->begunBySql;
        $endedBySqlite = $this->inTransaction() && !$begunBySql && !$this->pdo->inTransaction();
        $this->begunBySql = $this->begun = false;
        if ($endedBySqlite) {
            return true;
        }
        try {
            $this->succeeded($begunBySql ? $this->pdo->exec('ROLLBACK') : $this->pdo->rollBack(), 'rollBack');
            $this->leftovers?->statementSucceeded();

            return true;
        } catch (PDOException $failure) {
            if ($this->driver() === 'mysql' && RetryableFailure::is($failure)) {
                // A cluster has rejected and rolled back the transaction, and this statement got the error. With
                // another statement, the driver notices that there is no transaction.
                return $this->succeeded($this->pdo->rollBack(), 'rollBack');
            }
            if (!str_contains($failure->getMessage(), 'no transaction is active')) {
                throw $failure;
            }
        }
        // SQLite has already rolled back, for example because the disk is full. If PDO did not notice, it needs a
        // transaction to end, or it would reject all further transactions.
        if ($this->pdo->inTransaction()) {
            $this->pdo->exec('BEGIN');
            $this->pdo->rollBack();
        }

        return true;
    }

    /**
     * Ends a transaction that may be open, including one started by a statement.
     *
     * @internal
     * @return bool whether a transaction was open
     */
    public function rollBackIfOpen(): bool
    {
        if ($this->inTransaction()) {
            return $this->rollBack();
        }
        if ($this->driver() !== 'sqlite') {
            return false;
        }
        try {
            // PDO does not notice transactions that statements start in SQLite.
            return $this->pdo->exec('ROLLBACK') !== false;
        } catch (PDOException) {
            return false;
        }
    }

    public function inTransaction(): bool
    {
        return $this->begunBySql || $this->pdo->inTransaction() || ($this->begun && $this->pdo instanceof Sqlite);
    }

    /**
     * Returns whether rows are read from the database while they are fetched, not all in advance.
     *
     * @internal
     */
    public function readsRowByRow(): bool
    {
        return match ($this->driver()) {
            'mysql' => !$this->pdo->getAttribute(
                $this->buffered ??= PdoConstants::valueOf('MYSQL_ATTR_USE_BUFFERED_QUERY'),
            ),
            'sqlite' => true,
            default => false,
        };
    }

    /**
     * Returns whether ask() can detect a lost connection.
     *
     * @internal
     */
    public function canBeAsked(): bool
    {
        return in_array($this->driver(), ['mysql', 'pgsql'], true);
    }

    /**
     * Makes the server answer without changing anything, including the row count and warnings of the last statement.
     *
     * @internal
     * @throws PDOException if the connection is lost
     */
    public function ask(): void
    {
        if ($this->driver() === 'mysql') {
            $this->pdo->getAttribute(PDO::ATTR_SERVER_INFO);
        } else {
            $this->succeeded($this->pdo->query('SELECT 1'), 'query');
        }
    }

    /**
     * Returns whether the driver inserts values into statements itself.
     *
     * @internal
     */
    public function emulates(): bool
    {
        return in_array($this->driver(), ['mysql', 'pgsql'], true)
            && (bool) $this->pdo->getAttribute(PDO::ATTR_EMULATE_PREPARES);
    }

    /**
     * Runs statements together with their values from now on. With a pool that assigns a server connection to each
     * transaction, the server could otherwise run a statement of the same name prepared by another process.
     *
     * @internal
     */
    public function stopPreparing(): void
    {
        if ($this->driver() === 'pgsql') {
            $this->setAttribute('PGSQL_ATTR_DISABLE_PREPARES', true);
        }
    }

    /**
     * Returns whether the driver knows that the connection is lost. Only the PostgreSQL driver does.
     *
     * @internal
     */
    public function isBroken(): bool
    {
        return $this->driver() === 'pgsql'
            && !str_starts_with($this->pdo->getAttribute(PDO::ATTR_CONNECTION_STATUS), 'Connection OK');
    }

    /**
     * Returns whether the transaction is still open on the server after a failed statement. A driver only learns this
     * from the next answer.
     *
     * @internal
     */
    public function hasKeptTransaction(): bool
    {
        if (!$this->inTransaction()) {
            // A committing statement had already ended the transaction, so the failure did not.
            return true;
        }

        return match ($this->driver()) {
            'mysql' => $this->pdo->exec('DO 0') !== false && $this->pdo->inTransaction(),
            'sqlite' => !$this->canBegin(),
            'sqlsrv', 'dblib' => (int) $this->pdo->query('SELECT @@TRANCOUNT')->fetchColumn() > 0,
            default => true,
        };
    }

    public function getAttribute(int $attribute)
    {
        return $this->pdo->getAttribute($attribute);
    }

    /** @return bool false: the driver does not have the attribute */
    public function setAttribute(int|string $attribute, mixed $value): bool
    {
        $attribute = is_int($attribute) ? $attribute : PdoConstants::valueOf($attribute)
            ?? throw new InvalidArgumentException(sprintf('Unknown connection attribute "%s"', $attribute));
        if ($attribute === PDO::ATTR_ERRMODE && $value !== PDO::ERRMODE_EXCEPTION) {
            throw new InvalidArgumentException('A connection always throws exceptions: its ATTR_ERRMODE cannot change');
        }
        if ($attribute === PDO::ATTR_EMULATE_PREPARES && $value) {
            $this->noteEmulation();
        }

        return $this->pdo->setAttribute($attribute, $value);
    }

    public function lastInsertId(?string $name = null)
    {
        return $this->succeeded($this->pdo->lastInsertId($name), 'lastInsertId');
    }

    /** @return PDODataFetcher */
    public function getSingleDataFetcher(PDOStatement|StatementInterface $data): DataFetcherInterface
    {
        return $this->getDataFetcher($data);
    }

    /** @return PDODataFetcher */
    public function getDataFetcher(PDOStatement|StatementInterface $data): DataFetcherInterface
    {
        return new PDODataFetcher($data, $this);
    }

    public function exec(string $statement): int
    {
        try {
            $rows = $this->succeeded($this->pdo->exec($statement), 'exec');
        } catch (PDOException $failure) {
            $this->leftovers?->statementFailed();
            throw $failure;
        }
        $this->leftovers?->statementSucceeded();

        return $rows;
    }

    /** @return PDOStatement */
    public function prepare(string $statement, array $driverOptions = [])
    {
        if ($this->driver() === 'pgsql') {
            $this->leftovers ??= new PgsqlLeftovers();
            $arguments = [$this->leftovers, $this->process];
            $driverOptions += [PDO::ATTR_STATEMENT_CLASS => [PgsqlStatement::class, $arguments]];
        } elseif (($driverOptions[PDO::ATTR_EMULATE_PREPARES] ?? false) && !$this->emulates()) {
            // The MySQL driver has this option only for the whole connection.
            $this->pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
            try {
                return $this->succeeded($this->pdo->prepare($statement, $driverOptions), 'prepare');
            } finally {
                $this->pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
            }
        }

        return $this->succeeded($this->pdo->prepare($statement, $driverOptions), 'prepare');
    }

    /** @return PDOStatement */
    public function query(string $statement)
    {
        if ($this->driver() !== 'pgsql') {
            return $this->succeeded($this->pdo->query($statement), 'query');
        }
        $prepared = $this->prepare($statement);
        $prepared->execute();

        return $prepared;
    }

    public function quote(string $string, int $parameterType = PDO::PARAM_STR): string
    {
        if ($this->driver() === 'pgsql' && $parameterType !== PDO::PARAM_LOB && str_contains($string, "\0")) {
            throw new InvalidArgumentException('PostgreSQL does not support text with a NUL byte');
        }

        return $this->succeeded($this->pdo->quote($string, $parameterType), 'quote');
    }

    /** Returns the PDO object, for methods missing in this class. */
    public function getPdo(): PDO
    {
        return $this->pdo;
    }

    /**
     * @param list<mixed> $args
     * @return mixed
     */
    public function __call(string $method, $args)
    {
        if (!method_exists($this->pdo, $method)) {
            throw new BadMethodCallException(sprintf('PDO has no method %s()', $method));
        }

        return $this->pdo->$method(...$args);
    }

    /**
     * Returns whether a transaction can be started, which SQLite rejects inside another one. The caller must roll back
     * the started one.
     */
    private function canBegin(): bool
    {
        try {
            return $this->pdo->exec('BEGIN') !== false;
        } catch (PDOException) {
            return false;
        }
    }

    private function control(string $sql): void
    {
        $statement = $this->controls[$sql] ??= $this->succeeded($this->pdo->prepare($sql), 'prepare');
        try {
            $statement->execute() || throw self::failureOf($statement, 'execute');
        } catch (PDOException $failure) {
            // Without this, a statement that waits for others in vain would continue when it is run again.
            $statement->closeCursor();
            throw $failure;
        }
    }

    /**
     * @template T
     * @param T|false $result what a method of PDO has returned
     * @return T
     */
    private function succeeded(mixed $result, string $method): mixed
    {
        return $result === false ? throw self::failureOf($this->pdo, $method) : $result;
    }

    private function driver(): string
    {
        return $this->driver ??= $this->pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
    }

    private function noteEmulation(): void
    {
        if (!self::$emulatesOnPgsql && $this->driver() === 'pgsql') {
            self::$emulatesOnPgsql = true;
            Orm::services()->plans->adapterChanged();
        }
    }
}
