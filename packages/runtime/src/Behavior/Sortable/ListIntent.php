<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;

/**
 * Where an object is to go when its row is written.
 *
 * @internal
 */
final class ListIntent
{
    /** To a rank, at most to the end of the list. */
    public const AT = 'at';

    /** To the end of the list. */
    public const BOTTOM = 'bottom';

    /** Out of the list. */
    public const OUT = 'out';

    /** To the place of a neighbour, which takes its own. */
    public const EXCHANGE = 'exchange';

    /** Past the neighbour before it, in a list with fractional ranks. */
    public const UP = 'up';

    /** Past the neighbour after it, in a list with fractional ranks. */
    public const DOWN = 'down';

    /** To the place of another object, which takes its own. */
    public const SWAP = 'swap';

    /** The other object of a swap. */
    public const SWAPPED = 'swapped';

    /**
     * @param array{?int, list<mixed>, list<int>}|null $row what was read under lock: rank, scope, maxima
     * @param int $revision the revision of the table at that moment
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
