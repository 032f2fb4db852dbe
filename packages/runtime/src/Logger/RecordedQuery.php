<?php

declare(strict_types=1);

namespace Orm\Runtime\Logger;

use JsonSerializable;
use Orm\Runtime\Connection\Sealed;

/** A statement that the database has executed or rejected, as QueryLog records it. */
final class RecordedQuery implements JsonSerializable
{
    private ?int $rows = null;
    private float $seconds = 0.0;
    private ?string $error = null;

    /**
     * @param int $number position in the log, from 1
     * @param string $connection name of the connection; empty for a connection without a name
     * @param array<int|string, bool|float|int|string|null> $parameters for display: secrets are masked, long
     *     strings are truncated
     * @param string $file location in the application that caused the statement; empty if none was found
     * @param float $startedAt seconds since 1970
     * @param string $key equal for statements with the same connection, SQL and parameters
     * @param Sealed|null $source bound values and connection, for QueryLog::explain(); null after unserialize()
     * @internal
     */
    public function __construct(
        public readonly int $number,
        public readonly string $connection,
        public readonly string $sql,
        public readonly array $parameters,
        public readonly string $file,
        public readonly int $line,
        public readonly float $startedAt,
        public readonly string $key,
        private readonly ?Sealed $source,
    ) {
    }

    /** @return int|null the number of rows read so far, or written; null if the driver does not report it */
    public function getRows(): ?int
    {
        return $this->rows;
    }

    /** @return float the time in the driver for preparing, executing and reading the rows */
    public function getSeconds(): float
    {
        return $this->seconds;
    }

    /** @return string|null the error message, if the statement failed */
    public function getError(): ?string
    {
        return $this->error;
    }

    /** Returns whether the statement returns rows and does not change any. */
    public function isRead(): bool
    {
        return QueryShape::isRead($this->sql);
    }

    /** @return string `file:line`; empty if the location is unknown */
    public function getCaller(): string
    {
        return $this->file === '' ? '' : "$this->file:$this->line";
    }

    /**
     * @return array{number: int, connection: string, sql: string, parameters: array<int|string, mixed>, seconds: float,
     *     rows: int|null, file: string, line: int, error: string|null, startedAt: float}
     */
    public function toArray(): array
    {
        return [
            'number' => $this->number,
            'connection' => $this->connection,
            'sql' => $this->sql,
            'parameters' => $this->parameters,
            'seconds' => $this->seconds,
            'rows' => $this->rows,
            'file' => $this->file,
            'line' => $this->line,
            'error' => $this->error,
            'startedAt' => $this->startedAt,
        ];
    }

    /** @return array<string, mixed> */
    public function jsonSerialize(): array
    {
        return $this->toArray();
    }

    /** @return array<string, mixed> the data without the bound values, because some may be secret */
    public function __serialize(): array
    {
        return $this->toArray() + ['key' => $this->key];
    }

    /** @param array<string, mixed> $data */
    public function __unserialize(array $data): void
    {
        $this->__construct(
            $data['number'],
            $data['connection'],
            $data['sql'],
            $data['parameters'],
            $data['file'],
            $data['line'],
            $data['startedAt'],
            $data['key'],
            null,
        );
        $this->rows = $data['rows'];
        $this->seconds = $data['seconds'];
        $this->error = $data['error'];
    }

    /**
     * Adds time and rows that the driver has reported for the statement.
     *
     * @internal
     */
    public function add(int $nanoseconds, ?int $rows, ?string $error = null): void
    {
        $this->seconds += $nanoseconds / 1e9;
        $this->rows = $rows === null ? $this->rows : (int) $this->rows + $rows;
        $this->error ??= $error;
    }

    /** @internal */
    public function source(): ?Sealed
    {
        return $this->source;
    }
}
