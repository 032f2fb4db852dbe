<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\Exception\ClassNotFoundException;

/** Creates query objects from model names. */
class OrmQuery
{
    /** @param string $modelAndAlias a model class, possibly with an alias: `Bookstore\Book b` */
    public static function from(string $modelAndAlias): ModelCriteria
    {
        $parts = explode(' ', trim($modelAndAlias), 2);
        $class = ltrim($parts[0], '\\');
        $queryClass = $class . 'Query';
        if (!is_subclass_of($queryClass, ModelCriteria::class)) {
            throw new ClassNotFoundException(sprintf('There is no query class %s', $queryClass));
        }

        return $queryClass::create($parts[1] ?? null);
    }
}
