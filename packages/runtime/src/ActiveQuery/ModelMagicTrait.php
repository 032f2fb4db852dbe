<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\Exception\BadMethodCallException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\BoundValue;
use Orm\Runtime\Util\FastPaths;
use Orm\Runtime\Util\Suggestion;

/** Methods that every query has without having them generated: findByTitle(), leftJoinAuthor()… */
trait ModelMagicTrait
{
    /**
     * @param list<mixed> $arguments
     * @return mixed
     */
    public function __call(string $name, array $arguments)
    {
        $known = Orm::$state->calls[static::class][$name] ?? null;
        if ($known !== null && !$arguments && $this->rare === null) {
            if ($known instanceof FirstJoin) {
                if (!$this->joins && $this->modelName === $known->modelName && $this->dbName === $known->dbName) {
                    $this->joins = $known->joins;
                    $this->with = $known->with;

                    return $this;
                }
            } else {
                $this->orderByColumns = $this->orderByColumns ? [...$this->orderByColumns, ...$known] : $known;

                return $this;
            }
        }
        if (str_starts_with($name, 'orderBy')) {
            return $this->orderByMethod($name, $arguments);
        }
        if (str_starts_with($name, 'groupBy')) {
            return $this->groupBy(substr($name, 7));
        }
        if (str_starts_with($name, 'joinWith')) {
            $relation = substr($name, 8);
            $this->joinWith($relation, $arguments[0] ?? null);
            $known = Orm::$state->calls[static::class][Criteria::INNER_JOIN . ' ' . $relation] ?? null;
            if ($known !== null && $arguments === []) {
                Orm::state()->calls[static::class][$name] = $known;
            }

            return $this;
        }
        if (preg_match('/^(findOneBy|findBy|requireOneBy)([\w\x80-\xff]+)$/', $name, $match)) {
            return $this->findByColumns($match[1], $match[2], $arguments);
        }
        if (preg_match('/^(left|right|inner)Join(With)?([\w\x80-\xff]*)$/', $name, $match)) {
            return $this->namedJoin($match[3], $match[2] !== '', strtoupper($match[1]) . ' JOIN', $arguments);
        }
        $column = str_starts_with($name, 'filterBy') ? $this->getTableMap()->findColumnByName(substr($name, 8)) : null;
        if ($column !== null) {
            return $this->filterBy($column->getPhpName(), ...$arguments);
        }
        throw $this->unknownMethod($name);
    }

    /** @param list<mixed> $arguments */
    private function orderByMethod(string $name, array $arguments): static
    {
        $column = $this->ownColumn(substr($name, 7));
        if ($column !== null && FastPaths::$enabled && !QueryHooks::hasOwnOrder(static::class)) {
            Orm::state()->calls[static::class][$name] = [$column . ' ' . Criteria::ASC];
        }

        return $this->orderBy(substr($name, 7), ...$arguments);
    }

    /** @param list<mixed> $arguments values in the order of the columns, then perhaps a connection */
    private function findByColumns(string $method, string $names, array $arguments): mixed
    {
        $map = $this->getTableMap();
        $columns = $map->hasColumnByPhpName($names) || $map->hasRelation($names) ? [$names] : explode('And', $names);
        $query = $this->own();
        foreach ($columns as $i => $column) {
            $query->filterBy($column, $arguments[$i] ?? null);
        }
        $con = $arguments[count($columns)] ?? null;

        return match ($method) {
            'findBy' => $query->find($con),
            'findOneBy' => $query->findOne($con),
            'requireOneBy' => $query->requireOne($con),
        };
    }

    /** @param list<mixed> $arguments */
    private function namedJoin(string $relation, bool $with, string $type, array $arguments): static
    {
        $given = BoundValue::text($arguments[0] ?? '');
        if ($relation === '') {
            $relation = $given;
        } elseif (isset($arguments[0]) && !$with) {
            $relation .= ' ' . $given;
        }

        return $with ? $this->joinWith($relation, $type) : $this->join($relation, $type);
    }

    private function unknownMethod(string $name): BadMethodCallException
    {
        $columns = $this->getTableMap()::getFieldNames(TableMap::TYPE_PHPNAME);
        $relations = array_keys($this->getTableMap()->getRelations());
        $known = [];
        foreach (['filterBy', 'orderBy', 'groupBy', 'findBy', 'findOneBy', 'requireOneBy'] as $verb) {
            array_push($known, ...array_map(static fn (string $column): string => $verb . $column, $columns));
        }
        foreach (['join', 'leftJoin', 'rightJoin', 'innerJoin', 'joinWith'] as $verb) {
            array_push($known, ...array_map(static fn (string $relation): string => $verb . $relation, $relations));
        }

        return new BadMethodCallException(sprintf(
            'Query class %s has no method %s()%s',
            static::class,
            $name,
            Suggestion::method($this, $name, $known),
        ));
    }
}
