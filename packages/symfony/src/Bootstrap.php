<?php

declare(strict_types=1);

namespace Orm\Symfony;

use Orm\Runtime\Orm;
use Psr\Log\LoggerInterface;
use ReflectionClass;
use Symfony\Component\DependencyInjection\Exception\EnvNotFoundException;
use Symfony\Component\HttpKernel\Kernel;
use Twig\Environment;

/** Loads the generated configuration, then applies the application's settings under `orm:`. */
final class Bootstrap
{
    /** @var array<string, string> a hash of the applied settings, by loaded file */
    private static array $loaded = [];

    /** @param array<string, array<string, mixed>> $connections by name; see Connections */
    public function __construct(
        private readonly string $configuration,
        #[\SensitiveParameter] private readonly array $connections,
        private readonly ?string $defaultConnection,
        private readonly bool $logsStatements,
        private readonly bool $recordsQueries,
        private readonly ?LoggerInterface $logger = null,
    ) {
    }

    public function load(): void
    {
        // Further kernels of the process, as in tests, keep the open connections of the first one.
        $settings = hash('sha256', serialize([$this->connections, $this->defaultConnection, $this->logsStatements]));
        if (self::loadFile($this->configuration) && self::$loaded[$this->configuration] !== $settings) {
            $container = Orm::getStandardServiceContainer();
            if ($this->logsStatements) {
                $container->useDebugMode(true, false);
            }
            Connections::configure($container, $this->connections);
            if ($this->defaultConnection !== null) {
                $container->setDefaultDatasource($this->defaultConnection);
            }
            self::$loaded[$this->configuration] = $settings;
        }
        if ($this->logger !== null) {
            Orm::getServiceContainer()->setLogger('defaultLogger', $this->logger);
        }
        if ($this->recordsQueries && !Orm::getQueryLog()->isRecording()) {
            // The caller of a query should be a line of the application.
            $directories = [__DIR__, self::directoryOf(Kernel::class, 3)];
            if (class_exists(Environment::class)) {
                $directories[] = self::directoryOf(Environment::class, 1);
            }
            Orm::getQueryLog()->ignoreCallersIn(...$directories)->start();
        }
    }

    /**
     * Loads the configuration although an environment variable is missing. The connections of the application then fail
     * on first use, because those of the generated configuration may belong to another server.
     *
     * @param list<string> $connections
     */
    public static function loadWithout(string $configuration, array $connections, EnvNotFoundException $reason): void
    {
        if (self::loadFile($configuration)) {
            foreach ($connections as $name) {
                Orm::getStandardServiceContainer()->setConnectionManager(new UnavailableConnection($name, $reason));
            }
        }
    }

    /** @param class-string $class */
    private static function directoryOf(string $class, int $levels): string
    {
        return \dirname((string) (new ReflectionClass($class))->getFileName(), $levels);
    }

    /** @return bool whether the file exists: it does not exist before the first `orm build` */
    public static function loadFile(string $file): bool
    {
        if (isset(self::$loaded[$file])) {
            return true;
        }
        if (!is_file($file)) {
            return false;
        }
        (static fn () => require $file)();
        self::$loaded[$file] = '';

        return true;
    }
}
