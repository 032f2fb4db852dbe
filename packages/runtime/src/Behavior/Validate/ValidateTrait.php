<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Validate;

use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Map\RelationMap;
use Symfony\Component\Validator\ConstraintViolationList;
use Symfony\Component\Validator\Mapping\ClassMetadata;
use Symfony\Component\Validator\Validator\ValidatorInterface;

/**
 * An object that validates itself and its loaded related objects.
 *
 * @property bool $alreadyInValidation
 * @property ConstraintViolationList|null $validationFailures
 */
trait ValidateTrait
{
    use RecordState;

    /** @param list<array{0: string, 1: string, 2: class-string, 3?: array<string, mixed>}> $rules */
    private static function addRules(ClassMetadata $metadata, array $rules): void
    {
        foreach ($rules as $rule) {
            [$column, $getter, $class] = $rule;
            $metadata->addGetterMethodConstraint($column, $getter, Rules::constraint($class, $rule[3] ?? []));
        }
    }

    private function checkRules(?ValidatorInterface $validator): bool
    {
        $validator ??= Rules::validator();
        $failures = new ConstraintViolationList();
        if (!$this->alreadyInValidation) {
            $this->alreadyInValidation = true;
            try {
                Rules::reach($this, function () use ($validator, $failures): void {
                    $this->checkRelated($validator, $failures, true);
                    $failures->addAll($validator->validate($this));
                    $this->checkRelated($validator, $failures, false);
                });
            } finally {
                $this->alreadyInValidation = false;
            }
        }
        $this->validationFailures = $failures;

        return count($failures) === 0;
    }

    /** @param bool $parents whether to check the objects that this one refers to, or those that refer to this one */
    private function checkRelated(
        ValidatorInterface $validator,
        ConstraintViolationList $failures,
        bool $parents,
    ): void {
        foreach (self::tableMap()::getTableMap()->getRelations() as $relation) {
            $type = $relation->getType();
            if ($type === RelationMap::MANY_TO_MANY || $parents !== ($type === RelationMap::MANY_TO_ONE)) {
                continue;
            }
            $related = $this->{$relation->getProperty()} ?? null;
            $objects = $type === RelationMap::ONE_TO_MANY ? $related?->getData() ?? [] : [$related];
            foreach ($objects as $object) {
                if ($object === null || Rules::isReached($object) || !method_exists($object, 'validate')) {
                    continue;
                }
                if (!$object->validate($validator)) {
                    $failures->addAll($object->getValidationFailures());
                }
            }
        }
    }
}
