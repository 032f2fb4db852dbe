<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use ErrorException;
use Orm\Runtime\Adapter\Pdo\ConnectAdvice;
use Orm\Runtime\Adapter\Pdo\MssqlAdapter;
use Orm\Runtime\Adapter\Pdo\MysqlAdapter;
use Orm\Runtime\Adapter\Pdo\OracleAdapter;
use Orm\Runtime\Adapter\Pdo\PdoAdapter;
use Orm\Runtime\Adapter\Pdo\PgsqlAdapter;
use Orm\Runtime\Adapter\Pdo\SqliteAdapter;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\DatabaseUrl;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Connection\ProfilerConnectionWrapper;
use Orm\Runtime\Connection\Secrets;
use Orm\Runtime\Migration\Command;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Tests\Support\MemoryLogger;
use PDOException;
use PHPUnit\Framework\TestCase;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use ReflectionClass;
use ReflectionNamedType;
use SensitiveParameter;
use Throwable;

/** A random password in every form of a configuration and every kind of failure: nothing printed, logged or stored has it. */
final class SecretsTest extends TestCase
{
    private string $canary;

    protected function setUp(): void
    {
        // What php.ini-development sets, and longer texts. PHP hides sensitive arguments since 8.2.
        ini_set('zend.exception_ignore_args', PHP_VERSION_ID < 80200 ? '1' : '0');
        ini_set('zend.exception_string_param_max_len', '10000');
        $this->canary = 'Zq' . bin2hex(random_bytes(6));
    }

    protected function tearDown(): void
    {
        ini_restore('zend.exception_ignore_args');
        ini_restore('zend.exception_string_param_max_len');
        Orm::setServiceContainer(new StandardServiceContainer());
    }

    /** @return iterable<string, array{string, string}> the cases that Node reads too: DSN, and what is shown of it */
    public static function dsns(): iterable
    {
        $cases = json_decode((string) file_get_contents(__DIR__ . '/../../support/secrets.json'), true);
        foreach ($cases as ['dsn' => $dsn, 'shown' => $shown]) {
            yield $dsn => [$dsn, $shown];
        }
    }

    /** @dataProvider dsns */
    public function testOnlyKnownPartsOfADsnAreShown(string $dsn, string $shown): void
    {
        self::assertSame($shown, Secrets::shown($dsn));
    }

    public function testTextsOfADriverAreQuotedWithoutThePasswordInADsn(): void
    {
        $dsns = [
            'mysql://me:%s@db1/shop', 'postgres://me@db1/shop?sslmode=require&sslpassword=%s',
            'postgres://db1/shop?user=me&password=%s', 'sqlite:///var/shop.sq3?key=%s', 'pgsql:host=db1;password=%s',
        ];
        foreach ($dsns as $dsn) {
            $failure = new ErrorException("the driver says: {$this->canary} is wrong");
            $hidden = Secrets::hidden($failure, ['dsn' => sprintf($dsn, $this->canary)]);
            self::assertSame('the driver says: … is wrong', $hidden->getMessage(), $dsn);
        }
    }

    /**
     * @dataProvider dsns
     * @group network
     */
    public function testNoFailureShowsThePasswordInADsn(string $dsn): void
    {
        // No host of that name, no server on that port, and no file whose directory is none.
        $missing = ['db1:3306' => '127.0.0.1:1', 'db1:1521' => '127.0.0.1:1', 'db1' => '127.0.0.1'];
        $text = strtr($dsn, $missing + ['/var/' => '/dev/null/']);
        $text = (string) preg_replace('/^(mysql|pgsql):(?!\/)/', '$1:port=1;', $text);
        $this->checkFailures(self::adapterOf($dsn), ['dsn' => str_replace('CANARY', $this->canary, $text)]);
    }

    /** @return iterable<string, array{string}> */
    public static function passwords(): iterable
    {
        $forms = ['%s', 'p%%40%s', '%s;;x', 'x:y-%s', '%s@home', 'a/%s', 'a=%s', 'a %s b', "a'%s", 'a\\%s', '{%s}'];
        foreach ($forms as $form) {
            yield $form => [$form];
        }
    }

    /**
     * @dataProvider passwords
     * @group network
     */
    public function testNoFailureShowsThePasswordOfAConfiguration(string $form): void
    {
        $password = sprintf($form, $this->canary);
        $dsns = ['pgsql:host=127.0.0.1;port=1', 'mysql:host=127.0.0.1;port=1', 'sqlite:/dev/null/x', 'foo:x', ''];
        foreach ($dsns as $dsn) {
            $configuration = ['dsn' => $dsn, 'user' => 'u', 'password' => $password];
            $this->checkFailures(self::adapterOf($dsn), $configuration);
            $this->checkFailures(self::adapterOf($dsn), ['options' => ['NO_SUCH' => 1]] + $configuration);
            $this->checkFailures(self::adapterOf($dsn), ['classname' => 'NoSuchClass'] + $configuration);
            $this->checkFailures(self::adapterOf($dsn), ['attributes' => ['X' => 'PDO::NO_SUCH']] + $configuration);
        }
        $url = 'postgres://u:' . rawurlencode($password) . '@127.0.0.1:1/x';
        $this->checkFailures(new PgsqlAdapter(), ['dsn' => $url]);
        $this->checkText(Secrets::shown($url), 'shown');
    }

    public function testAWarningOfADriverIsQuotedWithoutThePassword(): void
    {
        $password = $this->canary;
        $adapter = new class extends SqliteAdapter {
            public function initConnection(ConnectionInterface $connection, array $settings): void
            {
                throw new ErrorException('the driver says: password ' . $settings['echo'] . ' is wrong');
            }
        };
        $configuration = ['dsn' => 'sqlite::memory:', 'password' => $password, 'settings' => ['echo' => $password]];
        try {
            ConnectionFactory::create($configuration, $adapter);
            self::fail('It connects');
        } catch (Throwable $failure) {
            $this->checkFailure($failure);
            self::assertStringContainsString('the driver says: password … is wrong', (string) $failure);
        }
    }

    public function testNoDumpOfAnOpenConnectionShowsThePassword(): void
    {
        $configuration = ['dsn' => 'sqlite::memory:', 'user' => 'u', 'password' => $this->canary];
        foreach ([[], ['classname' => ProfilerConnectionWrapper::class]] as $more) {
            $single = new ConnectionManagerSingle('shop');
            $single->setConfiguration($configuration + $more);
            $replicas = new ConnectionManagerPrimaryReplica('shop');
            $replicas->setWriteConfiguration($configuration + $more);
            $replicas->setReadConfiguration([$configuration, $configuration]);
            $container = new StandardServiceContainer();
            Orm::setServiceContainer($container);
            $container->setAdapterClass('shop', 'sqlite');
            $container->setConnectionManager($single);
            foreach ([$single, $replicas] as $manager) {
                $connection = $manager->getWriteConnection(new SqliteAdapter());
                $connection->exec('SELECT 1');
                $this->checkDumps($manager);
                $this->checkDumps($connection);
                $this->checkDumps($manager->getReadConnection(new SqliteAdapter()));
                self::assertStringContainsString($this->canary, $single->getConfiguration()['password'] ?? '');
            }
            $this->checkDumps($container);
            $this->checkDumps(Orm::services());
        }
    }

    public function testAnOptionOfOrmMigrateIsNotRepeated(): void
    {
        $out = fopen('php://memory', 'w+');
        (new Command($out, $out))->run(['status', '--dsn=mysql://u:' . $this->canary . '@h/d']);
        rewind($out);
        $text = (string) stream_get_contents($out);
        self::assertStringContainsString('there is no option --dsn=…', $text);
        $this->checkText($text, 'orm-migrate');
    }

    /** A trace shows the arguments of every call on the way to a failure. */
    public function testEveryParameterForADsnOrAPasswordIsSensitive(): void
    {
        $source = dirname((string) (new ReflectionClass(Orm::class))->getFileName());
        $checked = 0;
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$source/Connection")) as $file) {
            $checked += self::checkParameters((string) $file, $source);
        }
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$source/Adapter")) as $file) {
            $checked += self::checkParameters((string) $file, $source);
        }
        self::assertGreaterThan(20, $checked);
    }

    private static function checkParameters(string $path, string $source): int
    {
        $class = 'Orm\Runtime\\' . strtr(substr($path, strlen($source) + 1, -4), '/', '\\');
        $isLoaded = str_ends_with($path, '.php')
            && (class_exists($class) || interface_exists($class) || trait_exists($class));
        if (!$isLoaded) {
            return 0;
        }
        $checked = 0;
        foreach ((new ReflectionClass($class))->getMethods() as $method) {
            foreach ($method->getParameters() as $parameter) {
                $type = $parameter->getType();
                $isArray = $type instanceof ReflectionNamedType && $type->getName() === 'array';
                $isConfiguration = $parameter->getName() === 'configuration' && $isArray;
                if ($isConfiguration || in_array($parameter->getName(), ['dsn', 'user', 'password', 'secrets'], true)) {
                    $checked++;
                    $name = "$class::{$method->getName()}(\${$parameter->getName()})";
                    self::assertCount(1, $parameter->getAttributes(SensitiveParameter::class), $name);
                }
            }
        }

        return $checked;
    }

    private static function adapterOf(string $dsn): PdoAdapter
    {
        return match (1) {
            preg_match('/^(?:pg|postgres)/', $dsn) => new PgsqlAdapter(),
            preg_match('/^sqlite/', $dsn) => new SqliteAdapter(),
            preg_match('/^(?:sqlsrv|dblib)/', $dsn) => new MssqlAdapter(),
            preg_match('/^oci/', $dsn) => new OracleAdapter(),
            default => new MysqlAdapter(),
        };
    }

    /** @param array<string, mixed> $configuration */
    private function checkFailures(PdoAdapter $adapter, array $configuration): void
    {
        $logger = new MemoryLogger();
        $container = new StandardServiceContainer();
        $container->setLogger('defaultLogger', $logger);
        $container->setLogger('shop', $logger);
        Orm::setServiceContainer($container);
        $single = new ConnectionManagerSingle('shop');
        $single->setConfiguration($configuration);
        $replicas = new ConnectionManagerPrimaryReplica('shop');
        $replicas->setWriteConfiguration($configuration);
        $replicas->setReadConfiguration([$configuration]);
        $attempts = [
            static fn () => ConnectionFactory::create($configuration, $adapter),
            static fn () => $single->getWriteConnection($adapter),
            static fn () => $replicas->getReadConnection($adapter),
            static fn () => new PdoConnection($configuration['dsn'], 'u', $configuration['password'] ?? null),
            static fn () => DatabaseUrl::expand($configuration) === [],
        ];
        $failed = 0;
        foreach ($attempts as $open) {
            try {
                $open();
            } catch (Throwable $failure) {
                $failed++;
                $this->checkFailure($failure);
            }
        }
        self::assertSame($configuration['dsn'] === 'sqlite::memory:' ? 0 : 4, $failed, 'all but the last attempt fail');
        $this->checkText(implode("\n", $logger->lines), 'log');
        $this->checkDumps($single);
        $this->checkDumps($replicas);
    }

    private function checkFailure(Throwable $failure): void
    {
        for ($each = $failure; $each !== null; $each = $each->getPrevious()) {
            $this->checkText($each->getMessage() . json_encode($each->errorInfo ?? null), 'message');
            // Arguments of the test's own calls are none of the library's business.
            $frames = array_filter(
                $each->getTrace(),
                static fn (array $frame): bool => preg_match('/Tests|PHPUnit/', $frame['class'] ?? '') !== 1,
            );
            $this->checkText(print_r(array_column($frames, 'args'), true), 'trace');
        }
        $this->checkText((string) preg_replace('/^#\d+ .*(?:Tests|PHPUnit).*$/m', '', (string) $failure), 'text');
    }

    public function testAServerThatRefusesAConnectionIsQuotedWithoutItsUser(): void
    {
        $reasons = [
            'SQLSTATE[HY000] [1040] Too many connections' => ': Too many connections',
            "SQLSTATE[08006] [7] failed:\nFATAL:  no entry for user \"bob\", database \"x\""
                => ': failed: FATAL: no entry for user "…", database "x"',
            '' => '',
        ];
        foreach ($reasons as $said => $expected) {
            self::assertSame($expected, ConnectAdvice::text(new PDOException($said), 'mysql:host=h', 'bob'));
        }
    }

    private function checkDumps(object $object): void
    {
        ob_start();
        var_dump($object, (array) $object);
        $text = (string) ob_get_clean() . print_r($object, true) . print_r((array) $object, true);
        $text .= @json_encode($object) . @var_export($object, true);
        try {
            $text .= serialize($object);
        } catch (Throwable $failure) {
            $text .= $failure->getMessage();
        }
        $this->checkText($text, 'dump of ' . $object::class);
    }

    private function checkText(string $text, string $what): void
    {
        // A part of it is too much.
        self::assertStringNotContainsString(substr($this->canary, 0, 10), $text, $what);
    }
}
