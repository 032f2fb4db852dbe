<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

final class DataFetcherTest extends \Orm\Tests\Common\DataFetcherTest
{
    protected const VENDOR = 'mysql';
}
