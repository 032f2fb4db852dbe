<?php

declare(strict_types=1);

namespace Orm\Runtime\Logger;

use Psr\Log\LoggerInterface;

/** The file logger with the PSR-3 interface, used if psr/log is installed. */
class PsrFileLogger extends FileLogger implements LoggerInterface
{
}
