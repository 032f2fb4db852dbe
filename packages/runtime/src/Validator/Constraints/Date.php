<?php

declare(strict_types=1);

namespace Orm\Runtime\Validator\Constraints;

use Symfony\Component\Validator\Constraints\Date as SymfonyDate;

/** A date, as a string or an object. Needs symfony/validator. */
class Date extends SymfonyDate
{
}
