<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;

/**
 * The planned position of an object, applied when its row is written.
 *
 * @internal
 */
final class ListIntent
{
    /** Move to a rank, at most to the end of the list. */
    public const AT = 'at';

    /** Move to the end of the list. */
    public const BOTTOM = 'bottom';

    /** Leave the list. */
    public const OUT = 'out';

    /** Swap ranks with a neighbor. */
    public const EXCHANGE = 'exchange';

    /** Move past the previous neighbor, in a list with fractional ranks. */
    public const UP = 'up';

    /** Move past the next neighbor, in a list with fractional ranks. */
    public const DOWN = 'down';

    /** Swap positions with another object. */
    public const SWAP = 'swap';

    /** Marks the other object of a swap. */
    public const SWAPPED = 'swapped';

    /**
     * @param array{?int, list<mixed>, list<int>}|null $row rank, scope and maxima, as read under the lock
     * @param int $revision the revision of the table at the time of that read
     * @param array{list<mixed>, int}|null $neighbour its key and rank
     */
    public function __construct(
        public readonly string $kind,
        public readonly ?int $rank = null,
        public readonly ?array $row = null,
        public readonly int $revision = 0,
        public readonly ?array $neighbour = null,
        public readonly ?ActiveRecordInterface $partner = null,
    ) {
    }
}
