<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

use Bookstore\AuthorQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Tests\Support\LongRun;

final class MemoryTest extends \Orm\Tests\Common\MemoryTest
{
    protected const VENDOR = 'pgsql';

    public function testRowsAreReadOnDemandInATransaction(): void
    {
        $rows = $this->rowsRead();
        $this->fill($rows);
        $result = LongRun::start('readOnDemandInTransaction', static::VENDOR, $this->configuration(), $rows);
        self::assertSame($rows, $result['rows']);
        self::assertLessThan(16 * 1024 * 1024, $result['growth']);
    }

    /** A cursor of the transaction's own connection: other statements, a commit and a rollback happen meanwhile. */
    public function testOnDemandInATransaction(): void
    {
        foreach (['A', 'B', 'C'] as $name) {
            $this->author($name);
        }
        $query = AuthorQuery::create()->orderById()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND);
        $this->con->beginTransaction();
        $this->author('D');
        $names = '';
        foreach ($query->find() as $author) {
            $names .= $author->getName();
            foreach ($query->find() as $first) {
                $names .= strtolower($first->getName());
                break;
            }
            $author->setEmail('x')->save();
            if ($author->getName() === 'B') {
                $this->con->commit();
            }
        }
        self::assertSame('AaBaCaDa', $names);
        self::assertSame(4, AuthorQuery::create()->filterByEmail('x')->count());
        self::assertSame(0, $this->openCursors());

        $this->con->transaction(function () use ($query): void {
            $found = null;
            try {
                $this->con->savepoint(static function () use ($query, &$found): void {
                    $found = $query->find();
                    throw new \RuntimeException();
                });
            } catch (\RuntimeException) {
                unset($found);
            }
            self::assertSame(4, AuthorQuery::create()->count(), 'the transaction goes on');
            foreach ((clone $query)->lockForUpdate()->find() as $author) {
                self::assertSame('A', $author->getName());
                break;
            }
        });
        self::assertSame(0, $this->openCursors());
    }

    /** So many that the client library would take more if it held them all. */
    protected function rowsRead(): int
    {
        return 2 ** 18;
    }

    private function openCursors(): int
    {
        return (int) $this->con->query("SELECT COUNT(*) FROM pg_cursors WHERE name LIKE 'orm%'")->fetchColumn();
    }
}
