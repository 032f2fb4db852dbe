import type { Vendor } from '../vendor.js'

export const vendor = {
  name: 'mssql',
  aliases: ['sqlsrv'],
  words: ['sqlserver', 'sql server', 'dblib'],
  pdoDrivers: ['sqlsrv', 'dblib', 'mssql', 'sybase'],
  utf8: { charset: 'UTF-8' },
  dsn: {
    kind: 'text',
    examples: {
      sqlsrv: 'sqlsrv:Server=host,1433;Database=name (https://www.php.net/manual/ref.pdo-sqlsrv.connection.php)',
      mssql: 'dblib:host=host:1433;dbname=name (https://www.php.net/manual/ref.pdo-dblib.connection.php)',
    },
  },
  dsnSyntax: 'braces',
  takesPdoDefaults: false,
  pdoAttributes: [
    'SQLSRV_ATTR_ENCODING',
    'SQLSRV_ATTR_QUERY_TIMEOUT',
    'SQLSRV_ATTR_DIRECT_QUERY',
    'SQLSRV_ATTR_CURSOR_SCROLL_TYPE',
    'SQLSRV_ATTR_CLIENT_BUFFER_MAX_KB_SIZE',
    'SQLSRV_ATTR_FETCHES_NUMERIC_TYPE',
    'SQLSRV_ATTR_FETCHES_DATETIME_TYPE',
    'SQLSRV_ATTR_FORMAT_DECIMALS',
    'SQLSRV_ATTR_DECIMAL_PLACES',
    'SQLSRV_ATTR_DATA_CLASSIFICATION',
    'DBLIB_ATTR_CONNECTION_TIMEOUT',
    'DBLIB_ATTR_QUERY_TIMEOUT',
    'DBLIB_ATTR_STRINGIFY_UNIQUEIDENTIFIER',
    'DBLIB_ATTR_VERSION',
    'DBLIB_ATTR_TDS_VERSION',
    'DBLIB_ATTR_SKIP_EMPTY_ROWSETS',
    'DBLIB_ATTR_DATETIME_CONVERT',
  ],
  expressions: [/\b(GETDATE|GETUTCDATE|SYSDATETIME|NEWID|NEWSEQUENTIALID)\s*\(/i],
} as const satisfies Vendor
