<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class TimeZoneTest extends \Orm\Tests\Common\Model\TimeZoneTest
{
    protected const VENDOR = 'pgsql';
}
