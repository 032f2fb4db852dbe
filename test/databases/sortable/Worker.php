<?php

declare(strict_types=1);

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\Exception\ConnectionException;
use Orm\Runtime\Exception\Database\ConnectionLost;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Exception\ListFullException;
use Orm\Runtime\Orm;

/** One of several processes that change the same few lists at once. */
final class Worker
{
    /** How often a caller tries again, as the documentation tells it to. */
    private const ATTEMPTS = 50;

    public int $retries = 0;

    /** @var array<string, int> retries by message */
    public array $reasons = [];

    /** @var list<string> titles of rows that this process has inserted */
    public array $inserted = [];

    /** @var list<string> titles of rows that this process has deleted */
    public array $deleted = [];

    /** @var list<string> titles of rows that were being inserted or deleted when the connection was lost */
    public array $unsure = [];

    /** How often a row found no room in a list. */
    public int $refusals = 0;

    /** The title of the row that is inserted or deleted now. */
    private ?string $pending = null;

    private readonly ConnectionWrapper $con;
    private int $made = 0;

    /**
     * @param class-string $class
     * @param string $isolation of the caller's own transaction; empty: the library's own transactions are used
     */
    public function __construct(
        private readonly string $class,
        private readonly int $number,
        private readonly string $isolation = '',
    ) {
        mt_srand(7919 * ($number + 1));
        $this->con = Orm::getConnection('lists');
        if ($isolation !== '') {
            // Row locks of callers and list locks can wait for each other without anybody noticing; most of all on MySQL
            // at SERIALIZABLE, where every read locks its rows.
            $isEager = $isolation === 'SERIALIZABLE' && $this->con->getAttribute(PDO::ATTR_DRIVER_NAME) === 'mysql';
            $this->con->setListLockTimeout($isEager ? 0.1 : 2);
        }
    }

    /** @param string $progress a file that grows by a byte for every ten operations */
    public function run(int $operations, string $progress): void
    {
        for ($i = 1; $i <= $operations; $i++) {
            $operation = $this->pick();
            $this->persistently(fn () => $this->$operation());
            if ($i % 10 === 0) {
                file_put_contents($progress, '.', FILE_APPEND);
            }
        }
    }

    /** Appends to one list. */
    public function append(int $operations): void
    {
        for ($i = 0; $i < $operations; $i++) {
            $this->persistently(function (): void {
                $object = $this->newObject()->setScopeValue(1);
                $this->write(fn () => $object->save($this->con));
            });
        }
    }

    /** Moves the object `a` to the top or, in every second process, to the bottom. */
    public function moveToEnds(int $operations): void
    {
        for ($i = 0; $i < $operations; $i++) {
            $this->persistently(function (): void {
                $object = $this->query()->filterByTitle('a')->findOne($this->con);
                $this->number % 2 === 0 ? $object->moveToTop($this->con) : $object->moveToBottom($this->con);
            });
        }
    }

    /** Swaps the objects `a` and `e` of two lists; every second process does it the other way round. */
    public function swapTwo(int $operations): void
    {
        for ($i = 0; $i < $operations; $i++) {
            $this->persistently(function (): void {
                $a = $this->query()->filterByTitle('a')->findOne($this->con);
                $e = $this->query()->filterByTitle('e')->findOne($this->con);
                $this->number % 2 === 0 ? $a->swapWith($e, $this->con) : $e->swapWith($a, $this->con);
            });
        }
    }

    /** Moves and swaps rows of all lists, none of which is added or deleted. */
    public function moveAll(int $operations): void
    {
        $kinds = ['move', 'step', 'swap', 'changeScope'];
        for ($i = 0; $i < $operations; $i++) {
            $operation = $kinds[mt_rand(0, 3)];
            $this->persistently(fn () => $this->$operation());
        }
    }

    /** Changes several lists in each transaction, in any order, as a caller who knows nothing of their locks. */
    public function changeSeveral(int $transactions): void
    {
        for ($i = 0; $i < $transactions; $i++) {
            $this->persistently(fn () => $this->con->transaction(function (): void {
                foreach ([1, 2, 3] as $_) {
                    $object = $this->anyObject();
                    match (mt_rand(1, 4)) {
                        1 => $object?->moveToTop($this->con),
                        2 => $object?->moveToBottom($this->con),
                        3 => $object?->setScopeValue($this->scope())->save($this->con),
                        4 => $this->newObject()->save($this->con),
                    };
                }
            }));
        }
    }

    /** Dies when the others have made room and the row is not written yet. */
    public function crash(): void
    {
        $this->con->beginTransaction();
        ($this->class)::$on['postInsert'] = static function (): void {
            posix_kill(getmypid(), SIGKILL);
        };
        $this->newObject()->setScopeValue(1)->insertAtTop()->save($this->con);
    }

    public function persistently(Closure $operation): void
    {
        for ($attempt = 1;; $attempt++) {
            ($this->map())::clearInstancePool();
            $this->pending = null;
            try {
                $operation();

                return;
            } catch (ListFullException) {
                $this->refusals++;

                return;
            } catch (ExceptionInterface | PDOException $failure) {
                $again = $failure instanceof PDOException
                    ? \Orm\Runtime\Exception\RetryableFailure::is($failure)
                    : method_exists($failure, 'isRetryable') && $failure->isRetryable();
                // Somebody else was faster: the object to work on is gone.
                $isGone = preg_match('/no longer exists|no row has the key|is not in a list|Invalid rank|Invalid key/', $failure->getMessage());
                if ($isGone === 1) {
                    return;
                }
                if ($failure instanceof ConnectionLost || $failure instanceof ConnectionException) {
                    // The server may come back, or another takes its place.
                    [$again, $attempt] = [true, 1];
                    usleep(500_000);
                }
                if (!$again || $attempt === self::ATTEMPTS) {
                    throw $failure;
                }
                if ($failure instanceof ConnectionLost && $this->pending !== null) {
                    $this->unsure[] = $this->pending;
                }
                $this->retries++;
                $reason = preg_replace('/: .*/s', '', $failure->getMessage()) . ', ' . self::state($failure);
                $this->reasons[$reason] = ($this->reasons[$reason] ?? 0) + 1;
                usleep(mt_rand(100, 2000) * $attempt);
            }
        }
    }

    /** Writes in a transaction of the caller, if there is to be one. */
    private function write(Closure $operation): mixed
    {
        if ($this->isolation === '') {
            return $operation();
        }
        $driver = $this->con->getAttribute(PDO::ATTR_DRIVER_NAME);
        if ($driver === 'mysql') {
            $this->con->exec('SET TRANSACTION ISOLATION LEVEL ' . $this->isolation);
        }
        $this->con->beginTransaction();
        try {
            if ($driver === 'pgsql') {
                $this->con->exec('SET TRANSACTION ISOLATION LEVEL ' . $this->isolation);
            }
            $mayRead = match ($driver) {
                // A snapshot must not be older than the lock, which is refused otherwise (C07).
                'pgsql' => $this->isolation === 'READ COMMITTED',
                // There every read locks its rows: all would wait for each other from the start.
                'mysql' => $this->isolation !== 'SERIALIZABLE',
                default => true,
            };
            if ($mayRead) {
                // What the caller has read may be old when the list is locked.
                ($this->query())->count($this->con);
            }
            $result = $operation();
            $this->con->commit();

            return $result;
        } catch (Throwable $failure) {
            $this->con->rollBack();
            throw $failure;
        }
    }

    private function pick(): string
    {
        $dice = mt_rand(1, 100);

        return match (true) {
            $dice <= 11 => 'insert',
            $dice <= 20 => 'insertAt',
            $dice <= 37 => 'move',
            $dice <= 51 => 'step',
            $dice <= 61 => 'swap',
            $dice <= 71 => 'changeScope',
            $dice <= 78 => 'remove',
            $dice <= 94 => 'delete',
            default => 'reorder',
        };
    }

    private function insert(): void
    {
        $object = $this->newObject();
        $this->pending = $object->getTitle();
        $this->write(fn () => $object->save($this->con));
        $this->inserted[] = $object->getTitle();
    }

    private function insertAt(): void
    {
        $object = $this->newObject();
        $max = (int) $this->query()->getMaxRank($object->getScopeValue(), $this->con);
        $object->insertAtRank(mt_rand(1, $max + 1), $this->con);
        $this->pending = $object->getTitle();
        $this->write(fn () => $object->save($this->con));
        $this->inserted[] = $object->getTitle();
    }

    private function move(): void
    {
        $object = $this->anyObject();
        if ($object !== null) {
            $max = (int) $this->query()->getMaxRank($object->getScopeValue(), $this->con);
            $this->write(fn () => match (mt_rand(1, 3)) {
                1 => $object->moveToRank(mt_rand(1, max(1, $max)), $this->con),
                2 => $object->moveToTop($this->con),
                3 => $object->moveToBottom($this->con),
            });
        }
    }

    private function step(): void
    {
        $object = $this->anyObject();
        $this->write(fn () => mt_rand(0, 1) === 1 ? $object?->moveUp($this->con) : $object?->moveDown($this->con));
    }

    private function swap(): void
    {
        $object = $this->anyObject();
        $other = $this->anyObject();
        if ($object !== null && $other !== null) {
            $this->write(fn () => $object->swapWith($other, $this->con));
        }
    }

    private function changeScope(): void
    {
        $object = $this->anyObject();
        if ($object !== null) {
            $object->setScopeValue($this->scope());
            if (mt_rand(0, 1) === 1) {
                $object->insertAtTop();
            }
            $this->write(fn () => $object->save($this->con));
        }
    }

    private function remove(): void
    {
        $object = $this->anyObject();
        if ($object !== null && $object->getScopeValue() !== null) {
            $object->removeFromList();
            $this->write(fn () => $object->save($this->con));
        }
    }

    private function delete(): void
    {
        $object = $this->anyObject();
        if ($object === null) {
            return;
        }
        $this->pending = $object->getTitle();
        $query = mt_rand(0, 1) === 1
            ? $this->query()->filterByTitle($object->getTitle())
            : $this->query()->filterById($object->getId());
        if ($this->write(fn () => $query->delete($this->con)) > 0) {
            $this->deleted[] = $object->getTitle();
        }
    }

    private function reorder(): void
    {
        $order = [];
        foreach ($this->query()->findList($this->scope(), $this->con) as $object) {
            $order[$object->getId()] = $object->getRank();
        }
        if ($order !== []) {
            $keys = array_keys($order);
            shuffle($keys);
            // Others may have made the list shorter meanwhile, which is an invalid rank then.
            $ranks = array_combine($keys, range(1, count($keys)));
            $this->write(fn () => mt_rand(0, 1) === 1
                ? $this->query()->reorder($ranks, $this->con)
                : $this->query()->reorderByKeys(array_slice($keys, 0, 4), con: $this->con));
        }
    }

    private function newObject(): object
    {
        return (new ($this->class)())
            ->setTitle(sprintf('w%d-%d', $this->number, ++$this->made))
            ->setScopeValue($this->scope());
    }

    private function scope(): ?int
    {
        return [1, 2, null][mt_rand(0, 2)];
    }

    private function anyObject(): ?object
    {
        $scope = $this->scope();
        $count = $this->query()->inList($scope)->count($this->con);

        return $count === 0 ? null : $this->query()
            ->inList($scope)
            ->orderById()
            ->offset(mt_rand(0, $count - 1))
            ->findOne($this->con);
    }

    private function query(): object
    {
        return ($this->class . 'Query')::create();
    }

    private function map(): string
    {
        return strtr($this->class, ['Lists\\' => 'Lists\\Map\\']) . 'TableMap';
    }

    /** The database's code of a failure; its message may hold numbers of processes. */
    private static function state(Throwable $failure): string
    {
        while ($failure !== null && !$failure instanceof PDOException) {
            $failure = $failure->getPrevious();
        }

        return (string) $failure?->getCode();
    }
}
