<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class ColumnQueryTest extends \Orm\Tests\Common\Model\ColumnQueryTest
{
    protected const VENDOR = 'pgsql';
}
