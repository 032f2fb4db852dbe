<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class KnownCodeTest extends \Orm\Tests\Common\Model\KnownCodeTest
{
    protected const VENDOR = 'mysql';
}
