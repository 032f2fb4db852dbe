<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** A row of the state table: the state of a migration. */
final class Entry
{
    /**
     * @param string|null $name null in rows written by another tool
     * @param string|null $checksum of the completed statements; null if their file was missing when the
     *     migration was recorded as applied
     * @param 'up'|'down' $direction
     * @param string|null $finished null while a migration is running, and after it stopped
     * @param int $statements the number of completed statements in that direction
     * @param string|null $error why the next statement failed; null if unknown
     * @param string|null $progress the progress of the next statement, if it is executed in batches
     */
    public function __construct(
        public readonly string $version,
        public readonly ?string $name,
        public readonly ?string $checksum,
        public readonly string $direction,
        public readonly ?string $started,
        public readonly ?string $finished,
        public readonly int $statements,
        public readonly ?string $error = null,
        public readonly ?string $progress = null,
    ) {
    }

    /** @param array<string, mixed> $row */
    public static function of(array $row): self
    {
        $row = array_change_key_case($row, CASE_LOWER);
        $text = static fn (string $name): ?string => isset($row[$name]) ? (string) $row[$name] : null;

        return new self(
            (string) $row['version'],
            $text('name'),
            $text('checksum'),
            $text('direction') === 'down' ? 'down' : 'up',
            $text('started'),
            // The other tool writes a row when the migration is complete.
            $text('name') === null ? ($text('execution_datetime') ?? '') : $text('finished'),
            (int) ($row['statements'] ?? 0),
            $text('error'),
            $text('progress'),
        );
    }

    /** Returns whether the migration is completely applied. */
    public function isApplied(): bool
    {
        return $this->finished !== null;
    }

    public function label(): string
    {
        return $this->name === null ? $this->version : "{$this->version}_$this->name";
    }
}
