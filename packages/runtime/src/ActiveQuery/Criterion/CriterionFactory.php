<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\Util\Suggestion;

/** Chooses the condition class for an operator and a value. */
class CriterionFactory
{
    /** Operators that consist of words. */
    private const WORDS = '/^\s*(?:IS(?:\s+NOT)?(?:\s+DISTINCT\s+FROM)?|SOUNDS\s+LIKE|OVERLAPS|(?:NOT\s+)?'
        . '(?:LIKE|ILIKE|REGEXP|RLIKE|GLOB|MATCH|SIMILAR\s+TO)(?:\s+BINARY)?)\s*$/iD';

    /** @param int|string|null $comparison an operator; or a PDO type, which makes $column a clause with a `?` */
    public static function build(
        Criteria $criteria,
        string $column,
        int|string|null $comparison = null,
        mixed $value = null,
    ): AbstractCriterion {
        if (is_int($comparison)) {
            return new RawCriterion($criteria, $column, $value, $comparison);
        }
        if ($value instanceof Criteria) {
            return static::buildCriterionWithCriteria($criteria, $column, $comparison, $value);
        }

        return match ($comparison) {
            null, Criteria::EQUAL => new BasicCriterion($criteria, $column, $value, $comparison),
            Criteria::IN, Criteria::NOT_IN => new InCriterion($criteria, $column, $value, $comparison),
            Criteria::LIKE, Criteria::NOT_LIKE, Criteria::ILIKE, Criteria::NOT_ILIKE
                => new LikeCriterion($criteria, $column, $value, $comparison),
            Criteria::ISNULL, Criteria::ISNOTNULL => new NullCriterion($criteria, $column, null, $comparison),
            Criteria::BINARY_ALL, Criteria::BINARY_NONE, Criteria::BINARY_AND
                => new BinaryCriterion($criteria, $column, $value, $comparison),
            Criteria::CUSTOM => new CustomCriterion($criteria, $value, $column),
            Criteria::RAW => throw new InvalidClauseException('A raw clause needs a PDO type as its comparison'),
            default => self::buildFromWords($criteria, $column, self::operator($comparison), $value),
        };
    }

    /** Builds a condition by an operator that is not one of the constants, such as `LIKE` without spaces. */
    private static function buildFromWords(
        Criteria $criteria,
        string $column,
        string $operator,
        mixed $value,
    ): AbstractCriterion {
        return match (strtoupper((string) preg_replace('/\s+/', ' ', $operator))) {
            Criteria::LIKE => new LikeCriterion($criteria, $column, $value, Criteria::LIKE),
            Criteria::NOT_LIKE => new LikeCriterion($criteria, $column, $value, Criteria::NOT_LIKE),
            Criteria::ILIKE => new LikeCriterion($criteria, $column, $value, Criteria::ILIKE),
            Criteria::NOT_ILIKE => new LikeCriterion($criteria, $column, $value, Criteria::NOT_ILIKE),
            default => new BasicCriterion($criteria, $column, $value, $operator),
        };
    }

    protected static function buildCriterionWithCriteria(
        Criteria $criteria,
        string $column,
        ?string $comparison,
        Criteria $innerQuery,
    ): AbstractInnerQueryCriterion {
        return in_array(strtoupper(trim((string) $comparison)), ['EXISTS', 'NOT EXISTS'], true)
            ? new ExistsQueryCriterion($criteria, null, $comparison, $innerQuery)
            : new ColumnToQueryOperatorCriterion($criteria, $column, $comparison, $innerQuery);
    }

    /** @internal */
    public static function subqueryOperator(string $comparison): string
    {
        return preg_match('/^\s*(?:(?:NOT\s+)?IN|[<>=!]{1,3}\s*(?:ANY|ALL|SOME))\s*$/i', $comparison)
            ? $comparison
            : self::operator($comparison);
    }

    /**
     * Returns a valid operator. It is written into the SQL, so only symbols and known comparison words are accepted.
     *
     * @internal
     */
    public static function operator(string $comparison): string
    {
        if (preg_match('/^\s*[<>=!~^|&@%]{1,4}\s*$/', $comparison)) {
            return $comparison;
        }
        if (!preg_match(self::WORDS, $comparison)) {
            throw new InvalidClauseException(sprintf(
                '"%s" is not a valid comparison operator%s',
                $comparison,
                self::suggestion(strtoupper((string) preg_replace('/\s+/', ' ', trim($comparison)))),
            ));
        }

        return ' ' . trim($comparison) . ' ';
    }

    /** The constants have spaces around their words, which a message would not show. */
    private static function suggestion(string $words): string
    {
        $constants = [
            'IN' => 'IN',
            'NOT IN' => 'NOT_IN',
            'IS NULL' => 'ISNULL',
            'IS NOT NULL' => 'ISNOTNULL',
        ];

        return isset($constants[$words])
            ? sprintf(' (write Criteria::%s)', $constants[$words])
            : Suggestion::text($words, ['LIKE', 'NOT LIKE', 'ILIKE', 'NOT ILIKE', 'REGEXP']);
    }
}
