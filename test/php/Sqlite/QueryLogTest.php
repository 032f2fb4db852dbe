<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

final class QueryLogTest extends \Orm\Tests\Common\QueryLogTest
{
    protected const VENDOR = 'sqlite';
}
