<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Parser\AbstractParser;
use Orm\Runtime\Util\BoundValue;

use function is_scalar;

/**
 * Access to columns by name and position, and export and import of whole objects.
 *
 * @method static array<int|string, int> delegatedNames(string $type)
 */
trait GenericFieldsTrait
{
    use RecordState;

    /**
     * Returns the value of a column by its name.
     *
     * @param string $type a TYPE_ constant of TableMap; empty: the default of the model
     * @return mixed
     */
    public function getByName(string $name, string $type = '')
    {
        $type = $type === '' ? self::tableMap()::DEFAULT_KEY_TYPE : $type;

        return $this->getByPosition(self::tableMap()::positionOf($name, $type));
    }

    /**
     * Returns the value of a column by its position.
     *
     * @return mixed the value; null if the position does not exist
     */
    public function getByPosition(int $pos)
    {
        $name = self::tableMap()::getFieldNames(TableMap::TYPE_PHPNAME)[$pos] ?? null;

        return $name === null ? null : $this->{'get' . $name}();
    }

    /**
     * Returns the columns as an array. Classes with relations have a fourth parameter to include related objects.
     *
     * @param string $keyType a TYPE_ constant of TableMap; empty: the default of the model
     * @param array<string, array<int|string, true>> $alreadyDumpedObjects
     * @return array<int|string, mixed>
     */
    public function toArray(
        string $keyType = '',
        bool $includeLazyLoadColumns = true,
        array $alreadyDumpedObjects = [],
    ) {
        return $this->exportedRow($keyType, $includeLazyLoadColumns, $alreadyDumpedObjects, false);
    }

    /**
     * @param array<string, array<int|string, true>> $alreadyDumpedObjects
     * @return array<int|string, mixed>
     */
    protected function exportedRow(
        string $keyType,
        bool $includeLazyLoadColumns,
        array $alreadyDumpedObjects,
        bool $includeForeignObjects,
    ) {
        return ObjectExport::row($this, ...func_get_args());
    }

    /**
     * Exports the object as a string in a format such as XML, YAML, JSON or CSV.
     *
     * @param AbstractParser|string $parser
     * @param string $keyType a TYPE_ constant of TableMap; empty: the default of the model
     * @return string
     */
    public function exportTo($parser, bool $includeLazyLoadColumns = true, string $keyType = '')
    {
        $parser = AbstractParser::parser($parser);

        return $parser->fromArray($this->toArray(...[$keyType, $includeLazyLoadColumns, [], true]));
    }

    /**
     * Exports the object as XML; see exportTo(). The further parameters are not declared, so that stub classes can have
     * a toXML() method with any parameters.
     *
     * @return string
     */
    public function toXML()
    {
        return $this->exportTo('XML', ...func_get_args());
    }

    /**
     * Exports the object as YAML; see toXML().
     *
     * @return string
     */
    public function toYAML()
    {
        return $this->exportTo('YAML', ...func_get_args());
    }

    /**
     * Exports the object as JSON; see toXML().
     *
     * @return string
     */
    public function toJSON()
    {
        return $this->exportTo('JSON', ...func_get_args());
    }

    /**
     * Exports the object as CSV; see toXML().
     *
     * @return string
     */
    public function toCSV()
    {
        return $this->exportTo('CSV', ...func_get_args());
    }

    public function __toString(): string
    {
        return $this->exportTo(self::tableMap()::DEFAULT_STRING_FORMAT);
    }

    /**
     * Sets the value of a column by its name.
     *
     * @param string $type a TYPE_ constant of TableMap; empty: the default of the model
     * @return static
     */
    public function setByName(string $name, mixed $value, string $type = '')
    {
        $type = $type === '' ? self::tableMap()::DEFAULT_KEY_TYPE : $type;

        return $this->setByPosition(self::tableMap()::positionOf($name, $type), $value);
    }

    /**
     * Sets the value of a column by its position. ENUM columns accept an index or a value, SET columns a mask or a
     * list, ARRAY columns a list or its stored string. Lists may be JSON, as in CSV.
     *
     * @return static
     */
    public function setByPosition(int $pos, mixed $value)
    {
        $map = self::tableMap();
        $known = Orm::$services->facts[ObjectImport::class][$map] ?? ObjectImport::setters($map);
        [$setter, $column] = $known[$pos] ?? [null, null];
        if ($setter !== null && ($value === null || is_scalar($value))) {
            $this->$setter($value);
        } elseif ($column !== null) {
            ObjectImport::set($this, $column, $value);
        }

        return $this;
    }

    /**
     * Sets columns from an array.
     *
     * @param array<int|string, mixed> $arr values by key; unknown keys are ignored and logged
     * @param string $keyType a TYPE_ constant of TableMap; empty: the default of the model, or column names if every
     *     key is one
     * @return static
     */
    public function fromArray(array $arr, string $keyType = '')
    {
        $keyType = self::keyTypeOf($arr, $keyType);
        $positions = self::tableMap()::getFieldKeys($keyType);
        if (array_diff_key($arr, $positions) !== []) {
            ObjectImport::noteUnknownKeys($this, $arr, self::keysOfType($keyType));
        }
        foreach ($positions as $name => $position) {
            if (array_key_exists($name, $arr)) {
                $this->setByPosition($position, $arr[$name]);
            }
        }

        return $this;
    }

    /** @param array<int|string, mixed> $arr */
    private static function keyTypeOf(array $arr, string $given): string
    {
        $default = self::tableMap()::DEFAULT_KEY_TYPE;
        if ($given !== '' || array_diff_key($arr, self::tableMap()::getFieldKeys($default)) === []) {
            return $given === '' ? $default : $given;
        }

        return ObjectImport::keyType($arr, $default, self::keysOfType(...));
    }

    /** @return array<int|string, int|string> columns by name, including those of delegated objects */
    private static function keysOfType(string $type): array
    {
        return self::tableMap()::getFieldKeys($type)
            + (method_exists(self::class, 'delegatedNames') ? self::delegatedNames($type) : []);
    }

    /**
     * Sets columns from a string in a format such as XML, YAML, JSON or CSV.
     *
     * @param AbstractParser|string $parser
     * @param string $keyType a TYPE_ constant of TableMap; empty: the default of the model
     * @return static
     */
    public function importFrom($parser, string $data, string $keyType = '')
    {
        $parser = AbstractParser::parser($parser);

        return $this->fromArray($parser->toArray($data), $keyType);
    }

    /**
     * Sets columns from XML; see importFrom(). The further parameters are not declared, so that stub classes can have a
     * fromXML() method with other parameters.
     *
     * @param string $data
     * @return static
     */
    public function fromXML($data)
    {
        return $this->importFrom('XML', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * Sets columns from YAML; see fromXML().
     *
     * @param string $data
     * @return static
     */
    public function fromYAML($data)
    {
        return $this->importFrom('YAML', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * Sets columns from JSON; see fromXML().
     *
     * @param string $data
     * @return static
     */
    public function fromJSON($data)
    {
        return $this->importFrom('JSON', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * Sets columns from CSV; see fromXML().
     *
     * @param string $data
     * @return static
     */
    public function fromCSV($data)
    {
        return $this->importFrom('CSV', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }
}
