<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use Bookstore\Map\BookTableMap;
use Orm\Runtime\Map\TableMapTrait;

/** The table of books, for another class. */
final class LoudBookTableMap extends BookTableMap
{
    use TableMapTrait;

    public const OM_CLASS = LoudBook::class;
}
