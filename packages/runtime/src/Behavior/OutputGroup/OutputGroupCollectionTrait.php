<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\OutputGroup;

use Orm\Runtime\Map\TableMap;

/** For custom collections of objects with output groups. */
trait OutputGroupCollectionTrait
{
    /**
     * @param array<class-string, string>|string $outputGroup the name of a group, or names by model class
     * @param string|null $keyColumn the column whose values are the keys; null: those of the collection
     * @param array<string, array<int|string, true>> $alreadyDumpedObjects
     * @return array<int|string, array<int|string, mixed>>
     */
    public function toOutputGroup(
        $outputGroup,
        ?string $keyColumn = null,
        string $keyType = TableMap::TYPE_PHPNAME,
        array $alreadyDumpedObjects = [],
    ) {
        return OutputGroups::ofCollection($this, $outputGroup, $keyColumn, $keyType, $alreadyDumpedObjects);
    }
}
