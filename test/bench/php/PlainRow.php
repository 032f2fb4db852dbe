<?php

declare(strict_types=1);

namespace Orm\Bench;

/** A row of any of the tables with behaviors. */
final class PlainRow
{
    public int|string|null $id = null;
    public ?string $title = null;
    public ?int $pages = null;
    public ?string $created_at = null;
    public ?string $updated_at = null;
    public ?string $slug = null;
    public ?string $locale = null;
    public ?int $version = null;
    public ?string $archived_at = null;
    public ?string $body = null;
    public ?int $owner_id = null;
    public int|string|null $total = null;
    public ?int $number = null;
    public ?int $tree_left = null;
    public ?int $tree_right = null;
    public ?int $tree_level = null;

    /** A version, archived row, owner or delegate; or translations by locale; or the ancestors of a node. */
    public PlainRow|array|null $related = null;
}
