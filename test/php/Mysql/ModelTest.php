<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

final class ModelTest extends \Orm\Tests\Common\ModelTest
{
    protected const VENDOR = 'mysql';
}
