<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class KnownCodeTest extends \Orm\Tests\Common\Model\KnownCodeTest
{
    protected const VENDOR = 'sqlite';
}
