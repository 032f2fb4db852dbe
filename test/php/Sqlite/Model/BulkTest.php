<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class BulkTest extends \Orm\Tests\Common\Model\BulkTest
{
    protected const VENDOR = 'sqlite';
}
