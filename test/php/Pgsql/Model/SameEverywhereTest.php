<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class SameEverywhereTest extends \Orm\Tests\Common\Model\SameEverywhereTest
{
    protected const VENDOR = 'pgsql';
}
