<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

/** A clause with a list: `Book.Id IN ?`. */
class InModelCriterion extends ModelCriterion
{
}
