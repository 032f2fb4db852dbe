<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

final class WorkerTest extends \Orm\Tests\Common\WorkerTest
{
    protected const VENDOR = 'sqlite';
}
