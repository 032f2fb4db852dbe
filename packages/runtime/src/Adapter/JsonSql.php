<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

/**
 * SQL expressions for the value at a path in a JSON document. If the document does not have the path, all of them are
 * NULL.
 *
 * @internal
 */
final class JsonSql
{
    /**
     * @param string $type the expression that returns the type name
     * @param array{string: string, number: string, boolean: string, null: string, array: string} $words lists of type
     *     names, by kind
     * @param string $text the value as text, compared by bytes
     * @param string $sorted the value as text, ordered by bytes
     * @param string $number the value as a number
     * @param string $true the condition that the value is true
     */
    public function __construct(
        private readonly string $type,
        private readonly array $words,
        public readonly string $text,
        public readonly string $sorted,
        public readonly string $number,
        public readonly string $true,
    ) {
    }

    /** @param 'string'|'number'|'boolean'|'null'|'array' $kind */
    public function is(string $kind): string
    {
        return $this->type . ' IN (' . $this->words[$kind] . ')';
    }

    /** Returns the condition that there is no value, or only JSON null. */
    public function isMissing(): string
    {
        return 'COALESCE(' . $this->type . ', ' . $this->words['null'] . ') = ' . $this->words['null'];
    }

    public function isThere(): string
    {
        return $this->type . ' <> ' . $this->words['null'];
    }

    /** @return list<string> the sort expressions: numbers, strings, false and true, then rows without a value */
    public function order(): array
    {
        return [
            'CASE WHEN ' . $this->is('number') . ' THEN 1 WHEN ' . $this->is('string') . ' THEN 2 WHEN '
                . $this->is('boolean') . ' THEN 3 ELSE 4 END',
            'CASE WHEN ' . $this->is('number') . ' THEN ' . $this->number . ' END',
            'CASE WHEN ' . $this->is('string') . ' THEN ' . $this->sorted
                . ' WHEN ' . $this->is('boolean') . ' THEN CASE WHEN ' . $this->true . " THEN '1' ELSE '0' END END",
        ];
    }
}
