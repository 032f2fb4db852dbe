<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

use Throwable;

/**
 * Shortens messages and removes control characters. Messages repeat input, which may come from a request and would do
 * harm in a log.
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
