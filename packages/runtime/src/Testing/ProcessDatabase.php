<?php

declare(strict_types=1);

namespace Orm\Runtime\Testing;

use Closure;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\DatabaseUrl;
use Orm\Runtime\Exception\RuntimeException;
use Orm\Runtime\Orm;
use PDOException;
use Throwable;

/**
 * Databases for tests in parallel processes: each process gets a copy of the configured database, whose name ends with
 * `_orm_test_` and the token of the process. The next process with this token replaces or reuses it.
 */
final class ProcessDatabase
{
    /** PostgreSQL truncates longer names. */
    private const LONGEST_NAME = 63;

    /** @var array<string, array{dsn: string, database: string}> the copies by the DSNs of the configured databases */
    private static array $copies = [];

    /** @var list<resource> files that are locked until the process ends */
    private static array $locks = [];

    private function __construct(
        private readonly string $name,
        private readonly string $token,
        private readonly ConnectionManagerSingle $manager,
        private readonly string $adapter,
    ) {
    }

    /**
     * Makes a connection use the database of this process.
     *
     * @param Closure(string): void $prepare creates the tables of the connection with this name
     * @return bool false for a database in memory, which no other process can see
     */
    public static function connect(string $name, string $token, Closure $prepare): bool
    {
        // PHP 8.1 does not support arrow functions of type never.
        $refuse = static function (string $reason) use ($name, $token): never {
            throw new RuntimeException(sprintf(
                'Connection "%s": the test process "%s" gets no database: %s. Without TEST_TOKEN, tests use the'
                    . ' configured database',
                $name,
                $token,
                $reason,
            ));
        };
        if (preg_match('/^[a-z0-9_]{1,20}$/D', $token) !== 1) {
            $refuse('its token must consist of 1 to 20 lower-case letters, digits and underscores');
        }
        $container = Orm::getServiceContainer();
        $manager = $container->getConnectionManager($name);
        $adapter = $container->getAdapter($name)->getAdapterId();
        if (!in_array($adapter, ['mysql', 'pgsql', 'sqlite'], true)) {
            $refuse("databases of the adapter $adapter cannot be copied");
        }
        if ($adapter === 'sqlite' && self::file(Orm::getWriteConnection($name)) === '') {
            return false;
        }
        $configuration = $manager instanceof ConnectionManagerSingle ? $manager->getConfiguration() : null;
        if ($configuration === null) {
            $refuse('the connection has replicas, or was set without a configuration');
        }
        $dsn = DatabaseUrl::expand($configuration)['dsn'] ?? '';
        if (in_array($dsn, array_column(self::$copies, 'dsn'), true)) {
            return true;
        }
        if (!str_starts_with($dsn, "$adapter:")) {
            $refuse("its DSN does not start with \"$adapter:\"");
        }
        $database = new self($name, $token, $manager, $adapter);
        try {
            self::$copies[$dsn] ??= $database->create($dsn, $prepare);
            $database->use(self::$copies[$dsn]);
        } catch (Throwable $failure) {
            $database->manager->setConfiguration($configuration);
            throw $failure;
        }

        return true;
    }

    /** @return array{dsn: string, database: string} the copy */
    private function create(#[\SensitiveParameter] string $dsn, Closure $prepare): array
    {
        // Only one process at a time migrates and copies: PostgreSQL cannot copy a database with other connections.
        $this->manager->closeConnections();
        $turn = $this->lockFile($dsn);
        flock($turn, LOCK_EX);
        $con = Orm::getWriteConnection($this->name);
        [$base, $copy] = $this->names($con);
        $own = $this->lockFile("$dsn $copy");
        try {
            // A test in a separate process inherits the variable, and uses the database of its parent process.
            $variable = 'ORM_TEST_DATABASE_' . sha1("$dsn $copy");
            $created = ['dsn' => $this->dsnOf($copy, $dsn), 'database' => $copy];
            if (getenv($variable) !== false) {
                return $created;
            }
            if (!flock($own, LOCK_EX | LOCK_NB)) {
                throw new RuntimeException(sprintf(
                    'Connection "%s": another process uses the test database %s; give each process its own TEST_TOKEN',
                    $this->name,
                    $copy,
                ));
            }
            if ($this->adapter === 'mysql') {
                $this->createEmpty($con, $copy);
                $this->use($created);
                $prepare($this->name);
                $this->refuseEmpty($base, $copy);
            } else {
                $prepare($this->name);
                $this->copy($con, $base, $copy);
            }
            putenv("$variable=1");
            self::$locks[] = $own;

            return $created;
        } finally {
            unset($con);
            $this->manager->closeConnections();
            fclose($turn);
        }
    }

    private function dsnOf(string $copy, #[\SensitiveParameter] string $dsn): string
    {
        if ($this->adapter === 'sqlite') {
            return "sqlite:$copy";
        }
        // Two semicolons are an escaped one in a value. Drivers use the last of several names.
        $isClosed = preg_match('/(?<!;)(;;)*;$/D', $dsn) === 1;

        return $dsn . ($isClosed ? '' : ';') . "dbname=$copy";
    }

    /** @param array{dsn: string, database: string} $copy */
    private function use(#[\SensitiveParameter] array $copy): void
    {
        $configuration = DatabaseUrl::expand($this->manager->getConfiguration() ?? []);
        $this->manager->setConfiguration(['dsn' => $copy['dsn']] + $configuration);
        [$used] = $this->names(Orm::getWriteConnection($this->name));
        // Tests must never write to the configured database, however a driver reads the DSN.
        if ($used !== $copy['database']) {
            throw new RuntimeException(
                sprintf('Connection "%s" uses the database %s, not the one of its test process', $this->name, $used),
            );
        }
    }

    /** @return array{string, string} the database of the connection, and the one of this process */
    private function names(ConnectionInterface $con): array
    {
        if ($this->adapter === 'sqlite') {
            $file = self::file($con);
            $extension = pathinfo($file, PATHINFO_EXTENSION);
            $end = $extension === '' ? '' : ".$extension";
            $stem = $end === '' ? $file : substr($file, 0, -strlen($end));

            return [$file, "{$stem}_orm_test_{$this->token}$end"];
        }
        $sql = $this->adapter === 'pgsql' ? 'SELECT current_database()' : 'SELECT DATABASE()';
        $base = (string) $con->query($sql)->fetchColumn();
        $copy = "{$base}_orm_test_{$this->token}";
        if (strlen($copy) > self::LONGEST_NAME || preg_match('/^\w+$/D', $copy) !== 1) {
            $copy = substr(sha1($base), 0, 16) . "_orm_test_{$this->token}";
        }

        return [$base, $copy];
    }

    /** @return string the file of the database; empty for a database in memory */
    private static function file(ConnectionInterface $con): string
    {
        foreach ($con->query('PRAGMA database_list')->fetchAll() as [, $name, $file]) {
            if ($name === 'main') {
                return (string) $file;
            }
        }

        return '';
    }

    private function copy(ConnectionInterface $con, string $base, string $copy): void
    {
        if ($this->adapter === 'sqlite') {
            foreach (['', '-wal', '-shm', '-journal'] as $end) {
                is_file($copy . $end) && unlink($copy . $end);
            }
            $this->execute($con, 'VACUUM INTO ' . $con->quote($copy), $copy);

            return;
        }
        $quotedBase = '"' . str_replace('"', '""', $base) . '"';
        $this->execute($con, "DROP DATABASE IF EXISTS \"$copy\"", $copy);
        $this->execute($con, "CREATE DATABASE \"$copy\" TEMPLATE $quotedBase", $copy);
    }

    /**
     * Creates an empty copy, because MySQL cannot copy a database. The migrations of the configured database then
     * create its tables.
     */
    private function createEmpty(ConnectionInterface $con, string $copy): void
    {
        $collation = $con->query('SELECT @@collation_database')->fetchColumn();
        $this->execute($con, "CREATE DATABASE IF NOT EXISTS `$copy` COLLATE $collation", $copy);
    }

    private function refuseEmpty(string $base, string $copy): void
    {
        $con = Orm::getWriteConnection($this->name);
        $count = static fn (string $database): int => (int) $con->query(
            'SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = ' . $con->quote($database),
        )->fetchColumn();
        if ($count($copy) === 0 && $count($base) > 0) {
            throw new RuntimeException(sprintf(
                'Connection "%s": the test database %s has no tables, and MySQL cannot copy those of %s. Create them by'
                    . ' migrations, or override prepareDatabase()',
                $this->name,
                $copy,
                $base,
            ));
        }
    }

    private function execute(ConnectionInterface $con, string $sql, string $copy): void
    {
        try {
            $con->exec($sql);
        } catch (Throwable $failure) {
            $cause = $failure;
            while (!$cause instanceof PDOException && $cause->getPrevious() !== null) {
                $cause = $cause->getPrevious();
            }
            $info = $cause instanceof PDOException ? $cause->errorInfo ?? [] : [];
            $advice = match (true) {
                ($info[0] ?? '') === '42501' => 'The role needs CREATEDB and must own the configured database: ',
                ($info[0] ?? '') === '55006' => 'Close all other connections to the database: ',
                in_array($info[1] ?? 0, [1044, 1227], true) => "The user needs all rights on `$copy`: ",
                default => '',
            };
            throw new RuntimeException(sprintf(
                'Connection "%s": cannot create the test database %s. %s%s',
                $this->name,
                $copy,
                $advice,
                $info[2] ?? $failure->getMessage(),
            ), 0, $failure);
        }
    }

    /** @return resource */
    private function lockFile(#[\SensitiveParameter] string $key)
    {
        // Another user of the system may not be allowed to open this user's file.
        $user = function_exists('posix_geteuid') ? posix_geteuid() : get_current_user();
        $file = sprintf('%s/orm-test-%s', sys_get_temp_dir(), sha1("$user $key"));

        return fopen($file, 'c') ?: throw new RuntimeException("Cannot open the lock file $file");
    }
}
