<?php

declare(strict_types=1);

namespace Orm\Laravel\Log;

use Closure;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Database\Connection;
use Illuminate\Database\Events\QueryExecuted;
use Orm\Laravel\Framework;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Logger\RecordedQuery;
use Orm\Runtime\Orm;

/**
 * Fires Laravel events for each statement: StatementExecuted, and QueryExecuted, which tools such as Telescope and
 * Debugbar show.
 */
final class QueryEvents
{
    /** The listener of the process. An application that is created later replaces it. */
    private static ?Closure $listener = null;

    /** @var array<string, Connection> by Orm connection */
    private array $connections = [];

    private function __construct(private readonly Dispatcher $events)
    {
    }

    public static function dispatchTo(?Dispatcher $events): void
    {
        $log = Orm::getQueryLog();
        if (self::$listener !== null) {
            $log->stopListening(self::$listener);
        }
        self::$listener = $events === null ? null : (new self($events))->tell(...);
        if (self::$listener !== null) {
            $log->ignoreCallersIn(dirname(__DIR__), Framework::directory())->listen(self::$listener);
        }
    }

    private function tell(RecordedQuery $query): void
    {
        $this->events->dispatch(new StatementExecuted($query));
        if ($query->getError() === null && $this->events->hasListeners(QueryExecuted::class)) {
            $this->events->dispatch(new QueryExecuted(
                $query->sql,
                self::named($query),
                round($query->getSeconds() * 1000, 2),
                $this->connection($query->connection),
            ));
        }
    }

    /** @return array<int|string, mixed> parameters by their names in the SQL, without a colon, as in Laravel */
    private static function named(RecordedQuery $query): array
    {
        $parameters = $query->parameters;
        preg_match_all('/:(p\d+)\b/', $query->sql, $found);
        $names = array_values(array_unique($found[1]));

        return count($names) === count($parameters) ? array_combine($names, $parameters) : $parameters;
    }

    /** Returns the connection that listeners use for names and to quote values. */
    private function connection(string $name): Connection
    {
        return $this->connections[$name] ??= Framework::connection(
            $name,
            static fn (): ConnectionInterface => Orm::getConnection($name === '' ? null : $name),
            Orm::getAdapter($name === '' ? null : $name)->getAdapterId(),
        );
    }
}
