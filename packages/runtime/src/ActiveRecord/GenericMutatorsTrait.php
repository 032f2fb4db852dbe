<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Parser\AbstractParser;
use Orm\Runtime\Parser\FromFormatsTrait;
use Orm\Runtime\Util\ColumnValue;
use Orm\Runtime\Util\SetColumnConverter;
use TypeError;

/** Writing of columns by name and position, and import of whole objects. */
trait GenericMutatorsTrait
{
    use FromFormatsTrait;

    /**
     * @param string $type a TYPE_ constant of TableMap; empty: the default of the model
     * @return static
     */
    public function setByName(string $name, mixed $value, string $type = '')
    {
        $type = $type === '' ? (self::TABLE_MAP)::DEFAULT_KEY_TYPE : $type;

        return $this->setByPosition((self::TABLE_MAP)::positionOf($name, $type), $value);
    }

    /**
     * ENUM columns take an index or a value, SET columns a mask or a list, ARRAY columns a list or stored text. A list
     * may be JSON, as it is in CSV.
     *
     * @return static
     */
    public function setByPosition(int $pos, mixed $value)
    {
        $name = (self::TABLE_MAP)::getFieldNames(TableMap::TYPE_PHPNAME)[$pos] ?? null;
        if ($name === null) {
            return $this;
        }
        $column = (self::TABLE_MAP)::getTableMap()->getColumnByPhpName((string) $name);
        if (is_string($value) && in_array($column->getType(), [ColumnTypes::SET, ColumnTypes::PHP_ARRAY], true)) {
            $value = ColumnValue::jsonList($value) ?? $value;
        }
        if ($column->getType() === ColumnTypes::ENUM && is_int($value)) {
            $value = $column->getValueSet()[$value] ?? (string) $value;
        } elseif ($column->getType() === ColumnTypes::SET && is_int($value)) {
            $value = SetColumnConverter::convertIntToArray($value, $column->getValueSet());
        } elseif ($column->getType() === ColumnTypes::PHP_ARRAY && is_string($value)) {
            $value = ColumnValue::arrayList($value);
        }
        if (is_array($value) || is_object($value)) {
            $this->takeComplex((string) $name, $column, $value);
        } else {
            $this->{'set' . $name}($value);
        }

        return $this;
    }

    /**
     * @param array<int|string, mixed> $arr unknown keys are ignored
     * @param string $keyType a TYPE_ constant of TableMap; empty: the default of the model
     * @return static
     */
    public function fromArray(array $arr, string $keyType = '')
    {
        $keyType = $keyType === '' ? (self::TABLE_MAP)::DEFAULT_KEY_TYPE : $keyType;
        foreach ((self::TABLE_MAP)::getFieldKeys($keyType) as $name => $position) {
            if (array_key_exists($name, $arr)) {
                $this->setByPosition($position, $arr[$name]);
            }
        }

        return $this;
    }

    /**
     * @param string $keyType a TYPE_ constant of TableMap; empty: the default of the model
     * @return static
     */
    public function importFrom(AbstractParser|string $parser, string $data, string $keyType = '')
    {
        $parser = is_string($parser) ? AbstractParser::getParser($parser) : $parser;

        return $this->fromArray($parser->toArray($data), $keyType);
    }

    /**
     * A request may have a list where one value was meant: that is no fault of the program.
     *
     * @param array<mixed>|object $value
     */
    private function takeComplex(string $name, ColumnMap $column, array|object $value): void
    {
        try {
            $this->{'set' . $name}($value);
        } catch (TypeError $failure) {
            $message = sprintf(
                'Column %s does not take a value of type %s',
                $column->getFullyQualifiedName(),
                get_debug_type($value),
            );
            throw new InvalidArgumentException($message, 0, $failure);
        }
    }
}
