<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Blameable;

/** Provides the user for the columns of the blameable behavior. */
final class Blame
{
    /** @var (callable(): mixed)|null */
    private static $provider = null;

    private function __construct()
    {
    }

    /**
     * Sets the function that returns the current user, once per process. It is called for every row that is saved.
     *
     * @param (callable(): mixed)|null $provider returns the value to store: a key or a name; null for no user
     */
    public static function setProvider(?callable $provider): void
    {
        self::$provider = $provider;
    }

    /** Returns the current user, or null if there is none; the columns are then not changed. */
    public static function currentUser(): mixed
    {
        return self::$provider === null ? null : (self::$provider)();
    }
}
