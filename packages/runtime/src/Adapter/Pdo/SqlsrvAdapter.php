<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Adapter\Exception\UnsupportedEncodingException;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\DatabaseMap;

/** Microsoft SQL Server through its own driver. */
class SqlsrvAdapter extends MssqlAdapter
{
    protected const VALUE_BINDING = SqlsrvValueBinding::class;

    public function setCharset(ConnectionInterface $connection, string $charset): void
    {
        // The numbers of PDO::SQLSRV_ATTR_ENCODING, SQLSRV_ENCODING_UTF8 and SQLSRV_ENCODING_SYSTEM: the constants
        // exist only where the driver is installed.
        $encoding = match (strtolower($charset)) {
            'utf-8' => 65001,
            'system' => 3,
            default => throw new UnsupportedEncodingException(
                sprintf('The driver supports the encodings utf-8 and system, not "%s"', $charset),
            ),
        };
        $connection->setAttribute(1000, $encoding);
    }

    /** Its driver has to be told the encoding of each. */
    public function bindsBytes(string $type): bool
    {
        return false;
    }

    /** NULL is sent as a text, which the server does not take for a binary column by itself. */
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
