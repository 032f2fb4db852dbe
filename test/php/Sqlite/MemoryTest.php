<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;

/**
 * In a file, as another process reads it.
 *
 * @group long
 */
final class MemoryTest extends \Orm\Tests\Common\MemoryTest
{
    protected const VENDOR = 'sqlite';

    /** More than a million. */
    protected const ROWS_READ = 2 ** 20;
    protected const ROWS_SAVED = 100_000;

    private string $file = '';

    protected function setUp(): void
    {
        parent::setUp();
        $this->file = (string) tempnam(sys_get_temp_dir(), 'orm');
        $manager = new ConnectionManagerSingle('bookstore');
        $manager->setConfiguration($this->configuration());
        Orm::getStandardServiceContainer()->setConnectionManager($manager);
        $con = Orm::getConnection('bookstore');
        assert($con instanceof ConnectionWrapper);
        $this->con = $con;
        $this->con->exec('PRAGMA synchronous = OFF');
        $this->createTables();
    }

    protected function tearDown(): void
    {
        parent::tearDown();
        if ($this->file !== '') {
            unlink($this->file);
        }
    }

    protected function configuration(): array
    {
        return ['dsn' => 'sqlite:' . $this->file];
    }
}
