<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use function is_array;
use function is_int;
use function is_string;

/** A clause with one value: `Book.Title = ?`. */
class BasicModelCriterion extends ModelCriterion
{
    public function plainShape(array &$values): ?string
    {
        $value = $this->value;
        if (
            $this::class !== self::class || $value === null || is_array($value)
            || preg_match(self::PLAIN, $this->clause) !== 1
        ) {
            return null;
        }
        $values[] = $value;
        $shape = "|$this->name: $this->clause " . (is_int($value) ? 'i' : (is_string($value) ? 's' : 'o'));
        foreach ($this->fixed as $column) {
            $shape .= ' ' . $column->name();
        }

        return $this->withAttachedShapes($shape, $values);
    }
}
