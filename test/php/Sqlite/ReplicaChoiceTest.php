<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

use Orm\Runtime\Adapter\Pdo\SqliteAdapter;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use PHPUnit\Framework\TestCase;

/** Which of several replicas is read from. */
final class ReplicaChoiceTest extends TestCase
{
    public function testReplicasAreReadAsOftenAsTheirWeightsSay(): void
    {
        $times = [1 => 0, 3 => 0, 6 => 0];
        for ($i = 0; $i < 1000; $i++) {
            $times[$this->pickOne([['weight' => 3], [], ['weight' => 6]])]++;
        }
        // The bounds are more than six standard deviations away.
        self::assertEqualsWithDelta(100, $times[1], 65);
        self::assertEqualsWithDelta(300, $times[3], 95);
        self::assertEqualsWithDelta(600, $times[6], 100);
    }

    public function testAReplicaThatCannotBeOpenedIsLeftOut(): void
    {
        for ($i = 0; $i < 10; $i++) {
            self::assertSame(1, $this->pickOne([['dsn' => 'sqlite:/no/such/directory/x', 'weight' => 1000], []]));
        }
    }

    public function testAReplicaThatIsBackIsReadFromAgain(): void
    {
        $folder = sys_get_temp_dir() . '/orm-replica-' . bin2hex(random_bytes(8));
        $manager = new ConnectionManagerPrimaryReplica('shop');
        $manager->setWriteConfiguration(['dsn' => 'sqlite::memory:']);
        $manager->setReadConfiguration([['dsn' => "sqlite:$folder/replica"]]);
        $adapter = new SqliteAdapter();
        $primary = $manager->getWriteConnection($adapter);
        self::assertSame($primary, $manager->getReadConnection($adapter));
        mkdir($folder);
        try {
            self::assertSame($primary, $manager->getReadConnection($adapter), 'it is left aside for a while');
            // The while is over.
            (function (): void {
                $this->asideUntil = array_map(static fn (): int => hrtime(true), $this->asideUntil);
            })->call($manager);
            $replica = $manager->getReadConnection($adapter);
            self::assertNotSame($primary, $replica);
            self::assertSame($replica, $manager->getReadConnection($adapter));
        } finally {
            array_map('unlink', glob("$folder/*"));
            rmdir($folder);
        }
    }

    /**
     * @param list<array<string, mixed>> $replicas
     * @return int the weight of the one that is read from
     */
    private function pickOne(array $replicas): int
    {
        $manager = new ConnectionManagerPrimaryReplica('shop');
        $manager->setWriteConfiguration(['dsn' => 'sqlite::memory:']);
        $manager->setReadConfiguration(array_map(static fn (array $replica): array => $replica + [
            'dsn' => 'sqlite::memory:',
            'settings' => ['queries' => ['PRAGMA user_version = ' . ($replica['weight'] ?? 1)]],
        ], $replicas));

        return (int) $manager->getReadConnection(new SqliteAdapter())->query('PRAGMA user_version')->fetchColumn();
    }
}
