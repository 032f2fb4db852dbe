<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use PDO;
use Traversable;

/**
 * A prepared statement, with the methods of PDOStatement that the library uses.
 *
 * @extends Traversable<int, mixed>
 */
interface StatementInterface extends Traversable
{
    public function bindColumn(
        int|string $column,
        mixed &$param,
        int $type = PDO::PARAM_STR,
        int $maxLength = 0,
        mixed $driverOptions = null,
    ): bool;

    public function bindParam(
        int|string $parameter,
        mixed &$variable,
        int $dataType = PDO::PARAM_STR,
        int $length = 0,
        mixed $driverOptions = null,
    ): bool;

    public function bindValue(int|string $parameter, mixed $value, int $dataType = PDO::PARAM_STR): bool;

    public function closeCursor(): bool;

    public function columnCount(): int;

    /** @param array<int|string, mixed>|null $parameters */
    public function execute(?array $parameters = null): bool;

    public function fetch(
        int $fetchStyle = PDO::FETCH_DEFAULT,
        int $cursorOrientation = PDO::FETCH_ORI_NEXT,
        int $cursorOffset = 0,
    ): mixed;

    /** @return array<int|string, mixed> */
    public function fetchAll(int $fetchStyle = PDO::FETCH_DEFAULT, mixed ...$arguments): array;

    /** @return mixed the value as the driver gives it, false after the last row */
    public function fetchColumn(int $columnNumber = 0): mixed;

    public function rowCount(): int;

    public function setFetchMode(int $mode, mixed ...$arguments): bool;
}
