<?php

declare(strict_types=1);

namespace Orm\Symfony\Form;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Symfony\Component\Form\DataTransformerInterface;

/**
 * Converts between collections of related rows in models and arrays in choice fields.
 *
 * @internal
 * @implements DataTransformerInterface<mixed, array<ActiveRecordInterface>>
 */
final class CollectionTransformer implements DataTransformerInterface
{
    /** @param class-string<ActiveRecordInterface> $class */
    public function __construct(private readonly string $class)
    {
    }

    /** @return array<ActiveRecordInterface> */
    public function transform(mixed $value): array
    {
        return $value instanceof Collection ? $value->getArrayCopy() : (array) $value;
    }

    public function reverseTransform(mixed $value): ObjectCollection
    {
        return Record::tableMap($this->class)::getTableMap()->newCollection(array_values((array) $value));
    }
}
