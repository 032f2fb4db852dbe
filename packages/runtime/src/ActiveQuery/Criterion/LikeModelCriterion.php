<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

/** A clause with a pattern: `Book.Title LIKE ?`. */
class LikeModelCriterion extends ModelCriterion
{
}
