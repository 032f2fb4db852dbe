<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class RandomChainsTest extends \Orm\Tests\Common\Model\RandomChainsTest
{
    protected const VENDOR = 'sqlite';
}
