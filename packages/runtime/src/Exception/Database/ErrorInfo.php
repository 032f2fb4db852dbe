<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

/** Details that a database reported about a failure, the same for all vendors. */
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
