<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class ColumnTypeTest extends \Orm\Tests\Common\Model\ColumnTypeTest
{
    protected const VENDOR = 'sqlite';
}
