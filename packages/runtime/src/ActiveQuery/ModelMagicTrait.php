<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\BadMethodCallException;
use Orm\Runtime\Map\Exception\ColumnNotFoundException;

/** Methods that every query has without having them generated: findByTitle(), orderByTitle(), leftJoinAuthor()… */
trait ModelMagicTrait
{
    /** @param list<mixed> $arguments */
    public function __call(string $name, array $arguments): mixed
    {
        if (preg_match('/^(findOneBy|findBy|requireOneBy)(\w+)$/', $name, $match)) {
            return $this->findByColumns($match[1], $match[2], $arguments);
        }
        if (preg_match('/^(filterBy|orderBy|groupBy)(\w+)$/', $name, $match)) {
            $column = $this->getTableMap()->findColumnByName($match[2])?->getPhpName();
            if ($column === null && $match[1] === 'filterBy') {
                throw $this->unknownMethod($name);
            }

            return match ($match[1]) {
                'filterBy' => $this->filterBy($column, ...$arguments),
                'orderBy' => $this->orderBy($column ?? $match[2], ...$arguments),
                'groupBy' => $this->groupBy($column ?? $match[2]),
            };
        }
        if (preg_match('/^(left|right|inner)Join(With)?(\w*)$/', $name, $match)) {
            return $this->joinByName($match[3], $match[2] !== '', strtoupper($match[1]) . ' JOIN', $arguments);
        }
        if (preg_match('/^joinWith(\w+)$/', $name, $match)) {
            return $this->joinByName($match[1], true, $arguments[0] ?? Criteria::INNER_JOIN, []);
        }
        throw $this->unknownMethod($name);
    }

    /** @param list<mixed> $arguments values in the order of the columns, then perhaps a connection */
    private function findByColumns(string $method, string $names, array $arguments): mixed
    {
        $columns = $this->getTableMap()->hasColumnByPhpName($names) ? [$names] : explode('And', $names);
        $query = clone $this;
        foreach ($columns as $i => $column) {
            if ($this->getTableMap()->findColumnByName($column) === null) {
                throw new ColumnNotFoundException(
                    sprintf('Model %s has no column "%s"', $this->getModelName(), $column),
                );
            }
            $query->filterBy($column, $arguments[$i] ?? null);
        }
        $con = $arguments[count($columns)] ?? null;
        assert($con === null || $con instanceof ConnectionInterface);

        return match ($method) {
            'findBy' => $query->find($con),
            'findOneBy' => $query->findOne($con),
            'requireOneBy' => $query->requireOne($con),
        };
    }

    /** @param list<mixed> $arguments */
    private function joinByName(string $relation, bool $with, string $type, array $arguments): static
    {
        if ($relation === '') {
            $relation = (string) ($arguments[0] ?? '');
        } elseif (isset($arguments[0]) && !$with) {
            $relation .= ' ' . $arguments[0];
        }

        return $with ? $this->joinWith($relation, $type) : $this->join($relation, $type);
    }

    private function unknownMethod(string $name): BadMethodCallException
    {
        return new BadMethodCallException(sprintf('Query class %s has no method %s()', static::class, $name));
    }
}
