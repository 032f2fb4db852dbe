<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Util\ColumnValue;
use ReflectionProperty;

/**
 * Selects the properties of a model object to serialize.
 *
 * @internal
 */
final class SerializedProperties
{
    /**
     * Returns all properties except related objects, including those of the stub class, so that a serialized object
     * does not contain others.
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
                // A stream cannot be serialized, but its contents can. Getters create a stream from either.
                Record::set($object, $property, ColumnValue::content($value));
            }
        }
        $names = [];
        $baseClass = Record::of($object::class)->baseClass;
        $relation = '/^\0\*\0((?:a|single|coll|combinationColl)[A-Z].*|.+ScheduledForDeletion)$/';
        foreach (array_keys((array) $object) as $name) {
            // The names of private properties start with their class name.
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
