<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class RollbackTest extends \Orm\Tests\Common\Model\RollbackTest
{
    protected const VENDOR = 'sqlite';
}
