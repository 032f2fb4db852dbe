<?php

declare(strict_types=1);

namespace Orm\Runtime\Logger;

/** Has the methods of a PSR-3 logger and does nothing: for applications without psr/log. */
class NullLogger extends AbstractLogger
{
    /**
     * @param mixed $level
     * @param string|\Stringable $message
     */
    public function log($level, $message, array $context = []): void
    {
    }
}
