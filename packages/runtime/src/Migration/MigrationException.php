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

    /** What ends a migration that stopped halfway, whatever its file says. */
    public static function resolveCommand(string $version): string
    {
        return "run \"orm-migrate resolve $version\" with --applied or --rolled-back";
    }

    /** What to do about a migration that stopped halfway, where the command cannot continue it. */
    public static function stoppedHalfway(Entry $entry, string $connection, bool $isMissing = false): self
    {
        $resolve = self::resolveCommand($entry->version);
        $command = $entry->direction === 'up' ? 'correct it, and continue with "migrate"' : 'continue with "down"';

        return new self(
            'ORM-D032',
            "{$entry->label()} stopped halfway $entry->direction on connection \"$connection\"",
            $isMissing
                ? "its file is missing: restore it, or $resolve"
                : "$command first; to give it up, $resolve",
        );
    }
}
