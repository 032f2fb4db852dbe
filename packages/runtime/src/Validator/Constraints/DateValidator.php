<?php

declare(strict_types=1);

namespace Orm\Runtime\Validator\Constraints;

use DateTimeInterface;
use Symfony\Component\Validator\Constraint;
use Symfony\Component\Validator\Constraints\DateValidator as SymfonyDateValidator;

/** Accepts date-time objects, which getters of models return, and leaves strings to symfony/validator. */
class DateValidator extends SymfonyDateValidator
{
    public function validate(mixed $value, Constraint $constraint): void
    {
        if (!$value instanceof DateTimeInterface) {
            parent::validate($value, $constraint);
        }
    }
}
