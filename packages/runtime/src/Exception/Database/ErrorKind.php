<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** The kinds of statement failures that programs can handle. */
enum ErrorKind: string
{
    case UniqueViolation = 'UniqueViolation';
    case ForeignKeyViolation = 'ForeignKeyViolation';
    case NotNullViolation = 'NotNullViolation';
    case CheckViolation = 'CheckViolation';
    case PartitionViolation = 'PartitionViolation';
    case ExclusionViolation = 'ExclusionViolation';
    case Deadlock = 'Deadlock';
    case LockTimeout = 'LockTimeout';
    case ConnectionLost = 'ConnectionLost';
}
