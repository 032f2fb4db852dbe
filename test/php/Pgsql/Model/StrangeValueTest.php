<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class StrangeValueTest extends \Orm\Tests\Common\Model\StrangeValueTest
{
    protected const VENDOR = 'pgsql';
}
