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

    /** What to do about a migration that stopped halfway, where the command goes in the other direction. */
    public static function stoppedHalfway(Entry $entry, string $connection): self
    {
        return new self(
            'ORM-D032',
            "{$entry->label()} stopped halfway $entry->direction on connection \"$connection\"",
            $entry->direction === 'up'
                ? 'correct it, and continue with "migrate" first'
                : 'continue with "down" first',
        );
    }
}
