<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

final class QueryTest extends \Orm\Tests\Common\QueryTest
{
    protected const VENDOR = 'mysql';
}
