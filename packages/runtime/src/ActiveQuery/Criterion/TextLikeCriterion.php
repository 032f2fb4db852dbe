<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** LIKE on the text of a JSON or native ENUM column. */
class TextLikeCriterion extends LikeCriterion
{
    protected function field(SqlContext $context): string
    {
        return $context->adapter->asText(parent::field($context));
    }
}
