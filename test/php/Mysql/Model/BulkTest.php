<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class BulkTest extends \Orm\Tests\Common\Model\BulkTest
{
    protected const VENDOR = 'mysql';
}
