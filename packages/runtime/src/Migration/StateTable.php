<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

use PDOException;

/** The table with the applied migrations. */
final class StateTable
{
    /** The quoted name of the table. */
    private string $table;
    /** A statement after which names are found where the run found them at its start. */
    private ?string $back = null;

    public function __construct(private readonly string $name, private readonly Database $database)
    {
        $this->table = implode('.', array_map($database->rules->quote(...), explode('.', $name)));
    }

    /** @return array<string, Entry> by version, oldest first; empty if the table does not exist yet */
    public function read(): array
    {
        $entries = [];
        foreach ($this->rows('1 = 1') ?? [] as $row) {
            $entry = Entry::of($row);
            $entries[$entry->version] = $entry;
        }
        ksort($entries, SORT_NUMERIC);

        return $entries;
    }

    public function entryOf(Migration $migration): ?Entry
    {
        return $this->read()[$migration->version] ?? null;
    }

    /** Creates the table, or adds missing columns to a table of the other supported tool. */
    public function ensure(): void
    {
        if ($this->isComplete()) {
            return;
        }
        $begin = $this->database->rules->lock('') === null ? $this->database->rules->begin() : null;
        if ($begin === null) {
            $this->complete();

            return;
        }
        $this->database->begin($begin);
        $this->complete();
        $this->database->execute('COMMIT');
    }

    /** Keeps finding the table, wherever migrations look up names. */
    public function settle(): void
    {
        $place = $this->database->rules->place($this->table);
        if ($place === null) {
            return;
        }
        ['home' => $home, 'back' => $this->back] = $this->database->rows($place)[0];
        if (!str_contains($this->name, '.')) {
            $this->table = $this->database->rules->quote((string) $home) . ".$this->table";
        }
    }

    /** Makes the session find names where it found them before a migration. */
    public function goBack(): void
    {
        if ($this->back !== null) {
            $this->database->execute($this->back);
        }
    }

    public function insert(Entry $entry): string
    {
        $values = $this->values($entry);
        $names = implode(', ', array_map($this->database->rules->quote(...), array_keys($values)));

        return "INSERT INTO $this->table ($names) VALUES (" . implode(', ', $values) . ')';
    }

    public function update(Entry $entry): string
    {
        $pairs = [];
        foreach ($this->values($entry) as $name => $value) {
            $pairs[] = $this->database->rules->quote($name) . " = $value";
        }

        return "UPDATE $this->table SET " . implode(', ', $pairs) . $this->where($entry);
    }

    /** Records why a statement failed, unless another run has executed it in the meantime. */
    public function fail(Entry $entry): string
    {
        ['direction' => $direction, 'statements' => $statements, 'error' => $error] = $this->values($entry);
        $names = ['direction', 'statements', 'finished', 'error'];
        [$way, $done, $finished, $why] = array_map($this->database->rules->quote(...), $names);

        return "UPDATE $this->table SET $why = $error{$this->where($entry)}"
            . " AND $way = $direction AND $done = $statements AND $finished IS NULL";
    }

    public function remove(Entry $entry): string
    {
        return "DELETE FROM $this->table" . $this->where($entry);
    }

    private function where(Entry $entry): string
    {
        return ' WHERE ' . $this->database->rules->quote('version') . " = $entry->version";
    }

    /** @return array<string, string> */
    private function values(Entry $entry): array
    {
        $rules = $this->database->rules;
        $text = static fn (?string $value): string => $value === null ? 'NULL' : $rules->literal($value);

        return [
            'version' => $entry->version,
            'name' => $text(self::cut($entry->name, 255)),
            'checksum' => $text($entry->checksum),
            'direction' => $text($entry->direction),
            'started' => $text($entry->started),
            'finished' => $text($entry->finished),
            'statements' => (string) $entry->statements,
            'error' => $text(self::cut($entry->error, 2000)),
            'progress' => $text($entry->progress),
        ];
    }

    /** Shortens a string to a number of characters, without cutting a multibyte character. */
    private static function cut(?string $text, int $length): ?string
    {
        return $text !== null && preg_match("/^.{0,$length}/su", $text, $found) === 1 ? $found[0] : $text;
    }

    /** @return array<string, string> columns besides the version, by name */
    private function added(): array
    {
        ['text' => $text, 'number' => $number, 'long' => $long] = $this->database->rules->types();

        return [
            'name' => "$text(255)",
            'checksum' => "$text(64)",
            'direction' => "$text(4)",
            'started' => "$text(24)",
            'finished' => "$text(24)",
            'statements' => $number,
            'error' => "$text(2000)",
            'progress' => $long,
        ];
    }

    private function isComplete(): bool
    {
        return $this->rows('1 = 0') !== null && $this->has(...array_keys($this->added()));
    }

    private function complete(): void
    {
        $rules = $this->database->rules;
        $version = $rules->quote('version');
        if ($this->rows('1 = 0') === null) {
            $columns = ["$version {$rules->types()['version']} NOT NULL PRIMARY KEY"];
            foreach ($this->added() as $name => $type) {
                $columns[] = $rules->quote($name) . " $type";
            }
            $sql = "CREATE TABLE $this->table (" . implode(', ', $columns) . ')';
            $this->database->execute($sql . $rules->tableOptions());

            return;
        }
        $missing = array_filter($this->added(), fn (string $name): bool => !$this->has($name), ARRAY_FILTER_USE_KEY);
        foreach ($missing as $name => $type) {
            $this->database->execute("ALTER TABLE $this->table ADD " . $rules->quote($name) . " $type");
        }
        $widen = $missing === [] ? null : $rules->widenVersion($this->table, $version);
        if ($widen !== null) {
            $this->database->execute($widen);
        }
    }

    /** @return list<array<string, mixed>>|null null if the table does not exist */
    private function rows(string $where): ?array
    {
        try {
            return $this->database->rows("SELECT * FROM $this->table WHERE $where");
        } catch (PDOException $failure) {
            return $this->database->rules->isMissing(Problem::of($failure)) ? null : throw $failure;
        }
    }

    private function has(string ...$columns): bool
    {
        $names = array_map(fn (string $name): string => 't.' . $this->database->rules->quote($name), $columns);
        try {
            $this->database->rows('SELECT ' . implode(', ', $names) . " FROM $this->table t WHERE 1 = 0");

            return true;
        } catch (PDOException $failure) {
            return $this->database->rules->isLost(Problem::of($failure)) ? throw $failure : false;
        }
    }
}
