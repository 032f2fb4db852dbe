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

    /** In the long form, more than a million. */
    protected function rowsRead(): int
    {
        return getenv('ORM_FUZZ') ? 2 ** 20 : 2 ** 18;
    }

    protected function rowsSaved(): int
    {
        return getenv('ORM_FUZZ') ? 100_000 : 25_000;
    }

    protected function configuration(): array
    {
        return ['dsn' => 'sqlite:' . $this->file];
    }
}
