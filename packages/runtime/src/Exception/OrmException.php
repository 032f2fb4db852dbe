<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Thrown if a model, a query or the configuration is used in a wrong way. */
class OrmException extends \Exception implements ExceptionInterface
{
    use MessageTrait;
    use RetryableTrait;
}
