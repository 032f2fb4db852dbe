<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

use Orm\Tests\Common;

final class StatementLimitTest extends Common\StatementLimitTest
{
    protected const VENDOR = 'pgsql';

    protected function statements(): int
    {
        $inside = $this->con->getWrappedConnection()->getPdo();

        // The statement that counts is prepared, too.
        return (int) $inside->query('SELECT COUNT(*) FROM pg_prepared_statements')->fetchColumn() - 1;
    }
}
