<?php

declare(strict_types=1);

namespace Orm\Symfony\DependencyInjection;

use Orm\Symfony\Bootstrap;
use Orm\Symfony\Controller\ModelValueResolver;
use Orm\Symfony\Controller\QueryValueResolver;
use Orm\Symfony\EventListener\ForgetRequest;
use Orm\Symfony\Queries;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\DependencyInjection\Extension\Extension;
use Symfony\Component\DependencyInjection\Reference;

/** Turns the configuration under `orm:` into services. */
final class OrmExtension extends Extension
{
    /** @param list<array<string, mixed>> $configs */
    public function load(array $configs, ContainerBuilder $container): void
    {
        $config = $this->processConfiguration(new Configuration(), $configs);
        // RegisterModels reads them: what the file contains are further services.
        $container->setParameter('orm.config', $config['config']);
        $container->setParameter('orm.connections', array_keys($config['connections']));

        $logger = new Reference('logger', ContainerInterface::NULL_ON_INVALID_REFERENCE);
        $container->register(Bootstrap::class)
            ->setArguments([
                $config['config'],
                $config['connections'],
                $config['default_connection'],
                $config['log_statements'],
                $logger,
            ])
            ->addTag('monolog.logger', ['channel' => 'orm'])
            ->setPublic(true);
        $container->register(Queries::class);
        $container->register(ForgetRequest::class)
            ->setArguments([new Reference(Queries::class)])
            ->addTag('kernel.event_subscriber')
            ->addTag('kernel.reset', ['method' => 'forget']);
        // Before those that read request attributes and services.
        $container->register(ModelValueResolver::class)
            ->addTag('controller.argument_value_resolver', ['priority' => 110]);
        $container->register(QueryValueResolver::class)
            ->setArguments([new Reference(Queries::class)])
            ->addTag('controller.argument_value_resolver', ['priority' => 110]);
    }
}
