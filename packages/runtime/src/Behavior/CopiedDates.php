<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Map\TableMap;

/**
 * The dates of a row that is kept in another table, such as an archive, which may have timestampable itself.
 *
 * @internal
 */
final class CopiedDates
{
    /** The next save of the copy leaves the dates that it has taken from the table as they are, also nulls. */
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
