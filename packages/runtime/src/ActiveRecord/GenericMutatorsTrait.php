<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Parser\AbstractParser;
use Orm\Runtime\Util\BoundValue;

/** Writing of columns by name and position, and import of whole objects. */
trait GenericMutatorsTrait
{
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
        if ($name !== null) {
            ObjectImport::set($this, (self::TABLE_MAP)::getTableMap()->getColumnByPhpName((string) $name), $value);
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
     * As importFrom('YAML', …); see fromXML().
     *
     * @param string $data
     * @return static
     */
    public function fromYAML($data)
    {
        return $this->importFrom('YAML', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * As importFrom('JSON', …); see fromXML().
     *
     * @param string $data
     * @return static
     */
    public function fromJSON($data)
    {
        return $this->importFrom('JSON', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }

    /**
     * As importFrom('CSV', …); see fromXML().
     *
     * @param string $data
     * @return static
     */
    public function fromCSV($data)
    {
        return $this->importFrom('CSV', BoundValue::text($data), ...array_slice(func_get_args(), 1));
    }
}
