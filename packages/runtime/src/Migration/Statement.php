<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** A statement of a migration. */
final class Statement
{
    public function __construct(public readonly string $text, public readonly Place $place)
    {
    }
}
