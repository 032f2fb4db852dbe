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
        if (strlen($message) > 5_000) {
            $message = substr($message, 0, 4_000) . ' … ' . substr($message, -900);
        }
        parent::__construct((string) preg_replace('/[\x00-\x08\x0b-\x1f\x7f]/', '?', $message), $code, $previous);
    }
}
