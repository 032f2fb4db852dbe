<?php

declare(strict_types=1);

use Bank\Account;
use Bank\AccountQuery;
use Bank\Entry;
use Orm\Runtime\Behavior\ListLock\ListLockException;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Orm;

/**
 * Transfers between accounts that fail in every way at random places. Each reads its accounts with a lock and writes an
 * entry for both, in transactions of different shapes. Nothing may get lost or come into being, whether the application
 * keeps the objects that it has seen or not.
 */
final class Transfers
{
    private const ACCOUNTS = [1, 2, 3, 4];
    private const SHAPES = ['transaction', 'nested', 'savepoint', 'repeated', 'by hand'];

    private const TROUBLE = [
        'exception', 'unique', 'required', 'reference', 'statement', 'caught', 'rolled back', 'conflict', 'killed',
    ];

    private readonly ConnectionWrapper $con;
    private readonly PDO $other;
    private readonly string $vendor;

    /** @var array<string, int> the number of failures by kind, and of transfers that were done */
    private array $counts;

    /** @var list<object> */
    private array $held = [];

    private int $entries = 0;

    /** @param array{string, string, string} $server DSN, user and password */
    private function __construct(private readonly string $name, private readonly bool $holds, array $server)
    {
        $con = Orm::getConnection('bank');
        assert($con instanceof ConnectionWrapper);
        $this->con = $con;
        $this->other = new PDO(...$server);
        $this->vendor = $this->other->getAttribute(PDO::ATTR_DRIVER_NAME);
        $this->counts = array_fill_keys([...self::TROUBLE, 'done'], 0);
        if ($this->vendor === 'sqlite') {
            unset($this->counts['killed']);
        }
    }

    /**
     * @param array{string, string, string} $server
     * @param bool $isAlone whether no other process writes, so that memory can be compared with the rows
     * @return array<string, int>
     */
    public static function run(string $name, int $seed, int $number, bool $holds, bool $isAlone, array $server): array
    {
        mt_srand($seed);
        $transfers = new self($name, $holds, $server);
        for ($i = 0; $i < $number; $i++) {
            try {
                $transfers->transfer();
            } catch (DomainException | ExceptionInterface $failure) {
                $transfers->con->rollBackAfter($failure);
            }
            if ($isAlone) {
                $transfers->compare($i);
            }
        }

        return $transfers->counts;
    }

    private function transfer(): void
    {
        $ids = array_slice(self::shuffled(self::ACCOUNTS), 0, 2);
        // What was read before may be in the pool.
        $accounts = mt_rand(0, 1) === 0 ? [] : array_map($this->found(...), $ids);
        $amount = mt_rand(1, 9);
        $move = fn () => $this->move($ids, $amount);
        switch (self::SHAPES[mt_rand(0, count(self::SHAPES) - 1)]) {
            case 'transaction':
                $this->con->transaction($move);
                break;
            case 'nested':
                $this->con->transaction(fn () => $this->con->transaction($move));
                break;
            case 'savepoint':
                $this->con->transaction(function () use ($move): void {
                    try {
                        $this->con->savepoint($move);
                    } catch (DomainException | ExceptionInterface $failure) {
                        $this->con->isInTransaction() ? $move() : throw $failure;
                    }
                });
                break;
            case 'repeated':
                $accounts = array_map($this->found(...), $ids);
                $this->con->transaction(function () use ($accounts, $ids, $amount): void {
                    // Updates the objects in the variables.
                    AccountQuery::create()->filterById($ids)->lockForUpdate()->find();
                    $this->change($accounts, $amount);
                }, retries: 2);
                break;
            default:
                $this->con->beginTransaction();
                $move();
                $this->con->commit();
        }
        $this->counts['done']++;
    }

    /** @param list<int> $ids */
    private function move(array $ids, int $amount): void
    {
        $this->change(array_map(fn (int $id): Account => $this->found($id, true), $ids), $amount);
    }

    /** @param list<Account> $accounts */
    private function change(array $accounts, int $amount): void
    {
        [$from, $to] = $accounts;
        $this->trouble();
        $from->setBalance($from->getBalance() - $amount);
        $this->trouble();
        if (mt_rand(0, 1) === 0) {
            $from->save();
            $this->trouble();
        }
        $to->setBalance($to->getBalance() + $amount);
        $this->trouble();
        // Saves the account too, if it is still to be saved.
        $this->entry()->setAccount($from)->save();
        $this->trouble();
        if (mt_rand(0, 3) === 0) {
            AccountQuery::create()->filterById($to->getId())->update(['Balance' => $to->getBalance()]);
        } else {
            $to->save();
        }
        $this->trouble();
    }

    private function trouble(): void
    {
        if (mt_rand(0, 9) > 0) {
            return;
        }
        $kinds = array_values(array_intersect(self::TROUBLE, array_keys($this->counts)));
        $kind = $kinds[mt_rand(0, count($kinds) - 1)];
        $this->counts[$kind]++;
        match ($kind) {
            'exception' => throw new DomainException('stop'),
            'unique' => $this->entry()->setCode('taken')->setAccountId(1)->save(),
            'required' => $this->entry()->setCode(null)->setAccountId(1)->save(),
            'reference' => $this->entry()->setAccountId(99)->save(),
            'statement' => $this->con->exec('no statement'),
            // The transaction of the caller cannot be committed then.
            'caught' => $this->caught(),
            'rolled back' => $this->con->forceRollBack() && throw new DomainException('stop'),
            'conflict' => throw new ListLockException('Others were faster', true),
            'killed' => $this->kill(),
        };
    }

    private function caught(): void
    {
        try {
            $this->con->transaction(function (): void {
                $this->found(1)->setBalance(1_000_000)->save();
                throw new DomainException('stop');
            });
        } catch (DomainException) {
            return;
        }
    }

    private function kill(): void
    {
        $isPgsql = $this->vendor === 'pgsql';
        $rows = $this->con->query($isPgsql ? 'SELECT pg_backend_pid()' : 'SELECT CONNECTION_ID()');
        $id = (int) $rows->fetchColumn();
        $this->other->query($isPgsql ? "SELECT pg_terminate_backend($id)" : "KILL $id");
    }

    private function entry(): Entry
    {
        return (new Entry())->setCode($this->name . ++$this->entries);
    }

    private function found(int $id, bool $isLocked = false): Account
    {
        $query = AccountQuery::create();
        $account = ($isLocked ? $query->lockForUpdate() : $query)->findPk($id);
        assert($account instanceof Account);
        if ($this->holds) {
            $this->held[] = $account;
        }

        return $account;
    }

    private function compare(int $i): void
    {
        $rows = $this->other->query('SELECT id, balance FROM account')->fetchAll(PDO::FETCH_KEY_PAIR);
        foreach ($rows as $id => $balance) {
            $known = $this->found((int) $id)->getBalance();
            assert($known === (int) $balance, "transfer $i: account $id has $balance, memory says $known");
        }
    }

    /**
     * @param list<int> $list
     * @return list<int>
     */
    private static function shuffled(array $list): array
    {
        usort($list, static fn (): int => mt_rand(0, 1) * 2 - 1);

        return $list;
    }
}
