<?php

declare(strict_types=1);

namespace Orm\Runtime\Logger;

use Psr\Log\LoggerInterface;

/** The file logger where psr/log is installed. */
class PsrFileLogger extends FileLogger implements LoggerInterface
{
}
