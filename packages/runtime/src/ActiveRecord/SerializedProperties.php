<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Util\ColumnValue;
use ReflectionProperty;

/**
 * What of a model object is serialized.
 *
 * @internal
 */
final class SerializedProperties
{
    /**
     * All properties but related objects, those of stubs included: a serialized object does not drag others along.
     *
     * @return list<string>
     */
    public static function of(ActiveRecordInterface $object): array
    {
        $columns = [];
        foreach (Record::tableMap($object)::getTableMap()->getColumns() as $column) {
            $property = $column->getProperty();
            $columns[$property] = true;
            $value = Record::get($object, $property);
            if (is_resource($value)) {
                // A stream cannot be serialized, its content can: getters make a stream of either.
                Record::set($object, $property, ColumnValue::content($value));
            }
        }
        $names = [];
        $baseClass = Record::of($object::class)->baseClass;
        $relation = '/^\0\*\0((?:a|single|coll|combinationColl)[A-Z].*|.+ScheduledForDeletion)$/';
        foreach (array_keys((array) $object) as $name) {
            // Private properties have the names of their classes before their own.
            $isRelation = preg_match($relation, $name, $match)
                && !isset($columns[$match[1]])
                && (new ReflectionProperty($object, $match[1]))->class === $baseClass;
            if (!$isRelation) {
                $names[] = str_starts_with($name, "\0*\0") ? substr($name, 3) : $name;
            }
        }

        return $names;
    }
}
