<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** The right side of an UPDATE assignment as SQL: a string, or `['raw' => 'minutes + ?', 'value' => 3]`. */
class AssignmentCriterion extends AbstractCriterion
{
    protected function condition(SqlContext $context): string
    {
        if (!is_array($this->value)) {
            return (string) $this->value;
        }
        $raw = (string) ($this->value['raw'] ?? '');
        if (!array_key_exists('value', $this->value)) {
            return $raw;
        }
        if (substr_count($raw, '?') !== 1) {
            throw new InvalidClauseException(sprintf('The expression "%s" needs exactly one question mark', $raw));
        }

        $value = $this->value['value'];
        $placeholder = is_string($value)
            ? $context->bindText($this->getTable(), $this->getColumn(), $value)
            : $this->bind($context, $value);

        return str_replace('?', $placeholder, $raw);
    }
}
