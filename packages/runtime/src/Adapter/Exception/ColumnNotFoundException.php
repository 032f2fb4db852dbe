<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Exception;

use Orm\Runtime\Exception\RuntimeException;

/** A clause needs a column that the query does not select. */
class ColumnNotFoundException extends RuntimeException
{
}
