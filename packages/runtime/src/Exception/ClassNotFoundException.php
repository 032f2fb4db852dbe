<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Thrown if a class that the caller names does not exist. */
class ClassNotFoundException extends RuntimeException
{
}
