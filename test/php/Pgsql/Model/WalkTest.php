<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class WalkTest extends \Orm\Tests\Common\Model\WalkTest
{
    protected const VENDOR = 'pgsql';
}
