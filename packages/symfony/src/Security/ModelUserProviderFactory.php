<?php

declare(strict_types=1);

namespace Orm\Symfony\Security;

use Symfony\Bundle\SecurityBundle\DependencyInjection\Security\UserProvider\UserProviderFactoryInterface;
use Symfony\Component\Config\Definition\Builder\ArrayNodeDefinition;
use Symfony\Component\Config\Definition\Builder\NodeDefinition;
use Symfony\Component\DependencyInjection\ContainerBuilder;

/** Handles the key `orm` of a user provider in security.yaml. */
final class ModelUserProviderFactory implements UserProviderFactoryInterface
{
    /** @param array{class: string, property: string} $config */
    public function create(ContainerBuilder $container, string $id, array $config): void
    {
        $container->register($id, ModelUserProvider::class)->setArguments([$config['class'], $config['property']]);
    }

    public function getKey(): string
    {
        return 'orm';
    }

    public function addConfiguration(NodeDefinition $builder): void
    {
        if ($builder instanceof ArrayNodeDefinition) {
            $keys = $builder->children();
            $keys->scalarNode('class')->isRequired()->cannotBeEmpty()->info('The model class of the users.');
            $keys->scalarNode('property')->isRequired()->cannotBeEmpty()->info('The column that identifies a user.');
        }
    }
}
