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
  expressions: [/\b(GETDATE|GETUTCDATE|SYSDATETIME|NEWID|NEWSEQUENTIALID)\s*\(/i],
} as const satisfies Vendor
