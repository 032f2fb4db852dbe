<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Util\BoundValue;
use PDOStatement;

/**
 * Binds numbers and texts with their PDO types, for drivers that do not find these out themselves.
 *
 * @internal
 */
final class PlainValues extends PlacedValues
{
    public function bind(PDOStatement|StatementInterface $statement, array $values): void
    {
        $i = 0;
        foreach ($this->types as $placeholder => $type) {
            $value = $values[$i++];
            $statement->bindValue($placeholder, is_object($value) ? BoundValue::of($value) : $value, $type);
        }
    }
}
