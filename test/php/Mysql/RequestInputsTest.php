<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

final class RequestInputsTest extends \Orm\Tests\Common\RequestInputsTest
{
    protected const VENDOR = 'mysql';
}
