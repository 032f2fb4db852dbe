<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Exception;

use Orm\Runtime\Map\Exception\ColumnNotFoundException;

/** A clause names a column that the model does not have. */
class UnknownColumnException extends ColumnNotFoundException
{
}
