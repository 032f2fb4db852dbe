import {
  compileSchema,
  type Database,
  type Diagnostic,
  type DumpFormat,
  dumpFormats,
  dumpSeeds,
  OrmError,
  qualifiedName,
  readOnlySeedTable,
  type Table,
  unknownSeedTable,
} from 'orm-core/internal'
import { writeFiles } from 'orm-project/internal'
import { type CommandWork, UsageError } from '../command.js'
import { readSchemas, schemaOptions } from '../read-schemas.js'
import { count } from '../report.js'

export const seedDump: CommandWork = {
  does: { writes: true, asks: false, takesTerminal: false, lasts: false },
  options: [...schemaOptions.filter((option) => option !== 'platform'), 'dryRun', 'overwrite'],
  flags: {
    seedDir: { type: 'string', default: 'seeds', help: 'directory of the seed files' },
    fileFormat: { type: 'string', default: 'yaml', help: 'format of the files', values: dumpFormats },
    where: { type: 'string', default: 'all rows', help: 'condition in SQL for the rows of the table' },
    limit: { type: 'number', default: 'none', help: 'rows of each table, at most' },
  },
  argument: { name: 'table', help: 'tables whose rows are written, with the rows that they refer to', isList: true },
  examples: [
    'orm seed:dump author book',
    `orm seed:dump book --where="published > '2020-01-01'" --limit=100`,
    'orm seed:dump author --file-format=csv --seed-dir=seeds/demo',
  ],
  async run(options, io, report, { args, flags }) {
    const { dryRun = false, overwrite = false } = options
    const where = flags.where as string | undefined
    if (args.length === 0) throw new UsageError('name the tables whose rows are written')
    if (where !== undefined && args.length > 1) throw new UsageError('--where needs one table')
    const { config, inputs, warnings, compiling } = await readSchemas(options, io, { keepEnv: false })
    const { databases } = await compileSchema(inputs, compiling)
    report.diagnostics(warnings)
    const chosen = chosenTables(args, databases)
    // Loaded here, so that commands without a database never load one.
    const { dumpRows } = await import('orm-database')
    for (const [database, tables] of chosen) {
      const rows = await dumpRows({
        config,
        database,
        tables,
        ...(where !== undefined && { where }),
        ...(flags.limit !== undefined && { limit: Number(flags.limit) }),
      })
      const format = (flags.fileFormat ?? 'yaml') as DumpFormat
      const { files, masked, unmasked } = dumpSeeds(rows, { database, format, masks: config.seeds.masks ?? {} })
      const written = files.map(({ path, contents }) => ({
        path,
        contents,
        kind: 'schema' as const,
        keepExisting: false,
      }))
      report.files(await writeFiles(written, String(flags.seedDir ?? 'seeds'), { dryRun, overwrite }))
      const sum = files.reduce((all, { rows: some }) => all + some, 0)
      report.notice(`${count(sum, 'row')} of ${count(files.length, 'table')} on connection "${database.name}"`)
      if (masked.length > 0) report.notice(`masked: ${masked.join(', ')}`)
      if (unmasked.length > 0) report.notice(`not masked, with texts: ${unmasked.join(', ')}`)
    }
  },
}

/** Returns the tables with these seed file names, each in the first database that contains it. */
function chosenTables(names: readonly string[], databases: readonly Database[]): Map<Database, Table[]> {
  const chosen = new Map<Database, Table[]>()
  const problems: Diagnostic[] = []
  for (const name of names) {
    const isMeant = (table: Table): boolean => [table.name, table.commonName, qualifiedName(table)].includes(name)
    const database = databases.find(({ tables }) => tables.some(isMeant))
    const table = database?.tables.find(isMeant)
    if (!database || !table) {
      const known = databases.flatMap(({ tables }) => tables.map(qualifiedName))
      problems.push(unknownSeedTable(undefined, name, known))
    } else if (table.readOnly || table.referenceOnly || table.alias !== undefined)
      problems.push(readOnlySeedTable(undefined, name))
    else chosen.set(database, [...new Set([...(chosen.get(database) ?? []), table])])
  }
  if (problems.length > 0) throw new OrmError(problems)
  return chosen
}
