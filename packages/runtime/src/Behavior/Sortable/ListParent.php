<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectBuilder;
use Orm\Runtime\Connection\ConnectionInterface;
use PDO;

/**
 * Rows that lists belong to. When they are deleted and the members of their lists stay, without a parent, these are
 * appended to the list of all that have none; the database alone would leave them with their old ranks.
 *
 * @internal
 */
final class ListParent
{
    /**
     * @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $parents the rows that will be deleted
     * @param ModelCriteria<\Orm\Runtime\ActiveRecord\ActiveRecordInterface> $children a query on the sortable table
     * @param array<string, string> $columns columns of the children with those that they refer to
     */
    public static function release(
        ModelCriteria $parents,
        ModelCriteria $children,
        array $columns,
        ConnectionInterface $con,
    ): void {
        $names = [];
        foreach ($columns as $column) {
            $names[] = $parents->getAliasedColName(
                $parents->getTableMap()->getColumn($column)->getFullyQualifiedName(),
            );
        }
        $params = [];
        $query = (clone $parents)->clearOrderByColumns();
        $sql = SelectBuilder::build($query, $params, $names);
        $statement = StatementRunner::run($query, $con, $sql, $params);
        $rows = $statement->fetchAll(PDO::FETCH_NUM);
        StatementRunner::release($con, $sql, $statement);
        foreach ($rows as $row) {
            $free = clone $children;
            $values = [];
            foreach (array_keys($columns) as $i => $column) {
                $map = $children->getTableMap()->getColumn($column);
                $free->add($map->getFullyQualifiedName(), $row[$i]);
                $values[$map->getPhpName()] = null;
            }
            if (!in_array(null, $row, true)) {
                $free->update($values, $con);
            }
        }
    }
}
