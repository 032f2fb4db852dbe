<?php

declare(strict_types=1);

namespace Orm\Runtime\Logger;

use OpenTelemetry\API\Globals;
use OpenTelemetry\API\Trace\SpanKind;
use OpenTelemetry\API\Trace\StatusCode;
use OpenTelemetry\API\Trace\TracerInterface;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Orm;

/**
 * Creates an OpenTelemetry span for each statement, as a child of the active span. Spans contain the SQL with its
 * placeholders, and never a value. Needs the package open-telemetry/api.
 */
final class QuerySpans
{
    /** The database names in the OpenTelemetry semantic conventions, by adapter. */
    private const SYSTEMS = [
        'mysql' => 'mysql', 'pgsql' => 'postgresql', 'sqlite' => 'sqlite', 'mssql' => 'microsoft.sql_server',
        'oracle' => 'oracle.db',
    ];

    private function __construct(private readonly TracerInterface $tracer)
    {
    }

    /**
     * Starts creating spans.
     *
     * @param TracerInterface|null $tracer null: the tracer of the global tracer provider
     * @return callable(RecordedQuery): void for `Orm::getQueryLog()->stopListening()`
     */
    public static function start(?TracerInterface $tracer = null): callable
    {
        if ($tracer === null) {
            if (!class_exists(Globals::class)) {
                throw new LogicException('Spans of OpenTelemetry need the package open-telemetry/api');
            }
            $tracer = Globals::tracerProvider()->getTracer('orm/runtime', Orm::VERSION);
        }
        $listener = (new self($tracer))->add(...);
        Orm::getQueryLog()->listen($listener);

        return $listener;
    }

    private function add(RecordedQuery $query): void
    {
        preg_match('/^[\s(]*(\w+)/', $query->sql, $word);
        $operation = strtoupper($word[1] ?? 'SQL');
        $started = (int) ($query->startedAt * 1e9);
        $builder = $this->tracer->spanBuilder($operation)
            ->setSpanKind(SpanKind::KIND_CLIENT)
            ->setStartTimestamp($started)
            ->setAttribute('db.system.name', self::systemOf($query->connection))
            ->setAttribute('db.operation.name', $operation)
            ->setAttribute('db.query.text', $query->sql);
        if ($query->connection !== '') {
            $builder->setAttribute('orm.connection', $query->connection);
        }
        if ($query->file !== '') {
            $builder->setAttribute('code.file.path', $query->file)->setAttribute('code.line.number', $query->line);
        }
        $span = $builder->startSpan();
        if ($query->getError() !== null) {
            $span->setAttribute('error.type', 'database')->setStatus(StatusCode::STATUS_ERROR, 'The statement failed');
        }
        $span->end($started + (int) ($query->getSeconds() * 1e9));
    }

    private static function systemOf(string $connection): string
    {
        $class = Orm::getAdapter($connection === '' ? null : $connection)::class;
        preg_match('/\\\\(\w+)Adapter$/', $class, $name);

        return self::SYSTEMS[strtolower($name[1] ?? '')] ?? 'other_sql';
    }
}
