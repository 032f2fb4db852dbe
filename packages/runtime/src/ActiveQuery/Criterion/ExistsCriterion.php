<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/** `EXISTS (SELECT …)` and `NOT EXISTS (SELECT …)`. */
class ExistsCriterion extends AbstractCriterion
{
    public const TYPE_EXISTS = 'EXISTS';
    public const TYPE_NOT_EXISTS = 'NOT EXISTS';

    public function __construct(Criteria $outer, Criteria $query, ?string $type = self::TYPE_EXISTS)
    {
        $type = strtoupper(trim($type ?? self::TYPE_EXISTS));
        if ($type !== self::TYPE_EXISTS && $type !== self::TYPE_NOT_EXISTS) {
            throw new InvalidClauseException(sprintf('"%s" is neither EXISTS nor NOT EXISTS', $type));
        }
        parent::__construct($outer, '', $query, $type);
    }

    protected function condition(SqlContext $context): string
    {
        $query = clone $this->value;
        if (!$query->hasSelectClause()) {
            $query->addAsColumn('existsFlag', '1');
        }

        return $this->comparison . ' (' . $context->subquery($query) . ')';
    }
}
