<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Orm\Tests\Support\Databases;
use Orm\Tests\Support\LongRun;

/** Very many rows in a process that may take 16 MB; the process ends if it wants more. */
abstract class MemoryTest extends DatabaseTestCase
{
    private const MEGABYTE = 1024 * 1024;


    public function testRowsAreReadOnDemand(): void
    {
        $rows = $this->rowsRead();
        $this->fill($rows);
        $result = LongRun::start('readOnDemand', static::VENDOR, $this->configuration(), $rows);
        self::assertSame($rows, $result['rows']);
        self::assertLessThan(self::MEGABYTE, abs($result['peaks'][1] - $result['peaks'][0]));
        self::assertLessThan(16 * self::MEGABYTE, $result['growth']);
    }

    public function testALoopOfQueriesKeepsNoObjects(): void
    {
        $this->fill(2 ** 15);
        $result = LongRun::start('readInPages', static::VENDOR, $this->configuration(), 2 ** 15);
        self::assertSame(2 ** 15, $result['rows']);
        self::assertLessThan(self::MEGABYTE, $result['peaks'][1] - $result['peaks'][0]);
    }

    public function testSavedObjectsAreNotKept(): void
    {
        $result = LongRun::start('save', static::VENDOR, $this->configuration(), $this->rowsSaved());
        self::assertSame($this->rowsSaved(), $result['rows']);
        self::assertLessThan(self::MEGABYTE, $result['peaks'][1] - $result['peaks'][0]);
    }

    /** Servers have fewer rows: they take their time, and the client does the same. */
    protected function rowsRead(): int
    {
        return 2 ** 17;
    }

    protected function rowsSaved(): int
    {
        return 4_000;
    }

    /** @return array<string, mixed> */
    protected function configuration(): array
    {
        return Databases::configuration(static::VENDOR);
    }

    /** @param int $rows a power of two */
    protected function fill(int $rows): void
    {
        $this->con->exec("INSERT INTO author (name, email) VALUES ('A name of some length', 'name@example.org')");
        for ($count = 1; $count < $rows; $count *= 2) {
            $this->con->exec('INSERT INTO author (name, email) SELECT name, email FROM author');
        }
    }
}
