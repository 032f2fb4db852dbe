/** Alternatives to options of Propel's migration commands, by option. */
const hints: Readonly<Record<string, string>> = {
  '--comment': 'name the migration: orm migration:diff add_isbn',
  '--suffix': 'name the migration: orm migration:diff add_isbn',
  '--editor': 'the path of the file is printed',
  '--table-renaming': 'name what is renamed: --rename=old:new',
  '--skip-removed-table': 'name the tables in exclude_tables of the configuration',
  '--skip-tables': 'name the tables in exclude_tables of the configuration',
  '--disable-identifier-quoting': 'migrations always quote identifiers',
  '--migration-table': 'set migrations.tableName in the configuration',
  '--output-dir': 'set paths.migrationDir in the configuration',
  '--last-version': 'use --format=json',
  '--fake': 'for tables that exist already: orm migration:baseline; after a failure: orm migration:resolve --applied',
  '--force': 'fix the migration, then: orm migration:resolve',
  '--migrate-to-version': 'use --to',
}

/** Returns the alternative to an option that users know from Propel. */
export const insteadOf = (flag: string, command: string): string | undefined =>
  command.startsWith('migration:') && Object.hasOwn(hints, flag) ? hints[flag] : undefined
