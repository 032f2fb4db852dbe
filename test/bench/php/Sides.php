<?php

declare(strict_types=1);

namespace Orm\Bench;

use Closure;
use LogicException;

/** Measures ways to do the same, in many short rounds that take turns, so that what else a machine does meets all of them. */
final class Sides
{
    /** @var array<string, array<string, float>> the ratio of models to the faster of the others, by scenario and case */
    public array $ratios = [];

    /**
     * @param non-empty-array<string, Closure(): int> $sides models first; each gives the number of its rows
     * @param int $calls in a round
     * @param Closure(): mixed|null $prepare called before each round, outside the measurement
     */
    public function compare(
        string $scenario,
        string $case,
        array $sides,
        int $calls,
        int $rounds = 7,
        ?Closure $prepare = null,
    ): void {
        $best = $rows = [];
        foreach ($sides as $name => $side) {
            $best[$name] = INF;
            $prepare === null || $prepare();
            // Also warms up.
            $rows[$name] = $side();
        }
        if (count(array_unique($rows)) > 1) {
            throw new LogicException("$scenario, $case: the sides have different results " . json_encode($rows));
        }
        for ($round = 0; $round < $rounds; $round++) {
            foreach ($sides as $name => $side) {
                $prepare === null || $prepare();
                $start = self::processorTime();
                for ($call = 0; $call < $calls; $call++) {
                    $side();
                }
                $best[$name] = min($best[$name], self::processorTime() - $start);
            }
        }
        $models = array_shift($best);
        $this->ratios[$scenario][$case] = $models / min($best);
    }

    /** In microseconds. */
    private static function processorTime(): int
    {
        $usage = getrusage();

        return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1_000_000
            + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
    }
}
