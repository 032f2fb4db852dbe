<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

final class KeptValuesTest extends \Orm\Tests\Common\KeptValuesTest
{
    protected const VENDOR = 'pgsql';
}
