<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Recovery;
use Orm\Runtime\Exception\Database\ServerReason;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\OrmException;
use PDOException;
use Throwable;

/** Logs the failure of a statement, reports it to the connection and creates its exception. */
final class StatementFailure
{
    /** The namespaces of the exception classes for known causes. */
    private const OF_QUERIES = __NAMESPACE__ . '\\';
    private const OF_OBJECTS = 'Orm\\Runtime\\ActiveRecord\\Exception\\';

    /**
     * @param array<int|string, mixed> $values shown in debug mode
     * @return Throwable the original exception if it does not come from the driver
     */
    public static function of(Throwable $failure, ConnectionWrapper $con, string $sql, array $values = []): Throwable
    {
        $shown = '';
        if ($con->isInDebugMode()) {
            $values = array_map(
                static fn (mixed $value): mixed => is_resource($value) ? '[LOB value]' : $value,
                array_values($values),
            );
            $shown = sprintf(
                ' with %s: %s',
                json_encode($values, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_UNESCAPED_UNICODE),
                $failure->getMessage(),
            );
        }

        return self::named(
            $failure,
            $con,
            'Statement failed: ' . $sql,
            $shown,
            self::OF_QUERIES,
            QueryExecutionException::class,
        );
    }

    /** Returns the exception for the INSERT of an object's row, without its values. */
    public static function ofInsert(Throwable $failure, ConnectionWrapper $con, string $sql): Throwable
    {
        return self::named($failure, $con, 'INSERT failed: ' . $sql, '', self::OF_OBJECTS, OrmException::class);
    }

    /** @param class-string<Throwable> $unknown the class for failures with an unknown cause */
    private static function named(
        Throwable $failure,
        ConnectionWrapper $con,
        string $what,
        string $shown,
        string $namespace,
        string $unknown,
    ): Throwable {
        $isOfDriver = $failure instanceof PDOException;
        if (!$isOfDriver && ($failure instanceof ExceptionInterface || Recovery::describe($con, $failure) === null)) {
            return $failure;
        }
        $info = Recovery::note($con, $failure, $what);
        $message = $what . ServerReason::text($failure) . $shown;

        return $info === null
            ? new $unknown($message, 0, $failure)
            : new ($namespace . $info->kind->value . 'Exception')($message, $info, $failure);
    }
}
