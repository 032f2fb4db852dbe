<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** Iterates over the rows of a table in batches, in key order. */
final class Walk
{
    private readonly Rules $rules;
    private readonly string $table;
    /** @var non-empty-list<string> */
    private readonly array $columns;
    /** The table and its key, for messages and the state table. */
    private readonly string $name;
    /** The SELECT expressions for the key values. */
    private readonly string $selected;

    public function __construct(
        private readonly Statement $statement,
        private readonly Batch $batch,
        private readonly Database $database,
    ) {
        $this->rules = $database->rules;
        $this->table = implode('.', array_map($this->rules->quote(...), $batch->table));
        $this->columns = array_map($this->rules->quote(...), $batch->key);
        $this->name = "$this->table (" . implode(', ', $this->columns) . ')';
        $selected = [];
        foreach ($batch->key as $index => $column) {
            $query = $this->rules->typeQuery($batch->table, $column);
            $type = $query === null ? null : ($this->database->rows($query)[0]['type'] ?? null);
            $value = $this->rules->keyValue($this->columns[$index], (string) ($type ?? 'char'));
            if ($value === null) {
                throw $this->impossible($type === null
                    ? 'this vendor has no batches'
                    : "\"$column\" is of type $type, whose values have no fixed order");
            }
            $selected[] = "$value AS k$index";
        }
        $this->selected = implode(', ', $selected);
    }

    /** Returns the state before the first batch. Rows with keys above the current last one are not processed. */
    public function start(): Walked
    {
        $counts = $order = [];
        foreach ($this->columns as $index => $column) {
            $counts[] = "COUNT($column) AS n$index";
            $order[] = "$column DESC";
        }
        $row = $this->database->rows('SELECT COUNT(*) AS total, ' . implode(', ', $counts) . " FROM $this->table")[0];
        $total = (int) $row['total'];
        foreach ($this->batch->key as $index => $column) {
            if ((int) $row["n$index"] < $total) {
                throw $this->impossible(
                    "rows of $this->table have no value in \"$column\", which they are taken by",
                );
            }
        }
        $end = $this->database->rows(
            "SELECT $this->selected FROM $this->table ORDER BY " . implode(', ', $order) . ' LIMIT 1',
        )[0] ?? null;

        return new Walked($this->name, 0, 0, $total, $end === null ? null : self::values($end));
    }

    /** Parses the state that a run has stored, which must be for this table and key. */
    public function read(string $text): Walked
    {
        $walked = Walked::read($text);
        if ($walked->of !== $this->name) {
            throw $this->impossible("$walked->rows rows of $walked->of are done, and this is $this->name");
        }

        return $walked;
    }

    /** Returns the next batch of rows; null if there are none. */
    public function next(Walked $walked): ?Portion
    {
        if ($walked->end === null) {
            return null;
        }
        $order = implode(', ', $this->columns);
        $offset = $this->batch->size - 1;
        $found = $this->database->rows(
            "SELECT $this->selected FROM $this->table WHERE {$this->range('', $walked->last, $walked->end)}"
                . " ORDER BY $order LIMIT 1 OFFSET $offset",
        )[0] ?? null;
        $to = $found === null ? $walked->end : self::values($found);
        $range = $this->range('', $walked->last, $to);
        $rows = (int) $this->database->rows("SELECT COUNT(*) AS n FROM $this->table WHERE $range")[0]['n'];

        return new Portion(
            Batch::forRows(
                $this->statement->text,
                $this->rules->lexicon,
                fn (string $qualifier): string => "({$this->range($qualifier, $walked->last, $to)})",
            ),
            $range,
            new Walked($this->name, $walked->batches + 1, $walked->rows + $rows, $walked->total, $walked->end, $to),
        );
    }

    /**
     * Returns the condition for the rows after one key and up to another.
     *
     * @param list<string>|null $after
     * @param list<string> $upTo
     */
    private function range(string $qualifier, ?array $after, array $upTo): string
    {
        $columns = array_map(static fn (string $column): string => $qualifier . $column, $this->columns);
        $literals = fn (array $values): array => array_map($this->literal(...), $values);
        $upper = self::compared($columns, '<', $literals($upTo), true);

        return $after === null ? $upper : self::compared($columns, '>', $literals($after), false) . " AND $upper";
    }

    private function literal(string $value): string
    {
        [$kind, $text] = [substr($value, 0, 2), substr($value, 2)];
        $isHex = preg_match('/^[\dA-F]*$/Di', $text) === 1;

        return match (true) {
            $kind === 'n:' && preg_match('/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/Di', $text) === 1 => $text,
            $kind === 'b:' && $isHex => "X'$text'",
            $kind === 'x:' && $isHex => "CAST(X'$text' AS TEXT)",
            default => $this->rules->literal($text),
        };
    }

    private function impossible(string $reason): MigrationException
    {
        return new MigrationException(
            'ORM-M007',
            "connection \"{$this->database->name}\": $reason",
            place: $this->statement->place,
        );
    }

    /**
     * @param array<string, mixed> $row
     * @return list<string>
     */
    private static function values(array $row): array
    {
        return array_map('strval', array_values($row));
    }

    /**
     * Compares the first column and, if it is equal, the others. The first part lets the database use an index.
     *
     * @param non-empty-list<string> $columns
     * @param '<'|'>' $operator
     * @param list<string> $values
     */
    private static function compared(array $columns, string $operator, array $values, bool $orEqual): string
    {
        [$column, $value] = [array_shift($columns), array_shift($values)];
        if ($columns === []) {
            return "$column $operator" . ($orEqual ? '=' : '') . " $value";
        }
        $rest = self::compared($columns, $operator, $values, $orEqual);

        return "$column $operator= $value AND ($column $operator $value OR $rest)";
    }
}
