<?php

declare(strict_types=1);

namespace Orm\Runtime\Console;

use DateTimeInterface;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;

/**
 * Formats values for display: rows as a table.
 *
 * @internal
 */
final class ResultTable
{
    /** The maximum number of displayed rows. */
    private const ROWS = 50;

    /** The maximum width of a value; longer ones are truncated. */
    private const WIDTH = 40;

    public static function text(mixed $value): string
    {
        if ($value instanceof ModelCriteria) {
            // The query itself is not changed.
            $query = clone $value;
            $value = ($query->getLimit() < 0 ? $query->limit(self::ROWS + 1) : $query)->find();
        }
        if ($value instanceof ActiveRecordInterface) {
            return self::rows([self::row($value)], 1);
        }
        if (is_iterable($value) && !is_array($value)) {
            $value = iterator_to_array($value, false);
        }
        if ($value === []) {
            return 'no rows';
        }
        if (!is_array($value)) {
            return self::scalar($value);
        }
        $rows = array_map(self::row(...), array_slice($value, 0, self::ROWS));
        if (in_array(null, $rows, true)) {
            return self::scalar($value);
        }

        return self::rows($rows, count($value));
    }

    /** @return array<int|string, mixed>|null null: the value is not a row */
    private static function row(mixed $value): ?array
    {
        if ($value instanceof ActiveRecordInterface) {
            $row = [];
            foreach (Record::tableMap($value)::getTableMap()->getColumns() as $column) {
                $row[$column->getPhpName()] = $value->{'get' . $column->getPhpName()}();
            }

            return $row;
        }

        return is_array($value) && $value !== [] ? $value : null;
    }

    /** @param non-empty-list<array<int|string, mixed>> $rows */
    private static function rows(array $rows, int $count): string
    {
        $names = array_keys(array_merge(...array_map(static fn (array $row): array => array_fill_keys(
            array_map(strval(...), array_keys($row)),
            true,
        ), $rows)));
        $lines = [array_combine($names, $names)];
        foreach ($rows as $row) {
            $lines[] = array_combine($names, array_map(
                static fn (int|string $name): string => self::cell($row[$name] ?? null),
                $names,
            ));
        }
        $text = '';
        foreach ($lines as $i => $line) {
            $cells = [];
            foreach ($names as $name) {
                $width = max(array_map(self::width(...), array_column($lines, $name)));
                $cells[] = $line[$name] . str_repeat(' ', $width - self::width((string) $line[$name]));
            }
            $text .= rtrim(implode(' | ', $cells)) . "\n";
            if ($i === 0) {
                $text .= implode('-+-', array_map(
                    static fn (string $cell): string => str_repeat('-', self::width($cell)),
                    $cells,
                )) . "\n";
            }
        }

        return $text . match (true) {
            $count > count($rows) => 'the first ' . count($rows) . ' rows',
            $count === 1 => '1 row',
            default => $count . ' rows',
        };
    }

    private static function cell(mixed $value): string
    {
        $text = match (true) {
            is_resource($value) => '(bytes)',
            is_array($value) => (string) json_encode($value, JSON_UNESCAPED_UNICODE | JSON_PARTIAL_OUTPUT_ON_ERROR),
            default => self::scalar($value),
        };
        // Control characters could move the cursor of the terminal.
        $plain = (string) preg_replace('/[\x00-\x1f\x7f]+/', ' ', $text);
        $isLong = preg_match('/^.{' . (self::WIDTH - 1) . '}(?=..)/us', $plain, $found) === 1;

        return $isLong ? $found[0] . '…' : $plain;
    }

    private static function scalar(mixed $value): string
    {
        return match (true) {
            $value === null => 'NULL',
            is_bool($value) => $value ? 'true' : 'false',
            is_string($value) => $value,
            is_int($value), is_float($value) => (string) $value,
            $value instanceof DateTimeInterface => $value->format('Y-m-d H:i:s'),
            $value instanceof \BackedEnum => (string) $value->value,
            is_array($value) => (string) json_encode($value, JSON_UNESCAPED_UNICODE | JSON_PARTIAL_OUTPUT_ON_ERROR),
            is_object($value) => 'object of ' . $value::class,
            default => get_debug_type($value),
        };
    }

    private static function width(string $text): int
    {
        return (int) preg_match_all('/./us', $text);
    }
}
