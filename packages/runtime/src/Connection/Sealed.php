<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Exception\LogicException;
use WeakMap;

/**
 * Hides the configuration of a connection, or the values of a recorded query, from dumps. var_dump(), var_export(),
 * print_r(), json_encode() and array casts show all properties of an object, and the variables of closures.
 *
 * @internal
 */
final class Sealed
{
    /** @var WeakMap<self, array<string, mixed>>|null */
    private static ?WeakMap $contents = null;

    /** @param array<string, mixed> $configuration */
    public function __construct(#[\SensitiveParameter] array $configuration)
    {
        self::$contents ??= new WeakMap();
        self::$contents[$this] = $configuration;
    }

    /** @return array<string, mixed> */
    public function open(): array
    {
        return self::$contents[$this] ?? [];
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new LogicException('The configuration of a connection cannot be serialized: it may hold a password');
    }

    public function __clone()
    {
        throw new LogicException('The configuration of a connection cannot be cloned');
    }
}
