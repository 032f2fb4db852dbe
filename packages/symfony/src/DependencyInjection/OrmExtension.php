<?php

declare(strict_types=1);

namespace Orm\Symfony\DependencyInjection;

use Orm\Runtime\Console\NodeTool;
use Orm\Symfony\Bootstrap;
use Orm\Symfony\CacheWarmer\TableMapWarmer;
use Orm\Symfony\Command\MigrateCommand;
use Orm\Symfony\Command\NodeCommand;
use Orm\Symfony\Controller\ModelValueResolver;
use Orm\Symfony\Controller\QueryValueResolver;
use Orm\Symfony\DataCollector\QueryCollector;
use Orm\Symfony\EventListener\ForgetRequest;
use Orm\Symfony\Form\ModelType;
use Orm\Symfony\Form\ModelTypeGuesser;
use Orm\Symfony\Messenger\TransactionMiddleware;
use Orm\Symfony\Queries;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\DependencyInjection\Extension\Extension;
use Symfony\Component\DependencyInjection\Reference;
use Symfony\Component\Form\FormTypeGuesserInterface;
use Symfony\Component\Messenger\Middleware\MiddlewareInterface;

/** Registers the services for the configuration under `orm:`. */
final class OrmExtension extends Extension
{
    private const NODE_COMMANDS = [
        'build' => 'Generates SQL, classes and configuration from the schema',
        'seed' => 'Writes the rows of the seed files',
    ];

    /** @param list<array<string, mixed>> $configs */
    public function load(array $configs, ContainerBuilder $container): void
    {
        $config = $this->processConfiguration(new Configuration(), $configs);
        // RegisterModels reads these parameters and registers further services from the contents of the file.
        $container->setParameter('orm.config', $config['config']);
        $container->setParameter('orm.connections', array_keys($config['connections']));

        $recordsQueries = $config['profiler'] ?? (bool) $container->getParameter('kernel.debug');
        $logger = new Reference('logger', ContainerInterface::NULL_ON_INVALID_REFERENCE);
        $container->register(Bootstrap::class)
            ->setArguments([
                $config['config'],
                $config['connections'],
                $config['default_connection'],
                $config['log_statements'],
                $recordsQueries,
                $logger,
            ])
            ->addTag('monolog.logger', ['channel' => 'orm'])
            ->setPublic(true);
        $container->register(Queries::class);
        $container->register(ForgetRequest::class)
            ->setArguments([new Reference(Queries::class)])
            ->addTag('kernel.event_subscriber')
            ->addTag('kernel.reset', ['method' => 'forget']);
        // These resolvers run before those that read request attributes and services.
        $container->register(ModelValueResolver::class)
            ->addTag('controller.argument_value_resolver', ['priority' => 110]);
        $container->register(QueryValueResolver::class)
            ->setArguments([new Reference(Queries::class)])
            ->addTag('controller.argument_value_resolver', ['priority' => 110]);
        $container->register(TableMapWarmer::class)->setArguments([[]])->addTag('kernel.cache_warmer');
        if ($recordsQueries) {
            $container->register(QueryCollector::class)
                ->addTag('data_collector', ['id' => 'orm', 'template' => '@OrmSymfony/profiler.html.twig']);
        }
        $this->loadCommands($container, $config['schema_tool']);
        $this->loadOptional($container);
    }

    private function loadCommands(ContainerBuilder $container, ?string $script): void
    {
        $container->register(NodeTool::class)->setArguments(['%kernel.project_dir%', $script]);
        foreach (self::NODE_COMMANDS as $name => $description) {
            $container->register('orm.command.' . $name, NodeCommand::class)
                ->setArguments([new Reference(NodeTool::class), $name, $description])
                ->addTag('console.command', ['command' => 'orm:' . $name]);
        }
        $container->register(MigrateCommand::class)
            ->setArguments(['%kernel.project_dir%'])
            ->addTag('console.command', ['command' => 'orm:migrate']);
    }

    /** Registers services for optional parts of Symfony. */
    private function loadOptional(ContainerBuilder $container): void
    {
        if (interface_exists(FormTypeGuesserInterface::class)) {
            $container->register(ModelType::class)->addTag('form.type');
            $container->register(ModelTypeGuesser::class)->addTag('form.type_guesser');
        }
        if (interface_exists(MiddlewareInterface::class)) {
            $container->register('orm_transaction', TransactionMiddleware::class);
        }
    }
}
