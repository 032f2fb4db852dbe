<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\Database\ErrorInfo;
use Orm\Runtime\Exception\Database\ServerReason;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Orm;
use PDOException;
use Throwable;

/** Logs the failure of a statement and makes the exception for it. */
final class StatementFailure
{
    /**
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @return Throwable the failure itself if it is not one of the driver
     */
    public static function of(
        Throwable $failure,
        ConnectionInterface $con,
        string $sql,
        array $params = [],
    ): Throwable {
        if ($failure instanceof ExceptionInterface && !$failure instanceof PDOException) {
            return $failure;
        }
        $message = 'Statement failed: ' . $sql;
        $info = self::note($failure, $con, $message);
        if ($info === null && !$failure instanceof PDOException) {
            return $failure;
        }
        $message .= ServerReason::text($failure);
        if ($con instanceof ConnectionWrapper && $con->isInDebugMode()) {
            $values = array_map(
                static fn (array $param): mixed => is_resource($param['value']) ? '[LOB value]' : $param['value'],
                $params,
            );
            $message .= sprintf(
                ' with %s: %s',
                json_encode($values, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_UNESCAPED_UNICODE),
                $failure->getMessage(),
            );
        }

        return $info === null
            ? new QueryExecutionException($message, 0, $failure)
            : new (__NAMESPACE__ . '\\' . $info->kind->value . 'Exception')($message, $info, $failure);
    }

    /** Logs a failure and tells the connection of it; null if it is of no known kind. */
    public static function note(Throwable $failure, ConnectionInterface $con, string $message): ?ErrorInfo
    {
        if ($con instanceof ConnectionWrapper) {
            return $failure instanceof PDOException || $con->describe($failure) !== null
                ? $con->noteFailure($failure, $message)
                : null;
        }
        Orm::log(sprintf('%s (%s)', $message, $failure->getMessage()), Orm::LOG_ERR);
        $name = $con->getName();

        return $name === null ? null : Orm::getServiceContainer()->getAdapter($name)->describeError($failure);
    }
}
