<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class UnfinishedQueryTest extends \Orm\Tests\Common\Model\UnfinishedQueryTest
{
    protected const VENDOR = 'pgsql';
}
