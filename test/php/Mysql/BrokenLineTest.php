<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Orm\Runtime\Orm;
use Orm\Tests\Support\FaultProxy;
use PDO;
use PDOException;

final class BrokenLineTest extends \Orm\Tests\Common\BrokenLineTest
{
    protected const VENDOR = 'mysql';

    public function testAConnectionThatIsOutOfStepIsReplaced(): void
    {
        $con = Orm::getConnection('bookstore');
        (new Author())->setName('here')->save();
        $pdo = $con->getWrappedConnection()->getPdo();
        $pdo->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
        // A result of the application that is read in part keeps the driver from everything else.
        $rows = $pdo->query('SELECT 1 UNION SELECT 2 UNION SELECT 3');
        $rows->fetch();
        $failed = 0;
        for ($i = 1; $i <= 10; $i++) {
            try {
                (new Author())->setName("written $i")->save();
                self::assertSame(1, AuthorQuery::create()->filterByName("written $i")->count());
            } catch (PDOException | \Orm\Runtime\Exception\OrmException) {
                $failed++;
            }
        }
        self::assertLessThanOrEqual(1, $failed);
        self::assertSame(1, AuthorQuery::create()->filterByName('here')->count());
    }

    protected function faults(): array
    {
        return [...parent::faults(), FaultProxy::OUT_OF_STEP];
    }
}
