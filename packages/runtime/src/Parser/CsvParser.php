<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

use DateTimeInterface;

/** CSV as in RFC 4180: a heading row, doubled quotes, CRLF. An empty field is null, arrays are written as JSON. */
class CsvParser extends AbstractParser
{
    /** What makes a spreadsheet take a cell for a formula, in the wide forms of Asian keyboards too. */
    private const FORMULA = '/^(?:[=+\-@\t\r\n]|＝|＋|－|＠)/';

    /**
     * @param bool $neutral put an apostrophe before text that a spreadsheet would take for a formula: for files that
     *     people open, with values that other people wrote. Reading such a file gives the apostrophes too.
     */
    public function __construct(private readonly bool $neutral = false)
    {
    }

    public function fromArray(array $array, string $rootKey = 'data'): string
    {
        return $this->listFromArray([$array]);
    }

    public function toArray(string $data, string $rootKey = 'data'): array
    {
        return $this->listToArray($data)[0] ?? [];
    }

    public function listFromArray(array $array, string $rootKey = 'data'): string
    {
        $rows = array_values($array);
        if ($rows === []) {
            return '';
        }
        // Rows differ in their names where related objects are loaded for some of them only.
        $names = [];
        foreach ($rows as $row) {
            $names += $row;
        }
        $names = array_keys($names);
        $lines = [$this->line(array_map('strval', $names))];
        foreach ($rows as $row) {
            $lines[] = $this->line(array_map(
                static fn (int|string $name): string => self::field($row[$name] ?? null),
                $names,
            ));
        }

        return implode("\r\n", $lines) . "\r\n";
    }

    public function listToArray(string $data, string $rootKey = 'data'): array
    {
        $records = self::records($data);
        $heading = array_shift($records);
        $rows = [];
        foreach ($records as $record) {
            $row = [];
            foreach ($heading ?? [] as $i => $name) {
                $value = $record[$i] ?? '';
                $row[$name] = $value === '' ? null : $value;
            }
            $rows[] = $row;
        }

        return $rows;
    }

    /** @param array<int|string, string> $fields */
    private function line(array $fields): string
    {
        if (count($fields) === 1 && current($fields) === '') {
            // An empty line would be no row at all.
            return '""';
        }

        return implode(',', array_map($this->cell(...), $fields));
    }

    private function cell(string $field): string
    {
        $isFormula = $this->neutral && !is_numeric($field) && preg_match(self::FORMULA, $field);

        return $isFormula || strpbrk($field, ",\"\r\n") !== false
            ? '"' . ($isFormula ? "'" : '') . str_replace('"', '""', $field) . '"'
            : $field;
    }

    private static function field(mixed $value): string
    {
        return match (true) {
            $value === null => '',
            is_bool($value) => $value ? '1' : '0',
            is_float($value) => var_export($value, true),
            is_scalar($value) => (string) $value,
            is_resource($value) => (string) stream_get_contents($value, -1, 0),
            $value instanceof DateTimeInterface => $value->format('Y-m-d H:i:s.u'),
            default => (string) json_encode($value),
        };
    }

    /** @return list<list<string>> */
    private static function records(string $data): array
    {
        $stream = fopen('php://memory', 'r+');
        fwrite($stream, $data);
        rewind($stream);
        $records = [];
        while (($record = fgetcsv($stream, null, ',', '"', '')) !== false) {
            if ($record !== [null]) {
                $records[] = array_map('strval', $record);
            }
        }
        fclose($stream);

        return $records;
    }
}
