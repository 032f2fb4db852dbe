<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

use Orm\Runtime\Exception\RuntimeException;

/** The reason why migrations cannot be applied: an error code, one sentence, a location and a hint. */
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

    /** Returns the command that resolves a migration that stopped halfway, regardless of its file. */
    public static function resolveCommand(string $version): string
    {
        return "run \"orm-migrate resolve $version\" with --applied or --rolled-back";
    }

    /** Creates the exception for a migration that stopped halfway and that the command cannot continue. */
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
