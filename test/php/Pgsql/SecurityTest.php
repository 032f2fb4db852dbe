<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

final class SecurityTest extends \Orm\Tests\Common\SecurityTest
{
    protected const VENDOR = 'pgsql';
}
