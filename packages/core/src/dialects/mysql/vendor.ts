import { boolean, section, text } from '../../settings/key-rules.js'
import type { Vendor } from '../vendor.js'

export const vendor = {
  name: 'mysql',
  words: ['mariadb', 'mysqli', 'mysql2'],
  pdoDrivers: ['mysql'],
  utf8: {
    charset: 'utf8mb4',
    query:
      'SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci, COLLATION_CONNECTION = utf8mb4_unicode_ci, ' +
      'COLLATION_DATABASE = utf8mb4_unicode_ci, COLLATION_SERVER = utf8mb4_unicode_ci',
  },
  dsn: { kind: 'server', port: 3306, user: 'root' },
  takesPdoDefaults: true,
  pdoAttributes: [
    'MYSQL_ATTR_USE_BUFFERED_QUERY',
    'MYSQL_ATTR_LOCAL_INFILE',
    'MYSQL_ATTR_LOCAL_INFILE_DIRECTORY',
    'MYSQL_ATTR_INIT_COMMAND',
    'MYSQL_ATTR_READ_DEFAULT_FILE',
    'MYSQL_ATTR_READ_DEFAULT_GROUP',
    'MYSQL_ATTR_MAX_BUFFER_SIZE',
    'MYSQL_ATTR_COMPRESS',
    'MYSQL_ATTR_DIRECT_QUERY',
    'MYSQL_ATTR_FOUND_ROWS',
    'MYSQL_ATTR_IGNORE_SPACE',
    'MYSQL_ATTR_SSL_KEY',
    'MYSQL_ATTR_SSL_CERT',
    'MYSQL_ATTR_SSL_CA',
    'MYSQL_ATTR_SSL_CAPATH',
    'MYSQL_ATTR_SSL_CIPHER',
    'MYSQL_ATTR_SERVER_PUBLIC_KEY',
    'MYSQL_ATTR_MULTI_STATEMENTS',
    'MYSQL_ATTR_SSL_VERIFY_SERVER_CERT',
  ],
  pdoOptions: {
    MYSQL_ATTR_SSL_CA: text('file of the certificate authority'),
    MYSQL_ATTR_SSL_CERT: text('file of the client certificate'),
    MYSQL_ATTR_SSL_KEY: text('file of the client key'),
    MYSQL_ATTR_SSL_VERIFY_SERVER_CERT: boolean('check the certificate of the server'),
    MYSQL_ATTR_MAX_BUFFER_SIZE: text('size of the buffer'),
    MYSQL_ATTR_MULTI_STATEMENTS: boolean('allow several statements in one text; off by default'),
  },
  settings: section('', {
    tableType: text('storage engine', { default: 'InnoDB', filled: true, form: 'SQL word' }),
    tableEngineKeyword: text('keyword before the storage engine', {
      default: 'ENGINE',
      filled: true,
      form: 'SQL word',
    }),
    uuidColumnType: text('type of UUID columns', { default: 'binary', values: ['binary', 'native'] }),
  }),
  options: {
    mysqlEngine: {
      type: 'string',
      default: 'database.adapters.mysql.tableType',
      help: 'engine of tables on mysql',
      vendor: 'mysql',
      setting: 'tableType',
      form: 'SQL word',
    },
  },
  expressions: [/\bON\s+UPDATE\b/i, /\b(UUID|UNIX_TIMESTAMP|UTC_TIMESTAMP)\s*\(/i, /\bSYSDATE\b/i],
} as const satisfies Vendor
