<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** Two transactions wait for each other, or a lock could not be had in time: the work may be tried again. */
interface Deadlock extends DatabaseError
{
}
