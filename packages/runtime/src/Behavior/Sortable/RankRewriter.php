<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\ColumnMap;
use PDO;

/**
 * Writes many ranks in one statement: a join to a list of values, in each vendor's syntax.
 *
 * @internal
 */
final class RankRewriter
{
    /** A statement with this many entries stays below every vendor's size limits. */
    private const CHUNK = 5000;

    /** The time for `CASE` grows with the square of its entries. */
    private const CASE_CHUNK = 200;

    private readonly ListStatements $statements;
    private readonly ListSql $sql;
    private readonly string $driver;

    public function __construct(private readonly RankedTable $table, private readonly ConnectionInterface $con)
    {
        $this->statements = new ListStatements($table, $con);
        $this->sql = $table->sql;
        $this->driver = (string) $con->getAttribute(PDO::ATTR_DRIVER_NAME);
    }

    /**
     * Renumbers the members of lists from the first rank on, in the order of rank and key.
     *
     * @param non-empty-list<list<mixed>> $scopes
     * @param bool $includeUnranked whether rows without a rank are appended
     * @return int the number of changed rows
     */
    public function resequence(array $scopes, bool $includeUnranked = false): int
    {
        $where = $this->table->scopes === [] ? Sql::of('1 = 1') : $this->sql->inScopes($scopes);
        // With a unique index, the rows pass through unused ranks.
        $start = $this->table->firstNumber();
        [$lowest, $highest] = $this->table->unique ? $this->statements->bounds($scopes) : [0, 0];
        if ($this->table->isFractional && $highest > RankedTable::HIGHEST) {
            // There is no room above these ranks, so the rows pass below them.
            $most = max(array_map($this->statements->count(...), $scopes));
            $offset = min(0, $lowest) - ($most + 1) * RankedTable::STEP;
            $passing = Sql::number(' AND ' . $this->table->rank . ' < ?', min(0, $lowest));
        } else {
            $offset = $this->table->unique ? max(0, $highest - $start + 1) : 0;
            $passing = Sql::number(' AND ' . $this->table->rank . ' > ?', $start + $offset - 1);
        }
        $rows = $this->number($where, $includeUnranked, $offset);
        if ($offset !== 0 && $rows > 0) {
            $this->statements->raise($where->then($passing), -$offset);
        }

        return $rows;
    }

    /**
     * Assigns ranks to rows.
     *
     * @param list<array{list<mixed>, ?int, int}> $rows key, rank before and rank after
     * @param int $max the highest rank of the lists involved
     */
    public function assign(array $rows, int $max): void
    {
        if ($this->table->unique) {
            // Joining rows make the list longer than its highest rank says.
            $ranked = array_values(array_filter($rows, static fn (array $row): bool => $row[1] !== null));
            $offset = max([$max, ...array_column($rows, 2)]) + 1 - min([0, ...array_column($ranked, 1)]);
            $this->write(array_map(
                static fn (array $row): array => [$row[0], $row[1] + $offset],
                $ranked,
            ));
        }
        $this->write(array_map(static fn (array $row): array => [$row[0], $row[2]], $rows));
    }

    /** Numbers rows in list order, plus an offset. */
    private function number(Sql $where, bool $includeUnranked, int $offset): int
    {
        $table = $this->table;
        $rank = $table->rank;
        $partition = $table->scopes === [] ? '' : 'PARTITION BY ' . implode(', ', $table->scopes) . ' ';
        $order = ($includeUnranked ? 'CASE WHEN ' . $rank . ' IS NULL THEN 1 ELSE 0 END, ' : '') . $this->sql->order();
        $numbers = Sql::of(sprintf(
            '(SELECT %s, ROW_NUMBER() OVER (%sORDER BY %s)%s AS orm_number FROM %s WHERE ',
            implode(', ', $table->keys),
            $partition,
            $order,
            match (true) {
                $table->isFractional => ' * ' . RankedTable::STEP,
                $table->start === 1 => '',
                default => ' + ' . ($table->start - 1),
            },
            $table->name,
        ))->then($where)->then($includeUnranked ? ')' : ' AND ' . $rank . ' IS NOT NULL)');
        $differs = 't.' . $rank . ' <> v.orm_number' . ($includeUnranked ? ' OR t.' . $rank . ' IS NULL' : '');
        $value = $offset === 0 ? Sql::of('v.orm_number') : Sql::number('v.orm_number + ?', $offset);
        $match = [];
        foreach ($table->keys as $key) {
            $match[] = 't.' . $key . ' = v.' . $key;
        }

        return $this->joined($value, $numbers, implode(' AND ', $match), $differs);
    }

    private function joined(Sql $value, Sql $source, string $match, string $condition): int
    {
        $name = $this->table->name;
        $rank = $this->table->rank;
        $sql = match ($this->driver) {
            'mysql' => Sql::of('UPDATE ' . $name . ' t JOIN ')->then($source)
                ->then(' v ON ' . $match . ' SET t.' . $rank . ' = ')->then($value)->then($this->table->touch('t.'))
                ->then(' WHERE ' . $condition),
            'oci' => Sql::of('MERGE INTO ' . $name . ' t USING ')->then($source)
                ->then(' v ON (' . $match . ') WHEN MATCHED THEN UPDATE SET t.' . $rank . ' = ')->then($value)
                ->then($this->table->touch('t.'))
                ->then(' WHERE ' . $condition),
            'sqlsrv', 'dblib' => Sql::of('UPDATE t SET ' . $rank . ' = ')->then($value)->then($this->table->touch())
                ->then(' FROM ' . $name . ' t JOIN ')->then($source)
                ->then(' v ON ' . $match . ' WHERE ' . $condition),
            default => Sql::of('UPDATE ' . $name . ' AS t SET ' . $rank . ' = ')->then($value)
                ->then($this->table->touch())
                ->then(' FROM ')->then($source)
                ->then(' v WHERE ' . $match . ' AND (' . $condition . ')'),
        };

        return $this->statements->write($sql);
    }

    /** @param list<array{list<mixed>, int}> $rows key and rank */
    private function write(array $rows): void
    {
        $types = array_map($this->valueType(...), $this->table->keyColumns);
        if (in_array(null, $types, true)) {
            foreach (array_chunk($rows, self::CASE_CHUNK) as $chunk) {
                $this->writeByCase($chunk);
            }

            return;
        }
        foreach (array_chunk($rows, self::CHUNK) as $chunk) {
            $match = [];
            foreach ($this->table->keys as $i => $key) {
                $match[] = 't.' . $key . ' = v.k' . $i;
            }
            $this->joined(Sql::of('v.r'), $this->values($chunk, $types), implode(' AND ', $match), '1 = 1');
        }
    }

    /**
     * Returns a value list with the columns k0… and r, passed to the database as one JSON string.
     *
     * @param list<array{list<mixed>, int}> $rows
     * @param list<string> $types
     */
    private function values(array $rows, array $types): Sql
    {
        $json = json_encode(
            array_map(static fn (array $row): array => [...$row[0], $row[1]], $rows),
            JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE,
        );
        $count = count($types);
        $columns = [];
        foreach ([...$types, $this->rankType()] as $i => $type) {
            $name = $i < $count ? 'k' . $i : 'r';
            $columns[] = match ($this->driver) {
                'mysql' => sprintf("%s %s PATH '$[%d]'", $name, $type, $i),
                'pgsql' => sprintf('CAST(j ->> %d AS %s) AS %s', $i, $type, $name),
                'sqlsrv', 'dblib' => sprintf("%s %s '$[%d]'", $name, $type, $i),
                default => sprintf("json_extract(j.value, '$[%d]') AS %s", $i, $name),
            };
        }
        $list = implode(', ', $columns);
        $text = match ($this->driver) {
            'mysql' => "JSON_TABLE(?, '$[*]' COLUMNS (" . $list . '))',
            'pgsql' => '(SELECT ' . $list . ' FROM json_array_elements(CAST(? AS json)) AS e(j))',
            'sqlsrv', 'dblib' => '(SELECT * FROM OPENJSON(?) WITH (' . $list . '))',
            default => '(SELECT ' . $list . ' FROM json_each(?) j)',
        };

        return Sql::of($text, [[$json, 'VARCHAR']]);
    }

    /** Returns the SQL type of a key column in a value list, or null if its values cannot be passed safely. */
    private function valueType(ColumnMap $column): ?string
    {
        $integer = in_array($column->getType(), ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'], true);
        if ($this->driver === 'oci') {
            return null;
        }
        if ($integer) {
            return $this->rankType();
        }
        $text = in_array($column->getType(), ['CHAR', 'VARCHAR', 'LONGVARCHAR'], true);

        return match (true) {
            $this->driver === 'pgsql' && $text => 'text',
            $this->driver === 'pgsql' && $column->getType() === 'UUID' => 'uuid',
            $this->driver === 'sqlite' && $text => 'text',
            default => null,
        };
    }

    private function rankType(): string
    {
        return 'bigint';
    }

    /** @param list<array{list<mixed>, int}> $rows */
    private function writeByCase(array $rows): void
    {
        $whens = array_map(
            fn (array $row): Sql => Sql::of('WHEN ')->then($this->sql->isKey($row[0]))
                ->then(Sql::number(' THEN ?', $row[1])),
            $rows,
        );
        $this->statements->write(
            Sql::of('UPDATE ' . $this->table->name . ' SET ' . $this->table->rank . ' = CAST(CASE ')
                ->then(Sql::join(' ', $whens))
                ->then(' END AS ' . ($this->driver === 'mysql' ? 'SIGNED' : 'bigint') . ')')
                ->then($this->table->touch())
                ->then(' WHERE ')
                ->then($this->sql->isOneOf(array_column($rows, 0))),
        );
    }
}
