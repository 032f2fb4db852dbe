<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Closure;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use PDO;
use PDOStatement;

/**
 * Replaces a connection that cannot be used: a lost one, which the first call reopens, or one whose transaction the
 * server has ended, which rejects all calls until the caller rolls back. Code that uses a connection therefore need not
 * check its state.
 *
 * @internal
 */
final class StandInConnection implements ConnectionInterface
{
    use TransactionTrait;

    private ?string $name = null;

    /** @param Closure(): ConnectionInterface $real opens the connection, or throws */
    public function __construct(private readonly Closure $real, private readonly bool $inTransaction)
    {
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
        return ($this->real)()->beginTransaction();
    }

    public function commit(): bool
    {
        return ($this->real)()->commit();
    }

    public function rollBack(): bool
    {
        return ($this->real)()->rollBack();
    }

    public function inTransaction(): bool
    {
        return $this->inTransaction;
    }

    public function getAttribute(int $attribute): mixed
    {
        return ($this->real)()->getAttribute($attribute);
    }

    public function setAttribute(int|string $attribute, mixed $value): bool
    {
        return ($this->real)()->setAttribute($attribute, $value);
    }

    public function lastInsertId(?string $name = null): string|int
    {
        return ($this->real)()->lastInsertId($name);
    }

    public function getSingleDataFetcher(PDOStatement|StatementInterface $data): DataFetcherInterface
    {
        return ($this->real)()->getSingleDataFetcher($data);
    }

    public function getDataFetcher(PDOStatement|StatementInterface $data): DataFetcherInterface
    {
        return ($this->real)()->getDataFetcher($data);
    }

    public function exec(string $statement): int
    {
        return ($this->real)()->exec($statement);
    }

    public function prepare(string $statement, array $driverOptions = []): PDOStatement|StatementInterface
    {
        return ($this->real)()->prepare($statement, $driverOptions);
    }

    public function query(string $statement): DataFetcherInterface|PDOStatement
    {
        return ($this->real)()->query($statement);
    }

    public function quote(string $string, int $parameterType = PDO::PARAM_STR): string
    {
        return ($this->real)()->quote($string, $parameterType);
    }

    /** @param list<mixed> $arguments */
    public function __call(string $method, array $arguments): mixed
    {
        return ($this->real)()->$method(...$arguments);
    }
}
