<?php

declare(strict_types=1);

namespace Orm\Runtime\Validator\Constraints;

use Symfony\Component\Validator\Constraint;

/** No other row has the same value in the column. Needs symfony/validator. */
class Unique extends Constraint
{
    public string $message = 'This value is already used.';
    public string $column = '';
}
