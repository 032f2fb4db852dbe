<?php

declare(strict_types=1);

namespace Orm\Runtime\Psr;

use Orm\Runtime\Exception\InvalidArgumentException;
use Psr\Container\NotFoundExceptionInterface;

/** Thrown if the container has no such entry. */
final class NotFoundException extends InvalidArgumentException implements NotFoundExceptionInterface
{
}
