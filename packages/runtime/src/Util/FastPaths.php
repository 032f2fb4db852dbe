<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

/**
 * The switch of all shortcuts. A shortcut must not be told from the long way: tests run both.
 *
 * @internal
 */
final class FastPaths
{
    public static bool $enabled = true;
}
