<?php

declare(strict_types=1);

namespace Orm\Symfony;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerInterface;
use Throwable;

/**
 * A connection with missing settings, such as an environment variable. It fails only when it is used, because commands
 * such as cache:clear run without a database, often where the variables of the server are not set.
 *
 * @internal
 */
final class UnavailableConnection implements ConnectionManagerInterface
{
    public function __construct(private string $name, private readonly Throwable $reason)
    {
    }

    public function setName(string $name): void
    {
        $this->name = $name;
    }

    public function getName(): string
    {
        return $this->name;
    }

    public function getWriteConnection(?AdapterInterface $adapter = null): ConnectionInterface
    {
        throw $this->reason;
    }

    public function getReadConnection(?AdapterInterface $adapter = null): ConnectionInterface
    {
        throw $this->reason;
    }

    public function closeConnections(): void
    {
    }
}
