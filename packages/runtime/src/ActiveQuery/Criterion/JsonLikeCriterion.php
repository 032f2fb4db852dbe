<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** LIKE on the text of a JSON column. */
class JsonLikeCriterion extends LikeCriterion
{
    protected function field(SqlContext $context): string
    {
        return $context->adapter->jsonAsText(parent::field($context));
    }
}
