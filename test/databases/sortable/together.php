<?php

declare(strict_types=1);

// Scenarios with two connections of one process; prints `ok`, or fails.

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Behavior\ListLock\ListLockException;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Logger\AbstractLogger;

require __DIR__ . '/Lists.php';

[, $id, $database] = $argv;
$t = new Lists($database);
$t->start('S');
$lists = '1:[a b c d] 2:[e f] ∅:[g h i j]';
$other = $t->secondConnection();

/** Holds a list in another connection while something is done. */
$holding = static function (ConnectionWrapper $other, Closure $do) use ($t): void {
    $other->beginTransaction();
    $other->lockList('entry', [1]);
    try {
        $do();
    } finally {
        $other->rollBack();
    }
};

$retries = new class extends AbstractLogger {
    public int $count = 0;

    public function log($level, $message, array $context = []): void
    {
        $this->count += (int) str_contains((string) $message, 'tried again');
    }
};

switch ($id) {
    case 'C05':
        $n = $t->new('n', 1)->insertAtTop();
        $t->all()::deleteList(1, $other);
        $n->save();
        $t->is($n->getRank(), 1);
        $t->db('1:[n] 2:[e f] ∅:[g h i j]');
        break;
    case 'C07':
        $t->con->beginTransaction();
        $t->con->exec('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
        $t->query()->count($t->con);
        $message = 'A list lock needs READ COMMITTED or a new transaction';
        $t->throws(fn () => $t->new('n', 1)->save($t->con), $message);
        $t->con->rollBack();
        $t->db($lists);
        break;
    case 'C09':
        $t->con->exec('PRAGMA journal_mode = WAL');
        $t->con->beginTransaction();
        $t->query()->count($t->con);
        $t->elsewhere()->exec("UPDATE entry SET title = 'A' WHERE title = 'a'");
        $failure = $t->throws(fn () => $t->new('n', 1)->save($t->con), '');
        $t->is($failure->isRetryable(), true);
        $t->con->rollBack();
        $t->db('1:[A b c d] 2:[e f] ∅:[g h i j]');
        break;
    case 'C10':
        $t->con->setListLockTimeout(0.3);
        $holding($other, static function () use ($t): void {
            $failure = $t->throws(fn () => $t->a->moveToBottom(), '', ListLockException::class);
            $t->is([$failure instanceof OrmException, $failure->isRetryable()], [true, true]);
        });
        $t->db($lists);
        $t->a->moveToBottom();
        $t->db('1:[b c d a] 2:[e f] ∅:[g h i j]');
        break;
    case 'C13':
        // One limit for an operation, which is not repeated after it, whatever the session allows.
        $t->con->setListLockTimeout(0.5);
        $t->con->setLogger($retries);
        $operations = [
            fn () => $t->a->moveToTop(),
            fn () => $t->b->moveToTop(),
            fn () => $t->new('n', 1)->save(),
            fn () => $t->all()::sortableResequence(1, false, $t->con),
            fn () => $t->e->setScopeValue(1)->save(),
            fn () => $t->query()->filterByTitle('a')->update(['MyScope' => 2], $t->con),
            fn () => $t->con->transaction(fn () => $t->b->moveToTop()),
        ];
        $settings = match ($database) {
            'pgsql' => ['', "SET lock_timeout = '300ms'"],
            default => [''],
        };
        foreach ($settings as $setting) {
            $setting === '' || $t->con->exec($setting);
            $holding($other, static function () use ($t, $operations): void {
                foreach ($operations as $i => $operation) {
                    $failure = $t->throws($operation, '', ExceptionInterface::class);
                    $t->is([$i, $failure->isRetryable()], [$i, true]);
                }
            });
        }
        $t->is($retries->count, 0);
        $t->db($lists);
        break;
    case 'C14':
        // The loop of the manual catches what statements of the application throw, too.
        $t->con->setListLockTimeout(0.5);
        $t->con->setLogger($retries);
        match ($database) {
            'sqlite' => $t->con->exec('PRAGMA busy_timeout = 300'),
            'pgsql' => $t->con->exec("SET lock_timeout = '300ms'"),
            'mysql' => $t->con->exec('SET SESSION innodb_lock_wait_timeout = 1'),
        };
        $statements = [
            fn () => $t->con->exec("UPDATE entry SET title = 'x' WHERE title = 'a'"),
            fn () => $t->con->prepare("UPDATE entry SET title = 'x' WHERE title = 'a'")->execute(),
            fn () => $t->query()->filterByTitle('a')->update(['Title' => 'x'], $t->con),
            fn () => $t->a->setTitle('x')->save($t->con),
            fn () => $t->a->moveToBottom($t->con),
            fn () => $t->con->transaction(fn () => $t->query()->filterByTitle('a')->delete($t->con), retries: 9),
        ];
        $other->beginTransaction();
        $other->exec("UPDATE entry SET title = 'A' WHERE title = 'a'");
        foreach ($statements as $i => $statement) {
            $failure = $t->throws($statement, '', ExceptionInterface::class);
            $t->is([$i, $failure->isRetryable()], [$i, true]);
        }
        $other->rollBack();
        $t->is($retries->count, 0);
        $t->db($lists);
        break;
    case 'C11':
        $t->con->setListLockTimeout(0.3);
        $holding($other, static function () use ($t): void {
            $t->e->moveToBottom();
            $t->new('n')->save();
        });
        $t->db('1:[a b c d] 2:[f e] ∅:[g h i j n]');
        break;
    case 'L01':
        $t->con->setListLockTimeout(0.3);
        foreach ([[$other, $t->con], [$t->con, $other]] as [$holder, $waiter]) {
            $waiter->setListLockTimeout(0.3);
            $holder->beginTransaction();
            $holder->exec('SET TRANSACTION ISOLATION LEVEL ' . ($holder === $other ? 'SERIALIZABLE' : 'READ COMMITTED'));
            $holder->lockList('entry', [1]);
            $waiter->beginTransaction();
            $waiter->exec('SET TRANSACTION ISOLATION LEVEL ' . ($waiter === $other ? 'SERIALIZABLE' : 'READ COMMITTED'));
            $failure = $t->throws(fn () => $waiter->lockList('entry', [1]), '', ListLockException::class);
            $t->is($failure->isRetryable(), true);
            $waiter->rollBack();
            if ($holder === $other) {
                $t->throws(fn () => $t->new('n', 1)->save(), '', ListLockException::class);
            }
            $holder->rollBack();
        }
        $t->db($lists);
        break;
    case 'L02':
        $t->new('n', 1)->save();
        $t->con->exec('SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ');
        $failure = $t->throws(fn () => $t->new('o', 1)->save(), 'The isolation level of the session has changed');
        $t->is($failure->isRetryable(), true);
        $t->new('o', 1)->save();
        $t->new('p', 1)->save();
        $t->db('1:[a b c d n o p] 2:[e f] ∅:[g h i j]');
        break;
    case 'L03':
        $t->con->setListLockTimeout(0.3);
        $other->setListLockTimeout(0.3);
        $t->con->beginTransaction();
        try {
            $t->con->savepoint(function () use ($t): void {
                $t->con->lockList('entry', [1]);
                throw new LogicException('back');
            });
        } catch (LogicException) {
            $t->con->lockList('entry', [1]);
        }
        $other->beginTransaction();
        $t->throws(fn () => $other->lockList('entry', [1]), '', ListLockException::class);
        $other->rollBack();
        $t->con->rollBack();
        break;
    case 'L04':
        // Between the lock of the lists and the statement, another connection writes a row that fits too.
        $query = new class extends Lists\EntryQuery {
            public static Closure $between;

            public function preDelete(Orm\Runtime\Connection\ConnectionInterface $con): ?int
            {
                (self::$between)();

                return null;
            }

            public function preUpdate(
                array &$values,
                Orm\Runtime\Connection\ConnectionInterface $con,
                bool $forceIndividualSaves = false,
            ): ?int {
                (self::$between)();

                return null;
            }
        };
        $query::$between = fn () => (new Lists\Entry())->setTitle('b')->setScopeValue(2)->save($other);
        $t->is((clone $query)->filterByTitle('b')->delete(), 1);
        $t->db('1:[a c d] 2:[e f b] ∅:[g h i j]');
        $query::$between = fn () => (new Lists\Entry())->setTitle('c')->setScopeValue(2)->save($other);
        $t->is((clone $query)->filterByTitle('c')->update(['MyScope' => null]), 1);
        $t->db('1:[a d] 2:[e f b c] ∅:[g h i j c]');
        break;
    case 'L08':
        // The other connection has locked by name. When the table is made, both lock by row from the next transaction on.
        $t->con->setListLockTimeout(0.3);
        $message = 'The list is locked by another connection for more than ';
        $holding($other, static function () use ($t, $message): void {
            $t->throws(fn () => $t->a->moveToBottom(), $message . '0.3 seconds', ListLockException::class);
        });
        $t->a->moveToBottom();
        $t->elsewhere()->exec('CREATE TABLE orm_list_lock (id INTEGER UNSIGNED NOT NULL PRIMARY KEY) ENGINE=InnoDB');
        $holding($other, static function () use ($t, $message): void {
            $t->throws(fn () => $t->b->moveToBottom(), $message . '1 seconds', ListLockException::class);
        });
        $t->elsewhere()->exec('DROP TABLE orm_list_lock');
        $t->b->moveToBottom();
        $t->db('1:[c d a b] 2:[e f] ∅:[g h i j]');
        break;
    case 'L05':
        foreach ([fn (object $n) => $n->insertAtBottom(), fn (object $n) => $n->insertAtRank(2)] as $i => $insert) {
            $t->con->beginTransaction();
            $t->con->exec('SET TRANSACTION ISOLATION LEVEL ' . ['REPEATABLE READ', 'SERIALIZABLE'][$i]);
            $n = $t->new('no'[$i], 2);
            $insert($n);
            $n->save();
            $t->con->commit();
        }
        $t->db('1:[a b c d] 2:[e o f n] ∅:[g h i j]');
        break;
    case 'L09':
        $t->con->beginTransaction();
        $t->con->exec('SET TRANSACTION READ ONLY');
        $failure = $t->throws(fn () => $t->a->moveToBottom(), '', ListLockException::class);
        $t->con->rollBack();
        $t->is([str_contains($failure->getMessage(), 'read-only'), $failure->isRetryable()], [true, false]);
        break;
    case 'L06':
        // Whatever the caller has read, bounds of lists are those of now: a unique index tells.
        $writes = [
            fn () => $t->a->swapWith($t->b),
            fn () => $t->query()->reorder([$t->id('a') => 2, $t->id('b') => 1]),
            fn () => $t->query()->inList(2)->update(['MyScope' => 1]),
            fn () => $t->query()->filterByTitle(['a', 'b'])->delete(),
        ];
        $expected = [
            '1:[b a c d n o] 2:[e f] ∅:[g h i j]',
            '1:[b a c d n o] 2:[e f] ∅:[g h i j]',
            '1:[a b c d n o e f] ∅:[g h i j]',
            '1:[c d n o] 2:[e f] ∅:[g h i j]',
        ];
        foreach ($writes as $i => $write) {
            $t->start('S', 'UniqueEntry');
            $t->hold('a b');
            $t->con->beginTransaction();
            $t->query()->count($t->con);
            foreach (['n', 'o'] as $title) {
                (new Lists\UniqueEntry())->setTitle($title)->setScopeValue(1)->save($other);
            }
            $write();
            $t->con->commit();
            $t->db($expected[$i]);
        }
        break;
    default:
        throw new LogicException('there is no scenario ' . $id);
}
echo 'ok';
