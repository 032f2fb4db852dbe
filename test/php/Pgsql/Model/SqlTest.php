<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class SqlTest extends \Orm\Tests\Common\Model\SqlTest
{
    protected const VENDOR = 'pgsql';
}
