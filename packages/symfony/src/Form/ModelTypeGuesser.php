<?php

declare(strict_types=1);

namespace Orm\Symfony\Form;

use BackedEnum;
use Closure;
use DateTimeImmutable;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\NumberValue;
use Orm\Runtime\Util\UuidConverter;
use ReflectionMethod;
use ReflectionNamedType;
use ReflectionUnionType;
use Symfony\Component\Form\Exception\InvalidConfigurationException;
use Symfony\Component\Form\Extension\Core\Type\CheckboxType;
use Symfony\Component\Form\Extension\Core\Type\ChoiceType;
use Symfony\Component\Form\Extension\Core\Type\CollectionType;
use Symfony\Component\Form\Extension\Core\Type\DateTimeType;
use Symfony\Component\Form\Extension\Core\Type\DateType;
use Symfony\Component\Form\Extension\Core\Type\EnumType;
use Symfony\Component\Form\Extension\Core\Type\IntegerType;
use Symfony\Component\Form\Extension\Core\Type\NumberType;
use Symfony\Component\Form\Extension\Core\Type\TextareaType;
use Symfony\Component\Form\Extension\Core\Type\TextType;
use Symfony\Component\Form\Extension\Core\Type\TimeType;
use Symfony\Component\Form\FormTypeGuesserInterface;
use Symfony\Component\Form\Guess\Guess;
use Symfony\Component\Form\Guess\TypeGuess;
use Symfony\Component\Form\Guess\ValueGuess;

/** Guesses the form fields for a model from the columns and relations of its table. */
final class ModelTypeGuesser implements FormTypeGuesserInterface
{
    /** Longer strings get a multi-line field. */
    private const LINE = 255;

    public function guessType(string $class, string $property): ?TypeGuess
    {
        $relation = $this->relation($class, $property);
        if ($relation !== null) {
            $isMultiple = $relation->getType() === RelationMap::MANY_TO_MANY;

            return new TypeGuess(
                ModelType::class,
                [
                    'class' => ltrim((string) $relation->getRightTable()->getClassName(), '\\'),
                    'multiple' => $isMultiple,
                    // addX() and removeX() of the model keep rows that remain selected.
                    ...($isMultiple ? ['by_reference' => false] : []),
                ],
                Guess::HIGH_CONFIDENCE,
            );
        }
        $column = $this->column($class, $property);
        if ($column !== null && $column->isLob() && !$column->isUuid()) {
            throw new InvalidConfigurationException(sprintf(
                'Column "%s" stores bytes or objects, which no field shows: name the type of the field "%s".',
                $column->getFullyQualifiedName(),
                $property,
            ));
        }

        return $column === null ? null : $this->typeOf($class, $column);
    }

    public function guessRequired(string $class, string $property): ?ValueGuess
    {
        $relation = $this->relation($class, $property);
        if ($relation !== null) {
            $isRequired = $relation->getType() === RelationMap::MANY_TO_ONE && array_reduce(
                $relation->getLocalColumns(),
                static fn (bool $required, ColumnMap $column): bool => $required && $column->isNotNull(),
                true,
            );

            return new ValueGuess($isRequired, Guess::HIGH_CONFIDENCE);
        }
        $column = $this->column($class, $property);
        if ($column === null) {
            return null;
        }
        // An unchecked box is a value, too.
        $isRequired = $column->isNotNull() && !self::isBoolean($column);

        return new ValueGuess($isRequired, Guess::HIGH_CONFIDENCE);
    }

    public function guessMaxLength(string $class, string $property): ?ValueGuess
    {
        $column = $this->column($class, $property);
        $size = $column !== null && $column->isText() && $column->getValueSet() === [] ? $column->getSize() : null;

        return $size === null ? null : new ValueGuess($size, Guess::HIGH_CONFIDENCE);
    }

    public function guessPattern(string $class, string $property): ?ValueGuess
    {
        return null;
    }

    private function typeOf(string $class, ColumnMap $column): TypeGuess
    {
        $returned = self::returnTypes($class, 'get' . $column->getPhpName());
        $enums = array_values(array_filter(
            $returned,
            static fn (string $type): bool => is_subclass_of($type, BackedEnum::class),
        ));
        if ($enums !== []) {
            return new TypeGuess(EnumType::class, ['class' => $enums[0]], Guess::HIGH_CONFIDENCE);
        }
        $values = $column->getValueSet();
        if ($values !== []) {
            $options = ['choices' => array_combine($values, $values), 'multiple' => $column->isSetType()];

            return new TypeGuess(ChoiceType::class, $options, Guess::HIGH_CONFIDENCE);
        }
        $input = array_filter(
            $returned,
            static fn (string $type): bool => is_a($type, DateTimeImmutable::class, true),
        ) === [] ? 'datetime' : 'datetime_immutable';
        $date = ['widget' => 'single_text', 'input' => $input];

        return match (true) {
            self::isBoolean($column) => new TypeGuess(CheckboxType::class, [], Guess::HIGH_CONFIDENCE),
            in_array($column->getType(), ['DATE', 'BU_DATE'], true)
                => new TypeGuess(DateType::class, $date, Guess::HIGH_CONFIDENCE),
            $column->getType() === 'TIME'
                => new TypeGuess(TimeType::class, $date + ['with_seconds' => true], Guess::HIGH_CONFIDENCE),
            $column->isTemporal()
                => new TypeGuess(DateTimeType::class, $date + ['with_seconds' => true], Guess::HIGH_CONFIDENCE),
            $column->getType() === 'JSON' => new TypeGuess(JsonType::class, [], Guess::HIGH_CONFIDENCE),
            $column->getType() === 'ARRAY' => new TypeGuess(
                CollectionType::class,
                ['allow_add' => true, 'allow_delete' => true],
                Guess::HIGH_CONFIDENCE,
            ),
            $column->isUuid() => self::textGuess(
                static fn (string $text): ?string => UuidConverter::checked($text, $column->getFullyQualifiedName()),
            ),
            $column->getType() === 'BIGINT' => self::textGuess(
                static fn (string $text): ?string => NumberValue::bigint(
                    $text,
                    $column->getFullyQualifiedName(),
                    isUnsigned: $column->isUnsigned(),
                ),
                true,
            ),
            in_array($column->getType(), ['DECIMAL', 'NUMERIC'], true)
                && ($column->getSize() ?? PHP_FLOAT_DIG + 1) > PHP_FLOAT_DIG => self::textGuess(
                    static fn (string $text): ?string
                        => NumberValue::decimal($text, $column->getFullyQualifiedName()),
                    true,
                ),
            in_array($column->getType(), ['DECIMAL', 'NUMERIC'], true) => new TypeGuess(
                NumberType::class,
                ['input' => 'string'],
                Guess::MEDIUM_CONFIDENCE,
            ),
            in_array($column->getType(), ColumnMap::INTEGER_TYPES, true)
                => new TypeGuess(IntegerType::class, [], Guess::MEDIUM_CONFIDENCE),
            $column->isNumeric() => new TypeGuess(NumberType::class, [], Guess::MEDIUM_CONFIDENCE),
            $column->isText() && ($column->getSize() ?? self::LINE + 1) > self::LINE || $column->getType() === 'CLOB'
                => new TypeGuess(TextareaType::class, [], Guess::MEDIUM_CONFIDENCE),
            default => new TypeGuess(TextType::class, [], Guess::LOW_CONFIDENCE),
        };
    }

    /** @param Closure(string): ?string $read */
    private static function textGuess(Closure $read, bool $isNumber = false): TypeGuess
    {
        return new TypeGuess(ColumnTextType::class, ['read' => $read, 'number' => $isNumber], Guess::HIGH_CONFIDENCE);
    }

    private static function isBoolean(ColumnMap $column): bool
    {
        return in_array($column->getType(), ['BOOLEAN', 'BOOLEAN_EMU'], true);
    }

    /** @return list<string> */
    private static function returnTypes(string $class, string $method): array
    {
        $type = method_exists($class, $method) ? (new ReflectionMethod($class, $method))->getReturnType() : null;
        $types = $type instanceof ReflectionUnionType ? $type->getTypes() : [$type];

        return array_values(array_map(
            static fn (ReflectionNamedType $each): string => $each->getName(),
            array_filter($types, static fn (mixed $each): bool => $each instanceof ReflectionNamedType),
        ));
    }

    private function column(string $class, string $property): ?ColumnMap
    {
        return $this->table($class)?->findColumnByName(ucfirst($property));
    }

    private function relation(string $class, string $property): ?RelationMap
    {
        foreach ($this->table($class)?->getRelations() ?? [] as $relation) {
            $name = match ($relation->getType()) {
                RelationMap::MANY_TO_ONE => $relation->getName(),
                RelationMap::MANY_TO_MANY => $relation->getPluralName(),
                default => null,
            };
            if ($name !== null && lcfirst($name) === lcfirst($property)) {
                return $relation;
            }
        }

        return null;
    }

    private function table(string $class): ?TableMap
    {
        return is_subclass_of($class, ActiveRecordInterface::class)
            ? Record::tableMap($class)::getTableMap()
            : null;
    }
}
