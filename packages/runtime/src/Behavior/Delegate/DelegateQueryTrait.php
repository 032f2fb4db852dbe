<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Delegate;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Behavior\QueryHost;

/** Conditions on the columns of delegates. */
trait DelegateQueryTrait
{
    use QueryHost;

    /** @param class-string<ModelCriteria> $queryClass */
    private function delegateQuery(string $relation, string $joinType, string $queryClass): ModelCriteria
    {
        if ($this->getJoin($relation) === null) {
            $this->relationJoin($relation, null, $joinType);
        }

        return $this->useQuery($relation, $queryClass);
    }
}
