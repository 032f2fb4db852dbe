<?php

declare(strict_types=1);

namespace Orm\Runtime\Map\Exception;

use Orm\Runtime\Exception\RuntimeException;

/** The column is not a foreign key. */
class ForeignKeyNotFoundException extends RuntimeException
{
}
