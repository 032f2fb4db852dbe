<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\ClosureTable;

use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Pdo\OracleAdapter;
use Orm\Runtime\Adapter\Pdo\PgsqlAdapter;
use Orm\Runtime\Behavior\KnownTableTrait;
use Orm\Runtime\Behavior\ListTable;
use Orm\Runtime\Behavior\Statements;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;

/**
 * A table whose rows refer to their parents, and the table of all their ancestors.
 *
 * Adding a row takes shared locks on all of its ancestors, so that several connections can add rows at the same time.
 *
 * A move takes an exclusive lock on the moved row, so that it and connections that add or move rows below it wait for
 * each other. Moves also wait for each other, so that two of them cannot create a circle.
 *
 * @internal
 */
final class ClosureTree extends ListTable
{
    use KnownTableTrait;

    private const ROWS_OF_INSERT = 100;

    public readonly ColumnMap $parentColumn;

    /** Whether the database deletes the pairs and the children of a deleted row. */
    public readonly bool $cascades;

    /** The model class. */
    private readonly string $model;

    private readonly string $parent;
    private readonly string $closure;
    private readonly string $ancestor;
    private readonly string $descendant;
    private readonly string $depth;
    private readonly string $keyType;

    /** The clause of a SELECT that takes shared locks on rows; null if the database has none. */
    private readonly ?string $shared;
    private readonly string $exclusive;

    /** @param class-string<TableMap> $map */
    private function __construct(string $map, AdapterInterface $adapter)
    {
        parent::__construct($map, $adapter);
        $tableMap = $map::getTableMap();
        $names = $adapter->names($tableMap->isIdentifierQuotingEnabled());
        $this->model = (string) $tableMap->getClassName();
        $this->parentColumn = $tableMap->getColumn($tableMap->getBehaviors()['closure_table']['parent_column']);
        $this->parent = $names->identifier($this->parentColumn->getName());
        $this->closure = $names->table(constant($map . '::CLOSURE_TABLE'));
        $this->cascades = !defined($map . '::CLOSURE_WITHOUT_CASCADE');
        $this->ancestor = $names->identifier('ancestor_id');
        $this->descendant = $names->identifier('descendant_id');
        $this->depth = $names->identifier('depth');
        $this->keyType = $this->keyColumns[0]->getType();
        $this->shared = $adapter instanceof PgsqlAdapter ? ' FOR KEY SHARE' : self::lockText($adapter, Lock::SHARED);
        $this->exclusive = $this->shared === null ? '' : (string) self::lockText($adapter, Lock::EXCLUSIVE);
    }

    public function query(): ModelCriteria
    {
        return OrmQuery::from($this->model);
    }

    /**
     * @param list<list<mixed>> $rows
     * @return array<int|string, mixed> keys, by the key as a string
     */
    public function keysOf(array $rows): array
    {
        $keys = [];
        foreach ($rows as $row) {
            $keys[$this->keyText($row)] = $row[0];
        }

        return $keys;
    }

    /** Returns the SQL for the level of a row: the number of its ancestors. */
    public function levelOf(string $key): string
    {
        return "(SELECT COUNT(*) FROM $this->closure WHERE $this->closure.$this->descendant = $key)";
    }

    /** Inserts the pairs of a new row. */
    public function add(ConnectionInterface $con, mixed $key, mixed $parent): void
    {
        if ($this->shared === null) {
            $this->lock($con, [[]]);
        }
        $rows = [[$key, $key, 0]];
        foreach ($parent === null ? [] : $this->pathTo($con, $parent) as $i => $ancestor) {
            $rows[] = [$ancestor, $key, $i + 1];
        }
        $this->insert($con, $rows);
    }

    /** Moves a row with all its descendants to another parent. */
    public function move(ConnectionInterface $con, mixed $key, mixed $parent): void
    {
        // Locks all moves in the table. Otherwise ancestors of the new parent could move below this row in the
        // meantime.
        $this->lock($con, [[]]);
        $statements = new Statements($this->adapter, $con);
        $is = $this->value(' = ?', $key);
        $row = Sql::of("SELECT $this->parent FROM $this->name WHERE {$this->keys[0]}")
            ->then($is)->then($this->exclusive);
        if ($statements->rows($row) === []) {
            return;
        }
        foreach ($parent === null ? [] : $this->pathTo($con, $parent) as $ancestor) {
            if ($this->keyText([$ancestor]) === $this->keyText([$key])) {
                throw new OrmException(sprintf('This %s cannot move into its own branch', $this->model));
            }
        }
        $below = "SELECT $this->descendant FROM $this->closure WHERE $this->ancestor";
        // A process that deletes one of these rows and this one wait for each other.
        $statements->rows(
            Sql::of("SELECT {$this->keys[0]} FROM $this->name WHERE {$this->keys[0]} IN ($below")->then($is)
                ->then(')' . $this->shared),
        );
        $above = "SELECT $this->ancestor FROM $this->closure WHERE $this->depth > 0 AND $this->descendant";
        // The subquery is nested, because MySQL cannot read the table that it deletes from otherwise.
        $statements->write(
            Sql::of("DELETE FROM $this->closure WHERE $this->descendant IN (SELECT * FROM ($below")->then($is)
                ->then(") orm_below) AND $this->ancestor IN (SELECT * FROM ($above")->then($is)->then(') orm_above)'),
        );
        if ($parent === null) {
            return;
        }
        $statements->write(
            Sql::of(
                "INSERT INTO $this->closure ($this->ancestor, $this->descendant, $this->depth)"
                . " SELECT p.$this->ancestor, b.$this->descendant, p.$this->depth + b.$this->depth + 1"
                . " FROM $this->closure p, $this->closure b WHERE p.$this->descendant",
            )->then($this->value(' = ?', $parent))->then(" AND b.$this->ancestor")->then($is),
        );
    }

    /** Deletes all pairs before all rows are deleted. */
    public function clear(ConnectionInterface $con): void
    {
        $statements = new Statements($this->adapter, $con);
        $statements->write(Sql::of("DELETE FROM $this->closure"));
        $statements->write(Sql::of("UPDATE $this->name SET $this->parent = NULL WHERE $this->parent IS NOT NULL"));
    }

    /**
     * Deletes the pairs of rows.
     *
     * @param array<int|string, mixed> $keys
     * @return list<list<mixed>> the keys of each level, the deepest first, because some databases check each deleted
     *     row
     */
    public function deletePairs(ConnectionInterface $con, array $keys): array
    {
        $statements = new Statements($this->adapter, $con);
        $levels = [];
        $chunks = array_chunk($keys, self::ROWS_OF_INSERT);
        foreach ($chunks as $chunk) {
            $in = Sql::isOneOf([$this->descendant], $this->keyColumns, array_map(static fn ($key) => [$key], $chunk));
            $rows = $statements->rows(
                Sql::of("SELECT $this->descendant, COUNT(*) FROM $this->closure WHERE ")->then($in)
                    ->then(" GROUP BY $this->descendant"),
            );
            foreach ($rows as [$key, $level]) {
                $levels[$this->keyText($this->key([$key]))] = (int) $level;
            }
        }
        foreach ([$this->descendant, $this->ancestor] as $column) {
            foreach ($chunks as $chunk) {
                $in = Sql::isOneOf([$column], $this->keyColumns, array_map(static fn ($key) => [$key], $chunk));
                $statements->write(Sql::of("DELETE FROM $this->closure WHERE ")->then($in));
            }
        }
        $groups = [];
        foreach ($keys as $key) {
            $groups[$levels[$this->keyText([$key])] ?? 0][] = $key;
        }
        krsort($groups);

        return array_values($groups);
    }

    /** Recalculates all pairs from the parents of the rows, and returns their number. */
    public function rebuild(ConnectionInterface $con): int
    {
        $this->lock($con, [[]]);
        $statements = new Statements($this->adapter, $con);
        $statements->write(Sql::of("DELETE FROM $this->closure"));
        $columns = "($this->ancestor, $this->descendant, $this->depth)";
        $pairs = $new = $statements->write(
            Sql::of("INSERT INTO $this->closure $columns")
                ->then(Sql::of(" SELECT {$this->keys[0]}, {$this->keys[0]}, 0 FROM $this->name")),
        );
        for ($depth = 1; $new > 0; $depth++) {
            $new = $statements->write(Sql::number(
                "INSERT INTO $this->closure $columns SELECT c.$this->ancestor, r.{$this->keys[0]}, c.$this->depth + 1"
                . " FROM $this->name r, $this->closure c"
                . " WHERE c.$this->descendant = r.$this->parent AND c.$this->depth = ?"
                . " AND c.$this->ancestor <> r.{$this->keys[0]}",
                $depth - 1,
            ));
            $pairs += $new;
        }
        $circle = "SELECT {$this->keys[0]} FROM $this->name WHERE $this->parent IS NOT NULL AND {$this->keys[0]} NOT IN"
            . " (SELECT $this->descendant FROM $this->closure WHERE $this->ancestor IN"
            . " (SELECT {$this->keys[0]} FROM $this->name WHERE $this->parent IS NULL))";
        $rows = $statements->rows(Sql::of($circle));
        if ($rows !== []) {
            throw new OrmException(sprintf('The parents of %s %s are a circle', $this->model, (string) $rows[0][0]));
        }

        return $pairs;
    }

    /**
     * Returns a row and its ancestors, from bottom to top, after locking them against moves and deletes by other
     * connections.
     *
     * @return list<mixed> keys
     */
    private function pathTo(ConnectionInterface $con, mixed $key): array
    {
        $statements = new Statements($this->adapter, $con);
        $guess = [[$key]];
        $above = Sql::of("SELECT $this->ancestor FROM $this->closure WHERE $this->depth > 0 AND $this->descendant")
            ->then($this->value(' = ?', $key));
        foreach ($statements->rows($above) as $row) {
            $guess[] = $this->key($row);
        }
        $known = $path = [];
        for ($next = [$key]; $next[0] !== null; $next = $this->key([$known[$text][1]])) {
            $text = $this->keyText($next);
            if (!isset($known[$text])) {
                $select = Sql::of("SELECT {$this->keys[0]}, $this->parent FROM $this->name WHERE ")
                    ->then($this->hasOneOfKeys($guess))->then((string) $this->shared);
                foreach ($statements->rows($select) as $row) {
                    $known[$this->keyText($this->key([$row[0]]))] = $row;
                }
                if (!isset($known[$text])) {
                    throw new OrmException(sprintf('The parent of this %s does not exist any more', $this->model));
                }
            }
            if (isset($path[$text])) {
                throw new OrmException(sprintf('The parents of %s %s are a circle', $this->model, $text));
            }
            $path[$text] = $next[0];
            // The row is read separately if another connection has moved it since the guess was read.
            $guess = [$this->key([$known[$text][1]])];
        }

        return array_values($path);
    }

    /** @param list<array{mixed, mixed, int}> $rows */
    private function insert(ConnectionInterface $con, array $rows): void
    {
        $statements = new Statements($this->adapter, $con);
        $size = $this->adapter instanceof OracleAdapter ? 1 : self::ROWS_OF_INSERT;
        $start = "INSERT INTO $this->closure ($this->ancestor, $this->descendant, $this->depth) VALUES ";
        foreach (array_chunk($rows, $size) as $chunk) {
            $values = array_map(fn (array $row): Sql => Sql::of(
                '(?, ?, ?)',
                [[$row[0], $this->keyType], [$row[1], $this->keyType], [$row[2], 'INTEGER']],
            ), $chunk);
            $statements->write(Sql::of($start)->then(Sql::join(', ', $values)));
        }
    }

    private function value(string $text, mixed $key): Sql
    {
        return Sql::of($text, [[$key, $this->keyType]]);
    }
}
