<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A row that was required does not exist. */
class EntityNotFoundException extends RuntimeException
{
}
