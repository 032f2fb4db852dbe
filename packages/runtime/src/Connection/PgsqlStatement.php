<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Exception\InvalidArgumentException;
use PDO;
use PDOException;
use PDOStatement;

use function is_string;

/**
 * A PostgreSQL statement. Its driver passes strings only up to the first NUL byte, without an error, so another value
 * would be stored and another row found. PostgreSQL does not support NUL in strings, so the value is rejected. Binary
 * data is bound as PARAM_LOB.
 *
 * @internal
 */
final class PgsqlStatement extends PDOStatement
{
    /** @var array<int|string, mixed> references to string variables passed to bindParam() */
    private array $variables = [];

    /** @param int $process id of the process that owns the connection; 0: any process */
    private function __construct(private readonly PgsqlLeftovers $leftovers, private readonly int $process)
    {
    }

    public function __destruct()
    {
        if ($this->process !== 0 && $this->process !== getmypid()) {
            ForkGuard::leave();
        } else {
            $this->leftovers->take($this);
        }
    }

    public function bindValue(int|string $param, mixed $value, int $type = PDO::PARAM_STR): bool
    {
        if ($type !== PDO::PARAM_LOB && is_string($value) && str_contains($value, "\0")) {
            throw self::nulByte();
        }
        if ($this->variables !== []) {
            unset($this->variables[$param]);
        }

        return parent::bindValue($param, $value, $type);
    }

    public function bindParam(
        int|string $param,
        mixed &$var,
        int $type = PDO::PARAM_STR,
        int $maxLength = 0,
        mixed $driverOptions = null,
    ): bool {
        unset($this->variables[$param]);
        if ($type !== PDO::PARAM_LOB) {
            $this->variables[$param] = &$var;
        }

        return parent::bindParam($param, $var, $type, $maxLength, $driverOptions);
    }

    public function execute(?array $params = null): bool
    {
        foreach ($params ?? $this->variables as $value) {
            if (is_string($value) && str_contains($value, "\0")) {
                throw self::nulByte();
            }
        }
        try {
            parent::execute($params) || throw PdoConnection::failureOf($this, 'execute');
        } catch (PDOException $failure) {
            $this->leftovers->statementFailed();
            throw $failure;
        }
        if ($this->leftovers->isGivenUp) {
            $this->leftovers->statementSucceeded();
        }

        return true;
    }

    private static function nulByte(): InvalidArgumentException
    {
        return new InvalidArgumentException('A text has a NUL byte, which PostgreSQL can neither store nor compare');
    }
}
