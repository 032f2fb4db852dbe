<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use Error;
use Exception;
use ReflectionProperty;
use Throwable;

/**
 * Keeps passwords out of messages and traces. Of a data source name only known parts are shown, so that one in a form
 * that nobody thought of shows nothing. The same rules are in `core/src/config/secrets.ts`; `test/support/secrets.json`
 * has the cases of both.
 *
 * @internal
 */
final class Secrets
{
    private const MASK = '…';

    /** Parts of a data source name that are shown, if their values are plain. */
    private const SHOWN = '/^(?:host|hostaddr|port|dbname|database|server|unix_socket|charset|service|sslmode)$/i';

    /** Words in the names of parts whose values are secret, with usual typing errors. */
    private const SECRET = '/pas|psw|pw|secret|token|cred|phrase|^key$/i';

    /** Names of columns whose values are secret: long words anywhere, short ones only as words of their own. */
    private const SECRET_NAME = '/passw|passphrase|passcode|secret|token|credential|(?:api|private|access)_?key'
        . '|(?<![a-z0-9])(?:pass|pwd|pw|pin|cvv|cvc|ssn|iban|otp|salt)(?:_?hash)?(?![a-z0-9])/i';

    /** Parts whose names are shown, but not their values. */
    private const NAMED = '/^(?:user|username|uid|password|passwd|pwd|sslpassword)$/i';

    /** No value with other characters is shown: it may be a password that was not quoted. */
    private const PLAIN = '~^[\w.:,/\\\\\[\]() +-]*$~u';

    /** A file has no user and no password; one that looks so was meant for a server. */
    private const USER_OF_FILE = '~^(?:[^/\\\\]*|\w+:[^\\\\].*)(?=@)~s';

    /** Drivers by how their parts are written. For others nothing is known, so nothing is shown. */
    private const FORMS = [
        'pgsql' => 'conninfo', 'sqlite' => 'file', 'mysql' => 'pairs', 'oci' => 'pairs', 'oracle' => 'pairs',
        'sqlsrv' => 'braces', 'dblib' => 'braces', 'mssql' => 'braces', 'sybase' => 'braces',
    ];

    private const PATTERNS = [
        // Blanks between parts, quotes and backslashes of PostgreSQL; PDO allows semicolons too.
        'conninfo' => '/\G[;\s]*(?:(?<key>[^=;\s]+)\s*=\s*'
            . '(?<value>\'(?:[^\'\\\\]|\\\\.)*(?:\'|$)|(?:[^;\s\\\\]|\\\\.)*)|(?<other>[^;\s]+))/s',
        // A semicolon in a value is doubled.
        'pairs' => '/\G[;\s]*(?:(?<key>[^=;]+?)\s*=\s*(?<value>(?:[^;]|;;)*)|(?<other>(?:[^;]|;;)+))/s',
        // Values in braces, as drivers of ODBC read them.
        'braces' => '/\G[;\s]*(?:(?<key>[^=;]+?)\s*=\s*(?<value>\{(?:[^}]|\}\})*(?:\}|$)|(?:[^;]|;;)*)'
            . '|(?<other>(?:[^;]|;;)+))/s',
    ];

    /** The data source name as messages show it: driver, address and database. */
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

    /** Whether a name, or one in a longer text, is that of a secret: `password`, `api_token`. */
    public static function isSecretName(string $name): bool
    {
        return preg_match(self::SECRET_NAME, $name) === 1;
    }

    /** What follows `scheme://`, without user, password and options. */
    private static function shownAddress(#[\SensitiveParameter] string $address): string
    {
        // Where a password or an option contains "@" and "?", nobody knows which of them ends what.
        $form = '~^(?:[^?]*@)?((?:\[[\da-f:.]*\]|[\w.-]*)(?::\d+)?(?:/[^?@]*)?)(\?[^@]*)?$~isu';
        if (preg_match($form, $address, $found) !== 1) {
            return self::MASK;
        }
        $user = str_contains($address, '@') ? self::MASK . '@' : '';

        return $user . $found[1] . (isset($found[2]) ? '?' . self::MASK : '');
    }

    /** @return list<array{key: string, value: string}> parts without a key are values of an empty one */
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
     * The password goes to PDO as a parameter, which PHP hides in traces.
     *
     * @return array{string, string|null} the DSN, and the password that was in it
     */
    public static function taken(#[\SensitiveParameter] string $dsn): array
    {
        $isPgsql = str_starts_with($dsn, 'pgsql:');
        // Only PostgreSQL knows blanks between parts, and quotes.
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
     * A failure of a driver without arguments in its trace, where the data source name is, and without secrets of the
     * configuration in its message.
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
     * What no text of a driver or a server may repeat: passwords, and what no part of a data source name is. Servers
     * complain of single words of a value with blanks in it.
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
            // The words of a text that is not UTF-8 are those between ASCII characters.
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

    /** @return list<array{key: string, value: string}> what stands before and behind the name of a file */
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

    /** A value of PostgreSQL or ODBC as it is meant. */
    private static function withoutQuotes(#[\SensitiveParameter] string $value): string
    {
        return match ($value[0] ?? '') {
            '{' => str_replace('}}', '}', (string) preg_replace('/^\{|\}$/', '', $value)),
            "'" => (string) preg_replace('/\\\\(.)/s', '$1', (string) preg_replace('/^\'|\'$/', '', $value)),
            default => (string) preg_replace('/\\\\(.)/s', '$1', $value),
        };
    }
}
