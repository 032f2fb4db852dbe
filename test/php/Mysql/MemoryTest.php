<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

final class MemoryTest extends \Orm\Tests\Common\MemoryTest
{
    protected const VENDOR = 'mysql';
}
