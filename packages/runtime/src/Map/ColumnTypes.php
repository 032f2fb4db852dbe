<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

/** The names of the schema types. ColumnMap defines their meaning for PHP and PDO. */
final class ColumnTypes
{
    public const CHAR = 'CHAR';
    public const VARCHAR = 'VARCHAR';
    public const LONGVARCHAR = 'LONGVARCHAR';
    public const CLOB = 'CLOB';
    public const CLOB_EMU = 'CLOB_EMU';
    public const NUMERIC = 'NUMERIC';
    public const DECIMAL = 'DECIMAL';
    public const TINYINT = 'TINYINT';
    public const SMALLINT = 'SMALLINT';
    public const INTEGER = 'INTEGER';
    public const BIGINT = 'BIGINT';
    public const REAL = 'REAL';
    public const FLOAT = 'FLOAT';
    public const DOUBLE = 'DOUBLE';
    public const BINARY = 'BINARY';
    public const VARBINARY = 'VARBINARY';
    public const LONGVARBINARY = 'LONGVARBINARY';
    public const BLOB = 'BLOB';
    public const DATE = 'DATE';
    public const DATETIME = 'DATETIME';
    public const TIME = 'TIME';
    public const TIMESTAMP = 'TIMESTAMP';
    public const BU_DATE = 'BU_DATE';
    public const BU_TIMESTAMP = 'BU_TIMESTAMP';
    public const BOOLEAN = 'BOOLEAN';
    public const BOOLEAN_EMU = 'BOOLEAN_EMU';
    public const OBJECT = 'OBJECT';
    public const PHP_ARRAY = 'ARRAY';
    public const ENUM = 'ENUM';
    public const SET = 'SET';
    /**
     * ENUM and SET columns that store the values themselves. A SET is stored as a comma-separated list, or as an array.
     */
    public const ENUM_NATIVE = 'ENUM_NATIVE';
    public const SET_NATIVE = 'SET_NATIVE';
    public const SET_ARRAY = 'SET_ARRAY';
    public const JSON = 'JSON';
    public const GEOMETRY = 'GEOMETRY';
    public const UUID = 'UUID';
    public const UUID_BINARY = 'UUID_BINARY';
    /** Stores the bytes in the order of the string form, for tables with the vendor parameter UuidSwapFlag="false". */
    public const UUID_BINARY_UNSWAPPED = 'UUID_BINARY_UNSWAPPED';

    public const YEAR = 'YEAR';
    public const TIMESTAMPTZ = 'TIMESTAMPTZ';
    public const INTERVAL = 'INTERVAL';
    public const INET = 'INET';
    public const CIDR = 'CIDR';
    public const MACADDR = 'MACADDR';
    public const CITEXT = 'CITEXT';
    public const HSTORE = 'HSTORE';
    public const BIT = 'BIT';
    public const VARBIT = 'VARBIT';
    public const INT4RANGE = 'INT4RANGE';
    public const INT8RANGE = 'INT8RANGE';
    public const NUMRANGE = 'NUMRANGE';
    public const TSRANGE = 'TSRANGE';
    public const TSTZRANGE = 'TSTZRANGE';
    public const DATERANGE = 'DATERANGE';

    public static function getPdoType(string $type): int
    {
        return ColumnMap::pdoTypeOf($type);
    }
}
