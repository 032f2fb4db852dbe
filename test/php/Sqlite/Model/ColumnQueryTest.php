<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class ColumnQueryTest extends \Orm\Tests\Common\Model\ColumnQueryTest
{
    protected const VENDOR = 'sqlite';
}
