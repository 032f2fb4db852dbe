<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class PersistenceTest extends \Orm\Tests\Common\Model\PersistenceTest
{
    protected const VENDOR = 'pgsql';
}
