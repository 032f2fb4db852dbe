<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class WalkTest extends \Orm\Tests\Common\Model\WalkTest
{
    protected const VENDOR = 'sqlite';
}
