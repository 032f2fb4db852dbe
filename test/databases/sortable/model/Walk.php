<?php

declare(strict_types=1);

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Orm;

/** An operation has failed as it should, and the transaction around it can only be rolled back. */
final class Doomed extends RuntimeException
{
}

/** Does random operations on the lists of one table, and the same on plain arrays. */
final class Walk
{
    use ObjectOperations;
    use QueryOperations;

    private const MAX_HELD = 14;
    private const MAX_ROWS = 22;

    /** What is done, and how often; the first ones are for objects. */
    private const OPERATIONS = [
        'create' => 14, 'save' => 8, 'pend' => 10, 'move' => 22, 'swap' => 6, 'delete' => 4, 'reload' => 2,
        'copy' => 2, 'look' => 4, 'veto' => 2,
        'reorder' => 8, 'resequence' => 2, 'shift' => 2, 'deleteList' => 1, 'deleteRows' => 4, 'changeScope' => 5,
        'changeNote' => 3, 'changeRank' => 1, 'deleteParent' => 2, 'ask' => 8, 'emptyPool' => 1, 'withoutPool' => 1,
        'hold' => 6, 'reorderInList' => 2, 'reorderByKeys' => 6, 'changeScopeOfEach' => 2, 'deleteByMap' => 1, 'deleteAll' => 1,
    ];

    private ListModel $model;
    private ConnectionWrapper $con;

    /** @var list<Held> */
    private array $held = [];

    /** @var list<string> labels of rows that the operation was about, whose pooled objects may be others now */
    private array $touched = [];

    /** @var array<int, Held> what was pooled before the operation */
    private array $pooled = [];

    /** @var list<string> */
    private array $history = [];

    private int $made = 0;
    private int $raw = 0;
    public int $done = 0;

    /** @var array<string, int> */
    public static array $count = [];

    public function __construct(private readonly Shape $shape)
    {
        $this->model = new ListModel($shape->first, $shape->limit);
        $this->con = Orm::getConnection('lists');
    }

    public function run(int $steps): void
    {
        try {
            while ($this->done < $steps) {
                if (mt_rand(1, 100) <= 10) {
                    $this->transaction();
                } else {
                    $this->operation();
                }
            }
        } catch (Throwable $failure) {
            $lines = array_slice($this->history, -(int) (getenv('ORM_MODEL_HISTORY') ?: 20));
            throw new RuntimeException(sprintf(
                "%s: %s\n  %s\n%s",
                $this->shape->name(),
                $failure->getMessage(),
                implode("\n  ", $lines),
                $failure,
            ), 0, $failure);
        }
        $this->con->exec('DELETE FROM ' . $this->shape->map()::TABLE_NAME);
        $this->shape->map()::clearInstancePool();
    }

    private function transaction(): void
    {
        $mark = $this->mark();
        $this->history[] = 'BEGIN';
        $this->con->beginTransaction();
        try {
            // A few are so long that the log of the transaction notes changes in another way.
            for ($i = mt_rand(1, 10) === 1 ? mt_rand(20, 40) : mt_rand(1, 6); $i > 0; $i--) {
                mt_rand(1, 5) === 1 ? $this->savepoint() : $this->operation();
            }
        } catch (Doomed $doomed) {
            if (mt_rand(0, 1) === 0) {
                $this->throws('Cannot commit', fn () => $this->con->commit());
            }
            $this->history[] = 'ROLLBACK of what failed';
            $this->con->rollBack();
            $this->rolledBack($mark);

            return;
        }
        if (mt_rand(0, 1) === 0) {
            $this->history[] = 'ROLLBACK';
            $this->con->rollBack();
            $this->rolledBack($mark);
        } else {
            $this->history[] = 'COMMIT';
            $this->con->commit();
            $this->check();
        }
    }

    private function savepoint(): void
    {
        $mark = $this->mark();
        $this->history[] = 'SAVEPOINT';
        try {
            $this->con->savepoint(function (): void {
                for ($i = mt_rand(1, 4); $i > 0; $i--) {
                    $this->operation();
                }
                if (mt_rand(0, 1) === 0) {
                    throw new Doomed('back to the savepoint');
                }
            });
            $this->history[] = 'END OF SAVEPOINT';
        } catch (Doomed) {
            $this->history[] = 'BACK TO SAVEPOINT';
            $this->rolledBack($mark);
        }
    }

    private function operation(): void
    {
        $number = mt_rand(1, array_sum(self::OPERATIONS));
        foreach (self::OPERATIONS as $name => $weight) {
            $number -= $weight;
            if ($number <= 0) {
                break;
            }
        }
        $this->done++;
        $this->touched = [];
        $pooled = array_filter($this->held, $this->isPooled(...));
        $this->pooled = $pooled;
        $rows = $this->model->rows;
        $this->history[] = $name;
        $this->$name();
        self::$count[$name] = (self::$count[$name] ?? 0) + 1;
        $this->settle($pooled);
        if ($rows !== $this->model->rows || mt_rand(0, 3) === 0) {
            $this->check();
        }
        $this->forgetSome();
    }

    private function note(string $format, mixed ...$values): void
    {
        $this->history[count($this->history) - 1] .= ' ' . vsprintf($format, array_map(
            static fn (mixed $value): string => is_scalar($value) ? (string) $value : (string) json_encode($value),
            $values,
        ));
    }

    /** Objects that were pooled show what is in the database, and still are. @param array<int, Held> $pooled */
    private function settle(array $pooled): void
    {
        $this->held = array_values(array_filter(
            $this->held,
            fn (Held $held): bool => $held->label === null || isset($this->model->rows[$held->label]),
        ));
        foreach ($pooled as $held) {
            $row = $this->model->rows[$held->label] ?? null;
            if ($row === null || !in_array($held, $this->held, true)) {
                continue;
            }
            if ($this->isPooled($held)) {
                $held->seen = $row;
            } elseif (!in_array($held->label, $this->touched, true) && !in_array('*', $this->touched, true)) {
                throw new RuntimeException($held->label . ' was thrown out of the pool');
            }
        }
    }

    private function isPooled(Held $held): bool
    {
        $map = $this->shape->map();

        return $held->label !== null
            && $map::getInstanceFromPool($map::getInstanceKey($held->object)) === $held->object;
    }

    private function check(): void
    {
        $actual = $this->rowsInDatabase();
        $expected = $this->model->rows;
        ksort($actual);
        ksort($expected);
        if ($actual !== $expected) {
            throw new RuntimeException(sprintf("the database has\n%s instead of\n%s", self::text($actual), self::text($expected)));
        }
        foreach ($this->held as $held) {
            $name = $held->label ?? 'new ' . $held->object->getTitle();
            $shown = $held->object->getRank();
            // The position of a row is asked for by the number that its object has read, which may be old.
            $isKnown = !$this->shape->fractional || ($held->isClean() && $this->isPooled($held));
            if ($isKnown && $shown !== $held->rank()) {
                throw new RuntimeException(sprintf('%s shows rank %s instead of %s', $name, $shown ?? '-', $held->rank() ?? '-'));
            }
            foreach ($held->scope() as $i => $number) {
                if ($this->shape->number($i, $this->scopeShown($held, $i)) !== $number) {
                    throw new RuntimeException(sprintf('%s shows scope %s instead of %s', $name, json_encode($this->scopeShown($held, $i)), json_encode($held->scope())));
                }
            }
            $map = $this->shape->map();
            foreach (defined($map . '::SCOPE_COLS') ? $map::SCOPE_COLS : [] as $i => $column) {
                if ($held->object->isColumnModified($column) && !array_key_exists($i, $held->scope)) {
                    throw new RuntimeException($name . ' would save a scope that nobody has set');
                }
            }
            if ($held->object->isColumnModified($map::RANK_COL) !== ($held->intent !== null || $held->raw !== null)) {
                throw new RuntimeException($name . ' would or would not save its rank');
            }
            if ($held->object->isNew() !== ($held->label === null) || $held->object->isDeleted()) {
                throw new RuntimeException($name . ' is new or deleted');
            }
        }
    }

    private function scopeShown(Held $held, int $i): mixed
    {
        $value = $held->object->getScopeValue(false);

        return count($this->shape->scopes) === 1 ? $value : $value[$i];
    }

    /** @return array<string, array{list<?int>, ?int}> */
    private function rowsInDatabase(): array
    {
        $map = $this->shape->map();
        $columns = array_map(
            static fn (string $name): string => substr($name, strrpos($name, '.') + 1),
            [$map::RANK_COL, ...(defined($map . '::SCOPE_COLS') ? $map::SCOPE_COLS : [])],
        );
        $sql = 'SELECT title, ' . implode(', ', $columns) . ' FROM ' . $map::TABLE_NAME;
        $rows = [];
        foreach ($this->con->getWrappedConnection()->query($sql)->fetchAll(PDO::FETCH_NUM) as $row) {
            $scope = [];
            foreach (array_keys($this->shape->scopes) as $i) {
                $scope[] = $this->shape->number($i, $row[$i + 2]);
            }
            $rows[$row[0]] = [$scope, $row[1] === null ? null : (int) $row[1]];
        }

        return $this->shape->fractional ? $this->positions($rows) : $rows;
    }

    /**
     * @param array<string, array{list<?int>, ?int}> $rows with numbers, each of which only one row of a list may have
     * @return array<string, array{list<?int>, ?int}> with positions
     */
    private function positions(array $rows): array
    {
        $stored = new ListModel($this->model->first);
        $stored->rows = $rows;
        foreach ($stored->scopes() as $scope) {
            $members = $stored->members($scope);
            $numbers = array_map(static fn (string $label): ?int => $rows[$label][1], $members);
            if (count(array_unique($numbers)) < count($numbers)) {
                throw new RuntimeException('two members have one number: ' . self::text($rows));
            }
            $stored->number($members);
        }

        return $stored->rows;
    }

    private static function text(array $rows): string
    {
        uasort($rows, static fn (array $a, array $b): int => [$a[0], $a[1]] <=> [$b[0], $b[1]]);
        $text = [];
        foreach ($rows as $label => [$scope, $rank]) {
            $text[json_encode($scope)][] = $label . ':' . ($rank ?? '-');
        }

        return implode("\n", array_map(static fn (string $key): string => '    ' . $key . ' ' . implode(' ', $text[$key]), array_keys($text)));
    }

    private function mark(): array
    {
        $held = [];
        foreach ($this->held as $one) {
            $held[] = [$one, $one->seen, count($one->saves), $one->label];
        }

        return [$this->model->rows, $held];
    }

    private function rolledBack(array $mark): void
    {
        [$this->model->rows, $marked] = $mark;
        $known = array_column($marked, 0);
        foreach ($this->held as $held) {
            // What was read in the transaction is not known any more, what was made in it is new again.
            $wasNew = $held->saves === [] ? $held->label === null : $held->saves[0][0] === null;
            if (!in_array($held, $known, true) && $wasNew) {
                $marked[] = [$held, [array_map(static fn (): ?int => null, $this->shape->scopes), null], 0, null];
            } elseif (!in_array($held, $known, true)) {
                $this->letGo($held);
            }
        }
        $this->held = [];
        foreach ($marked as [$held, $seen, $count]) {
            if (isset($held->saves[$count])) {
                [$held->label, $held->scope, $held->intent, $held->raw] = $held->saves[$count];
            }
            $held->saves = array_slice($held->saves, 0, $count);
            $held->seen = $seen;
            $this->held[] = $held;
        }
        $this->check();
    }

    /** Does something that must fail with a message, or must not. */
    private function throws(?string $message, Closure $do, bool $inTransaction = false): bool
    {
        try {
            $do();
        } catch (ExceptionInterface $thrown) {
            // With several mistakes in one order, either may be named.
            $text = preg_replace('/^Duplicate rank.*/', 'Invalid rank', $thrown->getMessage());
            if ($message === null || !str_starts_with($text, $message)) {
                throw $thrown;
            }
            $this->note('(%s)', $message);
            if ($inTransaction && $this->con->isInTransaction()) {
                throw new Doomed($message);
            }

            return true;
        }
        if ($message !== null) {
            throw new RuntimeException('nothing was thrown instead of: ' . $message);
        }

        return false;
    }

    private static function any(array $values): mixed
    {
        return $values === [] ? null : array_values($values)[mt_rand(0, count($values) - 1)];
    }

    private function is(mixed $actual, mixed $expected, string $what): void
    {
        if ($actual !== $expected) {
            throw new RuntimeException(sprintf('%s: expected %s, got %s', $what, json_encode($expected), json_encode($actual)));
        }
    }

    private function query(): object
    {
        return ($this->shape->class . 'Query')::create();
    }

    private function forgetSome(): void
    {
        while (count($this->held) > self::MAX_HELD) {
            [$held] = array_splice($this->held, mt_rand(0, count($this->held) - 1), 1);
            $this->letGo($held);
        }
    }

    /** An object must not be found again with changes that nobody knows of. */
    private function letGo(Held $held): void
    {
        if ($this->isPooled($held)) {
            $this->shape->map()::removeInstanceFromPool($held->object);
        }
    }
}
