<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class QueryTest extends \Orm\Tests\Common\Model\QueryTest
{
    protected const VENDOR = 'mysql';
}
