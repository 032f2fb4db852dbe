<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Delegate;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\GenericFieldsTrait;
use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Map\TableMap;
use ReflectionMethod;

/**
 * An object that forwards unknown method calls to related objects.
 *
 * @method static string keyTypeOf(array $arr, string $keyType)
 */
trait DelegateTrait
{
    use RecordState;

    /**
     * By method: the getter of the delegate that has the method, then the arguments of newDelegate().
     *
     * @var array<string, array{string, string, class-string<ActiveRecordInterface>, bool}>
     */
    private static array $delegatedMethods = [];

    /** Returns the first delegate with the method. A delegate that does not exist yet is not attached by reading. */
    private function delegateFor(string $method): ?ActiveRecordInterface
    {
        $known = self::$delegatedMethods[$method] ?? self::findDelegate($method);
        if ($known === null) {
            return null;
        }

        return $this->{$known[0]}() ?? $this->newDelegate($known[1], $known[2], $known[3]);
    }

    /** @return array{string, string, class-string<ActiveRecordInterface>, bool}|null */
    private static function findDelegate(string $method): ?array
    {
        foreach (self::delegates() as $relation => [$class]) {
            if (method_exists($class, $method) && (new ReflectionMethod($class, $method))->isPublic()) {
                $isRead = preg_match('/^(?:get|is|has|to)(?![a-z])/', $method) === 1;

                return self::$delegatedMethods[$method] = ['get' . $relation, $relation, $class, !$isRead];
            }
        }

        return null;
    }

    /**
     * @param class-string<ActiveRecordInterface> $class
     * @return ActiveRecordInterface&GenericFieldsTrait
     */
    private function delegate(string $relation, string $class, bool $attached): ActiveRecordInterface
    {
        return $this->{'get' . $relation}() ?? $this->newDelegate($relation, $class, $attached);
    }

    /** @param class-string<ActiveRecordInterface> $class */
    private function newDelegate(string $relation, string $class, bool $attached): ActiveRecordInterface
    {
        $delegate = new $class();
        if ($attached) {
            $this->{'set' . $relation}($delegate);
        }

        return $delegate;
    }

    /**
     * @param array<mixed> $row
     * @return array<mixed>
     */
    private function withDelegated(array $row, string $keyType): array
    {
        if ($row === ['*RECURSION*']) {
            return $row;
        }
        foreach (self::delegates() as $relation => [$class, $columns]) {
            $values = $columns === [] ? [] : $this->delegate($relation, $class, false)->toArray($keyType);
            $row += array_intersect_key($values, self::delegatedKeys($class, $columns, $keyType));
        }

        return $row;
    }

    /** @param array<mixed> $arr */
    private function takeDelegated(array $arr, string $keyType): static
    {
        $keyType = self::keyTypeOf($arr, $keyType);
        foreach (self::delegates() as $relation => [$class, $columns]) {
            $values = array_intersect_key($arr, self::delegatedKeys($class, $columns, $keyType));
            if ($values !== []) {
                $this->delegate($relation, $class, true)->fromArray($values, $keyType);
            }
        }

        return $this;
    }

    /** @return array<string, string> the columns of delegates, by their names of the key type */
    private static function delegatedNames(string $keyType): array
    {
        $names = [];
        foreach (self::delegates() as $relation => [$class, $columns]) {
            foreach (self::delegatedKeys($class, $columns, $keyType) as $name => $position) {
                $names[$name] ??= $relation . ' ' . $position;
            }
        }

        return $names;
    }

    /**
     * @param class-string<ActiveRecordInterface> $class
     * @param list<string> $columns
     * @return array<string, int>
     */
    private static function delegatedKeys(string $class, array $columns, string $keyType): array
    {
        $map = constant($class . '::TABLE_MAP');
        $keyType = $keyType === '' ? $map::DEFAULT_KEY_TYPE : $keyType;
        $name = static fn (string $column): string|int => $map::translateFieldName(
            $column,
            TableMap::TYPE_PHPNAME,
            $keyType,
        );

        // Numbers are positions in the row of this object.
        return $keyType === TableMap::TYPE_NUM ? [] : array_flip(array_map($name, $columns));
    }

    /** @return array<string, array{class-string, array<int|string, string>}> class and columns by relation */
    private static function delegates(): array
    {
        /** @disregard P1012 the generated class has the constant */
        return self::DELEGATES;
    }
}
