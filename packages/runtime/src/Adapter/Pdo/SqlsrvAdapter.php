<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Adapter\Exception\UnsupportedEncodingException;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Map\DatabaseMap;
use PDO;
use PDOStatement;

/** Microsoft SQL Server through its own driver. */
class SqlsrvAdapter extends MssqlAdapter
{
    public function setCharset(ConnectionInterface $connection, string $charset): void
    {
        // The numbers of PDO::SQLSRV_ATTR_ENCODING, SQLSRV_ENCODING_UTF8 and SQLSRV_ENCODING_SYSTEM: the constants
        // exist only where the driver is installed.
        $encoding = match (strtolower($charset)) {
            'utf-8' => 65001,
            'system' => 3,
            default => throw new UnsupportedEncodingException(
                sprintf('The driver knows the encodings utf-8 and system, not "%s"', $charset),
            ),
        };
        $connection->setAttribute(1000, $encoding);
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

    protected function bindLob(PDOStatement|StatementInterface $statement, string $parameter, mixed $value): void
    {
        if (is_resource($value)) {
            rewind($value);
        }
        // The fifth argument says PDO::SQLSRV_ENCODING_BINARY; binding by value has no place for it.
        $statement->bindParam($parameter, $value, PDO::PARAM_LOB, 0, 2);
    }
}
