<?php

declare(strict_types=1);

namespace Orm\Runtime\Console;

use Orm\Runtime\Logger\AbstractLogger;

/**
 * Prints what a connection logs.
 *
 * @internal
 */
final class SqlPrinter extends AbstractLogger
{
    /** @param array<string, mixed> $context */
    public function log(mixed $level, mixed $message, array $context = []): void
    {
        echo '-- ', $message, "\n";
    }
}
