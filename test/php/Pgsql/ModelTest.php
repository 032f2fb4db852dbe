<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

final class ModelTest extends \Orm\Tests\Common\ModelTest
{
    protected const VENDOR = 'pgsql';
}
