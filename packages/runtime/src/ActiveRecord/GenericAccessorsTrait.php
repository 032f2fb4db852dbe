<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Parser\AbstractParser;

/** Reading of columns by name and position, and export of whole objects. */
trait GenericAccessorsTrait
{
    /**
     * @param string $type a TYPE_ constant of TableMap; empty: the default of the model
     * @return mixed
     */
    public function getByName(string $name, string $type = '')
    {
        $type = $type === '' ? (self::TABLE_MAP)::DEFAULT_KEY_TYPE : $type;

        return $this->getByPosition((self::TABLE_MAP)::positionOf($name, $type));
    }

    /** @return mixed null if there is no such position */
    public function getByPosition(int $pos)
    {
        $name = (self::TABLE_MAP)::getFieldNames(TableMap::TYPE_PHPNAME)[$pos] ?? null;

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
    ): array {
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
    ): array {
        return ObjectExport::row(
            $this,
            self::TABLE_MAP,
            $keyType,
            $includeLazyLoadColumns,
            $alreadyDumpedObjects,
            $includeForeignObjects,
        );
    }

    /** @param string $keyType a TYPE_ constant of TableMap; empty: the default of the model */
    public function exportTo(
        AbstractParser|string $parser,
        bool $includeLazyLoadColumns = true,
        string $keyType = '',
    ): string {
        $parser = is_string($parser) ? AbstractParser::getParser($parser) : $parser;

        return $parser->fromArray($this->toArray($keyType, $includeLazyLoadColumns, [], true));
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

    /**
     * As exportTo('YAML', …); see toXML().
     *
     * @return string
     */
    public function toYAML()
    {
        return $this->exportTo('YAML', ...func_get_args());
    }

    /**
     * As exportTo('JSON', …); see toXML().
     *
     * @return string
     */
    public function toJSON()
    {
        return $this->exportTo('JSON', ...func_get_args());
    }

    /**
     * As exportTo('CSV', …); see toXML().
     *
     * @return string
     */
    public function toCSV()
    {
        return $this->exportTo('CSV', ...func_get_args());
    }

    public function __toString(): string
    {
        return $this->exportTo((self::TABLE_MAP)::DEFAULT_STRING_FORMAT);
    }
}
