<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class TableMapTest extends \Orm\Tests\Common\Model\TableMapTest
{
    protected const VENDOR = 'mysql';
}
