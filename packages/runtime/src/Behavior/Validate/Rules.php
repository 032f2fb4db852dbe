<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Validate;

use Orm\Runtime\Exception\OrmException;
use ReflectionMethod;
use Symfony\Component\Validator\Constraint;
use Symfony\Component\Validator\Validation;
use Symfony\Component\Validator\Validator\ValidatorInterface;
use WeakMap;

/**
 * Adapter for all supported versions of Symfony's validator.
 *
 * @internal
 */
final class Rules
{
    private static ?ValidatorInterface $validator = null;

    /** @var WeakMap<object, true>|null the objects that the current validate() has visited */
    private static ?WeakMap $reached = null;

    /**
     * Checks an object and the objects reachable from it, each once.
     *
     * @param callable(): void $check
     */
    public static function reach(object $object, callable $check): void
    {
        $isFirst = self::$reached === null;
        self::$reached ??= new WeakMap();
        self::$reached[$object] = true;
        try {
            $check();
        } finally {
            if ($isFirst) {
                self::$reached = null;
            }
        }
    }

    public static function isReached(object $object): bool
    {
        return isset(self::$reached[$object]);
    }

    /** Returns a validator that reads the rules of models from their classes. */
    public static function validator(): ValidatorInterface
    {
        if (!class_exists(Validation::class)) {
            throw new OrmException('validate() needs Symfony\'s validator: composer require symfony/validator');
        }

        return self::$validator ??= Validation::createValidatorBuilder()
            ->addMethodMapping('loadValidatorMetadata')
            ->getValidator();
    }

    /**
     * @param class-string<Constraint> $class
     * @param array<string, mixed> $options
     */
    public static function constraint(string $class, array $options): Constraint
    {
        if (!class_exists($class)) {
            throw new OrmException(sprintf('The constraint %s is not part of the symfony/validator in use', $class));
        }
        $parameters = [];
        foreach ((new ReflectionMethod($class, '__construct'))->getParameters() as $parameter) {
            $parameters[$parameter->getName()] = true;
        }

        // Newer versions accept options only as arguments; older ones accept some of them only in an array.
        return array_diff_key($options, $parameters) === [] ? new $class(...$options) : new $class($options);
    }
}
