<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use PDO;
use PDOStatement;

/** A statement of a driver that reports a failure only by returning false. */
final class SilentStatement extends PDOStatement
{
    public static bool $fails = false;

    public function execute(?array $params = null): bool
    {
        return !self::$fails && parent::execute($params);
    }

    public function bindValue(int|string $param, mixed $value, int $type = PDO::PARAM_STR): bool
    {
        return !self::$fails && parent::bindValue($param, $value, $type);
    }

    public function errorInfo(): array
    {
        return ['00000', null, null];
    }
}
