<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** Shows the progress of a statement in batches. */
final class ProgressLine
{
    private const CLEAR = "\r\e[2K";
    private const SECONDS = 30;

    private int $tenth = 0;
    private float $told;
    private bool $isShown = false;

    /** @param resource $output */
    public function __construct(private $output)
    {
        $this->told = microtime(true);
    }

    /**
     * Updates one line on a terminal; otherwise prints a line for each tenth of the rows or each half minute.
     *
     * @param array<string, int> $progress
     */
    public function show(string $label, array $progress): void
    {
        ['batches' => $batches, 'rows' => $rows, 'total' => $total] = $progress;
        $text = "$label: " . number_format($rows) . ' of ' . number_format($total) . ' rows, '
            . number_format($progress['rowsPerSecond']) . ' rows/s, '
            . self::timeText($progress['secondsLeft']) . ' left';
        if (stream_isatty($this->output)) {
            fwrite($this->output, self::CLEAR . $text);
            $this->isShown = true;

            return;
        }
        $before = $batches === 1 ? 0 : $this->tenth;
        $this->tenth = intdiv($rows * 10, max($total, 1));
        if ($this->tenth > $before || microtime(true) - $this->told >= self::SECONDS) {
            fwrite($this->output, "$text\n");
            $this->told = microtime(true);
        }
    }

    public function clear(): void
    {
        if ($this->isShown) {
            fwrite($this->output, self::CLEAR);
            $this->isShown = false;
        }
    }

    /** Formats a duration as `2 h 5 min`, `3 min 20 s` or `7 s`. */
    private static function timeText(int $seconds): string
    {
        [$hours, $minutes] = [intdiv($seconds, 3600), intdiv($seconds, 60) % 60];

        return match (true) {
            $hours > 0 => "$hours h $minutes min",
            $minutes > 0 => "$minutes min " . $seconds % 60 . ' s',
            default => "$seconds s",
        };
    }
}
