<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Orm\Runtime\Exception\InvalidArgumentException;

/** Measures statements: how long they take and how much memory goes. */
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
    private ?array $snapshot = null;

    /** @param float $slowThreshold seconds; 0: nothing is slow */
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
                'The profiler knows no detail "%s"; known details: %s',
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

    /** @param array<string, mixed> $configuration */
    public function setConfiguration(array $configuration): void
    {
        if (isset($configuration['slowThreshold'])) {
            $this->setSlowThreshold((float) $configuration['slowThreshold']);
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

    /** What happened since start(), as the beginning of a log line. */
    public function getProfile(): string
    {
        $now = self::getSnapshot();

        return $this->getProfileBetween($this->snapshot ?? $now, $now);
    }

    /**
     * @param array{microtime: float, memoryUsage: int, memoryPeakUsage: int} $start
     * @param array{microtime: float, memoryUsage: int, memoryPeakUsage: int} $end
     */
    public function getProfileBetween(array $start, array $end): string
    {
        $profile = '';
        $duration = $end['microtime'] - $start['microtime'];
        if ($this->slowThreshold > 0) {
            $profile .= $duration >= $this->slowThreshold ? 'SLOW ' : '     ';
        }
        foreach ($this->details as $key => $detail) {
            $precision = $detail['precision'];
            $value = match ($key) {
                'time' => self::formatDuration($duration, $precision),
                'mem' => self::formatMemory($end['memoryUsage'], $precision),
                'memDelta' => self::signed($end['memoryUsage'] - $start['memoryUsage'], $precision),
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

    public static function formatMemory(int $bytes, int $precision = 3): string
    {
        $units = ['B', 'kB', 'MB', 'GB', 'TB'];
        $size = abs($bytes);
        $unit = 0;
        while ($size >= 1000 && $unit < 4) {
            $size /= 1000;
            $unit++;
        }

        return ($bytes < 0 ? '-' : '') . self::toPrecision($size, $precision) . $units[$unit];
    }

    public static function formatDuration(float $duration, int $precision = 3): string
    {
        return $duration < 1
            ? self::toPrecision($duration * 1000, $precision) . 'ms'
            : self::toPrecision($duration, $precision) . 's ';
    }

    /** A number with so many significant digits. */
    public static function toPrecision(float|int $number, int $significantFigures = 3): string
    {
        if ((float) $number === 0.0) {
            return '0';
        }
        $decimals = $significantFigures - (int) floor(log10(abs($number)) + 1);

        return (string) round($number, $decimals);
    }

    private static function signed(int $bytes, int $precision): string
    {
        return ($bytes >= 0 ? '+' : '') . self::formatMemory($bytes, $precision);
    }
}
