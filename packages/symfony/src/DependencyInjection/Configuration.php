<?php

declare(strict_types=1);

namespace Orm\Symfony\DependencyInjection;

use Symfony\Component\Config\Definition\Builder\TreeBuilder;
use Symfony\Component\Config\Definition\ConfigurationInterface;

/** Defines the keys under `orm:`. */
final class Configuration implements ConfigurationInterface
{
    public function getConfigTreeBuilder(): TreeBuilder
    {
        $tree = new TreeBuilder('orm');
        $keys = $tree->getRootNode()->children();
        $keys->scalarNode('config')
            ->info('The file that "orm build" writes for PHP.')
            ->cannotBeEmpty()
            ->defaultValue('%kernel.project_dir%/generated-conf/config.php');
        $keys->scalarNode('default_connection')
            ->info('The connection of services that name none; the default is that of the generated configuration.')
            ->defaultNull();
        $keys->booleanNode('log_statements')
            ->info('Log every statement, with its values, to the channel "orm". The default is off.')
            ->defaultFalse();
        $keys->booleanNode('profiler')
            ->info('Record the queries of each request for the panel of the profiler; the default is %kernel.debug%.')
            ->defaultNull();
        $keys->scalarNode('schema_tool')
            ->info('The script "orm" of Node, for orm:build and orm:seed; the default is that of node_modules.')
            ->defaultNull();
        $connection = $keys->arrayNode('connections')
            ->info('Connections that replace those of the generated configuration.')
            ->useAttributeAsKey('name')
            ->normalizeKeys(false)
            ->arrayPrototype()
            ->children();
        $connection->scalarNode('dsn')->info('A DSN of PDO, or a URL such as %env(DATABASE_URL)%.')->defaultNull();
        $connection->scalarNode('user')->defaultNull();
        $connection->scalarNode('password')->defaultNull();
        $connection->scalarNode('adapter')->info('The default follows from the DSN.')->defaultNull();
        $replica = $connection->arrayNode('replicas')->arrayPrototype()->children();
        $replica->scalarNode('dsn')->isRequired()->cannotBeEmpty();
        $replica->scalarNode('user')->defaultNull();
        $replica->scalarNode('password')->defaultNull();

        return $tree;
    }
}
