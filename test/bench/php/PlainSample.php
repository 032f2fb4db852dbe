<?php

declare(strict_types=1);

namespace Orm\Bench;

/** A row of a table of the bench of kinds. */
final class PlainSample
{
    public ?int $id = null;
    public ?string $name = null;
    public int|float|string|null $value = null;
    public ?int $owner_id = null;
    public ?int $c1 = null;
    public ?int $c2 = null;
    public ?int $c3 = null;
    public ?string $c4 = null;
    public ?string $c5 = null;
    public ?string $c6 = null;
    public ?float $c7 = null;
    public ?float $c8 = null;
    public ?float $c9 = null;
    public ?PlainAuthor $owner = null;
}
