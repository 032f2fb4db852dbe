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
    /**
     * @param array<string, ModelJoin> $joins the one join by its name; all queries that have it share it
     * @param array<string, ModelWith> $with
     */
    public function __construct(
        public readonly array $joins,
        public readonly array $with,
        public readonly ?string $dbName,
        public readonly ?string $modelName,
    ) {
    }
}
