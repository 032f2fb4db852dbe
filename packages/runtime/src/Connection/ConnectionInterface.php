<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\DataFetcher\DataFetcherInterface;
use PDO;
use PDOStatement;

/** The methods of a database connection that models and queries need. */
interface ConnectionInterface
{
    /** @param string $name the connection's name in the configuration */
    public function setName(string $name): void;

    public function getName(): ?string;

    public function beginTransaction(): bool;

    public function commit(): bool;

    public function rollBack(): bool;

    /** Returns whether the driver has an open transaction. */
    public function inTransaction(): bool;

    /** @return mixed */
    public function getAttribute(int $attribute);

    /** @param int|string $attribute a PDO attribute, or its name with or without `PDO::` */
    public function setAttribute(int|string $attribute, mixed $value): bool;

    /** @return int|string */
    public function lastInsertId(?string $name = null);

    /** Returns a fetcher for the first row of an executed statement. */
    public function getSingleDataFetcher(PDOStatement|StatementInterface $data): DataFetcherInterface;

    /** Returns a fetcher for all rows of an executed statement. */
    public function getDataFetcher(PDOStatement|StatementInterface $data): DataFetcherInterface;

    /**
     * Runs a callable in a transaction: commits when it returns, rolls back when it throws.
     *
     * @template T
     * @param callable(ConnectionInterface): T $callable
     * @return T
     */
    public function transaction(callable $callable);

    /** Runs a statement and returns the number of affected rows. */
    public function exec(string $statement): int;

    /**
     * @param array<int, mixed> $driverOptions
     * @return PDOStatement|StatementInterface
     */
    public function prepare(string $statement, array $driverOptions = []);

    /** @return DataFetcherInterface|PDOStatement */
    public function query(string $statement);

    public function quote(string $string, int $parameterType = PDO::PARAM_STR): string;
}
