<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\Connection\Secrets;
use PDOException;
use Throwable;

/**
 * Explains why a connection cannot be opened, and what to do about it. The messages never contain the user or password.
 *
 * @internal
 */
final class ConnectAdvice
{
    /** Driver packages of Debian and Ubuntu. */
    private const PACKAGES = ['mysql' => 'php-mysql', 'pgsql' => 'php-pgsql', 'sqlite' => 'php-sqlite3'];

    private const REFUSED = '/password authentication failed|no password supplied|28P01|28000|'
        . 'role ".*" does not exist/';
    private const NOBODY_THERE = '/Connection refused|could not (?:connect|translate host)|No such file|'
        . 'timeout expired|timed out/i';

    /** @return string the end of a message; empty if there is no reason. Of a failure whose secrets are hidden already. */
    public static function text(
        Throwable $failure,
        #[\SensitiveParameter] string $dsn,
        #[\SensitiveParameter] string $user = '',
    ): string {
        $text = $failure->getMessage();
        $code = (string) ($failure instanceof PDOException ? ($failure->errorInfo[1] ?? $failure->getCode()) : '');

        return match (true) {
            stripos($text, 'could not find driver') !== false => self::missingDriver($dsn),
            in_array($code, ['1045', '1044', '1698'], true),
            preg_match(self::REFUSED, $text) === 1
                => ': the server refused the user or the password; check "user" and "password" of the connection',
            $code === '1049', preg_match('/database ".*" does not exist/', $text) === 1
                => ': the server has no such database; create it, or check "dbname" in the DSN',
            in_array($code, ['2002', '2003', '2005'], true),
            preg_match(self::NOBODY_THERE, $text) === 1
                => ': no server answers at this address; check that it runs, and "host" and "port" in the DSN',
            stripos($text, 'unable to open database file') !== false => self::missingDirectory($dsn),
            default => self::reason($text, $user),
        };
    }

    /** Returns what the server or driver said, without the codes in front. */
    private static function reason(string $text, #[\SensitiveParameter] string $user): string
    {
        $patterns = ['/^(?:SQLSTATE\[\w*\]:?\s*|\[\w+\]\s*)+/', '/\s+/', '/(["\'])' . preg_quote($user, '/') . '\1/'];
        $reason = trim((string) preg_replace($patterns, ['', ' ', '"…"'], $text));

        return $reason === '' ? '' : ': ' . $reason;
    }

    private static function driver(#[\SensitiveParameter] string $dsn): string
    {
        return (string) strstr($dsn, ':', true);
    }

    /** @return string the end of a message */
    public static function missingDriver(#[\SensitiveParameter] string $dsn): string
    {
        $driver = self::driver($dsn);
        $package = self::PACKAGES[$driver] ?? null;

        return sprintf(
            ': PHP has no driver for it; install the extension pdo_%s%s',
            $driver,
            $package === null ? '' : sprintf(' (on Debian and Ubuntu: apt-get install %s)', $package),
        );
    }

    private static function missingDirectory(#[\SensitiveParameter] string $dsn): string
    {
        $directory = dirname((string) substr((string) strstr(Secrets::shown($dsn), ':'), 1));

        return is_dir($directory)
            ? sprintf(': PHP may not read or write the file; check the permissions of "%s"', $directory)
            : sprintf(': there is no directory "%s" (PHP looks from %s)', $directory, getcwd());
    }
}
