<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Connection\StatementWrapper;
use Orm\Runtime\Util\BoundValue;
use PDOStatement;

use function is_int;

/**
 * Binds numbers and texts with their PDO types, for drivers that do not find these out themselves.
 *
 * @internal
 */
class PlainValues implements ValueBinder
{
    /** @param array<string, int|string> $types by placeholder, in the order of the values */
    public function __construct(protected readonly array $types)
    {
    }

    public function bind(PDOStatement|StatementInterface $statement, array $values): void
    {
        $i = 0;
        foreach ($this->types as $placeholder => $type) {
            $value = $values[$i++];
            $statement->bindValue($placeholder, is_object($value) ? BoundValue::of($value) : $value, $type);
        }
    }

    public function named(array $values): array
    {
        return array_combine(array_keys($this->types), $values);
    }

    public function forget(PDOStatement|StatementInterface $statement, array $values): void
    {
        if ($statement instanceof StatementWrapper) {
            $statement->forgetValues($this->named($values));

            return;
        }
        $i = 0;
        foreach ($this->types as $placeholder => $_) {
            $value = $values[$i++];
            if (!is_int($value) && $value !== null) {
                $statement->bindValue($placeholder, null);
            }
        }
    }
}
