<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** Tests whether an array column, stored as `| a | b |`, contains an element. */
class ElementCriterion extends AbstractCriterion
{
    public function plainShape(array &$values): ?string
    {
        if ($this::class !== self::class) {
            return null;
        }
        [$pattern, $escape] = $this->pattern();

        return $this->shapeWith("element$escape ", [$pattern], $values);
    }

    protected function condition(SqlContext $context): string
    {
        [$pattern, $escape] = $this->pattern();

        return $this->field($context) . $this->getComparison() . $this->bind($context, $pattern) . $escape;
    }

    /** @return array{string, string} the pattern, and the SQL after it */
    private function pattern(): array
    {
        $element = (string) $this->value;
        $escaped = str_replace(['!', '%', '_'], ['!!', '!%', '!_'], $element);

        // Without an ESCAPE clause, a backslash is the escape character in PostgreSQL and MySQL.
        $isPlain = $escaped === $element && !str_contains($element, '\\');

        return ['%| ' . $escaped . ' |%', $isPlain ? '' : " ESCAPE '!'"];
    }
}
