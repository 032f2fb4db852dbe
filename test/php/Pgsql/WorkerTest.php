<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

final class WorkerTest extends \Orm\Tests\Common\WorkerTest
{
    protected const VENDOR = 'pgsql';
}
