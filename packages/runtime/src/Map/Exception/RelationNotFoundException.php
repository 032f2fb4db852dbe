<?php

declare(strict_types=1);

namespace Orm\Runtime\Map\Exception;

use Orm\Runtime\Exception\RuntimeException;

/** The table map has no such relation. */
class RelationNotFoundException extends RuntimeException
{
}
