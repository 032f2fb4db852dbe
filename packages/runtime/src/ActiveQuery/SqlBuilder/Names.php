<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Map\TableMap;

/**
 * Names as SQL writes them: in quotes where the database would misread them, else as they are; or all in quotes.
 *
 * @internal
 */
final class Names
{
    /** How many names are kept at most: more than large schemas have. */
    private const MOST = 5000;

    /** Longer names are not kept: databases allow none in a schema. */
    private const LONGEST = 200;

    /** @var array<string, string> by name */
    private array $identifiers = [];

    /** @var array<string, string> columns with their tables that are written so in every query */
    public array $columns = [];

    /** @var array<class-string<TableMap>, string> */
    private array $selectLists = [];

    public function __construct(private readonly AdapterInterface $adapter, public readonly bool $quotesAll)
    {
    }

    /** The name of a table or a column alone, or of a schema. */
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

    /** Forgets the names that queries have given. */
    public function forget(): void
    {
        $this->identifiers = $this->columns = [];
    }

    /** A table, with its schema if it has one. */
    public function table(string $name): string
    {
        return str_contains($name, '.')
            ? implode('.', array_map($this->identifier(...), explode('.', $name)))
            : $this->identifier($name);
    }

    /** A column of a table, both by their real names: `table.column`. */
    public function column(string $name): string
    {
        $dot = strrpos($name, '.');

        return $dot === false
            ? $this->identifier($name)
            : $this->table(substr($name, 0, $dot)) . '.' . $this->identifier(substr($name, $dot + 1));
    }

    /**
     * A name that a query gives to a table. It stays bare where it can: clauses that people write name it so, and
     * databases may fold what is not quoted.
     */
    public function alias(string $name): string
    {
        $isQuoted = $this->quotesAll && preg_match('/^[\w$#\x80-\xff]+$/D', $name) === 1;

        return $isQuoted ? $this->adapter->quoteIdentifier($name) : $this->label($name);
    }

    /** A name that a query gives to a column, which stays bare likewise. */
    public function label(string $name): string
    {
        return $this->adapter->isReserved($name) || ctype_digit($name[0] ?? '')
            ? $this->adapter->quoteIdentifier($name)
            : $name;
    }

    /**
     * The text of a select list with the columns of a table.
     *
     * @param class-string<TableMap> $tableMapClass
     */
    public function selectList(string $tableMapClass): string
    {
        return $this->selectLists[$tableMapClass]
            ??= implode(', ', array_map($this->column(...), $tableMapClass::getSelectColumns()));
    }

    /** A column as every query writes it; null if that depends on whether the query gave the names. */
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
