<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use PDO;

/**
 * Finds PDO constants by their names in a configuration.
 *
 * @internal
 */
final class PdoConstants
{
    private const DRIVERS = 'Mysql|Pgsql|Sqlite|Odbc|Firebird|Dblib';

    /**
     * Returns the full name of a constant in this PHP version; null for an unknown name. PHP 8.4 moved driver constants
     * to driver classes, from PDO::MYSQL_ATTR_X to Pdo\Mysql::ATTR_X, and 8.5 deprecates the old ones. A configuration
     * may use either form with every version.
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
