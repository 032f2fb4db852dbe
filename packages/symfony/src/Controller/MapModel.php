<?php

declare(strict_types=1);

namespace Orm\Symfony\Controller;

use Attribute;

/**
 * Names the columns by which a controller argument is found, where the primary key is not meant:
 * `#[MapModel(['slug' => 'Slug'])] Book $book` reads `{slug}` of the route.
 */
#[Attribute(Attribute::TARGET_PARAMETER)]
final class MapModel
{
    /** @var array<string, string> route parameters and the columns that they are compared with */
    public readonly array $columns;

    /** @param array<string, string>|string $columns one name stands for a route parameter and a column of this name */
    public function __construct(array|string $columns)
    {
        $this->columns = is_string($columns) ? [$columns => $columns] : $columns;
    }
}
