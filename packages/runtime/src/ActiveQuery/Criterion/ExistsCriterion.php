<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Map\RelationMap;

/** `EXISTS (SELECT …)` and `NOT EXISTS (SELECT …)`, optionally only for related rows. */
class ExistsCriterion extends ExistsQueryCriterion
{
    public function __construct(
        ?Criteria $outerQuery,
        Criteria $existsQuery,
        ?string $typeOfExists = null,
        ?RelationMap $relationMap = null,
    ) {
        parent::__construct($outerQuery, null, $typeOfExists, $existsQuery);
        if ($relationMap !== null && $outerQuery instanceof ModelCriteria) {
            $this->initForRelation($outerQuery, $relationMap);
        }
    }
}
