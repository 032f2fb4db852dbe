<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\Criteria;

/** Writes the SELECT statement of a criteria, as code that was written for the known API asks for it. */
class SelectQuerySqlBuilder
{
    public function __construct(protected Criteria $criteria)
    {
    }

    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    public static function createSelectSql(Criteria $criteria, array &$params = []): PreparedStatementDto
    {
        return (new self($criteria))->build($params);
    }

    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    public function build(array &$params): PreparedStatementDto
    {
        return new PreparedStatementDto($this->criteria->createSelectSql($params), $params);
    }
}
