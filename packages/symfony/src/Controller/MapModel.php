<?php

declare(strict_types=1);

namespace Orm\Symfony\Controller;

use Attribute;

/**
 * Names the columns that identify the row for a controller argument, instead of the primary key: `#[MapModel(['slug' =>
 * 'Slug'])] Book $book` uses `{slug}` of the route.
 */
#[Attribute(Attribute::TARGET_PARAMETER)]
final class MapModel
{
    /** @var array<string, string> route parameters and the columns that they are compared with */
    public readonly array $columns;

    /** @param array<string, string>|string $columns a single name is both the route parameter and the column */
    public function __construct(array|string $columns)
    {
        $this->columns = is_string($columns) ? [$columns => $columns] : $columns;
    }
}
