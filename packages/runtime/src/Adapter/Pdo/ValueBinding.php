<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use DateTimeInterface;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Type\TypeText;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\NumberValue;
use Orm\Runtime\Util\OrmDateTime;
use Orm\Runtime\Util\UuidConverter;
use PDO;
use PDOStatement;

/**
 * Binds PHP values to statements by column type. Vendors with differences extend this class.
 *
 * @internal
 */
class ValueBinding
{
    /** Column types that accept streams, as strings: almost every statement on a server needs them, few ColumnTypes. */
    public const BINARY = [
        'BINARY' => true, 'VARBINARY' => true, 'LONGVARBINARY' => true,
        'BLOB' => true, 'OBJECT' => true, 'GEOMETRY' => true,
    ];

    /** Column types that accept any string. */
    private const TEXT = [
        'CHAR' => true, 'VARCHAR' => true, 'LONGVARCHAR' => true,
        'CLOB' => true, 'CLOB_EMU' => true, 'CITEXT' => true,
    ];

    public function __construct(private readonly PdoAdapter $adapter)
    {
    }

    /**
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params
     * @param bool $isByPosition whether the placeholders are unnamed
     */
    public function bindAll(
        PDOStatement|StatementInterface $statement,
        array $params,
        DatabaseMap $databaseMap,
        bool $isByPosition = false,
    ): void {
        $position = 0;
        foreach ($params as $param) {
            $position++;
            $parameter = $isByPosition ? $position : ':p' . $position;
            $value = $param['value'];
            if ($value === null) {
                $statement->bindValue($parameter, null, PDO::PARAM_NULL);
            } elseif ($param['table'] === null || isset($param['type'])) {
                $this->bindUntyped($statement, $parameter, $value, $param['type'] ?? null);
            } else {
                $column = $databaseMap->getTable($param['table'])->getColumn($param['column']);
                $isByPosition
                    ? $this->bind($statement, $position, $value, $column->getType())
                    : $this->adapter->bindValue($statement, $parameter, $value, $column, $position);
            }
        }
    }

    public function bind(
        PDOStatement|StatementInterface $statement,
        int|string $parameter,
        mixed $value,
        string $type,
    ): void {
        if ($value === null) {
            $statement->bindValue($parameter, null, PDO::PARAM_NULL);

            return;
        }
        if (!is_scalar($value)) {
            if (is_resource($value) && !isset(self::BINARY[$type])) {
                throw BoundValue::refused($value);
            }
            $isDate = $value instanceof DateTimeInterface && in_array($type, ColumnMap::TEMPORAL_TYPES, true);
            $value = match (true) {
                $isDate => $value,
                ColumnMap::hasTypedText($type) => TypeText::text($type, $value, (string) $parameter),
                default => BoundValue::of($value, isset(self::TEXT[$type])),
            };
        } elseif (is_float($value) && !is_finite($value)) {
            $value = $this->infinityText($value);
        }
        switch ($type) {
            case 'INTEGER':
            case 'SMALLINT':
            case 'TINYINT':
            case 'ENUM':
            case 'SET':
            case 'YEAR':
                if (is_int($value)) {
                    $statement->bindValue($parameter, $value, PDO::PARAM_INT);
                } else {
                    NumberValue::assertComparable($value, 'of type ' . $type);
                    $this->bindForInteger($statement, $parameter, $value);
                }
                break;
            case 'BIGINT':
                NumberValue::assertComparable($value, 'of type ' . $type);
                $value = self::whole($value);
                $statement->bindValue($parameter, $value, is_int($value) ? PDO::PARAM_INT : PDO::PARAM_STR);
                break;
            case 'NUMERIC':
            case 'DECIMAL':
            case 'REAL':
            case 'FLOAT':
            case 'DOUBLE':
                $value = $this->fractional($value, $type);
                $isInteger = is_int($value) && !$this->adapter->infersParameterTypes();
                $statement->bindValue($parameter, $value, $isInteger ? PDO::PARAM_INT : PDO::PARAM_STR);
                break;
            case 'BOOLEAN':
            case 'BOOLEAN_EMU':
                $value = ColumnValue::boolean($value, 'of type ' . $type, true);
                $this->bindBoolean($statement, $parameter, $value, $type);
                break;
            case 'SET_NATIVE':
                // An integer is a mask of values.
                $statement->bindValue($parameter, $value, is_int($value) ? PDO::PARAM_INT : PDO::PARAM_STR);
                break;
            case 'DATE':
            case 'TIME':
            case 'TIMESTAMP':
            case 'DATETIME':
            case 'BU_DATE':
            case 'BU_TIMESTAMP':
            case 'TIMESTAMPTZ':
                $text = $this->adapter->storedDate($value, $type);
                $statement->bindValue($parameter, $text, $text === null ? PDO::PARAM_NULL : PDO::PARAM_STR);
                break;
            case 'UUID':
                $statement->bindValue($parameter, $this->uuidText((string) $value), PDO::PARAM_STR);
                break;
            case 'UUID_BINARY':
            case 'UUID_BINARY_UNSWAPPED':
                $bytes = UuidConverter::uuidToBin((string) $value, ColumnMap::UUID_BYTES[$type]);
                $this->bindLob($statement, $parameter, $bytes);
                break;
            case 'BINARY':
            case 'BLOB':
            case 'VARBINARY':
            case 'LONGVARBINARY':
            case 'OBJECT':
            case 'GEOMETRY':
                $this->bindLob($statement, $parameter, $value);
                break;
            case 'CLOB':
            case 'CLOB_EMU':
                $this->bindClob($statement, $parameter, (string) $value);
                break;
            default:
                // Text is always bound as text: MySQL would convert a text column that is compared with a number, so
                // that 0 equals almost every text. Text that is compared with a number is converted as well.
                $isText = !is_float($value) || isset(self::TEXT[$type]);
                $value = $isText ? (string) $value : $this->floatText($value);
                $statement->bindValue($parameter, $value, PDO::PARAM_STR);
        }
    }

    /**
     * Returns the same value as bind() stores for a date, a number with a fraction, a boolean or a UUID, in the form
     * for execute().
     */
    public function text(mixed $value, string $type): int|string|null
    {
        $isTemporal = in_array($type, ColumnMap::TEMPORAL_TYPES, true);
        if (!is_scalar($value) && !($isTemporal && $value instanceof DateTimeInterface)) {
            $value = is_resource($value) ? throw BoundValue::refused($value) : BoundValue::of($value, false);
        }

        return match (true) {
            $isTemporal => $this->adapter->storedDate($value, $type),
            $type === 'BOOLEAN', $type === 'BOOLEAN_EMU'
                => (int) ColumnValue::boolean($value, 'of type ' . $type, true),
            $type === 'UUID' => $this->uuidText((string) $value),
            default => $this->fractional($value, $type),
        };
    }

    /**
     * Returns a value for a column of numbers with fractions, floats as text. Rejects text that is not a number, which
     * MySQL would convert to 0.
     */
    private function fractional(mixed $value, string $type): int|string
    {
        $name = is_string($value) ? NumberValue::nameOf($value) : null;
        if ($name !== null) {
            return $this->infinityText(NumberValue::fromPgsql($name));
        }
        NumberValue::assertComparable($value, 'of type ' . $type);

        return match (true) {
            is_float($value) => $this->floatText($value),
            is_bool($value) => (int) $value,
            default => $value,
        };
    }

    protected function uuidText(string $text): string
    {
        return UuidConverter::canonical($text);
    }

    /**
     * Binds a value for an integer column. PDO would truncate a fraction and treat other strings as 0, so a condition
     * would find other rows.
     */
    private function bindForInteger(
        PDOStatement|StatementInterface $statement,
        int|string $parameter,
        mixed $value,
    ): void {
        $value = self::whole($value);
        $isInteger = is_numeric($value) && fmod((float) $value, 1.0) === 0.0;
        $statement->bindValue(
            $parameter,
            is_float($value) && !$isInteger ? $this->floatText($value) : $value,
            $isInteger ? PDO::PARAM_INT : PDO::PARAM_STR,
        );
    }

    /** Converts 1e3 and 5.0 to integers, which setters accept for integer columns but PostgreSQL does not. */
    private static function whole(mixed $value): mixed
    {
        if (is_bool($value)) {
            return (int) $value;
        }
        $isWritten = is_float($value) || (is_string($value) && strpbrk($value, '.eE') !== false && is_numeric($value));

        return $isWritten && abs((float) $value) < 2 ** 53 && fmod((float) $value, 1.0) === 0.0
            ? (int) (float) $value
            : $value;
    }

    protected function bindBoolean(
        PDOStatement|StatementInterface $statement,
        int|string $parameter,
        mixed $value,
        string $type,
    ): void {
        if ($type === 'BOOLEAN_EMU') {
            $statement->bindValue($parameter, (int) (bool) $value, PDO::PARAM_INT);
        } else {
            $statement->bindValue($parameter, (bool) $value, PDO::PARAM_BOOL);
        }
    }

    /** @param resource|string $value */
    protected function bindLob(PDOStatement|StatementInterface $statement, int|string $parameter, mixed $value): void
    {
        $value = match (true) {
            // The driver reads a stream to its end: a second place of the statement would get nothing.
            is_resource($value) => ColumnValue::content($value),
            // PostgreSQL would store true as the letter t.
            is_bool($value) => (string) $value,
            default => $value,
        };
        $statement->bindValue($parameter, $value, PDO::PARAM_LOB);
    }

    protected function bindClob(PDOStatement|StatementInterface $statement, int|string $parameter, string $value): void
    {
        $statement->bindValue($parameter, $value, PDO::PARAM_STR);
    }

    private function bindUntyped(
        PDOStatement|StatementInterface $statement,
        int|string $parameter,
        mixed $value,
        ?int $type,
    ): void {
        if ($value instanceof DateTimeInterface) {
            $value = OrmDateTime::inZone($value)->format($this->adapter->getTimestampFormatter());
        }
        $value = BoundValue::of($value, $type === null || $type === PDO::PARAM_STR);
        $type ??= match (true) {
            is_int($value) => PDO::PARAM_INT,
            is_bool($value) => PDO::PARAM_BOOL,
            is_resource($value) => PDO::PARAM_LOB,
            default => PDO::PARAM_STR,
        };
        $statement->bindValue($parameter, is_float($value) ? $this->floatText($value) : $value, $type);
    }

    /**
     * Returns a float with all digits needed to read the same number back. PDO itself would only write `precision`
     * digits.
     */
    private function floatText(float $value): string
    {
        return is_finite($value) ? var_export($value, true) : $this->infinityText($value);
    }

    /** Rejects NaN and infinity, which only PostgreSQL can store. Elsewhere, they would be stored as 0 or as text. */
    protected function infinityText(float $value): string
    {
        // PHP 8.5 warns when NAN is converted to a string.
        $text = var_export($value, true);
        throw new InvalidArgumentException(sprintf('This database does not support the number %s', $text));
    }
}
