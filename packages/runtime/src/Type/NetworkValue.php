<?php

declare(strict_types=1);

namespace Orm\Runtime\Type;

use Orm\Runtime\Exception\InvalidArgumentException;
use Stringable;

/**
 * Network and host addresses in the form that PostgreSQL returns.
 *
 * @internal
 */
final class NetworkValue
{
    /** @param bool $isRequired whether to reject an empty string, which otherwise means null */
    public static function inet(
        Stringable|int|float|string|bool $value,
        string $column,
        bool $isRequired = false,
    ): ?string {
        $text = trim((string) $value);
        if ($text === '' && !$isRequired) {
            return null;
        }
        $read = self::read($text) ?? throw self::refused($text, $column, 'an IP address such as "10.0.0.1"');
        [$bytes, $length] = $read;

        return inet_ntop($bytes) . ($length === strlen($bytes) * 8 ? '' : '/' . $length);
    }

    /** @param bool $isRequired whether to reject an empty string, which otherwise means null */
    public static function cidr(
        Stringable|int|float|string|bool $value,
        string $column,
        bool $isRequired = false,
    ): ?string {
        $text = trim((string) $value);
        if ($text === '' && !$isRequired) {
            return null;
        }
        [$bytes, $length] = self::read($text) ?? throw self::refused($text, $column, 'a network such as "10.0.0.0/8"');
        foreach (str_split($bytes) as $i => $byte) {
            $hostBits = max(0, min(8, ($i + 1) * 8 - $length));
            if ((ord($byte) & (2 ** $hostBits - 1)) !== 0) {
                throw self::refused($text, $column, 'a network without bits of a host');
            }
        }

        return inet_ntop($bytes) . '/' . $length;
    }

    /** @param bool $isRequired whether to reject an empty string, which otherwise means null */
    public static function mac(
        Stringable|int|float|string|bool $value,
        string $column,
        bool $isRequired = false,
    ): ?string {
        $text = trim((string) $value);
        if ($text === '' && !$isRequired) {
            return null;
        }
        $digits = strtolower((string) preg_replace('/[:.-]/', '', $text));
        $isAddress = preg_match('/^[0-9a-f]{12}$/D', $digits) === 1 && preg_match(
            '/^(?:..([:-])..(?:\1..){4}|.{6}[:-].{6}|....([.-])....\2....|.{12})$/D',
            $text,
        ) === 1;

        return $isAddress
            ? implode(':', str_split($digits, 2))
            : throw self::refused($text, $column, 'a MAC address such as "08:00:2b:01:02:03"');
    }

    /** @return array{string, int}|null the bytes of an address, and the length of its network prefix in bits */
    private static function read(string $text): ?array
    {
        $parts = explode('/', $text);
        $bytes = count($parts) > 2 || preg_match('/^[0-9a-f.:]+$/Di', $parts[0]) !== 1 ? false : @inet_pton($parts[0]);
        if ($bytes === false) {
            return null;
        }
        $length = $parts[1] ?? (string) (strlen($bytes) * 8);

        return preg_match('/^\d{1,3}$/D', $length) === 1 && (int) $length <= strlen($bytes) * 8
            ? [$bytes, (int) $length]
            : null;
    }

    private static function refused(string $text, string $column, string $wanted): InvalidArgumentException
    {
        return new InvalidArgumentException(
            sprintf('Column %s expects %s, got "%s"', $column, $wanted, substr($text, 0, 100)),
        );
    }
}
