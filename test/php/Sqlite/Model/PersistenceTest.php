<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class PersistenceTest extends \Orm\Tests\Common\Model\PersistenceTest
{
    protected const VENDOR = 'sqlite';
}
