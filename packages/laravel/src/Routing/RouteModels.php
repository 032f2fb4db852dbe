<?php

declare(strict_types=1);

namespace Orm\Laravel\Routing;

use Illuminate\Contracts\Routing\UrlRoutable;
use Illuminate\Database\Eloquent\ModelNotFoundException;
use Illuminate\Routing\Route;
use Illuminate\Routing\Router;
use Illuminate\Support\Reflector;
use Illuminate\Support\Str;
use LogicException;
use Orm\Laravel\Framework;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveQuery\RowLookup;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Map\RelationMap;

/** Loads the rows for arguments such as `Book $book`, by the rules of Laravel's implicit binding. */
final class RouteModels
{
    /** @throws ModelNotFoundException */
    public static function bind(Router $router, Route $route): void
    {
        foreach ($route->signatureParameters(ActiveRecordInterface::class) as $argument) {
            $class = Reflector::getParameterClassName($argument);
            $name = self::nameIn($route, $argument->getName());
            $value = $name === null ? null : $route->parameter($name);
            if ($name !== null && is_string($value) && $router->getBindingCallback($name) === null) {
                $route->setParameter($name, self::row($route, $name, $class)
                    ?? throw (new ModelNotFoundException())->setModel($class, [$value]));
            }
        }
    }

    /** @param class-string<ActiveRecordInterface> $class */
    private static function row(Route $route, string $name, string $class): ?ActiveRecordInterface
    {
        $column = $route->bindingFieldFor($name);
        $query = OrmQuery::from($class);
        $withDeleted = $route->allowsTrashedBindings() && method_exists($query, 'includeDeleted');
        $parent = $route->parentOfParameter($name);
        $isChild = $parent instanceof ActiveRecordInterface && Framework::isScoped($route, $name);
        if (is_subclass_of($class, UrlRoutable::class)) {
            $prototype = new $class();
            if (!$isChild && !$withDeleted) {
                // The class may override how its rows are found.
                return $prototype->resolveRouteBinding($route->parameter($name), $column);
            }
            $column ??= $prototype->getRouteKeyName();
        }
        if ($withDeleted) {
            $query->includeDeleted();
        }
        if ($isChild) {
            self::narrow($query, $parent, (string) array_search($parent, $route->parameters(), true));
        }

        return self::find($query, $route->parameter($name), $column);
    }

    /** @param string|null $column the column to search instead of the primary key */
    public static function find(ModelCriteria $query, string $key, ?string $column = null): ?ActiveRecordInterface
    {
        $values = RowLookup::readKey($query->getTableMap(), $key, $column);

        return $values === null ? null : RowLookup::find($query, $values);
    }

    /**
     * Restricts a query to the rows that belong to a parent.
     *
     * @param string $name the parameter of the parent, which selects one of several relations
     */
    public static function narrow(ModelCriteria $query, ActiveRecordInterface $parent, string $name): void
    {
        $relations = array_filter(
            $query->getTableMap()->getRelations(),
            static fn (RelationMap $one): bool => is_a($parent, (string) $one->getRightTable()->getClassName()),
        );
        $named = array_filter(
            $relations,
            static fn (RelationMap $relation): bool => strcasecmp($relation->getName(), Str::camel($name)) === 0,
        );
        $relation = count($named) === 1 ? reset($named) : (count($relations) === 1 ? reset($relations) : null);
        if ($relation === null) {
            throw new LogicException(sprintf(
                '%s has %s to %s: bind {%s} with Route::bind(), or name it like the relation',
                $query->getModelName(),
                $relations === [] ? 'no relation' : count($relations) . ' relations',
                $parent::class,
                $name,
            ));
        }
        $query->{'filterBy' . $relation->getName()}($parent);
    }

    /** Finds a row among the children of a parent. The parameter has the name of the relation. */
    public static function findChild(
        ActiveRecordInterface $parent,
        string $parameter,
        string $key,
        ?string $column,
    ): ?ActiveRecordInterface {
        foreach (OrmQuery::from($parent::class)->getTableMap()->getRelations() as $relation) {
            if (strcasecmp($relation->getName(), Str::camel($parameter)) === 0) {
                $query = OrmQuery::from((string) $relation->getRightTable()->getClassName());
                self::narrow($query, $parent, (string) $relation->getSymmetricalRelation()?->getName());

                return self::find($query, $key, $column);
            }
        }
        throw new LogicException(sprintf('%s has no relation "%s"', $parent::class, Str::studly($parameter)));
    }

    private static function nameIn(Route $route, string $argument): ?string
    {
        foreach ([$argument, Str::snake($argument)] as $name) {
            if ($route->hasParameter($name)) {
                return $name;
            }
        }

        return null;
    }
}
