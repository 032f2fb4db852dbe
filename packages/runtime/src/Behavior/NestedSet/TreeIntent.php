<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\Exception\OrmException;

/**
 * The positions beside and below a node that another node can be inserted at or moved to.
 *
 * @internal
 */
final class TreeIntent
{
    public const ROOT = 'root';
    public const FIRST_CHILD = 'first child';
    public const LAST_CHILD = 'last child';
    public const PREV_SIBLING = 'previous sibling';
    public const NEXT_SIBLING = 'next sibling';

    public static function isChild(string $intent): bool
    {
        return $intent === self::FIRST_CHILD || $intent === self::LAST_CHILD;
    }

    /** Rejects targets without such a position. */
    public static function check(string $intent, Place $target, string $class): void
    {
        if (!$target->isInTree()) {
            throw new OrmException(sprintf('The other %s is not in a tree', $class));
        }
        if ($target->isRoot() && !self::isChild($intent)) {
            throw new OrmException('A root has no siblings');
        }
    }

    /** Returns the position of a new node without descendants. */
    public static function leaf(string $intent, Place $target): Place
    {
        $left = match ($intent) {
            self::FIRST_CHILD => $target->left + 1,
            self::LAST_CHILD => $target->right,
            self::PREV_SIBLING => $target->left,
            self::NEXT_SIBLING => $target->right + 1,
        };

        return new Place($left, $left + 1, $target->level + (self::isChild($intent) ? 1 : 0), $target->scope);
    }
}
