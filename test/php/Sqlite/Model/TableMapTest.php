<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class TableMapTest extends \Orm\Tests\Common\Model\TableMapTest
{
    protected const VENDOR = 'sqlite';
}
