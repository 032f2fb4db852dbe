<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

/**
 * Where a row is in a tree that numbers its nodes.
 *
 * @internal
 */
interface NodePlace
{
    /** What tells the tree from others. */
    public function tree(): ?int;
}
