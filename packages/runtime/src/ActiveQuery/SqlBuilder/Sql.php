<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\ActiveQuery\Criterion\ClauseText;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Map\ColumnMap;

/**
 * A piece of SQL with question marks as placeholders, and their values.
 *
 * @internal
 */
final class Sql
{
    /** @param list<array{mixed, string}> $values values with the schema types for binding */
    public function __construct(public readonly string $text, public readonly array $values = [])
    {
    }

    /** @param list<array{mixed, string}> $values */
    public static function of(string $text, array $values = []): self
    {
        return new self($text, $values);
    }

    public static function number(string $text, int ...$numbers): self
    {
        $values = [];
        foreach ($numbers as $number) {
            $values[] = [$number, 'BIGINT'];
        }

        return new self($text, $values);
    }

    /**
     * Returns SQL with `:p1`, `:p2`, … instead of the question marks outside of literals, quoted names and comments.
     *
     * @param int $first the first number
     */
    public static function numbered(string $text, AdapterInterface $adapter, int $first = 1): string
    {
        $clause = ClauseText::of($text, $adapter);
        $parts = explode('?', $clause->text);
        $numbered = array_shift($parts);
        foreach ($parts as $i => $part) {
            $numbered .= ':p' . ($first + $i) . $part;
        }

        return $clause->reveal($numbered);
    }

    /** @param list<self> $parts */
    public static function join(string $separator, array $parts): self
    {
        $values = [];
        foreach ($parts as $part) {
            array_push($values, ...$part->values);
        }

        $texts = array_map(static fn (self $part): string => $part->text, $parts);

        $text = $separator === ' OR ' ? SqlContext::chain($separator, $texts) : implode($separator, $texts);

        return new self($text, $values);
    }

    public static function equal(string $name, ColumnMap $column, mixed $value): self
    {
        return $value === null
            ? new self($name . ' IS NULL')
            : new self($name . ' = ?', [[$value, $column->getType()]]);
    }

    /**
     * Returns the condition that matches the rows with the given keys.
     *
     * @param list<string> $names names of the key's columns in the SQL
     * @param list<ColumnMap> $columns
     * @param non-empty-list<list<mixed>> $keys
     */
    public static function isOneOf(array $names, array $columns, array $keys): self
    {
        if (count($names) === 1) {
            $type = $columns[0]->getType();
            $values = array_map(static fn (array $key): array => [$key[0], $type], $keys);

            return new self($names[0] . ' IN (' . implode(', ', array_fill(0, count($keys), '?')) . ')', $values);
        }

        return self::join(' OR ', array_map(static fn (array $key): self => self::join(' AND ', array_map(
            static fn (string $name, ColumnMap $column, mixed $value): self => self::equal($name, $column, $value),
            $names,
            $columns,
            $key,
        ))->inBrackets(), $keys))->inBrackets();
    }

    public function then(self|string $next): self
    {
        return $next instanceof self
            ? new self($this->text . $next->text, [...$this->values, ...$next->values])
            : new self($this->text . $next, $this->values);
    }

    public function inBrackets(): self
    {
        return new self('(' . $this->text . ')', $this->values);
    }
}
