<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** A row belongs to none of the partitions of its table, which getTable() names. */
interface PartitionViolation extends CheckViolation
{
}
