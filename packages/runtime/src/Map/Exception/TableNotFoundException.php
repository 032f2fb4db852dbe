<?php

declare(strict_types=1);

namespace Orm\Runtime\Map\Exception;

use Orm\Runtime\Exception\RuntimeException;

/** The database map has no such table. */
class TableNotFoundException extends RuntimeException
{
}
