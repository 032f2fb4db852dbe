<?php

declare(strict_types=1);

use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;

/** Several databases of one schema, with a connection to each that stays open. */
final class Tenants
{
    /** @var array<string, ConnectionWrapper> */
    private array $connections = [];

    /** @var array<string, PDO> connections that the library does not know */
    private array $observers = [];

    /** @param array<string, array<string, mixed>> $configurations */
    public function __construct(array $configurations)
    {
        foreach ($configurations as $name => $configuration) {
            $con = ConnectionFactory::create($configuration, Orm::getAdapter('shop'));
            assert($con instanceof ConnectionWrapper);
            $this->connections[$name] = $con;
            $this->observers[$name] = $pdo = new PDO(
                $configuration['dsn'],
                $configuration['user'],
                $configuration['password'],
            );
            match (self::vendor()) {
                'mysql' => $pdo->exec('SET innodb_lock_wait_timeout = 1'),
                'pgsql' => $pdo->exec("SET lock_timeout = '1s'"),
                'sqlite' => $pdo->setAttribute(PDO::ATTR_TIMEOUT, 1),
            };
        }
    }

    /** @return list<string> */
    public function names(): array
    {
        return array_keys($this->connections);
    }

    /** From now on models are those of the tenant. */
    public function use(string $name): ConnectionWrapper
    {
        $con = $this->connections[$name];
        Orm::getStandardServiceContainer()->setConnection('shop', $con);

        return $con;
    }

    /**
     * Each tenant has exactly the customers that were reported as written to it, and nobody holds a lock.
     *
     * @param array<string, array<string, true>> $written
     */
    public function check(array $written): void
    {
        foreach ($this->observers as $name => $pdo) {
            $found = $pdo->query('SELECT name FROM customer')->fetchAll(PDO::FETCH_COLUMN);
            $expected = array_map('strval', array_keys($written[$name]));
            sort($found);
            sort($expected);
            assert($found === $expected, "the rows of $name");
            $pdo->exec('UPDATE customer SET name = name');
            $pdo->exec('UPDATE purchase SET title = title');
        }
    }

    /** How many prepared statements the server holds for the connections. */
    public function preparedStatements(): int
    {
        $count = 0;
        foreach ($this->connections as $con) {
            $count += match (self::vendor()) {
                'mysql' => self::status($con, 'Com_stmt_prepare') - self::status($con, 'Com_stmt_close'),
                'pgsql' => (int) $con->query('SELECT COUNT(*) FROM pg_prepared_statements')->fetchColumn(),
                'sqlite' => 0,
            };
        }

        return $count;
    }

    public static function vendor(): string
    {
        return Orm::getServiceContainer()->getAdapterClass('shop');
    }

    private static function status(ConnectionWrapper $con, string $name): int
    {
        return (int) $con->query("SHOW SESSION STATUS LIKE '$name'")->fetch(PDO::FETCH_NUM)[1];
    }
}
