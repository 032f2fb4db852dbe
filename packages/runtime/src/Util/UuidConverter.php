<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Orm\Runtime\Exception\InvalidArgumentException;
use Stringable;

/**
 * Converts UUIDs between strings and 16 bytes. In swapped form, the bytes that change least come first, which keeps
 * indexes compact.
 */
class UuidConverter
{
    private const UUID = '/^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/Di';

    /**
     * Returns the value that a setter stores.
     *
     * @param bool $isRequired true: reject an empty string instead of treating it as null
     */
    public static function checked(
        Stringable|int|float|string|bool $uuid,
        string $column,
        bool $isRequired = false,
    ): ?string {
        $text = trim((string) $uuid, " \t\r\n");
        if (preg_match(self::UUID, $text)) {
            return self::canonical($text);
        }
        if ($text === '' && !$isRequired) {
            return null;
        }
        throw new InvalidArgumentException(
            sprintf('Column %s expects a UUID, got "%s"', $column, substr($text, 0, 100)),
        );
    }

    /** Returns a UUID in the form returned by databases with a UUID type; other strings are returned unchanged. */
    public static function canonical(string $text): string
    {
        return preg_match(self::UUID, $text, $parts) === 1 ? strtolower(implode('-', array_slice($parts, 1))) : $text;
    }

    public static function uuidToBin(string $uuid, bool $swap = true): string
    {
        $hex = str_replace('-', '', $uuid);
        if (!preg_match('/^[0-9a-f]{32}$/i', $hex)) {
            throw new InvalidArgumentException(sprintf('"%s" is not a valid UUID', $uuid));
        }
        if ($swap) {
            $hex = substr($hex, 12, 4) . substr($hex, 8, 4) . substr($hex, 0, 8) . substr($hex, 16);
        }

        return (string) hex2bin($hex);
    }

    public static function binToUuid(string $bin, bool $swap = true): string
    {
        $hex = bin2hex($bin);
        if (strlen($hex) !== 32) {
            throw new InvalidArgumentException(sprintf('A binary UUID has 16 bytes, got %d', strlen($bin)));
        }
        $time = $swap
            ? substr($hex, 8, 8) . '-' . substr($hex, 4, 4) . '-' . substr($hex, 0, 4)
            : substr($hex, 0, 8) . '-' . substr($hex, 8, 4) . '-' . substr($hex, 12, 4);

        return $time . '-' . substr($hex, 16, 4) . '-' . substr($hex, 20);
    }

    /**
     * @param array<int|string, mixed>|string $uuid
     * @return array<int|string, mixed>|string
     */
    public static function uuidToBinRecursive(array|string $uuid, bool $swap = true)
    {
        return is_string($uuid)
            ? self::uuidToBin($uuid, $swap)
            : array_map(
                static fn (mixed $part): mixed => $part === null ? null : self::uuidToBinRecursive($part, $swap),
                $uuid,
            );
    }

    /**
     * @param array<int|string, mixed>|string $bin
     * @return array<int|string, mixed>|string
     */
    public static function binToUuidRecursive(array|string $bin, bool $swap = true)
    {
        return is_string($bin)
            ? self::binToUuid($bin, $swap)
            : array_map(
                static fn (mixed $part): mixed => $part === null ? null : self::binToUuidRecursive($part, $swap),
                $bin,
            );
    }
}
