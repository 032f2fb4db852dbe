<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

use Orm\Runtime\Connection\StatementCache;
use Orm\Tests\Common;

final class StatementLimitTest extends Common\StatementLimitTest
{
    protected const VENDOR = 'sqlite';

    /** SQLite has no list of them: those that the connection keeps. */
    protected function statements(): int
    {
        return $this->con->statementCache->count();
    }
}
