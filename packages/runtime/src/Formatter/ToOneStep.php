<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Closure;
use Orm\Runtime\Map\TableMap;

/**
 * A related object in a row: the offset of its columns, the position of its key, and the properties that refer from the
 * main object to it and back. Alternatively, the method of the main object that receives it or null, and that method's
 * second argument.
 *
 * @internal
 */
final class ToOneStep
{
    /**
     * @var (Closure(object, string, object): bool)|null Record::$relate of the main objects, which share the generated
     *     class
     */
    public ?Closure $mains = null;

    /** @var (Closure(object, string, object): bool)|null Record::$relate of the related objects */
    public ?Closure $others = null;

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param list<int> $otherKeys the positions of the key except the first
     */
    public function __construct(
        public readonly string $tableMapClass,
        public readonly int $offset,
        public readonly int $key,
        public readonly string $property,
        public readonly ?string $inverse,
        public readonly array $otherKeys,
        public readonly ?string $receiver,
        public readonly ?string $argument,
    ) {
    }
}
