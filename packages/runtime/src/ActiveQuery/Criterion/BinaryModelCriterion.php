<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

/** A clause about bits: `Book.Flags & ?`. */
class BinaryModelCriterion extends ModelCriterion
{
}
