<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use PDO;

/**
 * Constants of PDO by the names that a configuration gives them.
 *
 * @internal
 */
final class PdoConstants
{
    private const DRIVERS = 'Mysql|Pgsql|Sqlite|Odbc|Firebird|Dblib';

    /**
     * The full name of a constant as this PHP has it, null for a name that it does not know. PHP 8.4 moved the
     * constants of drivers into classes of their own, from PDO::MYSQL_ATTR_X to Pdo\Mysql::ATTR_X, and 8.5 deprecates
     * the old ones: a configuration may use either on every version.
     */
    public static function nameOf(string $name): ?string
    {
        $full = str_contains($name, '::') ? ltrim($name, '\\') : PDO::class . '::' . $name;
        if (!preg_match('/^pdo(?:\\\\(' . self::DRIVERS . ')::|::(' . self::DRIVERS . ')_)(\w+)$/i', $full, $match)) {
            return defined($full) ? $full : null;
        }
        $driver = $match[1] !== '' ? $match[1] : $match[2];
        $candidates = [
            'Pdo\\' . ucfirst(strtolower($driver)) . '::' . $match[3],
            PDO::class . '::' . strtoupper($driver) . '_' . $match[3],
        ];
        foreach ($candidates as $candidate) {
            if (defined($candidate)) {
                return $candidate;
            }
        }

        return null;
    }

    public static function valueOf(string $name): mixed
    {
        $known = self::nameOf($name);

        return $known === null ? null : constant($known);
    }
}
