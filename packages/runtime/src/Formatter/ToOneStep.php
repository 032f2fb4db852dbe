<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Closure;
use Orm\Runtime\Map\TableMap;

/**
 * A related object in a row: where its columns begin and where its key is, and the properties that lead from the main
 * object to it and back; or the method of the main object that takes it, or null, and what this is told besides.
 *
 * @internal
 */
final class ToOneStep
{
    /** @var (Closure(object, string, object): bool)|null Record::$relate of the main objects: they share the generated class */
    public ?Closure $mains = null;

    /** @var (Closure(object, string, object): bool)|null the same of the related objects */
    public ?Closure $others = null;

    /**
     * @param class-string<TableMap> $tableMapClass
     * @param list<int> $otherKeys the positions of the key but for the first
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
