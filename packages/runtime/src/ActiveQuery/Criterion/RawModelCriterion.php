<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Map\ColumnMap;
use PDO;

/** A clause with one `?` whose value is bound with a given PDO type. */
class RawModelCriterion extends AbstractModelCriterion
{
    public function __construct(
        Criteria $outer,
        string $clause,
        ColumnMap|string $column,
        mixed $value = null,
        ?string $tableAlias = null,
        private readonly int $type = PDO::PARAM_STR,
    ) {
        parent::__construct($outer, $clause, $column, $value, $tableAlias);
    }

    protected function condition(SqlContext $context): string
    {
        $named = [];

        return RawCriterion::written($context, $this->clauseIn($context, $named), $this->value, $this->type);
    }
}
