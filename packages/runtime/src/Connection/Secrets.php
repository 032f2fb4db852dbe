<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Error;
use Exception;
use ReflectionProperty;
use Throwable;

/**
 * Keeps passwords out of messages and traces. Only known parts of a DSN are shown, so that an unexpected form shows
 * nothing. `core/src/config/secrets.ts` has the same rules; `test/support/secrets.json` contains the test cases for
 * both.
 *
 * @internal
 */
final class Secrets
{
    private const MASK = '…';

    /** Parts of a DSN that are shown if their values are plain. */
    private const SHOWN = '/^(?:host|hostaddr|port|dbname|database|server|unix_socket|charset|service|sslmode)$/i';

    /** Words in the names of parts with secret values, including common typing errors. */
    private const SECRET = '/pas|psw|pw|secret|token|cred|phrase|^key$/i';

    /** Names of columns with secret values. Long words match anywhere, short ones only as separate words. */
    private const SECRET_NAME = '/passw|passphrase|passcode|secret|token|credential|(?:api|private|access)_?key'
        . '|(?<![a-z0-9])(?:pass|pwd|pw|pin|cvv|cvc|ssn|iban|otp|salt)(?:_?hash)?(?![a-z0-9])/i';

    /** Parts whose names are shown, but not their values. */
    private const NAMED = '/^(?:user|username|uid|password|passwd|pwd|sslpassword)$/i';

    /** Values with other characters are not shown, because they may be an unquoted password. */
    private const PLAIN = '~^[\w.:,/\\\\\[\]() +-]*$~u';

    /** Files have no user or password. A DSN that looks as if they had was meant for a server. */
    private const USER_OF_FILE = '~^(?:[^/\\\\]*|\w+:[^\\\\].*)(?=@)~s';

    /** Drivers by the syntax of their parts. The syntax of other drivers is unknown, so nothing is shown for them. */
    private const FORMS = [
        'pgsql' => 'conninfo', 'sqlite' => 'file', 'mysql' => 'pairs', 'oci' => 'pairs', 'oracle' => 'pairs',
        'sqlsrv' => 'braces', 'dblib' => 'braces', 'mssql' => 'braces', 'sybase' => 'braces',
    ];

    private const PATTERNS = [
        // PostgreSQL separates parts by whitespace and uses quotes and backslashes. PDO also allows semicolons.
        'conninfo' => '/\G[;\s]*(?:(?<key>[^=;\s]+)\s*=\s*'
            . '(?<value>\'(?:[^\'\\\\]|\\\\.)*(?:\'|$)|(?:[^;\s\\\\]|\\\\.)*)|(?<other>[^;\s]+))/s',
        // A semicolon in a value is doubled.
        'pairs' => '/\G[;\s]*(?:(?<key>[^=;]+?)\s*=\s*(?<value>(?:[^;]|;;)*)|(?<other>(?:[^;]|;;)+))/s',
        // Values in braces, as in ODBC drivers.
        'braces' => '/\G[;\s]*(?:(?<key>[^=;]+?)\s*=\s*(?<value>\{(?:[^}]|\}\})*(?:\}|$)|(?:[^;]|;;)*)'
            . '|(?<other>(?:[^;]|;;)+))/s',
    ];

    /** Returns the DSN for messages: driver, address and database. */
    public static function shown(#[\SensitiveParameter] string $dsn): string
    {
        if (preg_match('~^\s*(\w+)://(.*)$~s', $dsn, $url) === 1) {
            return $url[1] . '://' . self::shownAddress($url[2]);
        }
        if (preg_match('/^\s*(\w+):(.*)$/s', $dsn, $found) !== 1) {
            return self::MASK;
        }
        [, $driver, $rest] = $found;
        $form = self::FORMS[strtolower($driver)] ?? '';
        if ($form === 'file') {
            return $driver . ':' . (string) preg_replace([self::USER_OF_FILE, '/[;?].*$/s'], self::MASK, $rest);
        }
        $parts = [];
        foreach (self::parts($form, $rest) as ['key' => $key, 'value' => $value]) {
            $isShown = preg_match(self::SHOWN, $key) === 1 && preg_match(self::PLAIN, $value) === 1;
            $name = preg_match(self::NAMED, $key) === 1 || preg_match(self::SHOWN, $key) === 1 ? "$key=" : '';
            $parts[] = $isShown ? "$key=$value" : $name . self::MASK;
        }

        return $driver . ':' . implode(';', $parts);
    }

    /** Returns whether a name, or one in a longer string, belongs to a secret: `password`, `api_token`. */
    public static function isSecretName(string $name): bool
    {
        return preg_match(self::SECRET_NAME, $name) === 1;
    }

    /** Returns the part after `scheme://`, without user, password and options. */
    private static function shownAddress(#[\SensitiveParameter] string $address): string
    {
        // If a password or an option contains "@" and "?", it is ambiguous where each ends.
        $form = '~^(?:[^?]*@)?((?:\[[\da-f:.]*\]|[\w.-]*)(?::\d+)?(?:/[^?@]*)?)(\?[^@]*)?$~isu';
        if (preg_match($form, $address, $found) !== 1) {
            return self::MASK;
        }
        $user = str_contains($address, '@') ? self::MASK . '@' : '';

        return $user . $found[1] . (isset($found[2]) ? '?' . self::MASK : '');
    }

    /** @return list<array{key: string, value: string}> the parts; those without a key have an empty key */
    private static function parts(string $form, #[\SensitiveParameter] string $text): array
    {
        if (!isset(self::PATTERNS[$form])) {
            return [['key' => '', 'value' => $text]];
        }
        preg_match_all(self::PATTERNS[$form], $text, $found, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL);

        return array_map(
            static fn (array $part): array => [
                'key' => (string) $part['key'],
                'value' => trim($part['value'] ?? (string) $part['other']),
            ],
            $found,
        );
    }

    /**
     * Removes the password from a DSN, because PHP hides it in traces if PDO gets it as a parameter.
     *
     * @return array{string, string|null} the DSN without the password, and the password
     */
    public static function taken(#[\SensitiveParameter] string $dsn): array
    {
        $isPgsql = str_starts_with($dsn, 'pgsql:');
        // Only PostgreSQL supports whitespace between parts, and quotes.
        $pattern = $isPgsql
            ? '/(?<=[:;\s])password\s*=\s*(\'(?:[^\'\\\\]|\\\\.)*\'|(?:[^;\s\'\\\\]|\\\\.)+)(?:;|\s|$)/i'
            : '/(?<=[:;])password=((?:[^;]|;;)+)(?:;|$)/i';
        if (preg_match($pattern, $dsn, $match, PREG_OFFSET_CAPTURE) !== 1) {
            return [$dsn, null];
        }
        [[$part, $offset], [$value]] = $match;

        return [
            substr_replace($dsn, '', (int) $offset, strlen($part)),
            $isPgsql ? self::withoutQuotes($value) : str_replace(';;', ';', $value),
        ];
    }

    /**
     * Removes the arguments from a driver failure's trace, which contain the DSN, and the configuration's secrets from
     * its message.
     *
     * @template T of Throwable
     * @param T $failure
     * @param array<string, mixed> $configuration
     * @return T
     */
    public static function hidden(Throwable $failure, #[\SensitiveParameter] array $configuration = []): Throwable
    {
        $secrets = self::secretsOf($configuration);
        for ($each = $failure; $each !== null; $each = $each->getPrevious()) {
            $class = $each instanceof Exception ? Exception::class : Error::class;
            (new ReflectionProperty($class, 'trace'))->setValue($each, array_map(
                static fn (array $frame): array => array_diff_key($frame, ['args' => 0]),
                $each->getTrace(),
            ));
            (new ReflectionProperty($class, 'message'))->setValue($each, self::without($each->getMessage(), $secrets));
            if ($each instanceof \PDOException && isset($each->errorInfo[2])) {
                $each->errorInfo[2] = self::without((string) $each->errorInfo[2], $secrets);
            }
        }

        return $failure;
    }

    /** @param list<string> $secrets */
    private static function without(string $text, #[\SensitiveParameter] array $secrets): string
    {
        return str_replace($secrets, self::MASK, $text);
    }

    /**
     * Returns the strings that messages of a driver or server must not contain: passwords, and everything that is not a
     * known part of a DSN. Servers may report single words of a value that contains spaces.
     *
     * @param array<string, mixed> $configuration
     * @return list<string> the longest first
     */
    public static function secretsOf(#[\SensitiveParameter] array $configuration): array
    {
        $values = [
            (string) ($configuration['password'] ?? ''),
            ...self::secretParts((string) ($configuration['dsn'] ?? '')),
        ];
        $secrets = [];
        foreach ($values as $value) {
            $plain = self::withoutQuotes($value);
            $forms = [$value, $plain, rawurldecode($value), urldecode($plain), rawurlencode($plain)];
            // In strings that are not UTF-8, words are separated by ASCII characters.
            $words = preg_split('/[^\w.\x80-\xff-]+/', "$value $plain") ?: [];
            foreach ([...$forms, ...$words] as $form) {
                if (strlen($form) > 2 && preg_match(self::SHOWN, $form) + preg_match(self::NAMED, $form) === 0) {
                    $secrets[$form] = strlen($form);
                }
            }
        }
        arsort($secrets);

        return array_map(strval(...), array_keys($secrets));
    }

    /** @return list<array{key: string, value: string}> the text before and after a file name */
    private static function besideFile(#[\SensitiveParameter] string $text): array
    {
        preg_match(self::USER_OF_FILE, $text, $user);

        return [
            ['key' => '', 'value' => $user[0] ?? ''],
            ['key' => '', 'value' => (string) strpbrk($text, ';?')],
        ];
    }

    /** @return list<string> */
    private static function secretParts(#[\SensitiveParameter] string $dsn): array
    {
        if (preg_match('~^\s*\w+://((?:[^:]*:?(.*)@)?(.*))$~s', $dsn, $url) === 1) {
            [, $address, $password, $place] = $url;
            preg_match_all('/[?&;]([^=&;]*)=([^&;]*)/', $place, $options, PREG_SET_ORDER);
            $isKnown = self::shownAddress($address) !== self::MASK;
            $parts = [['key' => '', 'value' => $isKnown ? $password : $address]];
            foreach ($options as [, $key, $value]) {
                $parts[] = ['key' => $key, 'value' => $value];
            }
        } elseif (preg_match('/^\s*(\w+):(.*)$/s', $dsn, $found) === 1) {
            $form = self::FORMS[strtolower($found[1])] ?? '';
            $parts = $form === 'file' ? self::besideFile($found[2]) : self::parts($form, $found[2]);
        } else {
            $parts = [['key' => '', 'value' => $dsn]];
        }
        $secret = array_filter($parts, static fn (array $part): bool => $part['key'] === ''
            || preg_match(self::SECRET, $part['key']) === 1
            || (preg_match(self::SHOWN, $part['key']) === 1 && preg_match(self::PLAIN, $part['value']) !== 1));

        return array_column($secret, 'value');
    }

    /** Returns the plain form of a quoted PostgreSQL or ODBC value. */
    private static function withoutQuotes(#[\SensitiveParameter] string $value): string
    {
        return match ($value[0] ?? '') {
            '{' => str_replace('}}', '}', (string) preg_replace('/^\{|\}$/', '', $value)),
            "'" => (string) preg_replace('/\\\\(.)/s', '$1', (string) preg_replace('/^\'|\'$/', '', $value)),
            default => (string) preg_replace('/\\\\(.)/s', '$1', $value),
        };
    }
}
