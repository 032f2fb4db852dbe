<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

/**
 * PostgreSQL can store NaN and infinity.
 *
 * @internal
 */
final class PgsqlValueBinding extends ValueBinding
{
    protected function infinityText(float $value): string
    {
        return (string) $value;
    }
}
