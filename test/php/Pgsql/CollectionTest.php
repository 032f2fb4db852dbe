<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

final class CollectionTest extends \Orm\Tests\Common\CollectionTest
{
    protected const VENDOR = 'pgsql';
}
