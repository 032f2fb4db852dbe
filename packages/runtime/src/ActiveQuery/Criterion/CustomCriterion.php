<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** SQL that the caller wrote. */
class CustomCriterion extends AbstractCriterion
{
    protected function condition(SqlContext $context): string
    {
        return self::asOne((string) $this->value);
    }
}
