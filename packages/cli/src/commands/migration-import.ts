import {
  type BuiltFile,
  dialects,
  type Lexicon,
  loadConfig,
  migrationDirectory,
  OrmError,
  Source,
  splitStatements,
  writeMigration,
} from 'orm-core/internal'
import { writeFiles } from 'orm-project/internal'
import { type CommandWork, UsageError } from '../command.js'
import { propelMigrations } from '../propel-migrations.js'

/** Statements that are omitted, because the runner opens its own transaction. */
const ofTransactions = /^(?:BEGIN|START\s+TRANSACTION|COMMIT)(?:\s+(?:WORK|TRANSACTION))?$/i

/** Matches a line that may end in a comment, in which a semicolon would have no effect. */
const mayEndInComment = /(?:--|#).*$/

function statementsOf(path: string, sql: string, lexicon: Lexicon) {
  const { statements, problem } = splitStatements(new Source(path, sql), lexicon)
  if (problem) throw new OrmError([problem])
  return statements
    .filter(({ text }) => !ofTransactions.test(text))
    .map(({ text }) => ({ text: mayEndInComment.test(text) ? `${text}\n` : text }))
}

export const migrationImport: CommandWork = {
  does: { writes: true, asks: false, takesTerminal: false, lasts: false },
  options: ['configDir', 'connection', 'plugins', 'dryRun', 'format'],
  argument: { name: 'directory', help: 'directory of PropelMigration_*.php (default: paths.migrationDir)' },
  examples: ['orm migration:import generated-migrations', 'orm migration:import old-migrations --dry-run'],
  async run({ configDir, connection, plugins, dryRun = false }, io, report, { argument }) {
    const config = await loadConfig({ configDir, connection, env: io.env, plugins })
    const directory = argument ?? config.paths.migrationDir
    const migrations = await propelMigrations(directory)
    if (migrations.length === 0) throw new UsageError(`there is no PropelMigration_*.php in ${directory}`)
    const known = config.generator.connections
    for (const name of known) {
      const { lexicon } = dialects[config.connections[name]!.adapter]
      const files = migrations.flatMap(({ file, version, name: word, up, down, irreversible, hooks }): BuiltFile[] => {
        if (up[name] === undefined && down[name] === undefined) return []
        const contents = writeMigration({
          title: `imported from ${file}${hooks.length > 0 ? `, without the code of ${hooks.join(', ')}` : ''}`,
          up: statementsOf(file, up[name] ?? '', lexicon),
          down: irreversible === undefined ? statementsOf(file, down[name] ?? '', lexicon) : { irreversible },
          inTransaction: true,
        })
        return [{ path: `${version}_${word}.sql`, contents, kind: 'project', keepExisting: true }]
      })
      report.files(await writeFiles(files, migrationDirectory(config, name), { dryRun }))
    }
    for (const { file, up, down, hooks } of migrations) {
      if (hooks.length > 0) report.notice(`${directory}/${file}: do the work of ${hooks.join(', ')} by hand`)
      const others = [...new Set([...Object.keys(up), ...Object.keys(down)])].filter((name) => !known.includes(name))
      if (others.length > 0) report.notice(`${directory}/${file}: no connection "${others.join('", "')}"`)
    }
    return undefined
  },
}
