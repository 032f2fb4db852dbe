<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\OutputGroup;

use Orm\Runtime\Map\TableMap;

/** An object that exports named subsets of its columns and relations. */
interface ObjectWithOutputGroupInterface
{
    /**
     * @param array<class-string, string>|string $outputGroup the name of a group, or names by model class
     * @param array<string, array<int|string, true>> $alreadyDumpedObjects
     * @return array<int|string, mixed>
     */
    public function toOutputGroup(
        $outputGroup,
        string $keyType = TableMap::TYPE_PHPNAME,
        array $alreadyDumpedObjects = [],
    );
}
