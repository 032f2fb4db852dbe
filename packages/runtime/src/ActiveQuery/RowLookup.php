<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\OrmDateTime;
use ValueError;

/**
 * Finds rows by strings that come from outside, such as the parts of a URL. A string that a column cannot contain finds
 * nothing, and no statement is sent: PostgreSQL would reject it, and the rest of the transaction with it.
 */
final class RowLookup
{
    /** The bits of integers by type. */
    private const BITS = ['TINYINT' => 8, 'SMALLINT' => 16, 'INTEGER' => 32, 'BIGINT' => 64];

    /** The largest number that four bytes store. */
    private const MOST_REAL = 3.4e38;

    private const UUID = '/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iD';

    /**
     * @param array<string, string> $values by column name
     * @return ActiveRecordInterface|null
     */
    public static function find(ModelCriteria $query, array $values): ?ActiveRecordInterface
    {
        return self::filter($query, $values)?->findOne();
    }

    /**
     * @param array<string, string> $values by column name
     * @return ModelCriteria|null null: no row can have these values
     */
    public static function filter(ModelCriteria $query, array $values): ?ModelCriteria
    {
        $table = $query->getTableMap();
        foreach ($values as $name => $value) {
            $column = $table->findColumnByName($name) ?? $table->getColumn($name);
            if (!self::canContain($column, $value)) {
                return null;
            }
            try {
                $query->filterBy($column->getPhpName(), $value, Criteria::EQUAL);
            } catch (InvalidArgumentException | OrmException | ValueError) {
                return null;
            }
        }

        return $query;
    }

    /**
     * The key of a row as one string. Parts of a composite key are separated by commas.
     *
     * @param string|null $column another column than the primary key
     */
    public static function keyOf(ActiveRecordInterface $object, ?string $column = null): string
    {
        $query = OrmQuery::from($object::class);
        $texts = [];
        foreach (self::columns($query->getTableMap(), $column) as $one) {
            $value = Record::keyValue($object, $one->getPhpName());
            $texts[] = match (true) {
                $value instanceof \BackedEnum => (string) $value->value,
                $value instanceof \DateTimeInterface => $value->format('Y-m-d H:i:s'),
                is_bool($value) => $value ? '1' : '0',
                default => (string) $value,
            };
        }

        return count($texts) === 1
            ? $texts[0]
            : implode(',', array_map(static fn (string $text): string => addcslashes($text, ',\\'), $texts));
    }

    /**
     * The values of a string that keyOf() returned.
     *
     * @return array<string, string>|null by column name; null: the string has another number of parts
     */
    public static function readKey(TableMap $table, string $key, ?string $column = null): ?array
    {
        $columns = self::columns($table, $column);
        $parts = [$key];
        if (count($columns) > 1) {
            preg_match_all('/(?:^|\G,)((?:[^,\\\\]|\\\\.)*)/s', $key, $found);
            $parts = array_map(stripslashes(...), $found[1]);
            if (implode(',', $found[1]) !== $key || count($parts) !== count($columns)) {
                return null;
            }
        }

        return array_combine(array_map(static fn (ColumnMap $one): string => $one->getName(), $columns), $parts);
    }

    /** @return non-empty-list<ColumnMap> */
    private static function columns(TableMap $table, ?string $column): array
    {
        if ($column !== null) {
            return [$table->findColumnByName($column) ?? $table->getColumn($column)];
        }

        return array_values($table->getPrimaryKeys()) ?: throw new InvalidArgumentException(
            sprintf('Table "%s" has no primary key', $table->getName()),
        );
    }

    private static function canContain(ColumnMap $column, string $text): bool
    {
        if (str_contains($text, "\0") || preg_match('//u', $text) !== 1) {
            return false;
        }
        if (isset(self::BITS[$column->getType()])) {
            return self::isInteger($text, self::BITS[$column->getType()], $column->isUnsigned());
        }

        return match (true) {
            $column->isTemporal() => self::isTime($text),
            $column->isNumeric() => preg_match('/^-?\d{1,64}(?:\.\d{1,64})?$/D', $text) === 1
                && ($column->getType() !== 'REAL' || abs((float) $text) <= self::MOST_REAL),
            $column->isUuid() => preg_match(self::UUID, $text) === 1,
            default => true,
        };
    }

    /** Dates are read when the statement is written, and not by the condition. */
    private static function isTime(string $text): bool
    {
        try {
            return OrmDateTime::newInstance($text) !== null;
        } catch (OrmException) {
            return false;
        }
    }

    /** One row has one key: neither "07" nor "7.0" is the number 7. */
    private static function isInteger(string $text, int $bits, bool $isUnsigned): bool
    {
        $isWhole = preg_match('/^(?:0|-?[1-9]\d{0,19})$/D', $text) === 1;
        if (!$isWhole || ($bits === 64 && $isUnsigned)) {
            return $isWhole;
        }
        $most = $bits === 64 ? PHP_INT_MAX : 2 ** ($isUnsigned ? $bits : $bits - 1) - 1;

        return filter_var($text, FILTER_VALIDATE_INT) !== false && (int) $text <= $most && (int) $text >= -$most - 1;
    }
}
