<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

use Orm\Runtime\Exception\RuntimeException;

/** Why migrations cannot be applied: a code of the manual, one sentence, a place and a hint. */
final class MigrationException extends RuntimeException
{
    public function __construct(
        public readonly string $problem,
        public readonly string $reason,
        public readonly ?string $hint = null,
        public readonly ?Place $place = null,
    ) {
        $where = $place === null ? '' : "$place ";
        parent::__construct("$where$problem $reason" . ($hint === null ? '' : " ($hint)"));
    }
}
