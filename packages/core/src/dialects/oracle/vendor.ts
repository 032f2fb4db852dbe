import { section, text } from '../../settings/key-rules.js'
import type { Vendor } from '../vendor.js'

export const vendor = {
  name: 'oracle',
  words: ['oci', 'oci8'],
  pdoDrivers: ['oci', 'oracle'],
  utf8: { charset: 'UTF8' },
  dsn: {
    kind: 'text',
    examples: {
      oracle: 'oci:dbname=//host:1521/service (https://www.php.net/manual/ref.pdo-oci.connection.php)',
    },
  },
  takesPdoDefaults: false,
  pdoAttributes: [
    'ATTR_ORACLE_NULLS',
    'OCI_ATTR_ACTION',
    'OCI_ATTR_CLIENT_INFO',
    'OCI_ATTR_CLIENT_IDENTIFIER',
    'OCI_ATTR_MODULE',
    'OCI_ATTR_CALL_TIMEOUT',
  ],
  settings: section('', {
    autoincrementSequencePattern: text('name of the sequence of a table', { default: '${table}_SEQ' }),
  }),
  expressions: [/\bSYS_GUID\s*\(|\bSYSTIMESTAMP\b/i, /\bSYSDATE\b/i],
} as const satisfies Vendor
