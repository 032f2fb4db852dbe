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

/** The connection itself: a thin face over PDO that always throws on errors. */
class PdoConnection implements ConnectionInterface
{
    use TransactionTrait;

    private const MYSQL_DEADLOCK = 1213;

    /**
     * Whether PDO puts the values into statements itself for some connection to PostgreSQL, as poolers want it: then it
     * knows parameters by their names only.
     *
     * @internal to be read only
     */
    public static bool $emulatesOnPgsql = false;

    protected PDO $pdo;

    /**
     * The process that the connection belongs to; 0: any.
     *
     * @internal to be read only
     */
    public int $process = 0;

    /**
     * The sockets and files of the connection, by their numbers.
     *
     * @internal to be read only
     * @var array<int, string>
     */
    public array $files = [];

    private ?string $name = null;
    private ?string $driver = null;
    private ?PgsqlLeftovers $leftovers = null;

    /** The attribute of MySQL's driver that says whether all rows of a result are read at once. */
    private ?int $buffered = null;

    /** @var array<string, PDOStatement> those that begin and end transactions: reading them takes longer than they do */
    private array $controls = [];

    /** Whether the open transaction was begun by a statement, which PDO does not notice. */
    private bool $begunBySql = false;

    /**
     * Whether a transaction was begun and not ended by a call. SQLite ends one by itself, as when the disk is full; PDO
     * notices that since PHP 8.4. rollBack() must be called all the same.
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
        $this->process = ForkGuard::owner($dsn);
        $before = [];
        if ($this->process !== 0) {
            if ($options[PDO::ATTR_PERSISTENT] ?? false) {
                // PHP would give a child the persistent connection of its parent.
                $options[PDO::ATTR_PERSISTENT] = 'process ' . $this->process;
            }
            $before = ForkGuard::files();
        }
        // Since PHP 8.4 a driver's own methods are those of a class of its own, which only connect() gives.
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
     * To be called before something is used or freed that belongs to the connection, where no wrapper does so.
     *
     * @internal
     * @return bool whether the connection was opened by another process, so that it cannot be used
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
     * Whether a child process may free its copy of the handle: it has no session that would end, and no transaction.
     *
     * @internal
     */
    public function closesSilently(): bool
    {
        return $this->driver() === 'sqlite' && !$this->inTransaction();
    }

    /**
     * Forgets what the parent process has opened.
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

    /** Called for the handle when leaveParent() has removed it. */
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

    public function beginTransaction(): bool
    {
        $this->pdo->beginTransaction();

        return $this->begun = true;
    }

    /**
     * Begins a transaction that writes, whatever it reads before: SQLite could not wait for others later.
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
     * Begins a transaction in a way that PDO does not offer; commit() and rollBack() end it.
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
            return $this->pdo->commit();
        }
        $this->control('COMMIT');
        $this->begunBySql = false;

        return true;
    }

    /**
     * To be called after commit() if a statement of the transaction has failed. A node of a cluster may answer that
     * such a transaction is committed although the others have rejected it: only its list of errors tells.
     *
     * @internal
     * @throws PDOException if it was rejected
     */
    public function confirmCommit(): void
    {
        $errors = $this->driver() === 'mysql' ? $this->pdo->query('SHOW ERRORS')->fetchAll(PDO::FETCH_NUM) : [];
        foreach ($errors as [, $number, $message]) {
            // Other errors may belong to the statement that failed; after this one there was no transaction to commit.
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
            $done = $begunBySql ? $this->pdo->exec('ROLLBACK') !== false : $this->pdo->rollBack();
            $this->leftovers?->statementSucceeded();

            return $done;
        } catch (PDOException $failure) {
            if ($this->driver() === 'mysql' && RetryableFailure::is($failure)) {
                // A cluster has rejected the transaction and rolled it back, and this statement got the error. Another
                // statement shows the driver that there is no transaction.
                return $this->pdo->rollBack();
            }
            if (!str_contains($failure->getMessage(), 'no transaction is active')) {
                throw $failure;
            }
        }
        // SQLite has rolled back by itself, as it does when the disk is full. Where PDO did not notice, it needs a
        // transaction to end, or it would refuse to begin another one ever after.
        if ($this->pdo->inTransaction()) {
            $this->pdo->exec('BEGIN');
            $this->pdo->rollBack();
        }

        return true;
    }

    /**
     * Ends a transaction that may be open, also one that a statement has begun.
     *
     * @internal
     * @return bool whether there was one
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
            // PDO does not know of what statements begin on SQLite.
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
     * Whether the rows of a result are read while they are fetched, and not all before.
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
     * Whether ask() can find out that the connection is lost.
     *
     * @internal
     */
    public function canBeAsked(): bool
    {
        return in_array($this->driver(), ['mysql', 'pgsql'], true);
    }

    /**
     * Makes the server answer, and changes nothing: neither the counts nor the warnings of the last statement.
     *
     * @internal
     * @throws PDOException if the connection is lost
     */
    public function ask(): void
    {
        if ($this->driver() === 'mysql') {
            $this->pdo->getAttribute(PDO::ATTR_SERVER_INFO);
        } else {
            $this->pdo->query('SELECT 1');
        }
    }

    /**
     * Whether the driver puts values into statements itself.
     *
     * @internal
     */
    public function emulates(): bool
    {
        return in_array($this->driver(), ['mysql', 'pgsql'], true)
            && (bool) $this->pdo->getAttribute(PDO::ATTR_EMULATE_PREPARES);
    }

    /**
     * From now on sends statements together with their values: a pool that gives each transaction another connection
     * of the server would let the server execute what another process has prepared there by the same name.
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
     * Whether the driver knows that the connection is lost. Only that of PostgreSQL does.
     *
     * @internal
     */
    public function isBroken(): bool
    {
        return $this->driver() === 'pgsql'
            && !str_starts_with($this->pdo->getAttribute(PDO::ATTR_CONNECTION_STATUS), 'Connection OK');
    }

    /**
     * Whether the transaction is still open on the server after a statement has failed in it. A driver learns that
     * from the next answer only.
     *
     * @internal
     */
    public function hasKeptTransaction(): bool
    {
        if (!$this->inTransaction()) {
            // Ended before, by a statement that commits: then it was not the failure.
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

    public function setAttribute(int|string $attribute, mixed $value): bool
    {
        $attribute = is_int($attribute) ? $attribute : PdoConstants::valueOf($attribute)
            ?? throw new InvalidArgumentException(sprintf('Unknown connection attribute "%s"', $attribute));
        if ($attribute === PDO::ATTR_EMULATE_PREPARES && $value) {
            $this->noteEmulation();
        }

        return $this->pdo->setAttribute($attribute, $value);
    }

    public function lastInsertId(?string $name = null)
    {
        return $this->pdo->lastInsertId($name);
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
            $rows = (int) $this->pdo->exec($statement);
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
            // That of MySQL has this option for a whole connection only.
            $this->pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
            try {
                return $this->pdo->prepare($statement, $driverOptions);
            } finally {
                $this->pdo->setAttribute(PDO::ATTR_EMULATE_PREPARES, false);
            }
        }

        return $this->pdo->prepare($statement, $driverOptions);
    }

    /** @return PDOStatement */
    public function query(string $statement)
    {
        if ($this->driver() !== 'pgsql') {
            return $this->pdo->query($statement);
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

        return $this->pdo->quote($string, $parameterType);
    }

    /** The PDO object, for what this face does not offer. */
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

    /** SQLite refuses to begin a transaction in another one. The one that is begun here is rolled back by the caller. */
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
        $statement = $this->controls[$sql] ??= $this->pdo->prepare($sql);
        try {
            $statement->execute();
        } catch (PDOException $failure) {
            // One that waits for others in vain would go on when it is executed again.
            $statement->closeCursor();
            throw $failure;
        }
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
