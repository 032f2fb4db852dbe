<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use function is_int;
use function is_string;

/** A clause with one value: `Book.Title = ?`. */
class BasicModelCriterion extends ModelCriterion
{
    public function plainShape(array &$values): ?string
    {
        $isNumber = is_int($this->value);
        if (
            $this::class !== self::class || !($isNumber || is_string($this->value))
            || preg_match(self::PLAIN, $this->clause) !== 1
        ) {
            return null;
        }
        $values[] = $this->value;

        return $this->withAttachedShapes("|$this->name: $this->clause " . ($isNumber ? 'i' : 's'), $values);
    }
}
