<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Map\TableMap;

/**
 * The dates of a row that is copied to another table, such as an archive, which may itself be timestampable.
 *
 * @internal
 */
final class CopiedDates
{
    /** Makes the next save of the copy keep the dates that were copied from the table, including nulls. */
    public static function keep(ActiveRecordInterface $copy, TableMap $from): void
    {
        $table = Record::tableMap($copy)::getTableMap();
        $parameters = $table->getBehaviors()['timestampable'] ?? null;
        if ($parameters === null) {
            return;
        }
        $dates = [];
        foreach (['create_column', 'update_column'] as $parameter) {
            $name = $parameters[$parameter] ?? '';
            if ($table->hasColumn($name) && $from->hasColumn($name)) {
                $dates[$table->getColumn($name)->getFullyQualifiedName()] = true;
            }
        }
        if ($dates !== []) {
            Record::call($copy, 'restoreState', $copy->isNew(), $dates);
        }
    }
}
