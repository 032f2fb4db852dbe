<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\OutputGroup;

use Orm\Runtime\ActiveRecord\ObjectExport;
use Orm\Runtime\ActiveRecord\ObjectRelations;
use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;

/** An object that exports named subsets of its columns and relations. */
trait OutputGroupTrait
{
    use RecordState;

    /**
     * @param string|array<string, string> $outputGroup
     * @return array
     */
    public function toOutputGroup(
        $outputGroup,
        string $keyType = TableMap::TYPE_PHPNAME,
        array $alreadyDumpedObjects = [],
    ) {
        $self = (string) $this->hashCode();
        if (isset($alreadyDumpedObjects[static::class][$self])) {
            return ['*RECURSION*'];
        }
        $alreadyDumpedObjects[static::class][$self] = true;
        $group = constant(self::tableMap() . '::OUTPUT_GROUPS')[$this->nameOfOutputGroup($outputGroup)] ?? null;
        $names = self::tableMap()::getFieldNames($keyType);
        $columns = array_values(self::tableMap()::getTableMap()->getColumns());
        $row = [];
        foreach ($group['columns'] ?? array_keys($columns) as $position) {
            $row[$names[$position]] = ObjectExport::value($this, $columns[$position]);
        }
        if ($group === null) {
            $row += $this->virtualColumns;
        }
        foreach (ObjectRelations::loaded($this) as [$relation, $value]) {
            if ($group !== null && !in_array($relation->getName(), $group['relations'], true)) {
                continue;
            }
            $row[ObjectExport::relationKey($relation, $keyType)] = match (true) {
                $relation->getType() === RelationMap::ONE_TO_MANY =>
                    OutputGroups::ofCollection($value, $outputGroup, null, $keyType, $alreadyDumpedObjects),
                default => OutputGroups::ofObject($value, $outputGroup, $keyType, $alreadyDumpedObjects),
            };
        }

        return $row;
    }

    /** @param array<class-string, string>|string $outputGroup */
    private function nameOfOutputGroup(array|string $outputGroup): string
    {
        if (is_string($outputGroup)) {
            return $outputGroup;
        }
        foreach ([static::class, ...array_values(class_parents($this))] as $class) {
            if (isset($outputGroup[$class])) {
                return $outputGroup[$class];
            }
        }

        return '';
    }
}
