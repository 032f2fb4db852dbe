<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

final class TransactionTest extends \Orm\Tests\Common\TransactionTest
{
    protected const VENDOR = 'sqlite';
}
