<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class UnfinishedQueryTest extends \Orm\Tests\Common\Model\UnfinishedQueryTest
{
    protected const VENDOR = 'mysql';
}
