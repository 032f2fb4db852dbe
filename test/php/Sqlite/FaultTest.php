<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Tests\Support\SilentStatement;
use PDO;
use PDOStatement;

final class FaultTest extends \Orm\Tests\Common\FaultTest
{
    protected const VENDOR = 'sqlite';

    /** Drivers are known that neither throw nor name an error. */
    public function testFalseFromTheDriverIsAFailureAtEveryCall(): void
    {
        $silent = new class ('sqlite::memory:') extends PDO {
            public bool $fails = false;

            public function beginTransaction(): bool
            {
                return !$this->fails && parent::beginTransaction();
            }

            public function commit(): bool
            {
                return !$this->fails && parent::commit();
            }

            public function rollBack(): bool
            {
                return !$this->fails && parent::rollBack();
            }

            public function exec(string $statement): int|false
            {
                return $this->fails ? false : parent::exec($statement);
            }

            public function prepare(string $query, array $options = []): PDOStatement|false
            {
                return $this->fails ? false : parent::prepare($query, $options);
            }

            public function query(string $query, ?int $fetchMode = null, mixed ...$fetchModeArgs): PDOStatement|false
            {
                return $this->fails ? false : parent::query($query);
            }

            public function quote(string $string, int $type = PDO::PARAM_STR): string|false
            {
                return $this->fails ? false : parent::quote($string, $type);
            }

            public function errorInfo(): array
            {
                return ['00000', null, null];
            }

            public function lastInsertId(?string $name = null): string|false
            {
                return $this->fails ? false : parent::lastInsertId($name);
            }
        };
        $silent->setAttribute(PDO::ATTR_STATEMENT_CLASS, [SilentStatement::class]);
        $inside = new class ('sqlite::memory:') extends PdoConnection {
            public function use(PDO $pdo): void
            {
                $this->pdo = $pdo;
            }
        };
        $inside->use($silent);
        $con = new ConnectionWrapper($inside);
        $con->setName('bookstore');
        $con->exec('CREATE TABLE author (id INTEGER PRIMARY KEY, name VARCHAR(128) NOT NULL, email VARCHAR(255))');
        $prepared = $con->prepare('SELECT 1');
        $ofStatements = [
            'begin to write' => fn () => $con->transaction(static fn () => null, ['write' => true]),
            'execute' => fn () => $prepared->execute(),
            'bindValue' => fn () => $prepared->bindValue(1, 1),
            'save' => fn () => (new Author())->setName('Ann')->save($con),
            'find' => fn () => AuthorQuery::create()->filterByName('Ann')->find($con),
            'on demand' => fn () => AuthorQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find($con),
        ];
        $ofConnection = [
            'beginTransaction' => fn () => $con->beginTransaction(),
            'commit' => fn () => $con->commit(),
            'rollBack' => fn () => $con->rollBack(),
            'exec' => fn () => $con->exec('SELECT 1'),
            'prepare' => fn () => $con->prepare('SELECT 1'),
            'query' => fn () => $con->query('SELECT 1'),
            'quote' => fn () => $con->quote('x'),
            'lastInsertId' => fn () => $con->lastInsertId(),
        ];
        foreach ($ofStatements + $ofConnection as $name => $call) {
            if (in_array($name, ['commit', 'rollBack'], true)) {
                $con->beginTransaction();
            }
            SilentStatement::$fails = isset($ofStatements[$name]);
            $silent->fails = isset($ofConnection[$name]);
            try {
                $call();
                self::fail("$name must fail");
            } catch (ExceptionInterface $failure) {
                self::assertStringContainsString('the driver gives no reason', (string) $failure, $name);
            } finally {
                $silent->fails = SilentStatement::$fails = false;
                $con->forceRollBack();
                $inside->rollBackIfOpen();
            }
        }
        $this->expectExceptionMessage('ATTR_ERRMODE cannot change');
        $con->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
    }
}
