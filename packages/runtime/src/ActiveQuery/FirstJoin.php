<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

/**
 * What joinWith() adds to a query of one model that has no joins yet.
 *
 * @internal
 */
final class FirstJoin
{
    /** @param ModelJoin $join is shared by all queries that have it */
    public function __construct(
        public readonly ModelJoin $join,
        public readonly ModelWith $with,
        public readonly string $relation,
        public readonly ?string $dbName,
        public readonly ?string $modelName,
    ) {
    }
}
