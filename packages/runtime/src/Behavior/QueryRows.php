<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectBuilder;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\ColumnMap;
use PDO;

/**
 * Reads single columns of the rows that a query is about.
 *
 * @internal
 */
final class QueryRows
{
    /**
     * @param list<ColumnMap> $columns
     * @return list<list<mixed>>
     */
    public static function read(ModelCriteria $query, array $columns, ConnectionInterface $con): array
    {
        $names = [];
        foreach ($columns as $column) {
            $names[] = $query->getAliasedColName($column->getFullyQualifiedName());
        }
        $params = [];
        $sql = SelectBuilder::build($query, $params, $names);
        $statement = StatementRunner::run($query, $con, $sql, $params);
        $rows = $statement->fetchAll(PDO::FETCH_NUM);
        StatementRunner::release($con, $sql, $statement, StatementRunner::bound($params));

        return $rows;
    }
}
