<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

use Throwable;

/**
 * Messages repeat what was given, which may come from a request: in a log, megabytes of it and control characters would
 * do harm.
 *
 * @internal
 */
trait MessageTrait
{
    public function __construct(string $message = '', int $code = 0, ?Throwable $previous = null)
    {
        $printable = (string) preg_replace('/[\x00-\x08\x0b-\x1f\x7f]/', '?', MessageLength::limited($message));
        parent::__construct($printable, $code, $previous);
    }
}
