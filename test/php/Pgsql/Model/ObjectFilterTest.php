<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class ObjectFilterTest extends \Orm\Tests\Common\Model\ObjectFilterTest
{
    protected const VENDOR = 'pgsql';
}
