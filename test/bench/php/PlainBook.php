<?php

declare(strict_types=1);

namespace Orm\Bench;

final class PlainBook
{
    public ?int $id = null;
    public ?string $title = null;
    public ?string $isbn = null;
    public ?int $pages = null;
    public ?int $author_id = null;
    public ?PlainAuthor $author = null;
}
