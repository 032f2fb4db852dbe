<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

/** The default connection class under the name that older configurations use. */
class OrmPDO extends ConnectionWrapper
{
}
