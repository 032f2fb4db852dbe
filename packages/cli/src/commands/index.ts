import type { ListedCommand } from '../command.js'

export const commands: readonly ListedCommand[] = [
  {
    name: 'init',
    summary: 'set up a project: configuration, schema and what it needs to go on',
    load: async () => (await import('./init.js')).init,
  },
  {
    name: 'build',
    summary: 'write SQL, PHP classes and runtime configuration at once',
    load: async () => (await import('./build.js')).build,
  },
  {
    name: 'sql:build',
    alias: 'build-sql',
    summary: 'write the SQL that creates the tables',
    load: async () => (await import('./sql-build.js')).sqlBuild,
  },
  {
    name: 'model:build',
    alias: 'build-model',
    summary: 'write the PHP classes; your own code in stub classes is never touched',
    load: async () => (await import('./model-build.js')).modelBuild,
  },
  {
    name: 'config:convert',
    alias: 'convert-conf',
    summary: 'write the runtime configuration as a PHP file',
    load: async () => (await import('./config-convert.js')).configConvert,
  },
  {
    name: 'sql:insert',
    alias: 'insert-sql',
    summary: 'create the tables in the database; existing ones are dropped first',
    load: async () => (await import('./sql-insert.js')).sqlInsert,
  },
  {
    name: 'database:reverse',
    alias: 'reverse',
    summary: 'write a schema.xml of the tables in an existing database',
    load: async () => (await import('./database-reverse.js')).databaseReverse,
  },
  {
    name: 'migrate-code',
    summary: 'rename the classes of Propel in your own PHP code',
    load: async () => (await import('./migrate-code.js')).migrateCode,
  },
]
