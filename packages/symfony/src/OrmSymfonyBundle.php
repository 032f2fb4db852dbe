<?php

declare(strict_types=1);

namespace Orm\Symfony;

use Orm\Symfony\DependencyInjection\OrmExtension;
use Orm\Symfony\DependencyInjection\RegisterModels;
use Orm\Symfony\Security\ModelUserProviderFactory;
use Symfony\Component\DependencyInjection\Compiler\PassConfig;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Exception\EnvNotFoundException;
use Symfony\Component\HttpKernel\Bundle\Bundle;

/**
 * Integrates the models, queries and connections of a project into a Symfony application.
 *
 * Symfony Flex finds a bundle by its class name, which must follow from the namespace.
 */
final class OrmSymfonyBundle extends Bundle
{
    public function build(ContainerBuilder $container): void
    {
        parent::build($container);
        // Runs before the passes that read the arguments of controllers.
        $container->addCompilerPass(new RegisterModels(), PassConfig::TYPE_BEFORE_OPTIMIZATION, 100);
        if ($container->hasExtension('security')) {
            $container->getExtension('security')->addUserProviderFactory(new ModelUserProviderFactory());
        }
    }

    public function boot(): void
    {
        try {
            $bootstrap = $this->container->get(Bootstrap::class);
        } catch (EnvNotFoundException $failure) {
            Bootstrap::loadWithout(
                $this->container->getParameter('orm.config'),
                $this->container->getParameter('orm.connections'),
                $failure,
            );

            return;
        }
        $bootstrap->load();
    }

    public function getContainerExtension(): OrmExtension
    {
        return new OrmExtension();
    }

    public function getPath(): string
    {
        return \dirname(__DIR__);
    }
}
