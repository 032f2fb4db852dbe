<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\Exception\BadMethodCallException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\Suggestion;
use ReflectionMethod;

/**
 * Implements query methods that are not generated: findByTitle(), findByTitleAndPages(), orderBy…() of a virtual
 * column.
 *
 * @internal
 */
final class MagicCalls
{
    /** @param list<mixed> $arguments */
    public static function call(ModelCriteria $query, string $name, array $arguments): mixed
    {
        if (str_starts_with($name, 'orderBy')) {
            return $query->orderBy(substr($name, 7), ...$arguments);
        }
        if (str_starts_with($name, 'groupBy')) {
            return $query->groupBy(substr($name, 7));
        }
        if (str_starts_with($name, 'joinWith')) {
            return $query->joinWith(substr($name, 8), $arguments[0] ?? null);
        }
        if (preg_match('/^(findOneBy|findBy|requireOneBy)([\w\x80-\xff]+)$/', $name, $match)) {
            $finder = self::finder($query, $match[1], $match[2]);
            if (Orm::services()->plans->keep('finders', 2 * strlen($name))) {
                Orm::$plans->finders[$query::class][$query->getModelName() ?? ''][$name] = $finder;
            }

            return self::find($query, $finder, $arguments);
        }
        if (preg_match('/^(left|right|inner)Join(With)?([\w\x80-\xff]*)$/', $name, $match)) {
            return self::namedJoin($query, $match[3], $match[2] !== '', strtoupper($match[1]) . ' JOIN', $arguments);
        }
        $column = str_starts_with($name, 'filterBy')
            ? $query->getTableMap()->findColumnByName(substr($name, 8))
            : null;
        if ($column !== null) {
            return $query->filterBy($column->getPhpName(), ...$arguments);
        }
        throw self::unknownMethod($query, $name);
    }

    /**
     * @return array{string, list<string>, bool} the find method, the columns or their filter methods, and whether these
     *     are methods
     */
    private static function finder(ModelCriteria $query, string $verb, string $names): array
    {
        $map = $query->getTableMap();
        $columns = $map->hasColumnByPhpName($names) || $map->hasRelation($names) ? [$names] : explode('And', $names);
        $methods = array_map(static fn (string $column): string => 'filterBy' . $column, $columns);
        $isFilter = static fn (string $method): bool => method_exists($query, $method)
            && !method_exists(ModelCriteria::class, $method);
        $areMethods = array_filter($methods, $isFilter) === $methods
            && (new ReflectionMethod($query, 'filterBy'))->class === ModelCriteria::class;
        $find = ['findBy' => 'find', 'findOneBy' => 'findOne', 'requireOneBy' => 'requireOne'][$verb];

        return [$find, $areMethods ? $methods : $columns, $areMethods];
    }

    /**
     * @param array{string, list<string>, bool} $finder
     * @param list<mixed> $arguments values in the order of the columns, then an optional connection
     */
    public static function find(ModelCriteria $query, array $finder, array $arguments): mixed
    {
        [$find, $filters, $areMethods] = $finder;
        $query = $query->isKeepQuery() ? clone $query : $query;
        foreach ($filters as $i => $filter) {
            $value = $arguments[$i] ?? null;
            $areMethods ? $query->$filter($value, null) : $query->filterBy($filter, $value);
        }

        return $query->$find($arguments[count($filters)] ?? null);
    }

    /** @param list<mixed> $arguments */
    private static function namedJoin(
        ModelCriteria $query,
        string $relation,
        bool $with,
        string $type,
        array $arguments,
    ): ModelCriteria {
        $given = BoundValue::text($arguments[0] ?? '');
        if ($relation === '') {
            $relation = $given;
        } elseif (isset($arguments[0]) && !$with) {
            $relation .= ' ' . $given;
        }

        return $with ? $query->joinWith($relation, $type) : $query->join($relation, $type);
    }

    private static function unknownMethod(ModelCriteria $query, string $name): BadMethodCallException
    {
        $columns = $query->getTableMap()::getFieldNames(TableMap::TYPE_PHPNAME);
        $relations = array_keys($query->getTableMap()->getUsableRelations());
        $known = [];
        foreach (['filterBy', 'orderBy', 'groupBy', 'findBy', 'findOneBy', 'requireOneBy'] as $verb) {
            array_push($known, ...array_map(static fn (string $column): string => $verb . $column, $columns));
        }
        foreach (['join', 'leftJoin', 'rightJoin', 'innerJoin', 'joinWith'] as $verb) {
            array_push($known, ...array_map(static fn (string $relation): string => $verb . $relation, $relations));
        }

        return new BadMethodCallException(sprintf(
            'Query class %s has no method %s()%s',
            $query::class,
            $name,
            Suggestion::method($query, $name, $known),
        ));
    }
}
