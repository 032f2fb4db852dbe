<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

use League\Cup;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use PHPUnit\Framework\TestCase;

/** A table with reloadOnInsert, and a replica that has not even the table. */
final class ReloadTest extends TestCase
{
    protected function tearDown(): void
    {
        Orm::setServiceContainer(new StandardServiceContainer());
        InstancePools::clear();
    }

    public function testSavedRowIsReadAgainFromThePrimary(): void
    {
        $container = new StandardServiceContainer();
        Orm::setServiceContainer($container);
        $container->setAdapterClass('league', 'sqlite');
        $manager = new ConnectionManagerPrimaryReplica('league');
        $manager->setWriteConfiguration(['dsn' => 'sqlite::memory:']);
        $manager->setReadConfiguration([['dsn' => 'sqlite::memory:']]);
        $container->setConnectionManager($manager);
        require dirname(__DIR__, 3) . '/golden/every-shape/expected/conf/loadDatabase.php';
        $container->getWriteConnection('league')->exec(
            'CREATE TABLE prize '
            . '(id INTEGER PRIMARY KEY, kind TEXT, awarded TEXT DEFAULT CURRENT_TIMESTAMP, winner_id INTEGER)',
        );
        $cup = new Cup();
        self::assertSame(1, $cup->save());
        self::assertNotNull($cup->getAwarded());

        $watched = new class extends Cup {
            public bool $wasRead = false;

            public function postInsert(?ConnectionInterface $con = null): void
            {
                $this->wasRead = $this->getAwarded() !== null;
            }
        };
        $watched->save();
        self::assertTrue($watched->wasRead, 'hooks see the row as it is');

        $skipping = new Cup();
        $skipping->save(null, true);
        self::assertNotNull($skipping->getAwarded(), 'the INSERT returns it');

        $together = new ObjectCollection([new Cup(), new Cup()], Cup::class);
        $together->save();
        self::assertNotContains(null, $together->getColumnValues('Awarded'));
    }
}
