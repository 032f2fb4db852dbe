<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class StrangeValueTest extends \Orm\Tests\Common\Model\StrangeValueTest
{
    protected const VENDOR = 'sqlite';
}
