<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** The connection was lost. Outside of a transaction, the next statement opens a new one. */
interface ConnectionLost extends DatabaseError
{
}
