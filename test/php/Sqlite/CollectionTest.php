<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

final class CollectionTest extends \Orm\Tests\Common\CollectionTest
{
    protected const VENDOR = 'sqlite';
}
