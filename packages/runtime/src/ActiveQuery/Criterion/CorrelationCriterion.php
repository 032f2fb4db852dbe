<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/**
 * A sub-query condition that compares a column of the outer query with a column of the sub-query, or with a value.
 *
 * @internal
 */
final class CorrelationCriterion extends AbstractCriterion
{
    /** The outer query's name for its table, if it is known before the SQL is generated. */
    private ?string $outerTable = null;

    /**
     * @param Criteria $inner the sub-query
     * @param string|null $innerColumn null: compare the outer column with the value
     */
    public function __construct(
        Criteria $inner,
        private readonly string $outerColumn,
        private readonly ?string $innerColumn,
        mixed $value = null,
    ) {
        parent::__construct($inner, '', $value);
    }

    public function fixNames(Resolver $resolver): void
    {
        $this->outerTable ??= $resolver->outerTable();
        parent::fixNames($resolver);
    }

    public function renameTable(string $from, string $to): void
    {
        $this->outerTable = $this->outerTable === $from ? $to : $this->outerTable;
        parent::renameTable($from, $to);
    }

    public function plainShape(array &$values): ?string
    {
        $bound = $this->innerColumn === null ? [$this->value] : [];

        return $this->shapeWith("of $this->outerTable.$this->outerColumn $this->innerColumn ", $bound, $values);
    }

    protected function condition(SqlContext $context): string
    {
        $resolver = $context->resolver();
        $table = $this->outerTable ?? $resolver->outerTable();
        $outer = $context->column($table, $this->outerColumn);

        return $outer . '=' . ($this->innerColumn === null
            ? $context->bind($table, $this->outerColumn, $this->value)
            : $context->column($resolver->ownTable(), $this->innerColumn));
    }
}
