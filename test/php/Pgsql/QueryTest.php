<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

final class QueryTest extends \Orm\Tests\Common\QueryTest
{
    protected const VENDOR = 'pgsql';
}
