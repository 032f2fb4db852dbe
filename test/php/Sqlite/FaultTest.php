<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

final class FaultTest extends \Orm\Tests\Common\FaultTest
{
    protected const VENDOR = 'sqlite';
}
