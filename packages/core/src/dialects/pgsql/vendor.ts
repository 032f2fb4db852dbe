import type { Vendor } from '../vendor.js'

export const vendor = {
  name: 'pgsql',
  words: ['postgres', 'postgresql', 'pg'],
  pdoDrivers: ['pgsql'],
  utf8: { charset: 'utf8', query: "SET NAMES 'UTF8'" },
  dsn: { kind: 'server', port: 5432, user: 'postgres' },
  dsnSyntax: 'blanks',
  takesPdoDefaults: true,
  pdoAttributes: ['PGSQL_ATTR_DISABLE_PREPARES', 'PGSQL_ATTR_RESULT_MEMORY_SIZE'],
  expressions: [/::|\b(nextval|gen_random_uuid|uuid_generate_v\d\w*|clock_timestamp)\s*\(/i],
} as const satisfies Vendor
