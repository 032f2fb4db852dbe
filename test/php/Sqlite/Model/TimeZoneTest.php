<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class TimeZoneTest extends \Orm\Tests\Common\Model\TimeZoneTest
{
    protected const VENDOR = 'sqlite';
}
