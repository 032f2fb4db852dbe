<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use BackedEnum;
use DateTimeInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Parser\AbstractParser;
use Orm\Runtime\Parser\ToFormatsTrait;

/** Reading of columns by name and position, and export of whole objects. */
trait GenericAccessorsTrait
{
    use ToFormatsTrait;

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
        $keyType = $keyType === '' ? (self::TABLE_MAP)::DEFAULT_KEY_TYPE : $keyType;
        $self = (string) $this->hashCode();
        if (isset($alreadyDumpedObjects[static::class][$self])) {
            return ['*RECURSION*'];
        }
        $alreadyDumpedObjects[static::class][$self] = true;
        $names = (self::TABLE_MAP)::getFieldNames($keyType);
        $row = [];
        $position = 0;
        foreach ((self::TABLE_MAP)::getTableMap()->getColumns() as $column) {
            $row[$names[$position++]] = $column->isLazyLoad() && !$includeLazyLoadColumns
                ? null
                : $this->exportedValue($column);
        }
        foreach ($this->virtualColumns as $name => $value) {
            $row[$name] = $value;
        }

        return $includeForeignObjects
            ? $row + $this->relatedToArray($keyType, $includeLazyLoadColumns, $alreadyDumpedObjects)
            : $row;
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

    /** @param list<mixed> $arguments */
    protected function exportedAs(string $format, array $arguments): string
    {
        return $this->exportTo($format, ...$arguments);
    }

    public function __toString(): string
    {
        return $this->exportTo((self::TABLE_MAP)::DEFAULT_STRING_FORMAT);
    }

    /**
     * Loaded related objects by the name of their relation.
     *
     * @param array<string, array<int|string, true>> $alreadyDumpedObjects
     * @return array<string, mixed>
     */
    private function relatedToArray(string $keyType, bool $includeLazy, array $alreadyDumpedObjects): array
    {
        $related = [];
        foreach ($this->loadedRelations() as [$relation, $value]) {
            $related[self::relationKey($relation, $keyType)] = $relation->getType() === RelationMap::ONE_TO_MANY
                ? $value->toArray(null, false, $keyType, $includeLazy, $alreadyDumpedObjects)
                : $value->toArray($keyType, $includeLazy, $alreadyDumpedObjects, true);
        }

        return $related;
    }

    /** @return list<array{RelationMap, object}> relations with what is in memory of them: an object or a collection */
    private function loadedRelations(): array
    {
        $loaded = [];
        foreach ((self::TABLE_MAP)::getTableMap()->getRelations() as $relation) {
            $property = match ($relation->getType()) {
                RelationMap::ONE_TO_MANY => 'coll' . $relation->getPluralName(),
                RelationMap::ONE_TO_ONE => 'single' . $relation->getName(),
                RelationMap::MANY_TO_ONE => 'a' . $relation->getName(),
                default => null,
            };
            $value = $property === null ? null : $this->$property ?? null;
            if ($value !== null) {
                $loaded[] = [$relation, $value];
            }
        }

        return $loaded;
    }

    private static function relationKey(RelationMap $relation, string $keyType): string
    {
        $isToMany = $relation->getType() === RelationMap::ONE_TO_MANY;
        $name = $isToMany ? $relation->getPluralName() : $relation->getName();

        return match ($keyType) {
            TableMap::TYPE_CAMELNAME => lcfirst($name),
            TableMap::TYPE_FIELDNAME => strtolower((string) preg_replace('/(?<=[a-z0-9])(?=[A-Z])/', '_', $name)),
            default => $name,
        };
    }

    /** Dates have one format here, whatever the default format of their getters. */
    private function exportedValue(ColumnMap $column): mixed
    {
        $getter = 'get' . $column->getPhpName();
        $value = $column->isTemporal() ? $this->$getter(null) : $this->$getter();
        if ($value instanceof DateTimeInterface) {
            return $value->format(match ($column->getType()) {
                ColumnTypes::DATE, ColumnTypes::BU_DATE => 'Y-m-d',
                ColumnTypes::TIME => 'H:i:s.u',
                default => 'Y-m-d H:i:s.u',
            });
        }

        return $value instanceof BackedEnum ? $value->value : $value;
    }
}
