<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\QueryCache;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\AbstractModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\CustomCriterion;
use Orm\Runtime\ActiveQuery\Criterion\InCriterion;
use Orm\Runtime\ActiveQuery\Criterion\InModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\LikeCriterion;
use Orm\Runtime\ActiveQuery\Criterion\LikeModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\NullCriterion;
use Orm\Runtime\ActiveQuery\Criterion\SeveralModelCriterion;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\ActiveQuery\SqlBuilder\ComparedNumber;

/**
 * The parts of a query that its SQL depends on, and separately the values to bind.
 *
 * @internal
 */
final class QueryShape
{
    /** Conditions whose SQL depends only on what condition() records. */
    private const KNOWN = [
        BasicCriterion::class, InCriterion::class, LikeCriterion::class, NullCriterion::class, CustomCriterion::class,
        ModelCriterion::class, BasicModelCriterion::class, InModelCriterion::class, LikeModelCriterion::class,
        SeveralModelCriterion::class,
    ];

    /** @var list<mixed> in the order in which they are bound */
    public array $values = [];
    private bool $isKnown = true;

    /** Whether values that are invalid for a numeric column change the SQL. */
    private readonly bool $infersTypes;

    /** @var list<mixed> */
    private array $parts;

    /** @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $query */
    public function __construct(ModelCriteria $query, string $operation, ?int $limit)
    {
        $lock = $query->getLock();
        $this->infersTypes = $query->getAdapter()->infersParameterTypes();
        $this->parts = [
            $operation, $query->getDbName(), $query->getAdapter()::class, $query->getModelName(),
            $query->getPrimaryTableName(), $query->getAliases(), $query->isIdentifierQuotingEnabled(),
            $query->getColumnsToSelect(), $query->getAsColumns(), $query->getSelectModifiers(), $query->getComment(),
            $query->getGroupByColumns(), $query->getOrderByColumns(), $query->isIgnoreCase(),
            $limit,
            $lock === null ? null : [$lock->getType(), $lock->getTableNames(), $lock->isNoWait()],
        ];
        // For subqueries and joins with custom conditions, it is unknown what the SQL depends on.
        $this->isKnown = $query->getSelectQueries() === [] && $query->getQueryColumns() === [];
        foreach ($query->getJoins() as $name => $join) {
            $this->parts[] = $shape = $join instanceof ModelJoin ? $join->plainShape($name) : null;
            $this->isKnown = $this->isKnown && $shape !== null;
        }
        foreach ($query->getMap() as $criterion) {
            $this->condition($criterion);
        }
        $having = $query->getHaving();
        $this->parts[] = $having === null ? null : 'HAVING';
        if ($having !== null) {
            $this->condition($having);
        }
        $this->page($query, $limit);
    }

    /**
     * Returns the same string for two queries that differ only in values; null if it is unknown what the SQL depends
     * on.
     */
    public function signature(): ?string
    {
        $text = $this->isKnown ? json_encode($this->parts) : false;

        return $text === false ? null : hash('xxh128', $text);
    }

    private function page(ModelCriteria $query, ?int $limit): void
    {
        foreach ([$limit === null ? $query->getLimit() : -1, $query->getOffset() ?: -1] as $number) {
            $isBound = $number >= 0 && $query->getAdapter()->bindsPages();
            $this->parts[] = $isBound ? 'value' : $number;
            if ($isBound) {
                $this->values[] = $number;
            }
        }
    }

    private function condition(AbstractCriterion $criterion): void
    {
        $this->isKnown = $this->isKnown && in_array($criterion::class, self::KNOWN, true);
        $this->parts[] = [
            $criterion::class, $criterion->name, $criterion->getComparison(), $criterion->isIgnoreCase(),
            $criterion instanceof AbstractModelCriterion ? $criterion->getClause() : null,
            $criterion->getConjunctions(), $this->kindOf($criterion),
        ];
        foreach ($criterion->getClauses() as $clause) {
            $this->condition($clause);
        }
    }

    /**
     * Returns what the SQL depends on in a value: whether there is one, the length of a list, or the SQL string that is
     * written.
     */
    private function kindOf(AbstractCriterion $criterion): mixed
    {
        $value = $criterion->getValue();
        if ($value === null || $criterion instanceof NullCriterion) {
            return null;
        }
        if ($criterion instanceof CustomCriterion || is_string($value) && isset(BasicCriterion::KEYWORDS[$value])) {
            return [(string) $value];
        }
        if ($value instanceof \Traversable) {
            // The value may be readable only once.
            $this->isKnown = false;

            return null;
        }
        // A pattern with a backslash may produce different SQL.
        $isPattern = $criterion instanceof LikeCriterion && is_string($value) && str_contains($value, '\\');
        $this->isKnown = $this->isKnown && !$isPattern;
        $values = is_array($value) ? array_values($value) : [$value];
        array_push($this->values, ...$values);
        $kinds = array_map(
            static fn (mixed $one): ?string => $one === null ? null : ComparedNumber::kind($one),
            $values,
        );
        foreach ($kinds as $kind) {
            $isAny = $kind !== null && ComparedNumber::isAnyNumber($kind);
            $this->isKnown = $this->isKnown && !($isAny && $this->infersTypes);
        }

        return is_array($value) ? $kinds : $kinds[0];
    }
}
