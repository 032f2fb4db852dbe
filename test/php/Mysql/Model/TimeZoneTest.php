<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class TimeZoneTest extends \Orm\Tests\Common\Model\TimeZoneTest
{
    protected const VENDOR = 'mysql';
}
