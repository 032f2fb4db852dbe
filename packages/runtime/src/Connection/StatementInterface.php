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

    /** @return mixed */
    public function fetch(
        int $fetchStyle = PDO::FETCH_DEFAULT,
        int $cursorOrientation = PDO::FETCH_ORI_NEXT,
        int $cursorOffset = 0,
    );

    /**
     * @param int|null $fetchStyle null: the style of setFetchMode()
     * @param mixed $fetchArgument a class, a column number or a function, depending on the style
     * @param list<mixed> $ctorArgs constructor arguments of the class
     * @return array<int|string, mixed>
     */
    public function fetchAll(?int $fetchStyle = null, mixed $fetchArgument = null, array $ctorArgs = []): array;

    /** @return mixed the value as returned by the driver; false after the last row */
    public function fetchColumn(int $columnNumber = 0): mixed;

    /**
     * @template T of object
     * @param class-string<T> $className
     * @param list<mixed> $ctorArgs
     * @return T|false
     */
    public function fetchObject(string $className, array $ctorArgs = []);

    public function rowCount(): int;

    /**
     * @param mixed $classNameObject a class, an object or a column number, depending on the mode
     * @param list<mixed> $ctorarfg constructor arguments of the class
     */
    public function setFetchMode(int $mode, mixed $classNameObject = null, array $ctorarfg = []): bool;

    public function errorCode(): ?string;

    /** @return array{string|null, int|null, string|null} */
    public function errorInfo(): array;

    public function setAttribute(int $attribute, mixed $value): bool;

    /** @return mixed */
    public function getAttribute(int $attribute);

    /** @return array<string, mixed>|false */
    public function getColumnMeta(int $column);

    public function nextRowset(): bool;

    public function debugDumpParams(): void;
}
