<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use Bookstore\Book;
use Orm\Runtime\Map\TableMap;

/** A stub with a hydrate() of its own. */
final class LoudBook extends Book
{
    public const TABLE_MAP = LoudBookTableMap::class;

    public function hydrate(
        array $row,
        int $startcol = 0,
        bool $rehydrate = false,
        string $indexType = TableMap::TYPE_NUM,
    ): int {
        $next = parent::hydrate($row, $startcol, $rehydrate, $indexType);
        $this->title = strtoupper((string) $this->title);

        return $next;
    }
}
