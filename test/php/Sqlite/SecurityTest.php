<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

final class SecurityTest extends \Orm\Tests\Common\SecurityTest
{
    protected const VENDOR = 'sqlite';
}
