<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Connection\ConnectionInterface;
use ReflectionMethod;

/**
 * Which hooks a model class really has: found out once a class, so that a hook that nobody wrote costs nothing.
 *
 * A hook is a method of the stub, such as preSave(), or code of behaviors, which the generated class keeps in a method
 * such as behaviorPreSave().
 *
 * @internal
 */
final class Hooks
{
    private const POINTS = ['Save', 'Insert', 'Update', 'Delete'];

    /** @var array<class-string, Hooks> */
    private static array $known = [];

    public readonly bool $onSave;

    /** @var array<string, bool> */
    private array $methods = [];

    /**
     * @param class-string $class the class of the object
     * @param class-string $baseClass the generated class
     */
    private function __construct(string $class, string $baseClass)
    {
        $onSave = false;
        $inherits = get_parent_class($baseClass) !== false;
        foreach (self::POINTS as $point) {
            foreach (['pre', 'post'] as $when) {
                $hook = $when . $point;
                $behavior = 'behavior' . ucfirst($hook);
                $this->methods[$hook] = method_exists($class, $hook) && ($inherits
                    || (new ReflectionMethod($class, $hook))->getDeclaringClass()->getName() !== $baseClass);
                $this->methods[$behavior] = method_exists($class, $behavior);
                $onSave = $onSave || ($point !== 'Delete' && ($this->methods[$hook] || $this->methods[$behavior]));
            }
        }
        $this->onSave = $onSave;
    }

    /**
     * @param class-string $class
     * @param class-string $baseClass
     */
    public static function of(string $class, string $baseClass): self
    {
        return self::$known[$class] ??= new self($class, $baseClass);
    }

    public function has(string $method): bool
    {
        return $this->methods[$method];
    }

    /** The hooks of the stub run only while all said yes; those of behaviors always run. */
    public function before(object $object, string $point, ConnectionInterface $con, bool $go = true): bool
    {
        if ($go && $this->methods['pre' . $point]) {
            $go = $object->{'pre' . $point}($con);
        }
        if ($this->methods['behaviorPre' . $point]) {
            $go = $object->{'behaviorPre' . $point}($con) && $go;
        }

        return $go;
    }

    public function after(object $object, string $point, ConnectionInterface $con): void
    {
        if ($this->methods['post' . $point]) {
            $object->{'post' . $point}($con);
        }
        if ($this->methods['behaviorPost' . $point]) {
            $object->{'behaviorPost' . $point}($con);
        }
    }
}
