<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use Orm\Runtime\Adapter\Pdo\SqliteAdapter;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\PdoConstants;
use Orm\Runtime\Exception\InvalidArgumentException;
use PDO;
use PHPUnit\Framework\TestCase;

/** The names of PDO's constants, on a PHP with classes of drivers (8.4) and on one without. */
final class PdoConstantsTest extends TestCase
{
    public function testConstantsOfDriversHaveTheirOldAndTheirNewName(): void
    {
        $names = [
            'SQLITE_ATTR_OPEN_FLAGS', 'PDO::SQLITE_ATTR_OPEN_FLAGS', '\PDO::SQLITE_ATTR_OPEN_FLAGS',
            'Pdo\Sqlite::ATTR_OPEN_FLAGS', '\Pdo\Sqlite::ATTR_OPEN_FLAGS',
        ];
        foreach ($names as $name) {
            self::assertSame(1000, PdoConstants::valueOf($name), $name);
        }
    }

    public function testOtherConstantsAreWhatTheySay(): void
    {
        foreach (['ATTR_ERRMODE', 'PDO::ATTR_ERRMODE', '\PDO::ATTR_ERRMODE'] as $name) {
            self::assertSame(PDO::ATTR_ERRMODE, PdoConstants::valueOf($name), $name);
        }
        foreach (['', 'ATTR_NOTHING', 'PDO::SQLITE_NOTHING', 'Pdo\Sqlite::NOTHING', 'Nobody::X'] as $name) {
            self::assertNull(PdoConstants::valueOf($name), $name);
        }
    }

    public function testConfigurationsUseEitherName(): void
    {
        foreach (['SQLITE_ATTR_OPEN_FLAGS', 'Pdo\Sqlite::ATTR_OPEN_FLAGS'] as $option) {
            foreach (['PDO::SQLITE_OPEN_READONLY', 'Pdo\Sqlite::OPEN_READONLY'] as $value) {
                $configuration = ['dsn' => 'sqlite::memory:', 'options' => [$option => $value]];
                $con = ConnectionFactory::create($configuration, new SqliteAdapter());
                self::assertSame(1, (int) $con->query('SELECT 1')->fetchColumn());
            }
        }
        foreach (['ATTR_EXTENDED_RESULT_CODES', 'Sqlite::X'] as $unknown) {
            $configuration = ['dsn' => 'sqlite::memory:', 'attributes' => [$unknown => 1]];
            try {
                ConnectionFactory::create($configuration, new SqliteAdapter());
                self::fail($unknown);
            } catch (InvalidArgumentException $refusal) {
                self::assertStringContainsString($unknown, $refusal->getMessage());
            }
        }
        $con = ConnectionFactory::create(['dsn' => 'sqlite::memory:'], new SqliteAdapter());
        $this->expectExceptionMessage('Unknown connection attribute "Sqlite::X"');
        $con->setAttribute('Sqlite::X', 1);
    }

    public function testAConnectionClassThatDoesNotExistIsNamed(): void
    {
        $this->expectExceptionMessage('Connection class "App\NoConnection" does not exist');
        ConnectionFactory::create(['dsn' => 'sqlite::memory:', 'classname' => 'App\NoConnection'], new SqliteAdapter());
    }
}
