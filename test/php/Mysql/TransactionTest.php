<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

final class TransactionTest extends \Orm\Tests\Common\TransactionTest
{
    protected const VENDOR = 'mysql';
}
