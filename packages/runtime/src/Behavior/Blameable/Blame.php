<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Blameable;

/** Knows the user that blameable rows are created and changed by. */
final class Blame
{
    /** @var (callable(): mixed)|null */
    private static $provider = null;

    private function __construct()
    {
    }

    /**
     * Sets how the current user is found, once for the process: the function is called for each row that is saved.
     *
     * @param (callable(): mixed)|null $provider returns what the columns store: a key or a name; null for nobody
     */
    public static function setProvider(?callable $provider): void
    {
        self::$provider = $provider;
    }

    /** The current user; null if nobody is known, and the columns then stay as they are. */
    public static function currentUser(): mixed
    {
        return self::$provider === null ? null : (self::$provider)();
    }
}
