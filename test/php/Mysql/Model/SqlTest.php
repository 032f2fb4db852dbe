<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class SqlTest extends \Orm\Tests\Common\Model\SqlTest
{
    protected const VENDOR = 'mysql';
}
