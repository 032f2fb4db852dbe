<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\StatementRunner;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Behavior\ListTransaction;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;

/** Queries on the members of lists. A scope is one value, or an array when there are several scope columns. */
trait SortableQueryTrait
{
    use SortableQueryWriteTrait;

    protected function restrictToList(mixed $scope): static
    {
        $table = RankedTable::of(self::TABLE_MAP);
        foreach ($table->scope($scope) as $i => $value) {
            $this->addUsingAlias($table->scopeColumns[$i]->getFullyQualifiedName(), $value);
        }

        return $this;
    }

    /** One list, in the order of its members; rows outside of lists are left out. */
    protected function restrictToMembers(mixed $scope, string $order = Criteria::ASC): static
    {
        $this->restrictToList($scope);
        $this->addUsingAlias((self::TABLE_MAP)::RANK_COL, null, Criteria::ISNOTNULL);

        return $this->orderByListRank($order, true);
    }

    protected function orderByListRank(string $order, bool $thenByKey = false): static
    {
        $columns = [(self::TABLE_MAP)::RANK_COL];
        foreach ($thenByKey ? RankedTable::of(self::TABLE_MAP)->keyColumns : [] as $column) {
            $columns[] = $column->getFullyQualifiedName();
        }
        $direction = strtoupper($order);
        if ($direction !== Criteria::ASC && $direction !== Criteria::DESC) {
            throw new OrmException(sprintf('orderByRank() expects "asc" or "desc", got "%s"', $order));
        }
        foreach ($columns as $column) {
            $name = $this->getAliasedColName($column);
            $direction === Criteria::ASC
                ? $this->addAscendingOrderByColumn($name)
                : $this->addDescendingOrderByColumn($name);
        }

        return $this;
    }

    /** A rank, null, a list of ranks or a range. */
    protected function filterByListRank(mixed $rank): static
    {
        return $this->conditionOnRange((self::TABLE_MAP)::RANK_COL, $rank, null);
    }

    protected function maxRankOfList(mixed $scope, ?ConnectionInterface $con): ?int
    {
        $con ??= Orm::getServiceContainer()->getReadConnection($this->getDbName());
        $query = (clone $this)->restrictToList($scope)->clearOrderByColumns();
        $column = $query->getAliasedColName((self::TABLE_MAP)::RANK_COL);
        $name = $query->writtenName($column);
        $params = [];
        $sql = SqlContext::select($query, $params, ['MAX(' . $name . ')']);
        $max = StatementRunner::value($query, $con, $sql, $params);

        return $max === null || $max === false ? null : (int) $max;
    }

    protected function writeConnectionOfLists(): ConnectionInterface
    {
        return Orm::getServiceContainer()->getWriteConnection($this->getDbName());
    }

    /** @param list<mixed> $scope what follows the order, if that is the first argument; a connection may be the last */
    protected static function selectOrderedByRank(
        Criteria|string|null $criteria,
        mixed $order,
        mixed $con,
        array $scope = [],
    ): mixed {
        $query = $criteria instanceof Criteria ? static::create(null, $criteria) : static::create();
        $query->clearOrderByColumns();
        if (is_string($criteria)) {
            if (end($scope) instanceof ConnectionInterface) {
                $con = array_pop($scope);
            }
            $count = count(RankedTable::of(self::TABLE_MAP)->scopes);
            if ($scope !== []) {
                $query->restrictToList($count === 1 ? $scope[0] : ListArguments::split($scope, $count, [])[0]);
            }
            $order = $criteria;
        }
        $con = $con instanceof ConnectionInterface ? $con : null;

        return $query->orderByListRank((string) $order)->find($con);
    }

    protected static function addScopeTo(Criteria $criteria, mixed $scope, string $method): void
    {
        $table = RankedTable::of(self::TABLE_MAP);
        foreach ($table->scope($scope) as $i => $value) {
            $criteria->$method($table->scopeColumns[$i]->getFullyQualifiedName(), $value, Criteria::EQUAL);
        }
    }

    protected static function shiftListRanks(
        mixed $delta,
        mixed $first,
        mixed $last,
        mixed $scope,
        ?ConnectionInterface $con,
    ): int {
        $delta = Rank::integer($delta) ?? throw new OrmException('sortableShiftRank() needs a whole number as delta');
        $first = Rank::integer($first) ?? throw new OrmException('sortableShiftRank() needs a whole number as first');
        $last = $last === null ? null : Rank::integer($last)
            ?? throw new OrmException('sortableShiftRank() needs a whole number as last');
        $table = RankedTable::of(self::TABLE_MAP);
        $con = $table->writeConnection($con);
        $scope = $table->scope($scope);

        $shift = new Shift($scope, $first, $last, $delta);

        return ListTransaction::retry($table, $con, static function () use ($table, $con, $scope, $shift) {
            $table->lock($con, [$scope]);
            $statements = new ListStatements($table, $con);
            $max = $table->unique ? $statements->max($scope) : 0;
            $rows = $statements->shift([$shift], null, $max);
            $table->written($con);
            ListPool::shifted($table, $con, [$shift]);

            return $rows;
        });
    }

    protected static function resequenceList(mixed $scope, bool $includeUnranked, ?ConnectionInterface $con): int
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $con = $table->writeConnection($con);
        $scope = $table->scope($scope);

        return ListTransaction::retry($table, $con, static function () use ($table, $con, $scope, $includeUnranked) {
            $table->lock($con, [$scope]);
            $rows = (new RankRewriter($table, $con))->resequence([$scope], $includeUnranked);
            if ($rows > 0) {
                $table->written($con);
                ListPool::refresh($table, $con, [$scope]);
            }

            return $rows;
        });
    }

    protected static function deleteMembers(mixed $scope, ?ConnectionInterface $con): int
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $con = $table->writeConnection($con);
        $stored = $table->scope($scope);

        return ListTransaction::retry($table, $con, static function () use ($table, $con, $stored): int {
            $table->lock($con, [$stored]);
            $query = static::create();
            $query->deletedList = $stored;
            foreach ($stored as $i => $value) {
                $query->add($table->scopeColumns[$i]->getFullyQualifiedName(), $value);
            }
            $query->add((self::TABLE_MAP)::RANK_COL, null, Criteria::ISNOTNULL);

            return $query->delete($con);
        });
    }

    /** @param array<mixed> $order */
    protected function reorderMembers(array $order, ?ConnectionInterface $con): bool
    {
        $table = RankedTable::of(self::TABLE_MAP);
        $wanted = Reordering::entries($table, $order);
        if ($wanted === []) {
            return true;
        }
        $con = $table->writeConnection($con);
        ListTransaction::retry($table, $con, function () use ($table, $con, $wanted): void {
            (new Reordering($table, $con, clone $this))->apply($wanted);
        });

        return true;
    }
}
