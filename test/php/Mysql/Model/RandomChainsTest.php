<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class RandomChainsTest extends \Orm\Tests\Common\Model\RandomChainsTest
{
    protected const VENDOR = 'mysql';
}
