<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

final class ModelTest extends \Orm\Tests\Common\ModelTest
{
    protected const VENDOR = 'sqlite';
}
