<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Thrown if a file that the caller names does not exist. */
class FileNotFoundException extends RuntimeException
{
}
