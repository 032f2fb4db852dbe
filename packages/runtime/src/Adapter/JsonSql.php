<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

/**
 * SQL for the value at a place in a JSON document. Of a document without that place, all of it is NULL.
 *
 * @internal
 */
final class JsonSql
{
    /**
     * @param string $type gives one of the words of its kind
     * @param array{string: string, number: string, boolean: string, null: string, array: string} $words lists of words
     * @param string $text the value as text, which is equal to another one byte by byte
     * @param string $sorted the same, in the order of its bytes
     * @param string $number gives the value of a number
     * @param string $true the condition that it is true
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

    /** Whether there is no value, or JSON's null. */
    public function isMissing(): string
    {
        return 'COALESCE(' . $this->type . ', ' . $this->words['null'] . ') = ' . $this->words['null'];
    }

    public function isThere(): string
    {
        return $this->type . ' <> ' . $this->words['null'];
    }

    /** @return list<string> what rows are sorted by: numbers, texts, false and true, rows without a value */
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
