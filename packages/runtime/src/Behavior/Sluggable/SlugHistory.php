<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sluggable;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Behavior\CurrentAdapterTrait;
use Orm\Runtime\Behavior\KnownTableTrait;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Behavior\Statements;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/**
 * The slugs that the rows of a table had before. A row has each of them once: when it had it last.
 *
 * @internal
 */
final class SlugHistory
{
    use CurrentAdapterTrait;
    use KnownTableTrait;

    private readonly SlugTable $slugs;
    private readonly TableMap $history;
    private readonly ColumnMap $oldSlug;
    private readonly ?ColumnMap $oldScope;

    /** @var list<ColumnMap> the columns of the old slugs for the key of the row */
    private readonly array $keyColumns;

    /** Names in SQL. */
    private readonly string $rows;
    private readonly string $oldRows;
    private readonly string $number;

    /** @var list<string> in the table: the columns of the key, the slug and the scope */
    private readonly array $columns;

    /** @var list<string> in the table of the old slugs: the columns for these */
    private readonly array $oldColumns;

    /** @param class-string<TableMap> $map */
    private function __construct(private readonly string $map, private readonly AdapterInterface $adapter)
    {
        $table = $map::getTableMap();
        $this->slugs = SlugTable::of($map);
        $this->history = constant($map . '::SLUG_HISTORY_QUERY')::create()->getTableMap();
        $old = $adapter->names($this->history->isIdentifierQuotingEnabled());
        $own = $adapter->names($table->isIdentifierQuotingEnabled());
        $this->rows = $own->table($map::TABLE_NAME);
        $this->oldRows = $old->table($this->history::TABLE_NAME);
        $this->number = $old->identifier($this->history->getColumn('history_id')->getName());
        $this->oldSlug = $this->history->getColumn('old_slug');
        $this->oldScope = $this->slugs->scope === null ? null : $this->history->getColumn('old_scope');
        $keys = $columns = $oldColumns = [];
        foreach ($table->getPrimaryKeys() as $column) {
            $keys[] = $key = $this->history->getColumn($column->getName());
            $columns[] = $own->identifier($column->getName());
            $oldColumns[] = $old->identifier($key->getName());
        }
        foreach ([[$this->slugs->column, $this->oldSlug], [$this->slugs->scope, $this->oldScope]] as [$now, $before]) {
            if ($now !== null && $before !== null) {
                $columns[] = $own->identifier($now->getName());
                $oldColumns[] = $old->identifier($before->getName());
            }
        }
        $this->keyColumns = $keys;
        $this->columns = $columns;
        $this->oldColumns = $oldColumns;
    }

    /**
     * Keeps the slug of a row, unless it is the one that the row is about to get.
     *
     * @param list<mixed> $key
     */
    public function keep(ConnectionInterface $con, array $key, string $slug, mixed $scope): void
    {
        $statements = new Statements($this->adapter, $con);
        $own = $this->columns;
        $slugAt = count($key);
        $parts = [];
        foreach ($this->keyColumns as $i => $column) {
            $parts[] = Sql::equal('r.' . $own[$i], $column, $key[$i]);
        }
        $hasKey = Sql::join(' AND ', $parts);
        // Others who give the row another slug wait, so that no slug of it is left out.
        $lock = '';
        $this->adapter->applyLock($lock, new Lock(Lock::EXCLUSIVE));
        $statements->rows(Sql::of("SELECT r.$own[$slugAt] FROM $this->rows r WHERE ")->then($hasKey)->then($lock));
        $same = [];
        foreach ($own as $i => $name) {
            $old = $this->oldColumns[$i];
            $same[] = "(r.$name = o.$old OR (r.$name IS NULL AND o.$old IS NULL))";
        }
        $before = Sql::of("SELECT o.$this->number FROM $this->oldRows o, $this->rows r WHERE ")
            ->then($hasKey)->then(' AND ' . implode(' AND ', $same));
        // By their keys: a DELETE that finds nothing would lock the gap for others.
        foreach ($statements->rows($before) as [$number]) {
            $statements->write(Sql::number("DELETE FROM $this->oldRows WHERE $this->number = ?", (int) $number));
        }
        $changes = Sql::of("r.$own[$slugAt] <> ?", [[$slug, $this->slugs->column->getType()]]);
        if ($this->slugs->scope !== null) {
            $name = 'r.' . $own[$slugAt + 1];
            $changes = $changes->then($scope === null
                ? " OR $name IS NOT NULL"
                : Sql::of(" OR $name IS NULL OR $name <> ?", [[$scope, $this->slugs->scope->getType()]]));
        }
        $statements->write(
            Sql::of("INSERT INTO $this->oldRows (" . implode(', ', $this->oldColumns) . ') SELECT r.'
                . implode(', r.', $own) . " FROM $this->rows r WHERE ")
                ->then($hasKey)->then(" AND r.$own[$slugAt] IS NOT NULL AND ")->then($changes->inBrackets()),
        );
        ConnectionWrapper::wrap($con)->rollbackLog?->written($this->history::class);
    }

    /** The object that has a slug, or else the one that had it last, among those of a query. */
    public function find(ModelCriteria $query, string $slug, mixed $scope, ?ConnectionInterface $con): mixed
    {
        $con ??= Orm::getServiceContainer()->getReadConnection($this->map::DATABASE_NAME);
        $now = clone $query;
        $before = constant($this->map . '::SLUG_HISTORY_QUERY')::create();
        $queries = [[$now, $this->slugs->column, $this->slugs->scope], [$before, $this->oldSlug, $this->oldScope]];
        foreach ($queries as [$filtered, $slugColumn, $scopeColumn]) {
            $filtered->filterBy($slugColumn->getPhpName(), $slug, Criteria::EQUAL);
            if ($scopeColumn !== null) {
                $comparison = $scope === null ? Criteria::ISNULL : Criteria::EQUAL;
                $filtered->filterBy($scopeColumn->getPhpName(), $scope, $comparison);
            }
        }
        $found = $now->findOne($con);
        if ($found !== null) {
            return $found;
        }
        $before->orderBy($this->history->getColumn('history_id')->getPhpName(), Criteria::DESC);
        foreach (QueryRows::read($before, $this->keyColumns, $con) as $key) {
            $found = (clone $query)->filterByPrimaryKey(count($key) === 1 ? $key[0] : $key)->findOne($con);
            if ($found !== null) {
                return $found;
            }
        }

        return null;
    }
}
