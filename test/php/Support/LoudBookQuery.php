<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use Bookstore\BookQuery;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;

/** A query that notes what is called. */
final class LoudBookQuery extends BookQuery
{
    protected const TABLE_MAP = LoudBookTableMap::class;

    /** @var list<string> */
    public array $calls = [];

    public function __construct()
    {
        parent::__construct(LoudBookTableMap::DATABASE_NAME, LoudBook::class);
    }

    public function addUsingAlias(string $column, mixed $value = null, int|string|null $comparison = null): static
    {
        $this->calls[] = 'addUsingAlias';

        return parent::addUsingAlias($column, $value, $comparison);
    }

    public function getNewCriterion(
        string $column,
        mixed $value = null,
        int|string|null $comparison = null,
    ): AbstractCriterion {
        $this->calls[] = 'getNewCriterion';

        return parent::getNewCriterion($column, $value, $comparison);
    }

    public function orderBy(string $columnName, string $order = Criteria::ASC): static
    {
        $this->calls[] = 'orderBy';

        return parent::orderBy($columnName, $order);
    }

    public function setLimit(int $limit): static
    {
        $this->calls[] = 'setLimit';

        return parent::setLimit($limit);
    }

    public function join(string $relation, ?string $joinType = Criteria::INNER_JOIN): static
    {
        $this->calls[] = 'join';

        return parent::join($relation, $joinType);
    }
}
