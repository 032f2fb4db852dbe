<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class StrangeValueTest extends \Orm\Tests\Common\Model\StrangeValueTest
{
    protected const VENDOR = 'mysql';
}
