<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class WalkTest extends \Orm\Tests\Common\Model\WalkTest
{
    protected const VENDOR = 'mysql';
}
