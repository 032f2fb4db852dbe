<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

/** What repairList() or repairTrees() found and did. */
final class Repair
{
    public function __construct(
        /** The lists, or trees, of the table. */
        public readonly int $lists,
        /** The broken ones among them. */
        public readonly int $broken,
        /** The rows that got another place. */
        public readonly int $rows,
        /** The rows whose rank another row of the same list has; in a tree, the numbers that were there already. */
        public readonly int $duplicates,
        /** The ranks, or numbers of a tree, that no row had, up to the highest one. */
        public readonly int $gaps,
    ) {
    }
}
