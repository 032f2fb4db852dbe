<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class RollbackTest extends \Orm\Tests\Common\Model\RollbackTest
{
    protected const VENDOR = 'mysql';
}
