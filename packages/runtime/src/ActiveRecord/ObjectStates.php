<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Closure;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\Collection\Collection;
use ReflectionFunction;
use WeakMap;
use WeakReference;

/**
 * A snapshot of objects and their collections: those in the instance pools, and those in the variables of a callable.
 *
 * @internal
 */
final class ObjectStates
{
    /** @var WeakMap<ActiveRecordInterface, array<class-string, array<string, mixed>>> properties by class */
    private WeakMap $objects;

    /** @var WeakMap<Collection, array<mixed>> */
    private WeakMap $collections;

    /** @var array<class-string, array<int|string, WeakReference<ActiveRecordInterface>>> by table map and pool key */
    private array $pools = [];

    public function __construct(callable $work)
    {
        $this->objects = new WeakMap();
        $this->collections = new WeakMap();
        foreach (InstancePools::$tableMaps as $tableMapClass => $_) {
            array_map($this->note(...), $tableMapClass::objectPool());
            $this->pools[$tableMapClass] = array_map(WeakReference::create(...), $tableMapClass::objectPool());
        }
        $function = new ReflectionFunction(Closure::fromCallable($work));
        $this->note($function->getClosureThis());
        array_map($this->note(...), $function->getStaticVariables());
    }

    public function putBack(): void
    {
        foreach ($this->objects as $object => $classes) {
            foreach ($classes as $class => $before) {
                foreach (self::properties($object, $class) as $name => $value) {
                    if (!array_key_exists($name, $before)) {
                        self::in($class, static function (object $object) use ($name): void {
                            unset($object->$name);
                        }, $object);
                    } elseif ($value !== $before[$name]) {
                        self::in($class, static function (object $object) use ($name, $before): void {
                            $object->$name = $before[$name];
                        }, $object);
                    }
                }
            }
        }
        foreach ($this->collections as $collection => $members) {
            if ($collection->getArrayCopy() !== $members) {
                $collection->exchangeArray($members);
            }
        }
        foreach ($this->pools as $tableMapClass => $references) {
            $objects = array_map(static fn (WeakReference $reference): ?object => $reference->get(), $references);
            InstancePools::putBack($tableMapClass, array_filter($objects));
        }
    }

    private function note(mixed $value): void
    {
        if (is_array($value)) {
            array_map($this->note(...), $value);
        } elseif ($value instanceof Collection && !isset($this->collections[$value])) {
            $this->collections[$value] = $value->getArrayCopy();
            array_map($this->note(...), $value->getArrayCopy());
        } elseif ($value instanceof ActiveRecordInterface && !isset($this->objects[$value])) {
            $this->objects[$value] = [];
            $classes = [];
            for ($class = $value::class; $class !== false; $class = get_parent_class($class)) {
                $classes[$class] = self::properties($value, $class);
            }
            $this->objects[$value] = $classes;
            // Related objects are included, because they are saved together.
            array_map($this->note(...), $classes[$value::class]);
        }
    }

    /**
     * @param class-string $class
     * @return array<string, mixed> the properties visible to the class
     */
    private static function properties(object $object, string $class): array
    {
        return self::in($class, static fn (object $object): array => get_object_vars($object), $object);
    }

    /** @param class-string $class */
    private static function in(string $class, Closure $access, object $object): mixed
    {
        return Closure::bind($access, null, $class)($object);
    }
}
