<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\Behavior\NodePlace;

/**
 * The position of a row in its tree.
 *
 * @internal
 */
final class Place implements NodePlace
{
    /** @param int|null $scope the scope of the tree; null if the table has only one tree */
    public function __construct(
        public readonly int $left,
        public readonly int $right,
        public readonly int $level,
        public readonly ?int $scope,
    ) {
    }

    public function tree(): ?int
    {
        return $this->scope;
    }

    public function isInTree(): bool
    {
        return $this->left > 0 && $this->right > $this->left;
    }

    public function isRoot(): bool
    {
        return $this->isInTree() && $this->left === 1;
    }

    public function isLeaf(): bool
    {
        return $this->isInTree() && $this->right - $this->left === 1;
    }

    public function hasChildren(): bool
    {
        return $this->right - $this->left > 1;
    }

    /** Returns how many numbers the node and its descendants occupy. */
    public function size(): int
    {
        return $this->right - $this->left + 1;
    }

    /** Returns whether another position is the same as this one or below it. */
    public function holds(self $other): bool
    {
        return $this->scope === $other->scope && $other->left >= $this->left && $other->right <= $this->right;
    }

    public function equals(?self $other): bool
    {
        return $other !== null && $this->left === $other->left && $this->right === $other->right
            && $this->level === $other->level && $this->scope === $other->scope;
    }
}
