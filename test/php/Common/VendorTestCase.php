<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Tests\Support\Databases;
use PHPUnit\Framework\TestCase;

/** Tests on the database of one vendor. */
abstract class VendorTestCase extends TestCase
{
    protected const VENDOR = '';

    protected function setUp(): void
    {
        if (!Databases::isAskedFor(static::VENDOR)) {
            self::markTestSkipped(static::VENDOR . ' is not in DATABASES');
        }
    }

    protected static function use(StandardServiceContainer $container): void
    {
        Orm::setServiceContainer($container);
        Orm::enableInstancePooling();
        InstancePools::clear();
    }

    /** @param array<string, mixed> $configuration besides where the database is */
    protected static function connect(
        StandardServiceContainer $container,
        string $datasource,
        array $configuration = [],
    ): void {
        $container->setAdapterClass($datasource, static::VENDOR);
        $manager = new ConnectionManagerSingle($datasource);
        $manager->setConfiguration($configuration + Databases::configuration(static::VENDOR));
        $container->setConnectionManager($manager);
        $container->setDefaultDatasource($datasource);
    }
}
