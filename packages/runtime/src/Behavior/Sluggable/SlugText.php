<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sluggable;

use DateTimeInterface;
use Transliterator;

/**
 * Converts strings to parts of a URL.
 *
 * @internal
 */
final class SlugText
{
    /** Latin letters that are not ASCII, for systems without the intl extension. */
    private const LETTERS = [
        'a' => 'àáâãäåāăąǎ', 'ae' => 'æǽ', 'c' => 'çćĉċč', 'd' => 'ďđð', 'e' => 'èéêëēĕėęě', 'g' => 'ĝğġģ', 'h' => 'ĥħ',
        'i' => 'ìíîïĩīĭįı', 'ij' => 'ĳ', 'j' => 'ĵ', 'k' => 'ķĸ', 'l' => 'ĺļľŀł', 'n' => 'ñńņňŋ', 'o' => 'òóôõöøōŏőǒ',
        'oe' => 'œ', 'r' => 'ŕŗř', 's' => 'śŝşšșſ', 'ss' => 'ß', 't' => 'ţťŧț', 'th' => 'þ', 'u' => 'ùúûüũūŭůűųǔ',
        'w' => 'ŵ', 'y' => 'ýÿŷ', 'z' => 'źżž',
    ];

    /** Cyrillic and Greek, letter by letter. */
    private const OTHERS = [
        'а' => 'a', 'б' => 'b', 'в' => 'v', 'г' => 'g', 'ґ' => 'g', 'д' => 'd', 'е' => 'e', 'ё' => 'e', 'є' => 'e',
        'ж' => 'z', 'з' => 'z', 'и' => 'i', 'і' => 'i', 'ї' => 'i', 'й' => 'j', 'к' => 'k', 'л' => 'l', 'м' => 'm',
        'н' => 'n', 'о' => 'o', 'п' => 'p', 'р' => 'r', 'с' => 's', 'т' => 't', 'у' => 'u', 'ф' => 'f', 'х' => 'h',
        'ц' => 'c', 'ч' => 'c', 'ш' => 's', 'щ' => 's', 'ъ' => '', 'ы' => 'y', 'ь' => '', 'э' => 'e', 'ю' => 'u',
        'я' => 'a', 'α' => 'a', 'ά' => 'a', 'β' => 'b', 'γ' => 'g', 'δ' => 'd', 'ε' => 'e', 'έ' => 'e', 'ζ' => 'z',
        'η' => 'e', 'ή' => 'e', 'θ' => 'th', 'ι' => 'i', 'ί' => 'i', 'ϊ' => 'i', 'ΐ' => 'i', 'κ' => 'k', 'λ' => 'l',
        'μ' => 'm', 'ν' => 'n', 'ξ' => 'x', 'ο' => 'o', 'ό' => 'o', 'π' => 'p', 'ρ' => 'r', 'σ' => 's', 'ς' => 's',
        'τ' => 't', 'υ' => 'y', 'ύ' => 'y', 'ϋ' => 'y', 'ΰ' => 'y', 'φ' => 'ph', 'χ' => 'ch', 'ψ' => 'ps', 'ω' => 'o',
        'ώ' => 'o', '–' => '-', '—' => '-', '’' => "'", '‘' => "'", '“' => '"', '”' => '"', "\u{a0}" => ' ',
    ];

    private const CAPITALS = [
        'Ÿ' => 'y', 'Ș' => 's', 'Ț' => 't', 'ẞ' => 'ss', 'Ά' => 'a', 'Έ' => 'e', 'Ή' => 'e', 'Ί' => 'i', 'Ό' => 'o',
        'Ύ' => 'y', 'Ώ' => 'o', 'Ґ' => 'g',
    ];

    /** Letters that are not transliterated. */
    private const MUTE = ['ъ', 'Ъ', 'ь', 'Ь'];

    /** Other capitals: the first, the last, and the distance to their small letters. */
    private const RANGES = [[0xC0, 0xDE, 32], [0x391, 0x3AB, 32], [0x410, 0x42F, 32], [0x400, 0x40F, 80]];

    private static ?Transliterator $transliterator = null;

    /** @var array<string, string>|null */
    private static ?array $table = null;

    /** Converts a string to lower-case ASCII letters; other characters become question marks. */
    public static function ascii(string $text): string
    {
        if (!preg_match('/[^\x00-\x7F]/', $text)) {
            return strtolower($text);
        }
        if (class_exists(Transliterator::class)) {
            self::$transliterator ??= Transliterator::create('Any-Latin; Latin-ASCII; Lower()');
            $ascii = self::$transliterator?->transliterate(str_replace(self::MUTE, '', $text));
            if (is_string($ascii)) {
                return (string) preg_replace('/[^\x00-\x7F]+/', '?', $ascii);
            }
        }

        return self::byTable($text);
    }

    /** Converts a string without intl. */
    public static function byTable(string $text): string
    {
        self::$table ??= self::table();
        // Combining accents.
        $text = (string) preg_replace('/\xCC[\x80-\xBF]|\xCD[\x80-\xAF]/', '', $text);

        return strtolower((string) preg_replace('/[^\x00-\x7F]+/', '?', strtr($text, self::$table)));
    }

    /** Converts the result of a getter to a string. */
    public static function of(mixed $value): string
    {
        return $value instanceof DateTimeInterface ? $value->format('Y-m-d') : (string) $value;
    }

    /** Returns the first characters of a string, without cutting a multibyte character. */
    public static function first(string $text, int $length): string
    {
        if (strlen($text) <= $length) {
            return $text;
        }

        return preg_match('/^.{0,' . max(0, $length) . '}/us', $text, $match) ? $match[0] : substr($text, 0, $length);
    }

    /** Returns the number of characters of a string. */
    public static function length(string $text): int
    {
        return strlen($text) - (int) preg_match_all('/[\x80-\xBF]/', $text);
    }

    /** @return array<string, string> small letters and capitals */
    private static function table(): array
    {
        $table = self::OTHERS;
        foreach (self::LETTERS as $ascii => $letters) {
            foreach (preg_split('//u', $letters, -1, PREG_SPLIT_NO_EMPTY) ?: [] as $letter) {
                $table[$letter] = $ascii;
            }
        }
        foreach (self::RANGES as [$first, $last, $distance]) {
            for ($code = $first; $code <= $last; $code++) {
                $table[self::utf8($code)] ??= $table[self::utf8($code + $distance)] ?? '';
            }
        }
        // In these blocks, each capital comes before its small letter.
        for ($code = 0x100; $code < 0x17F; $code++) {
            $table[self::utf8($code)] ??= $table[self::utf8($code + 1)] ?? '';
        }
        $table = self::CAPITALS + $table;

        return array_filter(
            $table,
            static fn (string $ascii, string $letter): bool => $ascii !== '' || in_array($letter, self::MUTE, true),
            ARRAY_FILTER_USE_BOTH,
        );
    }

    private static function utf8(int $code): string
    {
        return chr(0xC0 | $code >> 6) . chr(0x80 | $code & 0x3F);
    }
}
