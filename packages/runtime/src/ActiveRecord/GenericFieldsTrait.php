<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Parser\AbstractParser;
use Orm\Runtime\Util\BoundValue;

use function is_scalar;

/**
 * Columns by name and position, and export and import of whole objects.
 *
 * @method static array<int|string, int> delegatedNames(string $type)
 */
trait GenericFieldsTrait
{
    use RecordState;

    /**
     * @param string $type a TYPE_ constant of TableMap; empty: the default of the model
     * @return mixed
     */
    public function getByName(string $name, string $type = '')
    {
        $type = $type === '' ? self::tableMap()::DEFAULT_KEY_TYPE : $type;

        return $this->getByPosition(self::tableMap()::positionOf($name, $type));
    }

    /** @return mixed null if there is no such position */
    public function getByPosition(int $pos)
    {
        $name = self::tableMap()::getFieldNames(TableMap::TYPE_PHPNAME)[$pos] ?? null;

        return $name === null ? null : $this->{'get' . $name}();
    }

    /**
     * Classes with relations have a fourth parameter.
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
     * As exportTo('XML', …). What it takes behind the format is not declared, so that a stub that has a method of such
     * a name, with whatever it takes, can stay as it is.
     *
     * @return string
     */
    public function toXML()
    {
        return $this->exportTo('XML', ...func_get_args());
    }

    /** @return string as exportTo('YAML', …); see toXML() */
    public function toYAML()
    {
        return $this->exportTo('YAML', ...func_get_args());
    }

    /** @return string as exportTo('JSON', …); see toXML() */
    public function toJSON()
    {
        return $this->exportTo('JSON', ...func_get_args());
    }

    /** @return string as exportTo('CSV', …); see toXML() */
    public function toCSV()
    {
        return $this->exportTo('CSV', ...func_get_args());
    }

    public function __toString(): string
    {
        return $this->exportTo(self::tableMap()::DEFAULT_STRING_FORMAT);
    }

    /**
     * @param string $type a TYPE_ constant of TableMap; empty: the default of the model
     * @return static
     */
    public function setByName(string $name, mixed $value, string $type = '')
    {
        $type = $type === '' ? self::tableMap()::DEFAULT_KEY_TYPE : $type;

        return $this->setByPosition(self::tableMap()::positionOf($name, $type), $value);
    }

    /**
     * ENUM columns take an index or a value, SET columns a mask or a list, ARRAY columns a list or stored text. A list
     * may be JSON, as it is in CSV.
     *
     * @return static
     */
    public function setByPosition(int $pos, mixed $value)
    {
        $map = self::tableMap();
        $known = Orm::$tables->facts[ObjectImport::class][$map] ?? ObjectImport::setters($map);
        [$setter, $column] = $known[$pos] ?? [null, null];
        if ($setter !== null && ($value === null || is_scalar($value))) {
            $this->$setter($value);
        } elseif ($column !== null) {
            ObjectImport::set($this, $column, $value);
        }

        return $this;
    }

    /**
     * @param array<int|string, mixed> $arr keys that no column has are ignored, and noted in the log
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

    /** @return array<int|string, int|string> the columns by their names, with those that calls are delegated to */
    private static function keysOfType(string $type): array
    {
        return self::tableMap()::getFieldKeys($type)
            + (method_exists(self::class, 'delegatedNames') ? self::delegatedNames($type) : []);
    }

    /**
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
     * As importFrom('XML', …). What it takes behind the text is not declared, so that a stub that has a method of such
     * a name can stay as it is.
     *
     * @param string $data
     * @return static
     */
    public function fromXML($data)
    {
        return $this->importFrom('XML', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * @param string $data
     * @return static as importFrom('YAML', …); see fromXML()
     */
    public function fromYAML($data)
    {
        return $this->importFrom('YAML', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * @param string $data
     * @return static as importFrom('JSON', …); see fromXML()
     */
    public function fromJSON($data)
    {
        return $this->importFrom('JSON', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * @param string $data
     * @return static as importFrom('CSV', …); see fromXML()
     */
    public function fromCSV($data)
    {
        return $this->importFrom('CSV', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }
}
