<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

/** The former name of the default connection class, for older configurations. */
class OrmPDO extends ConnectionWrapper
{
}
