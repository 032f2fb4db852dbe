<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** What a database said about a failure, in terms that are the same for all vendors. */
final class ErrorInfo
{
    /** @param list<string> $columns */
    public function __construct(
        public readonly ErrorKind $kind,
        public readonly string $sqlState,
        public readonly ?string $constraint = null,
        public readonly ?string $table = null,
        public readonly array $columns = [],
    ) {
    }
}
