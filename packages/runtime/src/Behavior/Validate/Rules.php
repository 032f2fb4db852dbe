<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Validate;

use Orm\Runtime\Exception\OrmException;
use ReflectionMethod;
use Symfony\Component\Validator\Constraint;
use Symfony\Component\Validator\Validation;
use Symfony\Component\Validator\Validator\ValidatorInterface;

/**
 * The way to Symfony's validator, of any version.
 *
 * @internal
 */
final class Rules
{
    private static ?ValidatorInterface $validator = null;

    /** A validator that reads the rules of models from the models. */
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

        // Newer versions take options as arguments only, older ones some of them only in an array.
        return array_diff_key($options, $parameters) === [] ? new $class(...$options) : new $class($options);
    }
}
