<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** A clause with one `?` whose value is bound with a given PDO type. */
class RawCriterion extends AbstractCriterion
{
    public function __construct(private readonly string $clause, mixed $value, private readonly int $pdoType)
    {
        parent::__construct($clause, $value);
    }

    /** A dot in the clause says nothing about a table. */
    public function getTable(): ?string
    {
        return null;
    }

    protected function condition(SqlContext $context): string
    {
        $clause = ClauseText::of($this->clause, $context->adapter);
        if ($clause->countMarks() !== 1) {
            throw new InvalidClauseException(
                sprintf('The clause "%s" needs exactly one question mark', $this->clause),
            );
        }
        $placeholder = $context->bind(null, null, $this->value, $this->pdoType);

        return $clause->reveal(self::asOne(str_replace('?', $placeholder, $clause->text)));
    }
}
