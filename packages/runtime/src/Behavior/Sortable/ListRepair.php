<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Behavior\Repair;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * Finds lists whose ranks have gaps or duplicates and renumbers them. Only these lists are locked: other connections
 * change correct lists under their own locks and leave them correct.
 *
 * @internal
 */
final class ListRepair
{
    /** The maximum number of lists in one statement. */
    private const CHUNK = 500;

    private readonly ListStatements $statements;

    public function __construct(private readonly RankedTable $table, private readonly ConnectionInterface $con)
    {
        $this->statements = new ListStatements($table, $con);
    }

    public function run(): Repair
    {
        $table = $this->table;
        $con = $this->con;
        $table->prepareLocks($con);
        $broken = $table->lockAndRead($con, [], function (): array {
            $broken = $this->broken();

            return [$broken, array_column($broken, 0)];
        });
        $rewriter = new RankRewriter($table, $con);
        $scopes = array_column($broken, 0);
        $rows = 0;
        foreach (array_chunk($scopes, self::CHUNK) as $chunk) {
            $rows += $rewriter->resequence($chunk);
        }
        if ($rows > 0) {
            $table->written($con);
            ListPool::refresh($table, $con, $scopes);
        }

        return new Repair(
            $this->lists(),
            count($broken),
            $rows,
            array_sum(array_column($broken, 1)),
            array_sum(array_column($broken, 2)),
        );
    }

    /** Returns the number of lists with members. */
    private function lists(): int
    {
        $lists = Sql::of('SELECT COUNT(*) FROM (SELECT MAX(' . $this->table->rank . ') AS orm_max FROM '
            . $this->table->name . $this->groups() . ') orm_lists WHERE orm_max IS NOT NULL');

        return (int) $this->statements->rows($lists)[0][0];
    }

    /** @return list<array{list<mixed>, int, int}> scopes, duplicates and gaps of lists with wrong ranks */
    private function broken(): array
    {
        $table = $this->table;
        $rank = $table->rank;
        $isOrdered = $table->isFractional ? '' : 'MIN(%1$s) <> %5$d OR MAX(%1$s) <> COUNT(%1$s) + %5$d - 1 OR ';
        $select = Sql::of(sprintf(
            'SELECT COUNT(%1$s), COUNT(DISTINCT %1$s), MAX(%1$s), '
                . 'COUNT(DISTINCT CASE WHEN %1$s >= %5$d THEN %1$s END)%2$s'
                . ' FROM %3$s%4$s HAVING ' . $isOrdered . 'COUNT(DISTINCT %1$s) <> COUNT(%1$s)',
            $rank,
            implode('', array_map(static fn (string $scope): string => ', ' . $scope, $table->scopes)),
            $table->name,
            $this->groups(),
            $table->start,
        ));
        $broken = [];
        foreach ($this->statements->rows($select->then($table->readLock($this->con))) as $row) {
            [$count, $distinct, $max, $positive] = array_map(intval(...), array_slice($row, 0, 4));
            $scope = [];
            foreach (array_keys($table->scopeColumns) as $i) {
                $scope[] = $table->stored($i, $row[$i + 4]);
            }
            $gaps = $table->isFractional ? 0 : max(0, $max - $table->start + 1 - $positive);
            $broken[] = [$scope, $count - $distinct, $gaps];
        }

        return $broken;
    }

    private function groups(): string
    {
        return $this->table->scopes === [] ? '' : ' GROUP BY ' . implode(', ', $this->table->scopes);
    }
}
