<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** What the state table says of a migration. */
final class Entry
{
    /**
     * @param string|null $name null in rows that another tool wrote
     * @param string|null $checksum of the statements that are done; null where their file was missing when the
     *     migration was recorded as applied
     * @param 'up'|'down' $direction
     * @param string|null $finished null while a migration is under way, and where it stopped
     * @param int $statements how many statements of that direction are done
     * @param string|null $error why the next one failed; null where that is unknown
     * @param string|null $progress how far the next one is, if it is executed in batches
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
            // The known tool writes a row when it is done.
            $text('name') === null ? ($text('execution_datetime') ?? '') : $text('finished'),
            (int) ($row['statements'] ?? 0),
            $text('error'),
            $text('progress'),
        );
    }

    /** Whether all of it is applied. */
    public function isApplied(): bool
    {
        return $this->finished !== null;
    }

    public function label(): string
    {
        return $this->name === null ? $this->version : "{$this->version}_$this->name";
    }
}
