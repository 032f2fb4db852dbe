<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Uuid;

/** Generates UUIDs (RFC 9562). */
final class Uuid
{
    /** The millisecond of the last version 7 UUID, and the counter within it. */
    private static int $milliseconds = 0;
    private static int $counter = 0;

    /** Returns a random UUID. */
    public static function v4(): string
    {
        $bytes = random_bytes(16);

        return self::text(bin2hex($bytes), 4);
    }

    /** Returns a UUID that starts with the time. UUIDs of one process ascend; those of several processes nearly do. */
    public static function v7(): string
    {
        $now = (int) (microtime(true) * 1000);
        if ($now > self::$milliseconds) {
            self::$milliseconds = $now;
            // Half of the range is reserved for further UUIDs in the same millisecond.
            self::$counter = random_int(0, 0x7FF);
        } elseif (++self::$counter > 0xFFF) {
            // This also covers a clock that was set back.
            self::$milliseconds++;
            self::$counter = 0;
        }

        return self::text(sprintf('%012x%04x', self::$milliseconds, self::$counter) . bin2hex(random_bytes(8)), 7);
    }

    /** Sets version and variant in 32 hexadecimal digits, and formats them as a UUID. */
    private static function text(string $hex, int $version): string
    {
        $hex[12] = (string) $version;
        $hex[16] = dechex(8 | hexdec($hex[16]) & 3);

        return implode('-', [
            substr($hex, 0, 8), substr($hex, 8, 4), substr($hex, 12, 4), substr($hex, 16, 4), substr($hex, 20),
        ]);
    }
}
