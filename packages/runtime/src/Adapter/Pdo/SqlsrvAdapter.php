<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Adapter\Exception\UnsupportedEncodingException;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\DatabaseMap;

/** Microsoft SQL Server with Microsoft's own driver. */
class SqlsrvAdapter extends MssqlAdapter
{
    protected const VALUE_BINDING = SqlsrvValueBinding::class;

    public function setCharset(ConnectionInterface $connection, string $charset): void
    {
        // The values of PDO::SQLSRV_ATTR_ENCODING, SQLSRV_ENCODING_UTF8 and SQLSRV_ENCODING_SYSTEM. The constants exist
        // only if the driver is installed.
        $encoding = match (strtolower($charset)) {
            'utf-8' => 65001,
            'system' => 3,
            default => throw new UnsupportedEncodingException(
                sprintf('The driver supports the encodings utf-8 and system, not "%s"', $charset),
            ),
        };
        $connection->setAttribute(1000, $encoding);
    }

    /** Returns false, because the driver needs an encoding for each binary value. */
    public function bindsBytes(string $type): bool
    {
        return false;
    }

    /**
     * Converts NULL for binary columns, because the driver sends it as a string, which the server does not convert
     * itself.
     */
    public function cleanupSQL(string &$sql, array &$params, Criteria $criteria, DatabaseMap $databaseMap): void
    {
        $texts = [];
        foreach ($params as $i => $param) {
            if ($param['value'] === null && self::binaryType($param, $databaseMap) !== null) {
                $texts[':p' . ($i + 1)] = 'CONVERT(VARBINARY(MAX), :p' . ($i + 1) . ')';
            }
        }
        $sql = self::withPlaceholders($sql, $texts);
    }
}
