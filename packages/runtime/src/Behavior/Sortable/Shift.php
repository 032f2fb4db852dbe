<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

/**
 * Adjacent members of a list that all move up or down by the same number of ranks.
 *
 * @internal
 */
final class Shift
{
    /**
     * @param list<mixed> $scope
     * @param int|null $last null: to the end of the list
     */
    public function __construct(
        public readonly array $scope,
        public readonly int $first,
        public readonly ?int $last,
        public readonly int $delta,
    ) {
    }
}
