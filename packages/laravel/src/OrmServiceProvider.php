<?php

declare(strict_types=1);

namespace Orm\Laravel;

use Illuminate\Auth\AuthManager;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Database\Events\QueryExecuted;
use Illuminate\Routing\Middleware\SubstituteBindings;
use Illuminate\Validation\Factory as ValidatorFactory;
use Illuminate\Support\ServiceProvider;
use Orm\Laravel\Auth\ModelUserProvider;
use Orm\Laravel\Console\BuildCommand;
use Orm\Laravel\Console\MigrateCommand;
use Orm\Laravel\Console\SeedCommand;
use Orm\Laravel\Log\QueryEvents;
use Orm\Laravel\Log\StatementExecuted;
use Orm\Laravel\Routing\ModelBindings;
use Orm\Laravel\Validation\ModelPresence;
use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Orm;
use RuntimeException;
use Symfony\Component\HttpKernel\Exception\NotFoundHttpException;

/** The service provider that Laravel discovers: configuration, routes, validation, users, workers and commands. */
final class OrmServiceProvider extends ServiceProvider
{
    private const CONFIG = __DIR__ . '/../config/orm.php';

    public function register(): void
    {
        $this->mergeConfigFrom(self::CONFIG, 'orm');
        $this->app->singleton(RequestState::class);
        // Laravel resolves middleware from the container, so its position in the middleware order stays the same.
        $this->app->bind(SubstituteBindings::class, ModelBindings::class);
        $this->app->extend('validator', static function (ValidatorFactory $factory): ValidatorFactory {
            $factory->setPresenceVerifier(new ModelPresence($factory->getPresenceVerifier()));

            return $factory;
        });
        $this->configure();
    }

    public function boot(): void
    {
        $this->commands([BuildCommand::class, MigrateCommand::class, SeedCommand::class]);
        $this->publishes([self::CONFIG => $this->app->configPath('orm.php')], 'orm-config');
        $channel = $this->app->make('config')->get('orm.log_channel');
        $log = $this->app->make('log');
        Orm::getServiceContainer()->setLogger('defaultLogger', $channel === null ? $log : $log->channel($channel));
        $this->resetAfterRequests();
        $this->app->booted($this->tellOfQueries(...));
        $this->callAfterResolving('auth', static fn (AuthManager $auth) => $auth->provider(
            'orm',
            static fn (Application $app, array $config): ModelUserProvider
                => new ModelUserProvider($app->make('hash'), (string) ($config['model'] ?? '')),
        ));
        $this->callAfterResolving(ExceptionHandler::class, static function (ExceptionHandler $handler): void {
            if (method_exists($handler, 'map')) {
                $handler->map(EntityNotFoundException::class, static fn (EntityNotFoundException $missing)
                    => new NotFoundHttpException($missing->getMessage(), $missing));
            }
        });
    }

    private function configure(): void
    {
        $config = $this->app->make('config');
        $settings = (array) $config->get('orm');
        if (is_file($settings['config'] ?? '')) {
            Configuration::load($settings, (array) $config->get('database.connections'));
        } elseif (!$this->app->runningInConsole()) {
            // Artisan must start without the file, because orm:build generates it.
            throw new RuntimeException(sprintf(
                'There is no %s: run "php artisan orm:build", or set "config" in config/orm.php',
                $settings['config'] ?? 'generated-conf/config.php',
            ));
        }
    }

    /** Turns on events for statements if somebody listens to them, as the packages Telescope and Debugbar do. */
    private function tellOfQueries(): void
    {
        $events = $this->app->make('events');
        $isHeard = $this->app->make('config')->get('orm.query_events')
            ?? ($events->hasListeners(QueryExecuted::class) || $events->hasListeners(StatementExecuted::class));
        QueryEvents::dispatchTo($isHeard ? $events : null);
    }

    private function resetAfterRequests(): void
    {
        $reset = fn () => $this->app->make(RequestState::class)->reset();
        $this->app->terminating($reset);
        $events = $this->app->make('events');
        foreach (Framework::ENDS_OF_WORK as $event) {
            $events->listen($event, $reset);
        }
    }
}
