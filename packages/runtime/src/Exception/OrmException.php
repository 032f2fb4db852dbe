<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A wrong use of a model, a query or the configuration. */
class OrmException extends \Exception implements ExceptionInterface
{
    use MessageTrait;
    use RetryableTrait;
}
