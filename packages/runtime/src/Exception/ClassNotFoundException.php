<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** A class named by the caller does not exist. */
class ClassNotFoundException extends RuntimeException
{
}
