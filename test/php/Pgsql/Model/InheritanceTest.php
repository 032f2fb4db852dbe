<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class InheritanceTest extends \Orm\Tests\Common\Model\InheritanceTest
{
    protected const VENDOR = 'pgsql';
}
