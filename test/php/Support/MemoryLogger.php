<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use Orm\Runtime\Logger\AbstractLogger;

/** Keeps what is logged. */
final class MemoryLogger extends AbstractLogger
{
    /** @var list<string> */
    public array $lines = [];

    public function log($level, $message, array $context = []): void
    {
        $this->lines[] = $level . ' ' . $message;
    }
}
