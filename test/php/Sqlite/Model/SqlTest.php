<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class SqlTest extends \Orm\Tests\Common\Model\SqlTest
{
    protected const VENDOR = 'sqlite';
}
