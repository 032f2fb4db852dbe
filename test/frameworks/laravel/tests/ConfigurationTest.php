<?php

declare(strict_types=1);

namespace Tests;

use App\Orm\BookQuery;
use Illuminate\Container\Container;
use Illuminate\Foundation\Application;
use Illuminate\Support\Facades\Artisan;
use InvalidArgumentException;
use Orm\Laravel\Configuration;
use Orm\Laravel\OrmServiceProvider;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Orm;
use ReflectionClass;
use RuntimeException;

final class ConfigurationTest extends TestCase
{
    /** @var array<string, mixed> as config/database.php has the connection of this test */
    private array $database;

    protected function setUp(): void
    {
        parent::setUp();
        $own = Orm::getConnectionManager('default')->getConfiguration();
        [$driver, $dsn] = explode(':', $own['dsn'], 2);
        $parts = [];
        foreach ($driver === 'sqlite' ? [] : explode(';', $dsn) as $part) {
            [$key, $parts[$key]] = explode('=', $part, 2);
        }
        $this->database = [
            'driver' => $driver,
            'host' => $parts['host'] ?? '',
            'port' => $parts['port'] ?? '',
            'unix_socket' => $parts['unix_socket'] ?? '',
            'database' => $parts['dbname'] ?? $dsn,
            'username' => $own['user'] ?? null,
            'password' => $own['password'] ?? null,
            'charset' => $driver === 'mysql' ? 'utf8mb4' : 'utf8',
            'prefix' => '',
        ];
    }

    protected function tearDown(): void
    {
        Configuration::load(['config' => $this->app->basePath('generated-conf/config.php')], []);
        parent::tearDown();
    }

    /** @param array<string, mixed> $database */
    private function connect(mixed $connection, array $database = []): void
    {
        $settings = ['config' => config('orm.config'), 'connections' => ['default' => $connection]];
        Configuration::load($settings, ['main' => $database + $this->database]);
    }

    public function testAConnectionOfLaravelIsUsed(): void
    {
        $this->connect('main');
        $this->assertSame(0, BookQuery::create()->count());
        $first = Orm::getConnection('default');
        $this->connect('main');
        $this->assertSame($first, Orm::getConnection('default'), 'the same configuration keeps the connections');
    }

    public function testReadAndWriteAreReplicaAndPrimary(): void
    {
        $this->connect('main', [
            'read' => ['host' => [$this->database['host'], $this->database['host']]],
            'write' => ['host' => $this->database['host']],
            'sticky' => true,
        ]);
        $this->assertInstanceOf(ConnectionManagerPrimaryReplica::class, Orm::getConnectionManager('default'));
        $this->assertSame(0, BookQuery::create()->count());
        $this->assertNotSame(Orm::getReadConnection('default'), Orm::getWriteConnection('default'));
    }

    public function testAnArrayIsAConnection(): void
    {
        $own = Orm::getConnectionManager('default')->getConfiguration();
        $this->connect(['dsn' => $own['dsn'], 'user' => $own['user'] ?? null, 'password' => $own['password'] ?? null]);
        $this->assertSame(0, BookQuery::create()->count());
        $this->connect(['attributes' => []]);
        $this->assertSame(0, BookQuery::create()->count());
    }

    /** @return array<string, array{mixed, string}> */
    public static function mistakes(): array
    {
        return [
            'unknown' => ['maim', 'config/database.php has no connection "maim" for "default" (did you mean "main"?)'],
            'number' => [7, 'the connection "default" must be an array, a URL or a name of config/database.php'],
        ];
    }

    /** @dataProvider mistakes */
    public function testMistakesAreNamed(mixed $connection, string $message): void
    {
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage($message);
        $this->connect($connection);
    }

    public function testAnotherDatabaseSystemIsRejected(): void
    {
        [$other, $dsn] = $this->database['driver'] === 'pgsql'
            ? ['mysql', 'mysql://u:p@h/d']
            : ['pgsql', 'postgres://u:p@h/d'];
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage(
            "the connection \"default\" is to $other, but orm.yaml has the adapter {$this->database['driver']}",
        );
        $this->connect($dsn);
    }

    public function testAConnectionThatTheSchemaDoesNotHaveIsRejected(): void
    {
        $this->expectException(InvalidArgumentException::class);
        $this->expectExceptionMessage('orm.yaml has no connection "defualt" (did you mean "default"?)');
        $settings = ['config' => config('orm.config'), 'connections' => ['defualt' => 'main']];
        Configuration::load($settings, ['main' => $this->database]);
    }

    public function testTheFileOfTheBuildIsMissing(): void
    {
        config(['orm.config' => '/nowhere/config.php']);
        $provider = new OrmServiceProvider($this->app);
        // Artisan starts, so that orm:build can write it.
        $provider->register();
        $this->expectException(RuntimeException::class);
        $this->expectExceptionMessage('There is no /nowhere/config.php: run "php artisan orm:build"');
        $_ENV['APP_RUNNING_IN_CONSOLE'] = 'false';
        try {
            $app = new Application($this->app->basePath());
            $app->instance('config', $this->app['config']);
            (new OrmServiceProvider($app))->register();
        } finally {
            unset($_ENV['APP_RUNNING_IN_CONSOLE']);
            Container::setInstance($this->app);
        }
    }

    public function testTheFileOfTheConfigurationCanBePublished(): void
    {
        $file = $this->app->configPath('orm.php');
        $package = dirname((string) (new ReflectionClass(Configuration::class))->getFileName(), 2);
        $this->assertSame(0, Artisan::call('vendor:publish', ['--tag' => 'orm-config']));
        try {
            $this->assertFileEquals("$package/config/orm.php", $file);
        } finally {
            unlink($file);
        }
    }
}
