<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Connection\StatementInterface;
use PDOStatement;

/**
 * Binds values that cannot be given to execute() as they are.
 *
 * @internal
 */
interface ValueBinder
{
    /** @param array<int|string, mixed> $values */
    public function bind(PDOStatement|StatementInterface $statement, array $values): void;

    /**
     * @param array<int|string, mixed> $values
     * @return array<int|string, mixed> the same by the names that they are bound to
     */
    public function named(array $values): array;
}
