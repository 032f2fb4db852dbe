<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use Bookstore\Map\AuthorTableMap;
use Bookstore\Map\BookTableMap;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Exception\Database\Deadlock;
use Orm\Runtime\Orm;

/** The other process of a deadlock: locks rows, then wants what the tested process has locked. */
final class DeadlockPartner
{
    /** @param list<string> $locking */
    public static function run(string $vendor, array $locking, string $wanting): void
    {
        $container = Orm::getStandardServiceContainer();
        $container->setAdapterClass('bookstore', $vendor);
        $manager = new ConnectionManagerSingle('bookstore');
        $manager->setConfiguration(Databases::configuration($vendor));
        $container->setConnectionManager($manager);
        $container->initDatabaseMaps(['bookstore' => [AuthorTableMap::class, BookTableMap::class]]);
        try {
            $con = Orm::getConnection('bookstore');
            $con->transaction(static function () use ($con, $locking, $wanting): void {
                array_map($con->exec(...), $locking);
                echo "locked\n";
                fgets(STDIN);
                $con->exec($wanting);
            });
            echo "done\n";
        } catch (Deadlock) {
            echo "deadlock\n";
        }
    }
}
