<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection\Exception;

use Orm\Runtime\Exception\Database\ErrorInfo;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\RetryableTrait;
use PDOException;
use Throwable;

/**
 * Thrown by the methods of a connection or statement when the driver fails. It extends PDOException because such calls
 * are written as for PDO.
 */
class DriverException extends PDOException implements ExceptionInterface
{
    use RetryableTrait;

    /** @param ErrorInfo|null $info null: the kind of failure is unknown */
    public static function of(Throwable $failure, ?ErrorInfo $info, string $before = ''): self
    {
        $message = $before . $failure->getMessage();
        $exception = $info === null
            ? new self($message, 0, $failure)
            : new (__NAMESPACE__ . '\\' . $info->kind->value . 'Exception')($message, $info, $failure);
        $exception->code = $info->sqlState ?? $failure->getCode();
        $exception->errorInfo = $failure instanceof PDOException ? $failure->errorInfo : [$exception->code, null, null];

        return $exception;
    }
}
