<?php

declare(strict_types=1);

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Orm;

/** Random operations on rows, and on a model of them in plain arrays. */
abstract class Walk
{
    /** How many steps there are between two looks at all rows. */
    private const DISTANCE = 25;

    /** @var array<string, int> how often each operation was chosen */
    public array $count = [];

    protected ConnectionInterface $con;
    protected int $step = 0;

    /** @var array<mixed> what the rows must be */
    protected array $model = [];

    public function __construct()
    {
        $this->con = Orm::getConnection('d');
        $this->start();
    }

    public function run(int $steps): void
    {
        $operations = $this->operations();
        for ($this->step = 1; $this->step <= $steps; $this->step++) {
            $name = array_rand($operations);
            $this->count[$name] = ($this->count[$name] ?? 0) + 1;
            if (mt_rand(0, 11) === 0) {
                $this->inVain($operations[$name]);
            } else {
                $operations[$name]();
            }
            if (mt_rand(0, 3) === 0) {
                InstancePools::clear();
            }
            if ($this->step % self::DISTANCE === 0 || $this->step === $steps) {
                $this->compare($name);
            }
        }
    }

    /** Makes the rows that are there before the first step. */
    protected function start(): void
    {
    }

    protected function rolledBack(): void
    {
    }

    /** @return array<string, Closure(): void> */
    abstract protected function operations(): array;

    /** @return array<mixed> what the model must be equal to */
    abstract protected function rows(): array;

    /** @return array<mixed> the model as rows() gives it */
    abstract protected function expected(): array;

    /** @return int|null one of the keys of the model */
    protected function anyId(): ?int
    {
        return $this->model === [] ? null : array_rand($this->model);
    }

    /** An operation whose transaction is rolled back. */
    private function inVain(Closure $operation): void
    {
        $before = $this->model;
        $this->con->beginTransaction();
        $operation();
        $this->con->rollBack();
        $this->model = $before;
        $this->rolledBack();
    }

    private function compare(string $last): void
    {
        $rows = $this->rows();
        $expected = $this->expected();
        if ($rows !== $expected) {
            throw new LogicException(sprintf(
                '%s, step %d, last "%s": rows are %s instead of %s',
                static::class,
                $this->step,
                $last,
                json_encode(self::difference($rows, $expected)),
                json_encode(self::difference($expected, $rows)),
            ));
        }
    }

    /**
     * @param array<mixed> $these
     * @param array<mixed> $those
     * @return array<mixed>
     */
    private static function difference(array $these, array $those): array
    {
        return array_filter(
            $these,
            static fn (mixed $value, int|string $key): bool => !array_key_exists($key, $those) || $those[$key] !== $value,
            ARRAY_FILTER_USE_BOTH,
        );
    }
}
