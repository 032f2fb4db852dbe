<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** The progress of a statement in batches. The state table stores it as JSON, which both runners read. */
final class Walked
{
    private const JSON = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;

    /**
     * @param string $of the table and the key that the position belongs to
     * @param int $total the number of rows at the start
     * @param list<string>|null $end the last key at the start; null if there was no row
     * @param list<string>|null $last the key of the last processed row; null before the first batch
     */
    public function __construct(
        public readonly string $of,
        public readonly int $batches,
        public readonly int $rows,
        public readonly int $total,
        public readonly ?array $end,
        public readonly ?array $last = null,
    ) {
    }

    public static function read(string $text): self
    {
        /** @var array{of: string, batches: int, rows: int, total: int, end?: list<string>, last?: list<string>} $values */
        $values = json_decode($text, true, flags: JSON_THROW_ON_ERROR);

        return new self(...$values + ['end' => null]);
    }

    public function write(): string
    {
        return json_encode(array_filter((array) $this, static fn (mixed $value): bool => $value !== null), self::JSON);
    }

    /** @return array{rows: int, totalRows: int} for the state of a migration */
    public function summary(): array
    {
        return ['rows' => $this->rows, 'totalRows' => $this->total];
    }

    /**
     * Returns progress numbers for display.
     *
     * @param int $own the rows that this run has processed in these seconds
     * @return array{batches: int, rows: int, total: int, rowsPerSecond: int, secondsLeft: int}
     */
    public function progress(int $own, float $seconds): array
    {
        $rate = $own / max($seconds, 0.001);

        return [
            'batches' => $this->batches,
            'rows' => $this->rows,
            'total' => $this->total,
            'rowsPerSecond' => (int) round($rate),
            'secondsLeft' => $rate > 0 ? (int) ceil(max($this->total - $this->rows, 0) / $rate) : 0,
        ];
    }
}
