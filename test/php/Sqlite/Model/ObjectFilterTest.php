<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class ObjectFilterTest extends \Orm\Tests\Common\Model\ObjectFilterTest
{
    protected const VENDOR = 'sqlite';
}
