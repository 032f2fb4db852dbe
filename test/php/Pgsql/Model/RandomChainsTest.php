<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class RandomChainsTest extends \Orm\Tests\Common\Model\RandomChainsTest
{
    protected const VENDOR = 'pgsql';
}
