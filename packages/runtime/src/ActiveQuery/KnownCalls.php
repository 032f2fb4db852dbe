<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

/**
 * What calls of query methods come to that are not generated: found out once a class.
 *
 * @internal
 */
final class KnownCalls
{
    /** @var array<class-string, array<string, FirstJoin|array{string}>> joins and clauses of ORDER BY by name, by class */
    public static array $results = [];
}
