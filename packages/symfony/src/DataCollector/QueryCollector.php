<?php

declare(strict_types=1);

namespace Orm\Symfony\DataCollector;

use Orm\Runtime\Logger\QueryLog;
use Orm\Runtime\Logger\RecordedQuery;
use Orm\Runtime\Orm;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\DataCollector\DataCollector;
use Symfony\Component\HttpKernel\DataCollector\LateDataCollectorInterface;
use Throwable;

/** Collects the queries of a request for the profiler. */
final class QueryCollector extends DataCollector implements LateDataCollectorInterface
{
    /** The maximum number of queries to explain; each distinct statement is explained once. */
    private const EXPLAINED = 50;

    public function collect(Request $request, Response $response, ?Throwable $exception = null): void
    {
        // Queries are collected later, because they count until the response is sent: templates may still run some.
    }

    /** Runs after the response was sent, so that EXPLAIN does not slow down the request. */
    public function lateCollect(): void
    {
        $log = Orm::getQueryLog();
        $queries = [];
        foreach ($log->getQueries() as $query) {
            $queries[$query->number] = $query->toArray() + ['duplicateOf' => null, 'repetitions' => 0, 'plan' => null];
        }
        foreach ($log->getDuplicates() as $group) {
            foreach (array_slice($group, 1) as $query) {
                $queries[$query->number]['duplicateOf'] = $group[0]->number;
            }
        }
        foreach ($log->getRepetitions() as $group) {
            foreach ($group as $query) {
                $queries[$query->number]['repetitions'] = count($group);
            }
        }
        foreach (self::plans($log) as $number => $plan) {
            $queries[$number]['plan'] = $plan;
        }
        $this->data = ['queries' => array_values($queries), 'totals' => $log->getTotals()];
    }

    public function getName(): string
    {
        return 'orm';
    }

    public function reset(): void
    {
        $this->data = [];
    }

    /** @return list<array<string, mixed>> */
    public function getQueries(): array
    {
        return $this->data['queries'] ?? [];
    }

    /** @return array<string, mixed> */
    public function getTotals(): array
    {
        $names = ['queries', 'seconds', 'rows', 'failed', 'duplicates', 'repeated', 'dropped'];

        return $this->data['totals'] ?? array_fill_keys($names, 0);
    }

    /** @return array<int, list<array<string, mixed>>> the plans, by query number */
    private static function plans(QueryLog $log): array
    {
        $plans = [];
        $explained = [];
        foreach ($log->getQueries() as $query) {
            if (isset($explained[$query->sql]) || !$query->isRead() || count($plans) === self::EXPLAINED) {
                continue;
            }
            $explained[$query->sql] = true;
            $plan = self::plan($log, $query);
            if ($plan !== null) {
                $plans[$query->number] = $plan;
            }
        }

        return $plans;
    }

    /** @return list<array<string, mixed>>|null */
    private static function plan(QueryLog $log, RecordedQuery $query): ?array
    {
        try {
            return $log->explain($query);
        } catch (Throwable) {
            // A panel without a plan is better than none: the table may not exist any more, or the transaction may have
            // failed.
            return null;
        }
    }
}
