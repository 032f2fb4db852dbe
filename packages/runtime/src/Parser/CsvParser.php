<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

use DateTimeInterface;
use JsonSerializable;
use Stringable;

/** CSV as in RFC 4180: a header row, doubled quotes, CRLF. An empty field is null; arrays are written as JSON. */
class CsvParser extends AbstractParser
{
    /** Starts of cells that spreadsheets treat as formulas, including full-width characters of Asian keyboards. */
    private const FORMULA = '/^(?:[=+\-@\t\r\n]|＝|＋|－|＠)/';

    /**
     * @param bool $neutral put an apostrophe before strings that a spreadsheet would treat as formulas: for files that
     *     people open, with values from other people. Reading such a file returns the apostrophes, too.
     */
    public function __construct(private readonly bool $neutral = false)
    {
    }

    public function fromArray(
        array $array,
        ?string $rootKey = 'data',
        bool $isList = false,
        bool $includeHeading = true,
    ): string {
        return $this->toCSV($array, $isList, $includeHeading);
    }

    public function listFromArray(array $array, ?string $rootKey = 'data'): string
    {
        return $this->toCSV($array, true);
    }

    /** @param array<int|string, mixed> $array a row, or rows */
    public function toCSV(array $array, bool $isList = false, bool $includeHeading = true): string
    {
        $rows = $isList ? array_values($array) : [$array];
        if ($rows === []) {
            return '';
        }
        // Rows have different keys if related objects are loaded only for some of them.
        $names = [];
        foreach ($rows as $row) {
            $names += $row;
        }
        $names = array_keys($names);
        $lines = $includeHeading ? [$this->line($names)] : [];
        foreach ($rows as $row) {
            $lines[] = $this->line(array_map(static fn (int|string $name): mixed => $row[$name] ?? null, $names));
        }

        return implode("\r\n", $lines) . "\r\n";
    }

    public function toArray(
        string $data,
        ?string $rootKey = 'data',
        bool $isList = false,
        bool $includeHeading = true,
    ): array {
        return $this->fromCSV($data, $isList, $includeHeading);
    }

    public function listToArray(string $data, ?string $rootKey = 'data'): array
    {
        return $this->fromCSV($data, true);
    }

    /**
     * @param bool $includeHeading whether the first line contains the column names
     * @return array<int|string, mixed> a row, or rows
     */
    public function fromCSV(string $data, bool $isList = false, bool $includeHeading = true): array
    {
        $records = self::records($data);
        $heading = $includeHeading ? array_shift($records) ?? [] : null;
        $rows = [];
        foreach ($records as $record) {
            $row = [];
            foreach ($heading ?? array_keys($record) as $i => $name) {
                $row[$name] = $record[$i] ?? '';
            }
            $rows[] = $this->cleanupRow($row);
        }

        return $isList ? $rows : $rows[0] ?? [];
    }

    /**
     * @param array<int|string, mixed> $row
     * @return array<int|string, string> cells
     */
    protected function formatRow(array $row): array
    {
        return array_map(fn (mixed $value): string => $this->cell($this->serialize($value)), $row);
    }

    /**
     * Converts a value to a string.
     *
     * @param mixed $input
     */
    protected function serialize($input): string
    {
        return match (true) {
            $input === null => '',
            is_bool($input) => $input ? '1' : '0',
            is_float($input) => var_export($input, true),
            is_scalar($input) => (string) $input,
            is_resource($input) => (string) stream_get_contents($input, -1, 0),
            $input instanceof DateTimeInterface => $input->format('Y-m-d H:i:s.u'),
            $input instanceof Stringable && !$input instanceof JsonSerializable => (string) $input,
            is_array($input) => (new JsonParser())->toJSON($input),
            default => substr((new JsonParser())->toJSON([$input]), 1, -1),
        };
    }

    protected function escape(string $input): string
    {
        return str_replace('"', '""', $input);
    }

    protected function quote(string $input): string
    {
        return '"' . $this->escape($input) . '"';
    }

    /** Returns whether a cell must be quoted. */
    protected function containsSpecialChars(string $input): bool
    {
        return strpbrk($input, ",\"\r\n") !== false;
    }

    /**
     * @param array<int|string, string> $row cells without their quotes
     * @return array<int|string, string|null> values
     */
    protected function cleanupRow(array $row): array
    {
        return array_map(static fn (string $cell): ?string => $cell === '' ? null : $cell, $row);
    }

    /** @param array<int|string, mixed> $row */
    private function line(array $row): string
    {
        $line = implode(',', $this->formatRow($row));

        // An empty line would not be a row.
        return $line === '' ? '""' : $line;
    }

    private function cell(string $text): string
    {
        if ($this->neutral && !is_numeric($text) && preg_match(self::FORMULA, $text)) {
            return $this->quote("'" . $text);
        }

        return $this->containsSpecialChars($text) ? $this->quote($text) : $text;
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
