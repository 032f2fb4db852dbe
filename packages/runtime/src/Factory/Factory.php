<?php

declare(strict_types=1);

namespace Orm\Runtime\Factory;

use Closure;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\Suggestion;
use ReflectionMethod;

/**
 * Creates objects with values that the schema accepts, for tests and demos. Methods that set something return a new
 * factory.
 *
 * @template T of ActiveRecordInterface
 */
abstract class Factory
{
    /** @var class-string<T> */
    public const MODEL = '';

    /** The auto-increment column. */
    public const COUNTER = null;

    /** @var array<string, array<string, mixed>> the rules for generating values, by column */
    public const COLUMNS = [];

    /** @var array<string, array<string, mixed>> foreign keys, by relation */
    public const RELATIONS = [];

    /** The number of objects that are created and saved together. */
    private const CHUNK = 1000;

    private int $count = 1;

    /** @var list<array<string, mixed>|Closure(Fake, int): array<string, mixed>> */
    private array $states = [];

    /** @var array<string, list<ActiveRecordInterface>> by relation */
    private array $parents = [];

    private int $seed = 1;

    private string $locale = 'en';

    /** @var array<class-string, int> the number of the last object, by factory class */
    private static array $numbers = [];

    /** @var array<class-string, true> factories that are creating a parent */
    private static array $working = [];

    final public function __construct()
    {
    }

    public static function new(): static
    {
        return new static();
    }

    /** Sets the number of objects to create. */
    public function count(int $count): static
    {
        if ($count < 0) {
            throw new InvalidArgumentException('The count of a factory cannot be negative');
        }

        return $this->with('count', $count);
    }

    /**
     * Sets values by column or property name. A value can be a function, which receives the Fake and the number of the
     * object.
     *
     * @param array<string, mixed>|Closure(Fake, int): array<string, mixed> $values
     */
    public function state(array|Closure $values): static
    {
        return $this->with('states', [...$this->states, $values]);
    }

    /**
     * Sets the object that a foreign key refers to. Several objects are used in turn.
     *
     * @param ActiveRecordInterface|iterable<ActiveRecordInterface> $parents
     */
    public function for(ActiveRecordInterface|iterable $parents, ?string $relation = null): static
    {
        $list = $parents instanceof ActiveRecordInterface ? [$parents] : [...$parents];
        if ($list === []) {
            throw new InvalidArgumentException('for() needs at least one object');
        }
        $relation ??= $this->relationTo(reset($list));
        if (!isset(static::RELATIONS[$relation])) {
            throw new InvalidArgumentException(sprintf(
                '%s has no relation "%s"%s',
                static::MODEL,
                $relation,
                Suggestion::text($relation, array_keys(static::RELATIONS)),
            ));
        }

        return $this->with('parents', [$relation => array_values($list)] + $this->parents);
    }

    /** Sets the seed for the values: the same seed always generates the same values. */
    public function seed(int $seed): static
    {
        return $this->with('seed', $seed);
    }

    /** Sets the language of generated names and text: en, de or fr. */
    public function locale(string $locale): static
    {
        Fake::wordsOf($locale);

        return $this->with('locale', $locale);
    }

    /**
     * Creates objects without saving them.
     *
     * @return ObjectCollection<int, T>
     */
    public function make(): ObjectCollection
    {
        $start = self::$numbers[static::class] ?? 0;
        self::$numbers[static::class] = $start + $this->count;

        return $this->collection((new Batch($this, null))->objects($start, $this->count));
    }

    /**
     * Creates one object without saving it.
     *
     * @return T
     */
    public function makeOne(): ActiveRecordInterface
    {
        return $this->count(1)->make()->getFirst();
    }

    /**
     * Creates objects and saves them, together with the rows that they need.
     *
     * @return ObjectCollection<int, T>
     */
    public function create(?ConnectionInterface $con = null): ObjectCollection
    {
        $objects = [];
        $this->save($con, static function (array $saved) use (&$objects): void {
            array_push($objects, ...$saved);
        }, true);

        return $this->collection($objects);
    }

    /**
     * Creates one object and saves it.
     *
     * @return T
     */
    public function createOne(?ConnectionInterface $con = null): ActiveRecordInterface
    {
        return $this->count(1)->create($con)->getFirst();
    }

    /** Inserts rows with the memory of only a few objects, and returns their number. */
    public function insert(?ConnectionInterface $con = null): int
    {
        $tableMap = $this->tableMap();
        $this->save($con, static fn () => $tableMap::clearInstancePool());

        return $this->count;
    }

    /**
     * Returns values for all objects. Override this in your factory class.
     *
     * @return array<string, mixed>
     */
    protected function definition(Fake $fake, int $number): array
    {
        return [];
    }

    /**
     * @internal
     * @return array{
     *     seed: int, locale: string, states: list<mixed>, parents: array<string, list<ActiveRecordInterface>>
     * }
     */
    final public function settings(): array
    {
        return [
            'seed' => $this->seed,
            'locale' => $this->locale,
            'states' => (new ReflectionMethod($this, 'definition'))->class === self::class
                ? $this->states
                : [$this->definition(...), ...$this->states],
            'parents' => $this->parents,
        ];
    }

    /**
     * Creates the objects that a foreign key refers to.
     *
     * @internal
     * @param array<string, mixed> $state
     * @return list<ActiveRecordInterface>
     */
    final public function parents(string $relation, int $count, array $state, ?ConnectionInterface $con): array
    {
        $factory = static::RELATIONS[$relation]['factory'];
        if ($factory === null || isset(self::$working[static::class])) {
            throw new LogicException(sprintf(
                '%s cannot make the object of relation "%s"%s; call for()',
                static::class,
                $relation,
                $factory === null ? ', which has no factory' : ', because it needs the object in turn',
            ));
        }
        self::$working[static::class] = true;
        try {
            $made = $factory::new()->count($count)->seed($this->seed)->locale($this->locale)->state($state);

            return ($con === null ? $made->make() : $made->create($con))->getData();
        } finally {
            unset(self::$working[static::class]);
        }
    }

    /**
     * @param Closure(list<T>): mixed $saved receives the saved objects
     * @param bool $needsObjects whether the caller needs objects and not only rows
     */
    private function save(?ConnectionInterface $con, Closure $saved, bool $needsObjects = false): void
    {
        $tableMap = $this->tableMap();
        $con ??= Orm::getWriteConnection($tableMap::DATABASE_NAME);
        $con->transaction(function () use ($con, $saved, $needsObjects): void {
            $start = max(self::$numbers[static::class] ?? 0, (new StoredNumbers($this->tableMap(), $this))->last($con));
            self::$numbers[static::class] = $start + $this->count;
            $batch = new Batch($this, $con);
            $rows = $needsObjects ? null : $batch->rows($this->count);
            if ($rows !== null) {
                $rows->insert($start, $this->count);

                return;
            }
            for ($done = 0; $done < $this->count; $done += self::CHUNK) {
                $objects = $batch->objects($start + $done, min(self::CHUNK, $this->count - $done));
                $batch->save($objects);
                $saved($objects);
            }
        });
    }

    /** @param list<T> $objects */
    private function collection(array $objects): ObjectCollection
    {
        return $this->tableMap()::getTableMap()->newCollection($objects);
    }

    /** @return class-string<TableMap> */
    private function tableMap(): string
    {
        return Record::tableMap(static::MODEL);
    }

    private function relationTo(ActiveRecordInterface $parent): string
    {
        $names = array_keys(array_filter(
            static::RELATIONS,
            static fn (array $relation): bool => $parent instanceof $relation['model'],
        ));
        if (count($names) !== 1) {
            throw new InvalidArgumentException(sprintf(
                $names === [] ? '%s has no relation to %s' : '%s has several relations to %s; name one of %s',
                static::MODEL,
                $parent::class,
                implode(', ', $names),
            ));
        }

        return $names[0];
    }

    private function with(string $property, mixed $value): static
    {
        $factory = clone $this;
        $factory->$property = $value;

        return $factory;
    }
}
