<?php

declare(strict_types=1);

namespace Orm\Runtime\Logger;

/** A PSR-3 style logger that does nothing, for applications without psr/log. */
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
