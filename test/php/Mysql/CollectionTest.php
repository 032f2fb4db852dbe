<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

final class CollectionTest extends \Orm\Tests\Common\CollectionTest
{
    protected const VENDOR = 'mysql';
}
