<?php

declare(strict_types=1);

namespace Orm\Bench;

final class PlainItem
{
    public ?int $id = null;
    public ?string $title = null;
    public ?int $list_id = null;
    public ?int $sortable_rank = null;
}
