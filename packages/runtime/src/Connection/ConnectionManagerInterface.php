<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Orm\Runtime\Adapter\AdapterInterface;

/** Opens the connections of one configuration entry when they are needed. */
interface ConnectionManagerInterface
{
    public function setName(string $name): void;

    public function getName(): string;

    public function getWriteConnection(?AdapterInterface $adapter = null): ConnectionInterface;

    public function getReadConnection(?AdapterInterface $adapter = null): ConnectionInterface;

    public function closeConnections(): void;
}
