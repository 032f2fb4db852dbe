<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord\Exception;

use Orm\Runtime\Exception\Database\ConnectionLost;
use Orm\Runtime\Exception\Database\DatabaseErrorTrait;
use Orm\Runtime\Exception\OrmException;

/**
 * The INSERT of a model object failed because the connection was lost. Outside a transaction, the next statement
 * reconnects.
 */
class ConnectionLostException extends OrmException implements ConnectionLost
{
    use DatabaseErrorTrait;
}
