<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

use Bookstore\BookQuery;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Adapter\Pdo\SqliteAdapter;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Orm;

final class QueryTest extends \Orm\Tests\Common\QueryTest
{
    protected const VENDOR = 'sqlite';

    public function testAStatementThatTheAdapterRewritesIsNotTakenForTheOriginalOne(): void
    {
        Orm::getStandardServiceContainer()->setAdapter('bookstore', new class extends SqliteAdapter {
            public function cleanupSQL(
                string &$sql,
                array &$params,
                Criteria $criteria,
                DatabaseMap $databaseMap,
            ): void {
                if (str_starts_with($sql, 'UPDATE') && $params[0]['value'] === 'inline') {
                    $sql = str_replace([':p1', ':p2'], ["'inline'", ':p1'], $sql);
                    array_shift($params);
                }
            }
        });
        $book = $this->book('Four');
        BookQuery::create()->filterById($book->getId())->update(['Title' => 'inline']);
        BookQuery::create()->filterById($book->getId())->update(['Title' => 'bound']);
        $book->reload();
        self::assertSame('bound', $book->getTitle());
    }
}
