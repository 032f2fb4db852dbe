<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

final class BrokenLineTest extends \Orm\Tests\Common\BrokenLineTest
{
    protected const VENDOR = 'mysql';
}
