<?php

declare(strict_types=1);

// A server that rejects some commits, as a node of a cluster does after a conflict: moves are repeated where the
// library owns the transaction and no hook of the application would run again.

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Exception\Database\Deadlock;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Orm;

final class RejectingConnection extends PdoConnection
{
    public static int $rejections = 0;

    public static bool $rejectsQueries = false;

    public function commit(): bool
    {
        if (self::$rejections > 0) {
            self::$rejections--;
            $this->rollBack();
            throw $this->rejection();
        }

        return parent::commit();
    }

    public function query(string $statement)
    {
        return self::$rejectsQueries ? throw $this->rejection() : parent::query($statement);
    }

    private function rejection(): PDOException
    {
        $failure = new PDOException('Deadlock found when trying to get lock; try restarting transaction');
        $failure->errorInfo = match ($this->getAttribute(PDO::ATTR_DRIVER_NAME)) {
            'mysql' => ['40001', 1213, 'Deadlock'],
            'pgsql' => ['40P01', 7, 'deadlock detected'],
            default => ['HY000', 5, 'database is locked'],
        };

        return $failure;
    }
}

/** @param array<string, mixed> $configuration of a new connection, which has asked the server nothing yet */
function connect(array $configuration): ConnectionWrapper
{
    $con = new ConnectionWrapper(new RejectingConnection(
        $configuration['dsn'],
        $configuration['user'] ?? null,
        $configuration['password'] ?? null,
    ));
    $con->setName('lists');
    Orm::getServiceContainer()->setConnection('lists', $con);

    return $con;
}

$configuration = Orm::getServiceContainer()->getConnectionManager('lists')->getConfiguration();
$con = connect($configuration);

function order(string $class): string
{
    $rows = [];
    foreach (($class . 'Query')::create()->orderByRank()->select(['Title', 'SortableRank'])->find() as $row) {
        $rows[] = $row['Title'] . $row['SortableRank'];
    }

    return implode(' ', $rows);
}

foreach (['Lists\\Step', 'Lists\\Watched'] as $class) {
    // What SQLite rejects has waited in vain, which is not repeated.
    $isRepeated = $class === 'Lists\\Step' && $con->getAttribute(PDO::ATTR_DRIVER_NAME) !== 'sqlite';
    foreach (['a', 'b', 'c', 'd'] as $title) {
        (new $class())->setTitle($title)->save();
    }
    $one = static fn (string $title): object => ($class . 'Query')::create()->findOneByTitle($title);
    [$a, $b, $c, $d] = array_map($one, ['a', 'b', 'c', 'd']);
    $moves = [
        'b1 a2 c3 d4' => fn () => $b->moveToTop(),
        'b1 c2 d3 a4' => fn () => $a->moveToBottom(),
        'b1 c2 a3 d4' => fn () => $a->moveToRank(3),
        'b1 a2 c3 d4' . ' ' => fn () => $a->moveUp(),
        'b1 c2 a3 d4' . ' ' => fn () => $a->moveDown(),
        'd1 c2 a3 b4' => fn () => $b->swapWith($d),
    ];
    foreach ($moves as $expected => $move) {
        $before = order($class);
        RejectingConnection::$rejections = 3;
        try {
            $move();
            assert($isRepeated, 'a move with hooks is not repeated');
            assert(RejectingConnection::$rejections === 0);
        } catch (Deadlock $failure) {
            assert(!$isRepeated, $failure->getMessage());
            assert($failure->isRetryable());
            assert(order($class) === $before);
            foreach ([$a, $b, $c, $d] as $object) {
                assert(str_contains($before, $object->getTitle() . $object->getRank()), 'memory is as before');
            }
            RejectingConnection::$rejections = 0;
            $move();
            // The rollback has emptied the pool.
            array_map(static fn (object $object) => $object->reload(), [$a, $b, $c, $d]);
        }
        assert(order($class) === trim($expected), order($class) . " is not $expected");
        foreach ([$a, $b, $c, $d] as $object) {
            assert(str_contains($expected, $object->getTitle() . $object->getRank()), "$class: memory, $expected");
            assert(!$object->isModified());
        }
    }

    // What else was changed is saved with the move, in whichever attempt.
    RejectingConnection::$rejections = $isRepeated ? 1 : 0;
    $a->setTitle('A')->moveToTop();
    assert(order($class) === 'A1 d2 c3 b4', order($class));

    // In a transaction of the application the application repeats it.
    $con->beginTransaction();
    $a->moveToBottom();
    RejectingConnection::$rejections = 1;
    try {
        $con->commit();
        assert(false);
    } catch (Deadlock) {
        $con->rollBack();
    }
    assert(order($class) === 'A1 d2 c3 b4');
    assert($a->getRank() === 1);
    $a->moveToBottom();
    assert(order($class) === 'd1 c2 b3 A4');
}
assert(Lists\Watched::$calls > 0);

// A node may also reject what the library asks before its first lock of a list, in a transaction of the application.
$con = connect($configuration);
$con->beginTransaction();
$first = Lists\StepQuery::create()->findOneByRank(1);
RejectingConnection::$rejectsQueries = true;
try {
    $first->moveToBottom();
    assert($con->getAttribute(PDO::ATTR_DRIVER_NAME) !== 'mysql', 'only this vendor asks');
} catch (ExceptionInterface $failure) {
    assert($failure->isRetryable());
}
RejectingConnection::$rejectsQueries = false;
$con->rollBack();
echo 'ok';
