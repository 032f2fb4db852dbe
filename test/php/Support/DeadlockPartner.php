<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use Bookstore\AuthorQuery;
use Bookstore\Map\AuthorTableMap;
use Bookstore\Map\BookTableMap;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Exception\Database\Deadlock;
use Orm\Runtime\Orm;

/** The other process of a deadlock: locks the second row, or all of them, then wants the first. */
final class DeadlockPartner
{
    /** @param array{int, int|list<int>} $ids */
    public static function run(string $vendor, array $ids): void
    {
        $container = Orm::getStandardServiceContainer();
        $container->setAdapterClass('bookstore', $vendor);
        $manager = new ConnectionManagerSingle('bookstore');
        $manager->setConfiguration(Databases::configuration($vendor));
        $container->setConnectionManager($manager);
        $container->initDatabaseMaps(['bookstore' => [AuthorTableMap::class, BookTableMap::class]]);
        try {
            Orm::getConnection('bookstore')->transaction(static function () use ($ids): void {
                AuthorQuery::create()->filterById($ids[1])->update(['Name' => 'theirs']);
                echo "locked\n";
                fgets(STDIN);
                AuthorQuery::create()->filterById($ids[0])->update(['Name' => 'theirs']);
            });
            echo "done\n";
        } catch (Deadlock) {
            echo "deadlock\n";
        }
    }
}
