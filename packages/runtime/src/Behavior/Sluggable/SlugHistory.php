<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sluggable;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Pdo\OracleAdapter;
use Orm\Runtime\Behavior\CurrentAdapterTrait;
use Orm\Runtime\Behavior\KnownTableTrait;
use Orm\Runtime\Behavior\ListTable;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Behavior\Statements;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/**
 * The former slugs of the rows of a table. A row has each former slug once, from the last time it had it.
 *
 * @internal
 */
final class SlugHistory
{
    use CurrentAdapterTrait;
    use KnownTableTrait;

    private const CHUNK = 500;

    private readonly SlugTable $slugs;
    private readonly TableMap $history;
    private readonly ColumnMap $oldSlug;
    private readonly ?ColumnMap $oldScope;

    /** @var list<ColumnMap> the columns of the table of old slugs with the key of the row */
    private readonly array $keyColumns;

    /** Quoted names. */
    private readonly string $rows;
    private readonly string $oldRows;
    private readonly string $number;

    /** The lock clause of a SELECT. */
    private readonly string $lock;

    /** @var list<string> the columns of the key, the slug and the scope in the table */
    private readonly array $columns;

    /** @var list<string> the matching columns in the table of old slugs */
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
        $this->lock = ListTable::lockText($adapter, Lock::EXCLUSIVE) ?? '';
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
     * Stores the slug of a row as an old one, unless it is the slug that the row is about to get.
     *
     * @param list<mixed> $key
     */
    public function keep(ConnectionInterface $con, array $key, string $slug, mixed $scope): void
    {
        $slugAt = count($key);
        $changes = Sql::of('r.' . $this->columns[$slugAt] . ' <> ?', [[$slug, $this->slugs->column->getType()]]);
        if ($this->slugs->scope !== null) {
            $name = 'r.' . $this->columns[$slugAt + 1];
            $changes = $changes->then($scope === null
                ? " OR $name IS NOT NULL"
                : Sql::of(" OR $name IS NULL OR $name <> ?", [[$scope, $this->slugs->scope->getType()]]));
        }
        $this->keepOf($con, [$key], $changes);
    }

    /**
     * Stores the slugs of rows that are about to get new ones.
     *
     * @param non-empty-list<list<mixed>> $keys
     */
    public function keepAll(ConnectionInterface $con, array $keys): void
    {
        $this->keepOf($con, $keys, null);
    }

    /**
     * @param non-empty-list<list<mixed>> $keys
     * @param Sql|null $changes the condition for rows whose slugs change; null: all
     */
    private function keepOf(ConnectionInterface $con, array $keys, ?Sql $changes): void
    {
        $statements = new Statements($this->adapter, $con);
        $own = $this->columns;
        $slugAt = count($this->keyColumns);
        $names = array_map(static fn (string $name): string => 'r.' . $name, array_slice($own, 0, $slugAt));
        $hasKey = Sql::isOneOf($names, $this->keyColumns, $keys);
        // Locks the rows, so that other connections that change their slugs wait and no slug is missed.
        $slugs = Sql::of("SELECT r.$own[$slugAt] FROM $this->rows r WHERE ")->then($hasKey);
        $statements->rows($slugs->then($this->lock));
        $same = [];
        foreach ($own as $i => $name) {
            $old = $this->oldColumns[$i];
            $same[] = "(r.$name = o.$old OR (r.$name IS NULL AND o.$old IS NULL))";
        }
        $before = Sql::of("SELECT o.$this->number FROM $this->oldRows o, $this->rows r WHERE ")
            ->then($hasKey)->then(' AND ' . implode(' AND ', $same));
        $numbers = array_map(static fn (array $row): int => (int) $row[0], $statements->rows($before));
        // Deletes by key, because a DELETE that finds nothing would lock the gap for other connections.
        foreach (array_chunk($numbers, self::CHUNK) as $chunk) {
            $places = implode(', ', array_fill(0, count($chunk), '?'));
            $statements->write(Sql::number("DELETE FROM $this->oldRows WHERE $this->number IN ($places)", ...$chunk));
        }
        // Oracle does not generate the row numbers.
        [$number, $next] = $this->adapter instanceof OracleAdapter
            ? [$this->number . ', ', $this->history->getPrimaryKeyMethodInfo() . '.nextval, ']
            : ['', ''];
        $columns = $number . implode(', ', $this->oldColumns);
        $insert = Sql::of("INSERT INTO $this->oldRows ($columns) SELECT {$next}r."
            . implode(', r.', $own) . " FROM $this->rows r WHERE ")
            ->then($hasKey)->then(" AND r.$own[$slugAt] IS NOT NULL");
        $statements->write($changes === null ? $insert : $insert->then(' AND ')->then($changes->inBrackets()));
        ConnectionWrapper::wrap($con)->rollbackLog?->changed();
    }

    /**
     * Returns the object with a slug or, if there is none, the object that had it last, from the results of a query.
     */
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
