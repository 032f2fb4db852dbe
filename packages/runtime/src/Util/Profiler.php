<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Orm\Runtime\Exception\InvalidArgumentException;

/** Measures the time and memory usage of statements. */
class Profiler
{
    private const DEFAULT_DETAILS = [
        'time' => ['name' => 'Time', 'precision' => 3, 'pad' => 8],
        'mem' => ['name' => 'Memory', 'precision' => 3, 'pad' => 8],
        'memDelta' => ['name' => 'Memory Delta', 'precision' => 3, 'pad' => 8],
        'memPeak' => ['name' => 'Memory Peak', 'precision' => 3, 'pad' => 8],
    ];

    /** @var array<string, array{name: string, precision: int, pad: int}> */
    private array $details = self::DEFAULT_DETAILS;

    /** @var array{microtime: float, memoryUsage: int, memoryPeakUsage: int}|null */
    protected ?array $snapshot = null;

    /** @param float $slowThreshold seconds; 0: no statement is slow */
    public function __construct(
        private float $slowThreshold = 0.1,
        private string $innerGlue = ': ',
        private string $outerGlue = ' | ',
    ) {
    }

    public function setSlowThreshold(float $slowThreshold): void
    {
        $this->slowThreshold = $slowThreshold;
    }

    public function getSlowThreshold(): float
    {
        return $this->slowThreshold;
    }

    /** @param array<string, array<string, mixed>> $details */
    public function setDetails(array $details): void
    {
        $this->details = [];
        foreach ($details as $key => $detail) {
            $default = self::DEFAULT_DETAILS[$key] ?? throw new InvalidArgumentException(sprintf(
                'The profiler has no detail "%s"; known details: %s',
                $key,
                implode(', ', array_keys(self::DEFAULT_DETAILS)),
            ));
            $this->details[$key] = array_intersect_key($detail, $default) + $default;
        }
    }

    public function setInnerGlue(string $innerGlue): void
    {
        $this->innerGlue = $innerGlue;
    }

    public function setOuterGlue(string $outerGlue): void
    {
        $this->outerGlue = $outerGlue;
    }

    /**
     * @param array<string, mixed> $configuration Its key `slowTreshold` is the known spelling of `slowThreshold`, as in
     *                                            configuration files.
     */
    public function setConfiguration(array $configuration): void
    {
        $slowThreshold = $configuration['slowThreshold'] ?? $configuration['slowTreshold'] ?? null;
        if ($slowThreshold !== null) {
            $this->setSlowThreshold((float) $slowThreshold);
        }
        if (isset($configuration['details'])) {
            $this->setDetails($configuration['details']);
        }
        if (isset($configuration['innerGlue'])) {
            $this->setInnerGlue($configuration['innerGlue']);
        }
        if (isset($configuration['outerGlue'])) {
            $this->setOuterGlue($configuration['outerGlue']);
        }
    }

    /** @return array<string, mixed> */
    public function getConfiguration(): array
    {
        return [
            'slowThreshold' => $this->slowThreshold,
            'details' => $this->details,
            'innerGlue' => $this->innerGlue,
            'outerGlue' => $this->outerGlue,
        ];
    }

    public function start(): void
    {
        $this->snapshot = self::getSnapshot();
    }

    public function isSlow(): bool
    {
        return $this->snapshot !== null && $this->slowThreshold > 0
            && microtime(true) - $this->snapshot['microtime'] > $this->slowThreshold;
    }

    /** Returns the measurements since start() as the beginning of a log line. */
    public function getProfile(): string
    {
        $now = self::getSnapshot();
        $start = $this->snapshot ?? $now;
        $this->snapshot = null;

        return $this->getProfileBetween($start, $now);
    }

    /**
     * @param array{microtime?: float, memoryUsage?: int, memoryPeakUsage?: int} $startSnapshot
     * @param array{microtime?: float, memoryUsage?: int, memoryPeakUsage?: int} $endSnapshot
     */
    public function getProfileBetween(array $startSnapshot, array $endSnapshot): string
    {
        $empty = ['microtime' => 0.0, 'memoryUsage' => 0, 'memoryPeakUsage' => 0];
        $start = $startSnapshot + $empty;
        $end = $endSnapshot + $empty;
        $profile = '';
        $duration = $end['microtime'] - $start['microtime'];
        if ($this->slowThreshold > 0) {
            $profile .= $duration >= $this->slowThreshold ? 'SLOW ' : '     ';
        }
        foreach ($this->details as $key => $detail) {
            $precision = $detail['precision'];
            $delta = $end['memoryUsage'] - $start['memoryUsage'];
            $value = match ($key) {
                'time' => self::formatDuration($duration, $precision),
                'mem' => self::formatMemory($end['memoryUsage'], $precision),
                'memDelta' => ($delta > 0 ? '+' : '') . self::formatMemory($delta, $precision),
                'memPeak' => self::formatMemory($end['memoryPeakUsage'], $precision),
            };
            $profile .= $detail['name'] . $this->innerGlue
                . str_pad($value, $detail['pad'], ' ', STR_PAD_LEFT) . $this->outerGlue;
        }

        return $profile;
    }

    /** @return array{microtime: float, memoryUsage: int, memoryPeakUsage: int} */
    public static function getSnapshot(): array
    {
        return [
            'microtime' => microtime(true),
            'memoryUsage' => memory_get_usage(),
            'memoryPeakUsage' => memory_get_peak_usage(),
        ];
    }

    /** Formats a memory size with units of 1024: `1.15GB`. */
    public static function formatMemory(float|int $bytes, int $precision = 3): string
    {
        $units = ['B', 'kB', 'MB', 'GB', 'TB'];
        $unit = 0;
        while (abs($bytes) >= 1024 && $unit < 4) {
            $bytes /= 1024;
            $unit++;
        }

        return self::toPrecision($bytes, $precision) . $units[$unit];
    }

    public static function formatDuration(float $duration, int $precision = 3): string
    {
        return $duration < 1
            ? self::toPrecision($duration * 1000, $precision) . 'ms'
            : self::toPrecision($duration, $precision) . 's ';
    }

    /** Formats a number with the given number of significant digits and thousands separators: `1,230,000`. */
    public static function toPrecision(float|int $number, int $significantFigures = 3): string
    {
        if ((float) $number === 0.0 || $significantFigures < 1) {
            return '0';
        }
        $decimals = $significantFigures - (int) floor(log10(abs($number)) + 1);

        return number_format(round($number, $decimals), max(0, $decimals));
    }
}
