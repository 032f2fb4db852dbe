<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class RollbackTest extends \Orm\Tests\Common\Model\RollbackTest
{
    protected const VENDOR = 'pgsql';
}
