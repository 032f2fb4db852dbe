<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** A row fits none of the partitions of its table, which getTable() returns. */
interface PartitionViolation extends CheckViolation
{
}
