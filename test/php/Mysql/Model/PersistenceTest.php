<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class PersistenceTest extends \Orm\Tests\Common\Model\PersistenceTest
{
    protected const VENDOR = 'mysql';
}
