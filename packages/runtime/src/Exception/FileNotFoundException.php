<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A file named by the caller does not exist. */
class FileNotFoundException extends RuntimeException
{
}
