<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

final class MemoryTest extends \Orm\Tests\Common\MemoryTest
{
    protected const VENDOR = 'pgsql';

    /** So many that the client library would take more if it held them all. */
    protected const ROWS_READ = 2 ** 18;
}
