<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Closure;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use ReflectionClass;
use ReflectionClassConstant;
use ReflectionMethod;
use TypeError;

use function is_scalar;

/**
 * Accesses members of model objects that are not public, for the library. The closures run in the scope of the
 * generated class, so that models need no public methods for this.
 *
 * There is one record per class, created for its first object.
 *
 * @internal
 */
final class Record
{
    /** @var array<class-string, self> records by model class */
    private static array $records = [];

    /** @var array<int, true> ids of the objects that are being saved */
    public static array $inSave = [];

    /** The number of inserts so far. Each may have set the key of an object. */
    public static int $inserts = 0;

    /** @var class-string the generated class */
    public readonly string $baseClass;

    /** @var Closure(object, string): mixed */
    private readonly Closure $reader;

    /** @var Closure(object, string, mixed): void */
    private readonly Closure $writer;

    /** @var Closure(object, string, array<mixed>): mixed */
    private readonly Closure $caller;

    /**
     * Sets a related object without side effects, and returns whether it is set now.
     *
     * @var Closure(object, string, object): bool
     */
    public readonly Closure $relate;

    /** @var Closure(object): bool implements isUnsaved(), also for objects of other classes of the same table */
    public readonly Closure $isUnsaved;

    /**
     * Returns the values of columns and virtual columns by name, converted by ObjectExport.
     *
     * @var Closure(object, array<int|string, string|array{string, list<string|null>, bool, bool}>,
     *     array<int|string, \Orm\Runtime\Map\ColumnMap>, bool): array<int|string, mixed>
     */
    public readonly Closure $export;

    /** @var (Closure(array<mixed>, array<mixed>, array<mixed>): (ActiveRecordInterface|null))|null implements find() */
    private ?Closure $finder = null;

    /** @var array<string, bool> results of hasOwn() by method */
    private array $own = [];

    /** Whether toArray() is public. Classes without generic accessors may not have it. */
    public readonly bool $hasToArray;

    /** @param class-string $class */
    private function __construct(private readonly string $class)
    {
        $this->baseClass = defined($class . '::TABLE_MAP')
            ? (new ReflectionClassConstant($class, 'TABLE_MAP'))->class
            : $class;
        $this->reader = $this->bind(static fn (object $object, string $name): mixed => $object->$name ?? null);
        $this->writer = $this->bind(static function (object $object, string $name, mixed $value): void {
            $object->$name = $value;
        });
        $this->caller = $this->bind(static fn (object $object, string $name, array $arguments): mixed
            => $object->$name(...$arguments));
        $this->hasToArray = method_exists($class, 'toArray') && (new ReflectionMethod($class, 'toArray'))->isPublic();
        $this->export = $this->bind(static function (object $object, array $steps, array $columns, bool $isAll): array {
            $row = [];
            foreach ($steps as $name => $step) {
                if (is_string($step)) {
                    $value = $object->$step();
                    $isPlain = true;
                } else {
                    [$getter, $arguments, $isLazy, $isPlain] = $step;
                    if ($isLazy && !$isAll) {
                        $row[$name] = null;
                        continue;
                    }
                    $value = $arguments === [] ? $object->$getter() : $object->$getter($arguments[0]);
                }
                $row[$name] = $isPlain && ($value === null || is_scalar($value))
                    ? $value
                    : ObjectExport::shown($object, $columns[$name], $value);
            }
            foreach ($object->virtualColumns as $name => $value) {
                $row[$name] = $value;
            }

            return $row;
        });
        $isWritten = method_exists($class, 'relatedWorkWaits');
        $this->isUnsaved = $this->bind(static fn (object $object): bool => !$object->isDeleted()
            && ($object->isNew() || $object->isModified() || ($isWritten && $object->relatedWorkWaits())));
        $this->relate = $this->bind(static function (object $object, string $name, object $related): bool {
            if (
                ($object->$name === null && $object->modifiedColumns === [])
                || ($object->$name !== $related && ObjectRelations::mayReplace($object, $name, $related))
            ) {
                $object->$name = $related;
            }

            return $object->$name === $related;
        });
    }

    /** @param class-string $class */
    public static function of(string $class): self
    {
        return self::$records[$class] ??= new self($class);
    }

    /**
     * @param object|string $model an object or its class
     * @return class-string<TableMap> the class of its table map
     */
    public static function tableMap(object|string $model): string
    {
        return $model::TABLE_MAP;
    }

    /** Returns the value of a property; null if the object does not have it. */
    public static function get(object $object, string $property): mixed
    {
        return (self::of($object::class)->reader)($object, $property);
    }

    public static function set(object $object, string $property, mixed $value): void
    {
        (self::of($object::class)->writer)($object, $property, $value);
    }

    /** Calls a method that is internal, or that the schema has made non-public. */
    public static function call(object $object, string $method, mixed ...$arguments): mixed
    {
        return (self::of($object::class)->caller)($object, $method, $arguments);
    }

    /** Sets a related object without side effects, and returns whether it is set now. */
    public static function relate(object $object, string $property, object $related): bool
    {
        return (self::of($object::class)->relate)($object, $property, $related);
    }

    /** Returns the value of a column as used in keys. For dates, passing null as the format returns the object. */
    public static function keyValue(object $object, string $phpName): mixed
    {
        return self::call($object, 'get' . $phpName, null);
    }

    /** Returns whether saving the object would write anything. */
    public static function isUnsaved(object $object): bool
    {
        return (self::of($object::class)->isUnsaved)($object);
    }

    /**
     * Returns whether objects of a class are inserted without hooks or overridden methods, so that many can be inserted
     * in one statement.
     *
     * @param class-string $class
     */
    public static function insertsInBulk(string $class): bool
    {
        return Orm::$hasShortcuts && method_exists($class, 'relatedWorkWaits')
            && Hooks::of($class)->savesRowsItself;
    }

    /**
     * Returns the first object with these values and related objects.
     *
     * @param array<int|string, ActiveRecordInterface> $objects objects of one table
     * @param list<array{string, mixed, bool, bool}> $values properties with their values; or getters with the values
     *     they return, for properties that may contain a value in several forms; and whether spaces at the end of a
     *     value do not count
     * @param list<array{string, ActiveRecordInterface, list<array{string, mixed, bool, bool}>|null}> $related a
     *     property, its object, and the values to compare if the property is null or contains another object of the
     *     same row
     */
    public function find(array $objects, array $values, array $related): ?ActiveRecordInterface
    {
        $this->finder ??= $this->bind(static function (array $objects, array $values, array $related): ?object {
            $holds = static function (object $object, array $values): bool {
                foreach ($values as [$name, $value, $isGetter, $isPadded]) {
                    $found = $isGetter ? $object->$name(null) : $object->$name;
                    if ($isPadded && $found !== null && $value !== null) {
                        [$found, $value] = [rtrim($found, ' '), rtrim($value, ' ')];
                    }
                    // Two objects may represent the same date.
                    if ($found !== $value && !(is_object($value) && $found == $value)) {
                        return false;
                    }
                }

                return true;
            };
            foreach ($objects as $object) {
                if (!$holds($object, $values)) {
                    continue;
                }
                foreach ($related as [$property, $other, $keys]) {
                    if ($object->$property === $other) {
                        continue;
                    }
                    $isOther = $object->$property !== null && !$object->$property->equals($other);
                    if ($keys === null || $isOther || !$holds($object, $keys)) {
                        continue 2;
                    }
                }

                return $object;
            }

            return null;
        });

        return ($this->finder)($objects, $values, $related);
    }

    /**
     * Returns a function that creates an object from a native row.
     *
     * @return (Closure(array<int, mixed>): ActiveRecordInterface)|null null: hydrate() must be called
     */
    public function rowReader(?object $prototype): ?Closure
    {
        if (
            !method_exists($this->baseClass, 'hydrateRow') || $this->hasOwn('hydrate')
            || (new ReflectionMethod($this->baseClass, 'hydrateRow'))->class !== $this->baseClass
        ) {
            return null;
        }
        $class = $this->class;

        return $this->bind($prototype === null ? static function (array $row) use ($class): object {
            $object = new $class();
            $object->hydrate($row);

            return $object;
        } : static function (array $row) use ($prototype): object {
            $object = clone $prototype;
            try {
                $object->hydrateRow($row);
            } catch (TypeError) {
                // The row contains integers as strings, which hydrate() converts. For other errors, hydrate() throws a
                // clear exception.
                $object->hydrate($row);
            }

            return $object;
        });
    }

    /**
     * Returns a function that creates objects from native rows and adds them to the pool. Rows with a pooled key return
     * the pooled object.
     *
     * @return Closure(iterable<array<int, mixed>>, int, array<int|string, object>): list<ActiveRecordInterface>
     */
    public function rowsReader(object $prototype): Closure
    {
        return $this->bind(static function (iterable $rows, int $position, array &$pool) use ($prototype): array {
            $objects = [];
            $isNative = true;
            foreach ($rows as $row) {
                $key = $row[$position];
                if ($key !== null && isset($pool[$key])) {
                    $objects[] = $pool[$key];
                    continue;
                }
                $object = clone $prototype;
                try {
                    $isNative ? $object->hydrateRow($row) : $object->hydrate($row);
                } catch (TypeError) {
                    // The integers of the other rows are strings, too.
                    $isNative = false;
                    $object->hydrate($row);
                }
                $objects[] = $object;
                if ($key !== null) {
                    $pool[$key] = $object;
                }
            }

            return $objects;
        });
    }

    /**
     * Returns an object to clone for each row, which is faster than the constructor; null if cloning would skip code.
     */
    public function prototype(): ?object
    {
        if (
            method_exists($this->class, '__clone') || $this->hasOwn('__construct')
            || $this->isReplaced('__construct')
        ) {
            return null;
        }
        $prototype = new $this->class();
        self::call($prototype, 'becomeHydrated');

        return $prototype;
    }

    /**
     * Returns a function that returns the columns to write if saving an object only inserts its row, and otherwise
     * null.
     *
     * @return Closure(object): (array<string, true>|null)
     */
    public function plainInsertColumns(): Closure
    {
        return $this->bind(static fn (object $object): ?array
            => $object->rowIsNew && !$object->rowIsDeleted && !isset(self::$inSave[spl_object_id($object)])
                && !$object->relatedWorkWaits()
                ? $object->modifiedColumns
                : null);
    }

    /**
     * Returns the values of many objects as one list.
     *
     * @param list<object> $objects
     * @param list<string> $properties
     * @return list<mixed>
     */
    public function values(array $objects, array $properties): array
    {
        return $this->bind(static function () use ($objects, $properties): array {
            $values = [];
            foreach ($objects as $object) {
                foreach ($properties as $property) {
                    $values[] = $object->$property;
                }
            }

            return $values;
        })();
    }

    /**
     * Updates many objects after their rows were inserted together.
     *
     * @param list<object> $objects
     * @param list<int|string>|null $ids null: the database generated no keys
     */
    public function inserted(array $objects, string $idSetter, ?array $ids): void
    {
        ++self::$inserts;
        $this->bind(static function () use ($objects, $idSetter, $ids): void {
            foreach ($objects as $i => $object) {
                if ($ids !== null) {
                    $object->$idSetter($ids[$i]);
                }
                $object->rowIsNew = false;
                $object->modifiedColumns = [];
                $object->originalKey = null;
            }
        })();
    }

    /**
     * Returns whether the generated class itself declares a method that otherwise comes from a trait of the library.
     * The build records these methods.
     */
    public function isReplaced(string $method): bool
    {
        $constant = (new ReflectionClass($this->baseClass))->getReflectionConstant('REPLACED_METHODS');

        return $constant !== false && $constant->class === $this->baseClass
            && in_array($method, $constant->getValue(), true);
    }

    /**
     * Returns whether a class for rows of a table may override a method of the library's traits.
     *
     * @param class-string<TableMap> $map
     */
    public static function mayRowsHaveOwn(string $map, string $method): bool
    {
        if ($map::CLASS_KEY_POSITION !== null && $map::CLASS_KEYS === null) {
            // The rows themselves contain their class names.
            return true;
        }
        foreach ([(string) $map::getTableMap()->getClassName(), ...array_values($map::CLASS_KEYS ?? [])] as $class) {
            $record = self::of($class);
            if ($record->hasOwn($method) || $record->isReplaced($method)) {
                return true;
            }
        }

        return false;
    }

    /** Returns whether the application overrides a method of the generated class. */
    public function hasOwn(string $method): bool
    {
        return $this->own[$method] ??= !method_exists($this->class, $method)
            || (new ReflectionMethod($this->class, $method))->class !== $this->baseClass;
    }

    private function bind(Closure $access): Closure
    {
        return Closure::bind($access, null, $this->baseClass);
    }
}
