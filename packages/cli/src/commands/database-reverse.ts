import {
  type BuiltFile,
  type Config,
  type LoadConfigOptions,
  loadConfig,
  loadConfigOrDefaults,
  noSuchConnection,
  OrmError,
  withConnections,
} from 'orm-core/internal'
import { isChange, writeFiles } from 'orm-project/internal'
import type { CommandWork } from '../command.js'

export const databaseReverse: CommandWork = {
  does: { writes: true, asks: false, takesTerminal: false, lasts: false },
  options: ['configDir', 'connection', 'plugins', 'overwrite', 'dryRun', 'check', 'format'],
  argument: {
    name: 'connection',
    help: 'name of a configured connection (default: reverse.connection, else generator.defaultConnection), or a DSN with user=…;password=…',
  },
  flags: {
    outputDir: { type: 'string', default: 'generated-reversed-database', help: 'directory to write to' },
    databaseName: { type: 'string', default: 'name of the connection', help: 'name of the <database>' },
    schemaName: { type: 'string', default: 'schema', help: 'name of the file, without .xml' },
    namespace: { type: 'string', default: 'none', help: 'PHP namespace of the classes' },
    withViews: { type: 'boolean', default: 'off', help: 'import views as read-only tables, without their SQL' },
  },
  examples: ['orm database:reverse default --namespace=Bookstore'],
  async run(given, io, report, { argument, flags }) {
    const { dryRun = false, check = false, overwrite = false, configDir, connection, plugins } = given
    const {
      outputDir = 'generated-reversed-database',
      databaseName,
      schemaName = 'schema',
      namespace,
      withViews,
    } = flags
    const { config, name } = await target(argument, { configDir, connection, plugins, env: io.env, keepEnv: false })
    // Loaded here, so that commands without a database never load one.
    const { reverseDatabase } = await import('orm-database')
    const { schema, tables, notices } = await reverseDatabase({
      name,
      connection: config.connections[name]!,
      database: String(databaseName ?? name),
      ...(typeof namespace === 'string' && { namespace }),
      withViews: withViews === true,
      config,
    })
    for (const notice of notices) report.note(notice)
    const file: BuiltFile = { path: `${schemaName}.xml`, contents: schema, kind: 'schema', keepExisting: false }
    const results = await writeFiles([file], String(outputDir), { dryRun: dryRun || check, overwrite })
    report.files(results)
    report.notice(`${tables} table${tables === 1 ? '' : 's'} of connection "${name}" reversed`)
    return check && results.some(isChange) ? 5 : undefined
  },
}

/** Returns the connection and the configuration. A DSN needs no configuration file. */
async function target(
  argument: string | undefined,
  settings: LoadConfigOptions,
): Promise<{ config: Config; name: string }> {
  if (argument?.includes(':')) {
    const config = await loadConfigOrDefaults(settings)
    return { config: withConnections(config, [`default=${argument}`]), name: 'default' }
  }
  const config = await loadConfig(settings)
  const { connections, defaultConnection } = config.generator
  const name = argument ?? config.reverse.connection ?? defaultConnection
  if (!connections.includes(name)) {
    throw new OrmError([noSuchConnection(name, connections)])
  }
  return { config, name }
}
