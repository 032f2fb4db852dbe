<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use Orm\Runtime\Exception\InvalidArgumentException;

/** Creates the adapter of a database vendor. */
class AdapterFactory
{
    /** @param string $driver a vendor name such as `pgsql`, or an adapter class */
    public static function create(string $driver): AdapterInterface
    {
        $class = str_contains($driver, '\\') ? $driver : __NAMESPACE__ . '\\Pdo\\' . ucfirst($driver) . 'Adapter';
        if (!class_exists($class) || !is_subclass_of($class, AdapterInterface::class)) {
            throw new InvalidArgumentException(sprintf('Unknown adapter "%s"', $driver));
        }

        return new $class();
    }
}
