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
 * Finds rows by strings from user input, such as parts of a URL. For a string that a column cannot contain, no
 * statement is run: PostgreSQL would reject it and abort the transaction.
 */
final class RowLookup
{
    /** The size of integer types in bits. */
    private const BITS = ['TINYINT' => 8, 'SMALLINT' => 16, 'INTEGER' => 32, 'BIGINT' => 64];

    /** The largest number that a four-byte float stores. */
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
     * Returns the key of a row as one string. Parts of a composite key are separated by commas.
     *
     * @param string|null $column use this column instead of the primary key
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
     * Parses a string returned by keyOf().
     *
     * @return array<string, string>|null by column name; null: the number of parts differs
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

    /** Checks a date here, because the condition does not parse it until the SQL is generated. */
    private static function isTime(string $text): bool
    {
        try {
            return OrmDateTime::newInstance($text) !== null;
        } catch (OrmException) {
            return false;
        }
    }

    /** Accepts only the canonical form, so that a row has only one key: neither "07" nor "7.0" is the number 7. */
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
