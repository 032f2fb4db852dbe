<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

final class KeptValuesTest extends \Orm\Tests\Common\KeptValuesTest
{
    protected const VENDOR = 'sqlite';
}
