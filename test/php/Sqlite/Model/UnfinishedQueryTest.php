<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class UnfinishedQueryTest extends \Orm\Tests\Common\Model\UnfinishedQueryTest
{
    protected const VENDOR = 'sqlite';
}
