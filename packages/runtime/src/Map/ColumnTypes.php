<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use PDO;

/** The schema types, and what they mean for PHP and PDO. */
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
    public const JSON = 'JSON';
    public const GEOMETRY = 'GEOMETRY';
    public const UUID = 'UUID';
    public const UUID_BINARY = 'UUID_BINARY';
    /** The bytes in the order of the text: tables with the vendor parameter UuidSwapFlag="false". */
    public const UUID_BINARY_UNSWAPPED = 'UUID_BINARY_UNSWAPPED';

    public const TEXT_TYPES = [self::CHAR, self::VARCHAR, self::LONGVARCHAR];
    public const LOB_TYPES = [
        self::VARBINARY, self::LONGVARBINARY, self::BLOB, self::OBJECT, self::GEOMETRY, self::UUID_BINARY,
        self::UUID_BINARY_UNSWAPPED,
    ];
    /** Types whose columns store integers; ENUM and SET store positions in their value sets. */
    public const INTEGER_TYPES = [
        self::TINYINT, self::SMALLINT, self::INTEGER, self::BIGINT, self::ENUM, self::SET,
    ];
    /** Types that store the bytes of UUIDs, and whether those are swapped. */
    public const UUID_BYTES = [self::UUID_BINARY => true, self::UUID_BINARY_UNSWAPPED => false];
    public const TEMPORAL_TYPES = [
        self::DATE, self::DATETIME, self::TIME, self::TIMESTAMP, self::BU_DATE, self::BU_TIMESTAMP,
    ];
    public const NUMERIC_TYPES = [
        self::TINYINT, self::SMALLINT, self::INTEGER, self::BIGINT, self::NUMERIC, self::DECIMAL, self::REAL,
        self::FLOAT, self::DOUBLE,
    ];

    public static function getPdoType(string $type): int
    {
        return match ($type) {
            self::TINYINT, self::SMALLINT, self::INTEGER, self::BIGINT, self::ENUM, self::SET,
            self::BOOLEAN_EMU => PDO::PARAM_INT,
            self::BOOLEAN => PDO::PARAM_BOOL,
            default => in_array($type, self::LOB_TYPES, true) ? PDO::PARAM_LOB : PDO::PARAM_STR,
        };
    }
}
