<?php

declare(strict_types=1);

namespace Orm\Runtime\Factory;

use Closure;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Util\Suggestion;

/** Generates invented values. The same seed generates the same values. */
final class Fake
{
    /** 2026-01-01, noon UTC: values must not depend on the date of the test. */
    private const NOW = 1767268800;

    private const DAY = 86400;

    private const LOCALES = ['en' => Words\En::class, 'de' => Words\De::class, 'fr' => Words\Fr::class];

    /** @var array<string, Closure(self): string> */
    private static array $replaced = [];

    /** @var array<string, list<string>> */
    private readonly array $words;

    /** @var array{list<string>, list<string>}|null first and last names as used in email addresses */
    private ?array $addresses = null;

    /**
     * The state of Lehmer's 31-bit generator, which is the same in all PHP versions. Methods for many values update it
     * inline.
     */
    private int $state;

    public function __construct(int $seed = 1, string $locale = 'en')
    {
        $this->words = self::wordsOf($locale);
        // The state must not be 0, because all following states would be 0, too.
        $this->state = 1 + abs($seed * 7919) % 2147483646;
        $this->next();
    }

    /**
     * Replaces the generator for columns such as `email` or `title` in the whole process; null restores it.
     *
     * @param (Closure(self): string)|null $make
     */
    public static function replace(string $name, ?Closure $make): void
    {
        if (!method_exists(self::class, $name)) {
            throw new InvalidArgumentException(sprintf(
                'There are no values "%s"%s',
                $name,
                Suggestion::text($name, get_class_methods(self::class)),
            ));
        }
        if ($make === null) {
            unset(self::$replaced[$name]);
        } else {
            self::$replaced[$name] = $make;
        }
    }

    /**
     * @internal
     * @return array<string, list<string>>
     */
    public static function wordsOf(string $locale): array
    {
        $class = self::LOCALES[strtolower(substr($locale, 0, 2))] ?? throw new InvalidArgumentException(sprintf(
            'There are no words for the locale "%s"; known: %s',
            $locale,
            implode(', ', array_keys(self::LOCALES)),
        ));

        return $class::WORDS;
    }

    /**
     * @internal
     * @return Closure(): string
     */
    public function maker(string $name): Closure
    {
        $replaced = self::$replaced[$name] ?? null;

        // words() must not receive the number of the object as its number of words.
        return match (true) {
            $replaced !== null => fn (): string => $replaced($this),
            $name === 'words' => $this->twoWords(),
            default => $this->$name(...),
        };
    }

    /**
     * Returns the length of the longest value in bytes, or null if it is unknown because the values are replaced.
     *
     * @internal
     */
    public function longest(string $name): ?int
    {
        if (isset(self::$replaced[$name])) {
            return null;
        }
        $most = fn (string $list): int => max(array_map(strlen(...), $this->words[$list]));

        return match ($name) {
            'title' => 3 * $most('words') + 2,
            'words' => 2 * $most('words') + 1,
            'text' => 8 * $most('words') + 8,
            'city' => $most('cities'),
            'country' => $most('countries'),
            'firstName' => $most('firstNames'),
            'lastName' => $most('lastNames'),
            'name' => $most('firstNames') + 1 + $most('lastNames'),
            // Each accented letter may become two letters.
            'email' => 2 * $most('firstNames') + 2 * $most('lastNames') + 13,
            default => null,
        };
    }

    /**
     * Returns a string that differs from those with other numbers.
     *
     * @internal
     */
    public static function numbered(string $text, string $name, string $digits): string
    {
        return match ($name) {
            'email' => str_replace('@', '.' . $digits . '@', $text),
            'url' => rtrim($text, '/') . '/' . $digits,
            'title', 'text', 'name', 'words', 'company', 'city', 'country', 'street' => $text . ' ' . $digits,
            default => $text . '-' . $digits,
        };
    }

    public function integer(int $least, int $most): int
    {
        $this->state = $this->state * 48271 % 2147483647;

        return $most <= $least ? $least : $least + $this->state % ($most - $least + 1);
    }

    /**
     * @internal
     * @return Closure(): int generates the values of integer(), without a nested call
     */
    public function integers(int $least, int $most): Closure
    {
        $count = max(1, $most - $least + 1);

        return function () use ($least, $count): int {
            $this->state = $this->state * 48271 % 2147483647;

            return $least + $this->state % $count;
        };
    }

    /**
     * @internal
     * @template V
     * @param non-empty-list<V> $values
     * @return Closure(): V generates the values of of(), without a nested call
     */
    public function choices(array $values): Closure
    {
        $count = count($values);

        return function () use ($values, $count): mixed {
            $this->state = $this->state * 48271 % 2147483647;

            return $values[$this->state % $count];
        };
    }

    /**
     * @template V
     * @param non-empty-list<V> $values
     * @return V
     */
    public function of(array $values): mixed
    {
        $this->state = $this->state * 48271 % 2147483647;

        return $values[$this->state % count($values)];
    }

    public function firstName(): string
    {
        return $this->of($this->words['firstNames']);
    }

    public function lastName(): string
    {
        return $this->of($this->words['lastNames']);
    }

    public function name(): string
    {
        return $this->firstName() . ' ' . $this->lastName();
    }

    public function userName(): string
    {
        return self::plain($this->firstName()) . $this->integer(1, 99);
    }

    /** Returns an email address at a reserved domain. */
    public function email(): string
    {
        $this->addresses ??= [
            array_map(self::plain(...), $this->words['firstNames']),
            array_map(self::plain(...), $this->words['lastNames']),
        ];

        return $this->of($this->addresses[0]) . '.' . $this->of($this->addresses[1]) . '@example.org';
    }

    public function password(): string
    {
        return bin2hex(pack('N4', $this->next(), $this->next(), $this->next(), $this->next()));
    }

    public function url(): string
    {
        return 'https://example.org/' . $this->slug();
    }

    /** Returns a phone number from a range reserved for fiction. */
    public function phone(): string
    {
        return '+1 555 01' . $this->integer(10, 99);
    }

    public function company(): string
    {
        return $this->lastName() . ' ' . $this->of($this->words['companies']);
    }

    public function city(): string
    {
        return $this->of($this->words['cities']);
    }

    public function country(): string
    {
        return $this->of($this->words['countries']);
    }

    public function countryCode(): string
    {
        return $this->of(['AT', 'BR', 'CH', 'DE', 'FR', 'GB', 'IN', 'JP', 'NL', 'US']);
    }

    public function postcode(): string
    {
        return (string) $this->integer(10000, 99999);
    }

    public function street(): string
    {
        return sprintf($this->of($this->words['streets']), $this->integer(1, 200));
    }

    public function isbn(): string
    {
        $digits = '978' . $this->integer(100000000, 999999999);
        $sum = 0;
        foreach (str_split($digits) as $i => $digit) {
            $sum += (int) $digit * ($i % 2 === 0 ? 1 : 3);
        }

        return $digits . (10 - $sum % 10) % 10;
    }

    public function slug(): string
    {
        return self::plain($this->of($this->words['words'])) . '-' . self::plain($this->of($this->words['words']));
    }

    public function language(): string
    {
        return $this->of(['en', 'de', 'fr', 'es', 'it']);
    }

    public function currency(): string
    {
        return $this->of(['EUR', 'USD', 'GBP', 'CHF', 'JPY']);
    }

    public function color(): string
    {
        return sprintf('#%06x', $this->next() % 0x1000000);
    }

    /** Returns an IP address from a range reserved for documentation. */
    public function ip(): string
    {
        return '192.0.2.' . $this->integer(1, 254);
    }

    public function title(): string
    {
        return ucfirst($this->words(3));
    }

    public function text(): string
    {
        return ucfirst($this->words(8)) . '.';
    }

    public function words(int $count = 2): string
    {
        $known = $this->words['words'];
        $size = count($known);
        $state = $this->state * 48271 % 2147483647;
        $words = $known[$state % $size];
        while (--$count > 0) {
            $state = $state * 48271 % 2147483647;
            $words .= ' ' . $known[$state % $size];
        }
        $this->state = $state;

        return $words;
    }

    /** Returns a UUID that is always the same for a seed and a number. */
    public function uuid(int $number): string
    {
        $hex = hash('xxh128', $this->state . '-' . $number);

        // The parts are ordered as binary columns store them.
        return sprintf(
            '%s-%s-4%s-8%s-%s',
            substr($hex, 8, 8),
            substr($hex, 4, 4),
            substr($hex, 1, 3),
            substr($hex, 17, 3),
            substr($hex, 20),
        );
    }

    /**
     * @internal
     * @return Closure(int): string generates the same UUIDs as bytes, as UuidConverter::uuidToBin() returns them
     */
    public function uuidBytes(bool $isSwapped): Closure
    {
        $rest = "\x0f" . str_repeat("\xff", 7) . "\x0f" . str_repeat("\xff", 7);
        $version = "\x40" . str_repeat("\0", 7) . "\x80" . str_repeat("\0", 7);

        return function (int $number) use ($rest, $version, $isSwapped): string {
            $bytes = hash('xxh128', $this->state . '-' . $number, true) & $rest | $version;

            return $isSwapped
                ? $bytes
                : substr($bytes, 4, 4) . substr($bytes, 2, 2) . substr($bytes, 0, 2) . substr($bytes, 8);
        };
    }

    /** @internal the timestamp of a past date, a future date or a birthday */
    public function second(string $when): int
    {
        return match ($when) {
            'birth' => self::NOW - self::DAY * $this->integer(18 * 365, 80 * 365),
            'future' => self::NOW + self::DAY * $this->integer(30, 3 * 365),
            default => self::NOW - $this->integer(0, 3 * 365 * self::DAY),
        };
    }

    /** @return Closure(): string generates the values of words(), without a nested call */
    private function twoWords(): Closure
    {
        $known = $this->words['words'];
        $count = count($known);

        return function () use ($known, $count): string {
            $first = $this->state * 48271 % 2147483647;
            $this->state = $first * 48271 % 2147483647;

            return $known[$first % $count] . ' ' . $known[$this->state % $count];
        };
    }

    private function next(): int
    {
        return $this->state = $this->state * 48271 % 2147483647;
    }

    private static function plain(string $word): string
    {
        return strtolower(strtr($word, [
            'ä' => 'ae', 'ö' => 'oe', 'ü' => 'ue', 'ß' => 'ss', 'é' => 'e', 'è' => 'e', 'ê' => 'e', 'É' => 'e',
            'à' => 'a', 'â' => 'a', 'î' => 'i', 'ç' => 'c', 'Ö' => 'oe', ' ' => '', "'" => '', '-' => '',
        ]));
    }
}
