<?php

declare(strict_types=1);

namespace Orm\Bench;

final class PlainAuthor
{
    public ?int $id = null;
    public ?string $name = null;
    public ?string $email = null;
}
