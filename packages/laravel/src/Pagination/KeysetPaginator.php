<?php

declare(strict_types=1);

namespace Orm\Laravel\Pagination;

use Illuminate\Pagination\Cursor;
use Illuminate\Pagination\CursorPaginator;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Util\KeysetPage;

/** A Laravel paginator for an Orm keyset page, with a single string as the cursor. */
final class KeysetPaginator extends CursorPaginator
{
    private const PARAMETER = 'after';

    private readonly ?string $next;

    /** @param array<string, mixed> $options */
    public function __construct(KeysetPage $page, int $perPage, ?Cursor $cursor, array $options)
    {
        parent::__construct($page->getResults()->getData(), $perPage, $cursor, $options);
        $this->next = $page->getNextCursor();
        $this->hasMore = $page->hasNext();
    }

    /** Returns the argument for paginateAfter(); null: the first page. */
    public static function read(?Cursor $cursor): ?string
    {
        $value = $cursor?->toArray()[self::PARAMETER] ?? null;
        if ($cursor !== null && !is_string($value)) {
            throw new InvalidArgumentException('The cursor does not belong to this query and its order');
        }

        return $value;
    }

    public function nextCursor(): ?Cursor
    {
        return $this->next === null ? null : new Cursor([self::PARAMETER => $this->next]);
    }

    public function previousCursor(): ?Cursor
    {
        return null;
    }
}
