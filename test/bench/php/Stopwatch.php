<?php

declare(strict_types=1);

namespace Orm\Bench;

use Closure;
use Orm\Runtime\ActiveQuery\InstancePools;

/** Takes the time of two ways to do the same, alternating between them. */
final class Stopwatch
{
    /** @param bool $cpu the time of the processor instead of that of the clock, where no server does part of the work */
    public function __construct(private readonly bool $cpu, private readonly int $runs)
    {
    }

    /**
     * @param Closure(): mixed $plain
     * @param Closure(): mixed $models
     * @param Closure(): void $prepare called before each run, outside the measurement
     * @return array{time: float, memory: float} models against plain: ratios of the medians
     */
    public function compare(Closure $plain, Closure $models, Closure $prepare): array
    {
        $times = $memory = [[], []];
        for ($run = -1; $run < $this->runs; $run++) {
            foreach ([$plain, $models] as $side => $work) {
                $prepare();
                InstancePools::clear();
                gc_collect_cycles();
                $bytes = memory_get_usage();
                $start = $this->now();
                $kept = $work();
                $time = $this->now() - $start;
                // The first run of each side only warms up.
                if ($run >= 0) {
                    $times[$side][] = $time;
                    $memory[$side][] = max(1, memory_get_usage() - $bytes);
                }
                unset($kept);
            }
        }

        return [
            'time' => self::median($times[1]) / self::median($times[0]),
            'memory' => self::median($memory[1]) / self::median($memory[0]),
        ];
    }

    /** Microseconds. */
    private function now(): float
    {
        if (!$this->cpu) {
            return hrtime(true) / 1000;
        }
        $usage = getrusage();

        return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1_000_000.0
            + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
    }

    /** @param non-empty-list<float|int> $values */
    private static function median(array $values): float
    {
        sort($values);

        return (float) $values[intdiv(count($values), 2)];
    }
}
