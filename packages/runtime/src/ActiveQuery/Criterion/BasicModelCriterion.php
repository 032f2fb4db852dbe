<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

/** A clause with one value: `Book.Title = ?`. */
class BasicModelCriterion extends ModelCriterion
{
}
