import {
  dialects,
  disk,
  loadConfig,
  migrationDirectory,
  newMigrationFile,
  noSnapshot,
  OrmError,
  type Snapshot,
  storedSnapshot,
  type Table,
  type WrittenStatement,
  writeBatch,
  writeMigration,
} from 'orm-core/internal'
import { writeFiles } from 'orm-project/internal'
import { type CommandWork, UsageError } from '../command.js'

export const migrationCreate: CommandWork = {
  does: { writes: true, asks: false, takesTerminal: false, lasts: false },
  options: ['configDir', 'connection', 'plugins', 'dryRun', 'format'],
  argument: { name: 'name', help: 'what the migration does, in a few words (default: migration)' },
  flags: {
    data: {
      type: 'boolean',
      default: 'no',
      help: 'for many rows: the file says how a statement is executed in batches',
    },
    table: { type: 'string', default: 'an example', help: 'with --data: the table whose rows are changed' },
  },
  examples: ['orm migration:create fill_isbn', 'orm migration:create fill_isbn --data --table=book'],
  async run({ configDir, connection, plugins, dryRun = false }, io, report, { argument = 'migration', flags }) {
    const { data = false, table } = flags
    if (typeof table === 'string' && !data) throw new UsageError('--table needs --data')
    const config = await loadConfig({ configDir, connection, env: io.env, plugins })
    const all = config.generator.connections
    const templates = new Map<string, WrittenStatement[]>(all.map((name) => [name, []]))
    if (typeof table === 'string') {
      templates.clear()
      for (const name of all) {
        const snapshot = await storedSnapshot(config, name, disk)
        if (!snapshot) throw new OrmError([noSnapshot(`${migrationDirectory(config, name)}/schema.json`, name)])
        const found = snapshot.tables.find((each) => [each.name, namesOf(each).join('.')].includes(table))
        if (found) templates.set(name, [batchStatement(found, snapshot)])
      }
      if (templates.size === 0) throw new UsageError(`--table: the migrations make no table "${table}"`)
    }
    for (const [name, up] of templates) {
      const directory = migrationDirectory(config, name)
      const path = newMigrationFile(await disk.list(directory), argument, new Date())
      const contents = writeMigration({ title: data ? dataTitle : title, up, down: [], inTransaction: true })
      report.files(await writeFiles([{ path, contents, kind: 'project', keepExisting: true }], directory, { dryRun }))
    }
  },
}

const title = 'written by hand: add the statements of the change below "up", and those that undo it below "down"'

const dataTitle = `${title}; a line "-- orm: batch table=book key=id size=1000 pause=50ms" above "UPDATE ... WHERE :batch" executes it in batches`

const namesOf = ({ name, schema }: Table): string[] => (schema === undefined ? [name] : [schema, name])

/** Returns a batch statement that changes nothing yet. */
function batchStatement(table: Table, { platform }: Snapshot): WrittenStatement {
  const { quote } = dialects[platform]
  const { columns } = table
  const names = namesOf(table)
  const key = columns.filter(({ primaryKey }) => primaryKey)
  if (key.length === 0) throw new UsageError(`--table: "${names.join('.')}" has no primary key`)
  const column = quote((columns.find(({ primaryKey }) => !primaryKey) ?? key[0]!).name)
  return {
    above: [`orm: batch ${writeBatch({ table: names, key: key.map((each) => each.name), size: 1000, pause: 50 })}`],
    text: `UPDATE ${names.map(quote).join('.')} SET ${column} = ${column} WHERE :batch`,
    behind: 'replace the assignment',
  }
}
