<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

/** A clause that tests bits: `Book.Flags & ?`. */
class BinaryModelCriterion extends ModelCriterion
{
}
