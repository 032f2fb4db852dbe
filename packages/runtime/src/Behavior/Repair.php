<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

/** The result of repairList() or repairTrees(). */
final class Repair
{
    public function __construct(
        /** The number of lists or trees of the table. */
        public readonly int $lists,
        /** The number of broken lists or trees. */
        public readonly int $broken,
        /** The number of rows whose position was changed. */
        public readonly int $rows,
        /**
         * The number of rows with the same rank as another row of their list; in a tree, the number of duplicate
         * numbers.
         */
        public readonly int $duplicates,
        /** The number of missing ranks, or numbers of a tree, up to the highest one. */
        public readonly int $gaps,
    ) {
    }
}
