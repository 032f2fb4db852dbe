<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class ObjectFilterTest extends \Orm\Tests\Common\Model\ObjectFilterTest
{
    protected const VENDOR = 'mysql';
}
