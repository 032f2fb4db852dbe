<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

final class DataFetcherTest extends \Orm\Tests\Common\DataFetcherTest
{
    protected const VENDOR = 'pgsql';
}
