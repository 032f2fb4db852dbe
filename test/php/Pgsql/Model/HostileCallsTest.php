<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class HostileCallsTest extends \Orm\Tests\Common\Model\HostileCallsTest
{
    protected const VENDOR = 'pgsql';
}
