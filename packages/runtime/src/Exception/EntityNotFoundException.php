<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Thrown if a required row does not exist. */
class EntityNotFoundException extends RuntimeException
{
}
