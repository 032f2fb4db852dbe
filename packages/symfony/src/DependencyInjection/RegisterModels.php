<?php

declare(strict_types=1);

namespace Orm\Symfony\DependencyInjection;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Symfony\Bootstrap;
use Orm\Symfony\CacheWarmer\TableMapWarmer;
use Orm\Symfony\Queries;
use Symfony\Component\Config\Resource\FileExistenceResource;
use Symfony\Component\Config\Resource\FileResource;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Reference;

/** Registers a service for each connection and each query of the generated configuration. */
final class RegisterModels implements CompilerPassInterface
{
    public function process(ContainerBuilder $container): void
    {
        $file = (string) $container->getParameterBag()->resolveValue($container->getParameter('orm.config'));
        $container->addResource(new FileExistenceResource($file));
        if (!Bootstrap::loadFile($file)) {
            return;
        }
        $container->addResource(new FileResource($file));
        $services = Orm::getStandardServiceContainer();
        $names = array_map(strval(...), array_keys($services->getConnectionManagers()));
        $tableMaps = [];
        foreach (array_unique([...$names, ...$container->getParameter('orm.connections')]) as $name) {
            $this->registerConnection($container, $name);
            foreach ($services->getDatabaseMap($name)->dumpMaps()['tablesByName'] as $class) {
                $tableMaps[] = ltrim($class, '\\');
            }
        }
        $tableMaps = array_values(array_filter($tableMaps, class_exists(...)));
        foreach ($tableMaps as $tableMap) {
            $this->registerTable($container, $tableMap);
        }
        $container->getDefinition(TableMapWarmer::class)->replaceArgument(0, $tableMaps);
        $container->register(ConnectionInterface::class, ConnectionInterface::class)
            ->setFactory([Orm::class, 'getConnection'])
            ->setShared(false);
    }

    private function registerConnection(ContainerBuilder $container, string $name): void
    {
        $id = 'orm.connection.' . $name;
        $container->register($id, ConnectionInterface::class)
            ->setFactory([Orm::class, 'getConnection'])
            ->setArguments([$name])
            ->setShared(false);
        $container->registerAliasForArgument($id, ConnectionInterface::class, $name . '.connection');
    }

    /** @param class-string<TableMap> $tableMap */
    private function registerTable(ContainerBuilder $container, string $tableMap): void
    {
        // A service for each class in a directory, as services.yaml registers them, would share one query object.
        $this->removePlainService($container, $tableMap);
        $default = strtr($tableMap::CLASS_DEFAULT, '.', '\\');
        foreach (array_unique([$default, ...array_values($tableMap::CLASS_KEYS ?? [])]) as $model) {
            $this->removePlainService($container, $model);
            $query = $model . 'Query';
            if (!is_subclass_of($query, ModelCriteria::class)) {
                continue;
            }
            $this->removePlainService($container, $query);
            if (!$container->has($query)) {
                $container->register($query, $query)
                    ->setFactory([new Reference(Queries::class), 'create'])
                    ->setArguments([$query])
                    ->setShared(false);
            }
        }
    }

    private function removePlainService(ContainerBuilder $container, string $class): void
    {
        if ($container->hasDefinition($class) && $container->getDefinition($class)->getFactory() === null) {
            $container->removeDefinition($class);
        }
    }
}
