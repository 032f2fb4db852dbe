<?php

declare(strict_types=1);

namespace App;

use Orm\Symfony\OrmSymfonyBundle;
use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Bundle\SecurityBundle\SecurityBundle;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpKernel\Kernel as BaseKernel;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

final class Kernel extends BaseKernel
{
    use MicroKernelTrait;

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle(), new SecurityBundle(), new OrmSymfonyBundle()];
    }

    /** The project that a test has built. */
    public function getProjectDir(): string
    {
        return (string) getcwd();
    }

    private function configureContainer(ContainerConfigurator $container): void
    {
        $container->import(\dirname(__DIR__) . '/config/packages.yaml');
        $container->import(\dirname(__DIR__) . '/config/services.yaml');
    }

    private function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->import(\dirname(__DIR__) . '/config/routes.yaml');
    }
}
