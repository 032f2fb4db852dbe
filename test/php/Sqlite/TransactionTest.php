<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Exception\DriverException;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Exception\OrmException;
use PDO;
use PDOException;

final class TransactionTest extends \Orm\Tests\Common\TransactionTest
{
    protected const VENDOR = 'sqlite';

    /** SQLite rolls back by itself then, which PDO does not notice. */
    public function testAfterAFullDiskTransactionsBeginAgain(): void
    {
        foreach ([[], ['write' => true]] as $options) {
            $this->con->exec('PRAGMA max_page_count=' . $this->con->query('PRAGMA page_count')->fetchColumn());
            $first = null;
            try {
                $this->con->transaction(function () use (&$first): void {
                    $first = $this->author('first');
                    (new Author())->setName('large')->setEmail(str_repeat('x', 100_000))->save();
                }, $options);
                self::fail('There is no room for the second one');
            } catch (OrmException $failure) {
                self::assertStringContainsString('full', (string) $failure->getPrevious()?->getMessage());
            }
            self::assertTrue($first->isNew());
            self::assertFalse($this->con->inTransaction());
            $this->con->exec('PRAGMA max_page_count=100000');
            self::assertSame(1, $this->con->transaction(static fn (): int => $first->save(), $options));
        }
        self::assertSame(2, AuthorQuery::create()->count());
    }

    /** What a hook reads in it cannot be out of date when the row is written. */
    public function testTheTransactionOfASaveBeginsAsOneThatWrites(): void
    {
        $file = tempnam(sys_get_temp_dir(), 'orm');
        $options = [PDO::ATTR_TIMEOUT => 0];
        $con = new ConnectionWrapper(new PdoConnection('sqlite:' . $file, null, null, $options));
        $other = new PDO('sqlite:' . $file, null, null, $options);
        $con->beginSave();
        self::assertTrue($con->inTransaction());
        try {
            $other->exec('BEGIN IMMEDIATE');
            self::fail('Nobody else can write now');
        } catch (PDOException $failure) {
            self::assertStringContainsString('locked', $failure->getMessage());
        }
        $con->rollBack();
        $other->exec('BEGIN IMMEDIATE');
        try {
            $con->beginSave();
            self::fail('Somebody else is writing');
        } catch (DriverException $failure) {
            self::assertStringContainsString('locked', $failure->getMessage());
        }
        $other->exec('COMMIT');
        $con->beginSave();
        $con->exec('CREATE TABLE t (id)');
        $con->commit();
        self::assertSame('0', (string) $other->query('SELECT COUNT(*) FROM t')->fetchColumn());
        unlink($file);
    }

    public function testATransactionThatSqliteHasRolledBackIsNotGoneOnWith(): void
    {
        $id = $this->author('Ann')->getId();
        foreach (['transaction', 'beginTransaction'] as $how) {
            $bob = null;
            try {
                $work = function () use ($id, &$bob): void {
                    $bob = $this->author('Bob');
                    try {
                        $this->con->exec("INSERT OR ROLLBACK INTO author (id, name) VALUES ($id, 'Cid')");
                        self::fail('The key exists');
                    } catch (\Orm\Runtime\Exception\Database\UniqueViolation) {
                        $this->author('Dan');
                    }
                };
                if ($how === 'transaction') {
                    $this->con->transaction($work);
                } else {
                    $this->con->beginTransaction();
                    $work();
                }
                self::fail('There is no transaction any more');
            } catch (\Orm\Runtime\Connection\Exception\RollbackException) {
                $this->con->forceRollBack();
                self::assertTrue($bob->isNew());
            }
            self::assertSame(['Ann'], AuthorQuery::create()->select('Name')->find()->getData());
        }
        $this->con->transaction(fn () => $this->author('Eve'));
        self::assertSame(2, AuthorQuery::create()->count());
    }
}
