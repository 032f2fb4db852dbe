<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use PDO;

/** A clause with one `?` whose value is bound with a given PDO type. */
class RawCriterion extends AbstractCriterion
{
    private readonly string $clause;

    public function __construct(
        Criteria $outer,
        string $column,
        mixed $value,
        private readonly int $pdoType = PDO::PARAM_STR,
    ) {
        $this->clause = $column;
        parent::__construct($outer, $column, $value, Criteria::RAW);
    }

    /** Returns null: a dot in the clause does not separate a table. */
    public function getTable(): ?string
    {
        return null;
    }

    protected function condition(SqlContext $context): string
    {
        $clause = ClauseText::of($this->clause, $context->adapter);

        return self::written($context, $clause, $this->value, $this->pdoType);
    }

    /** @internal */
    public static function written(SqlContext $context, ClauseText $clause, mixed $value, int $type): string
    {
        if ($clause->countMarks() !== 1) {
            throw new InvalidClauseException(
                sprintf('The clause "%s" needs exactly one question mark', $clause->reveal($clause->text)),
            );
        }
        $placeholder = $context->bind(null, null, $value, $type);

        return $clause->reveal(self::inParentheses(str_replace('?', $placeholder, $clause->text)));
    }
}
