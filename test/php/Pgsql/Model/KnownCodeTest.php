<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class KnownCodeTest extends \Orm\Tests\Common\Model\KnownCodeTest
{
    protected const VENDOR = 'pgsql';
}
