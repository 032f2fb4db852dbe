<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Map\TableMap;

/**
 * Writes names for SQL. They are quoted only if the database would misread them otherwise, or all are quoted.
 *
 * @internal
 */
final class Names
{
    /** The highest number of cached names, more than large schemas have. */
    private const MOST = 5000;

    /** The longest cached name. Databases do not allow longer names in a schema. */
    private const LONGEST = 200;

    /** @var array<string, string> SQL by name */
    private array $identifiers = [];

    /** @var array<string, string> SQL by `table.column`, for columns that are written in the same way in every query */
    public array $columns = [];

    /** @var array<class-string<TableMap>, string> */
    private array $selectLists = [];

    public function __construct(private readonly AdapterInterface $adapter, public readonly bool $quotesAll)
    {
    }

    /** Writes the name of a single table, column or schema. */
    public function identifier(string $name): string
    {
        if (isset($this->identifiers[$name])) {
            return $this->identifiers[$name];
        }
        $written = $this->quotesAll || $this->adapter->needsQuotes($name)
            ? $this->adapter->quoteIdentifier($name)
            : $name;
        if (count($this->identifiers) >= self::MOST) {
            $this->identifiers = [];
        }
        if (strlen($name) <= self::LONGEST) {
            $this->identifiers[$name] = $written;
        }

        return $written;
    }

    /** Clears the cache of names from queries. */
    public function forget(): void
    {
        $this->identifiers = $this->columns = [];
    }

    /** Writes a table name, with its schema if it has one. */
    public function table(string $name): string
    {
        return str_contains($name, '.')
            ? implode('.', array_map($this->identifier(...), explode('.', $name)))
            : $this->identifier($name);
    }

    /** Writes a column with its real table name: `table.column`. */
    public function column(string $name): string
    {
        $dot = strrpos($name, '.');

        return $dot === false
            ? $this->identifier($name)
            : $this->table(substr($name, 0, $dot)) . '.' . $this->identifier(substr($name, $dot + 1));
    }

    /**
     * Writes a table alias. It is left unquoted where possible, because hand-written clauses use it unquoted and
     * databases may fold unquoted names.
     */
    public function alias(string $name): string
    {
        $isQuoted = $this->quotesAll && preg_match('/^[\w$#\x80-\xff]+$/D', $name) === 1;

        return $isQuoted ? $this->adapter->quoteIdentifier($name) : $this->label($name);
    }

    /** Writes a column alias, which is also left unquoted where possible. */
    public function label(string $name): string
    {
        return $this->adapter->isReserved($name) || ctype_digit($name[0] ?? '')
            ? $this->adapter->quoteIdentifier($name)
            : $name;
    }

    /**
     * Returns the select list with the columns of a table.
     *
     * @param class-string<TableMap> $tableMapClass
     */
    public function selectList(string $tableMapClass): string
    {
        return $this->selectLists[$tableMapClass] ??= $this->writeSelectList($tableMapClass);
    }

    /** @param class-string<TableMap> $tableMapClass */
    private function writeSelectList(string $tableMapClass): string
    {
        // The statement by key reads the same columns. Where it quotes none of them, none needs quotes.
        $byKey = $this->quotesAll ? '' : $tableMapClass::FIND_BY_KEY_SQL;
        if (preg_match('/^SELECT ([\w, ]+) FROM /', $byKey, $found) === 1) {
            $table = $this->table($tableMapClass::TABLE_NAME);

            return "$table." . str_replace(', ', ", $table.", $found[1]);
        }

        return implode(', ', array_map($this->column(...), $tableMapClass::getSelectColumns()));
    }

    /** Returns a column in the form used by every query; null if the form depends on whether a name is an alias. */
    public function plainColumn(string $name): ?string
    {
        $dot = (int) strrpos($name, '.');
        [$table, $column] = [substr($name, 0, $dot), substr($name, $dot + 1)];
        if ($this->table($table) !== $this->alias($table) || $this->identifier($column) !== $this->alias($column)) {
            return null;
        }
        $written = $this->column($name);
        if (count($this->columns) >= self::MOST) {
            $this->columns = [];
        }
        if (strlen($name) <= 2 * self::LONGEST) {
            $this->columns[$name] = $written;
        }

        return $written;
    }
}
