<?php

declare(strict_types=1);

namespace Orm\Laravel\Http;

use Illuminate\Http\Resources\Json\JsonResource;
use Illuminate\Http\Resources\MissingValue;
use Illuminate\Support\Collection as LaravelCollection;
use Illuminate\Support\Str;
use Orm\Runtime\ActiveRecord\ObjectRelations;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Map\TableMap;

/**
 * A Laravel resource for an Orm object: by default all columns, by their names in the database. collection() also
 * accepts the result of find(), and whenLoaded() supports Orm relations.
 */
class ModelResource extends JsonResource
{
    /**
     * @param mixed $resource
     * @return \Illuminate\Http\Resources\Json\AnonymousResourceCollection
     */
    public static function collection($resource)
    {
        return parent::collection($resource instanceof Collection
            ? new LaravelCollection($resource->getData())
            : $resource);
    }

    /**
     * @param \Illuminate\Http\Request $request
     * @return array<string, mixed>
     */
    public function toArray($request)
    {
        return $this->resource === null || is_array($this->resource)
            ? (array) $this->resource
            : $this->resource->toArray(TableMap::TYPE_FIELDNAME);
    }

    /**
     * Returns the related objects if they are loaded; no query is sent.
     *
     * @param string $relationship the name of the relation, such as `author` or `books`
     * @param mixed $value
     * @param mixed $default
     * @return mixed
     */
    protected function whenLoaded($relationship, $value = null, $default = null)
    {
        $name = Str::camel($relationship);
        foreach (ObjectRelations::loaded($this->resource) as [$relation, $related]) {
            if (strcasecmp($relation->getName(), $name) === 0 || strcasecmp($relation->getPluralName(), $name) === 0) {
                if (func_num_args() > 1) {
                    return value($value);
                }

                return $related instanceof Collection ? new LaravelCollection($related->getData()) : $related;
            }
        }

        return func_num_args() < 3 ? new MissingValue() : value($default);
    }
}
