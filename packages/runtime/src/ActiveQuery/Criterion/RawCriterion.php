<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\ColumnResolver;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** A clause with one `?` whose value is bound with a given PDO type. */
class RawCriterion extends AbstractCriterion
{
    public function __construct(private readonly string $clause, mixed $value, private readonly int $pdoType)
    {
        parent::__construct($clause, $value);
        if (substr_count($clause, '?') !== 1) {
            throw new InvalidClauseException(
                sprintf('The clause "%s" needs exactly one question mark', $clause),
            );
        }
    }

    /** A dot in the clause says nothing about a table. */
    public function getTable(): ?string
    {
        return null;
    }

    protected function condition(SqlContext $context): string
    {
        $placeholder = $context->bind(null, null, $this->value, $this->pdoType);

        $sql = str_replace(['?', ColumnResolver::NO_PLACEHOLDER], [$placeholder, '?'], $this->clause);

        return self::asOne($sql);
    }
}
