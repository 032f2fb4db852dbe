<?php

declare(strict_types=1);

namespace Orm\Laravel\Routing;

use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveQuery\RowLookup;

/**
 * For model classes that implement Illuminate\Contracts\Routing\UrlRoutable: `route('books.show', $book)` contains the
 * key of the row, and `Route::model('book', Book::class)` finds it.
 */
trait RoutableModel
{
    /** Returns the column of the key in URLs; null: the primary key. Override it to use another column everywhere. */
    public function getRouteKeyName(): ?string
    {
        return null;
    }

    public function getRouteKey(): string
    {
        return RowLookup::keyOf($this, $this->getRouteKeyName());
    }

    /**
     * @param mixed $value
     * @param string|null $field
     */
    public function resolveRouteBinding($value, $field = null): ?static
    {
        return RouteModels::find(OrmQuery::from(static::class), (string) $value, $field ?? $this->getRouteKeyName());
    }

    /**
     * @param string $childType
     * @param mixed $value
     * @param string|null $field
     * @return object|null
     */
    public function resolveChildRouteBinding($childType, $value, $field)
    {
        return RouteModels::findChild($this, $childType, (string) $value, $field);
    }
}
