<?php

declare(strict_types=1);

namespace Orm\Bench;

final class PlainEvent
{
    public function __construct(public readonly string $name, public readonly PlainRow $row)
    {
    }
}
