<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\ConnectionLost;
use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\OrmException;

/** An INSERT of a model object failed. The connection broke. Outside of a transaction the next statement opens a new one. */
class ConnectionLostException extends OrmException implements ConnectionLost
{
    use DatabaseErrorTrait;
}
