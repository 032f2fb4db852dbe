<?php

declare(strict_types=1);

namespace App;

use Psr\Log\AbstractLogger;

final class Log extends AbstractLogger
{
    /** @var list<string> */
    public array $lines = [];

    public function log(mixed $level, mixed $message, array $context = []): void
    {
        $this->lines[] = "$level: $message";
    }
}
