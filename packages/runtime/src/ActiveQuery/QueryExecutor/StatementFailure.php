<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\Database\ErrorInfo;
use Orm\Runtime\Orm;
use PDOException;

/** Logs the failure of a statement and makes the exception for it. */
final class StatementFailure
{
    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    public static function of(
        PDOException $failure,
        ConnectionInterface $con,
        string $sql,
        array $params = [],
    ): QueryExecutionException {
        Orm::log(sprintf('Statement failed: %s (%s)', $sql, $failure->getMessage()), Orm::LOG_ERR);
        if ($con instanceof ConnectionWrapper) {
            $con->statementFailed($failure);
        }
        $message = 'Statement failed: ' . $sql;
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

        $info = self::describe($failure, $con);

        return $info === null
            ? new QueryExecutionException($message, 0, $failure)
            : new (__NAMESPACE__ . '\\' . $info->kind->value . 'Exception')($message, $info, $failure);
    }

    public static function describe(PDOException $failure, ConnectionInterface $con): ?ErrorInfo
    {
        $name = $con->getName();

        return $name === null
            ? null
            : Orm::getServiceContainer()->getAdapter($name)->describeError($failure);
    }
}
