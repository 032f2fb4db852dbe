<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

/**
 * The position of a row in a tree with numbered nodes.
 *
 * @internal
 */
interface NodePlace
{
    /** Returns the scope of the tree. */
    public function tree(): ?int;
}
