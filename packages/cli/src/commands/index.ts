import type { ListedCommand } from '../command.js'

export const commands: readonly ListedCommand[] = [
  {
    name: 'init',
    summary: 'set up a project: configuration, schema and scripts',
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
    summary: 'write a schema.xml that describes the tables of an existing database',
    load: async () => (await import('./database-reverse.js')).databaseReverse,
  },
  {
    name: 'migration:diff',
    alias: 'diff',
    summary: 'write a migration for the changes of the schema',
    load: async () => (await import('./migration-diff.js')).migrationDiff,
  },
  {
    name: 'migration:create',
    summary: 'write an empty migration, to fill in by hand',
    load: async () => (await import('./migration-create.js')).migrationCreate,
  },
  {
    name: 'migration:status',
    alias: 'status',
    summary: 'show which migrations are applied, pending, changed, missing or stopped halfway',
    load: async () => (await import('./migration-status.js')).migrationStatus,
  },
  {
    name: 'migration:migrate',
    alias: 'migrate',
    summary: 'apply all pending migrations',
    load: async () => (await import('./migration-migrate.js')).migrationMigrate,
  },
  {
    name: 'migration:up',
    alias: 'up',
    summary: 'apply the next pending migration',
    load: async () => (await import('./migration-migrate.js')).migrationUp,
  },
  {
    name: 'migration:down',
    alias: 'down',
    summary: 'revert the newest migration',
    load: async () => (await import('./migration-down.js')).migrationDown,
  },
  {
    name: 'schema:diagram',
    summary: 'draw the tables, as an HTML page and as a Mermaid diagram',
    load: async () => (await import('./diagram.js')).schemaDiagram,
  },
  {
    name: 'graphviz:generate',
    alias: 'graphviz',
    summary: 'write the tables as a graph for Graphviz',
    load: async () => (await import('./diagram.js')).graphvizGenerate,
  },
  {
    name: 'datadictionary:export',
    alias: 'datadictionary',
    summary: 'write the tables and columns as Markdown',
    load: async () => (await import('./diagram.js')).dataDictionaryExport,
  },
  {
    name: 'migration:drift',
    summary: 'show differences between the database and the migrations',
    load: async () => (await import('./migration-drift.js')).migrationDrift,
  },
  {
    name: 'migration:baseline',
    summary: 'start migrations on a database that already has tables',
    load: async () => (await import('./migration-baseline.js')).migrationBaseline,
  },
  {
    name: 'migrate-code',
    summary: 'replace the class names of Propel in your own PHP code',
    load: async () => (await import('./migrate-code.js')).migrateCode,
  },
]
