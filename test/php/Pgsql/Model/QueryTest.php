<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class QueryTest extends \Orm\Tests\Common\Model\QueryTest
{
    protected const VENDOR = 'pgsql';
}
