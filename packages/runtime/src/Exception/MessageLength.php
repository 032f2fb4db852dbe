<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception;

/**
 * Limits the length of messages, because a statement may be megabytes long.
 *
 * @internal
 */
final class MessageLength
{
    private const MOST = 5_000;

    public static function limited(string $message): string
    {
        return strlen($message) > self::MOST
            ? substr($message, 0, 4_000) . ' … ' . substr($message, -900)
            : $message;
    }
}
