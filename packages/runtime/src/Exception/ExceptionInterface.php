<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/** Implemented by every exception of this library: catch it to catch them all. */
interface ExceptionInterface extends \Throwable
{
}
