import { buildSql, findSchemas, loadConfig, withConnections, withPlatform, writeFiles } from 'orm-core'
import type { Command } from '../command.js'
import { reportFiles } from '../report.js'

export const sqlBuild: Command = {
  name: 'sql:build',
  summary: 'write the SQL that creates the tables',
  options: ['configDir', 'schemaDir', 'outputDir', 'connection', 'platform', 'mysqlEngine', 'overwrite', 'validate'],
  example: 'orm sql:build --schema-dir=schema',
  async run({ configDir, schemaDir, outputDir, connection, platform, mysqlEngine, overwrite = false }, io) {
    const loaded = await loadConfig({ ...(configDir && { configDir }), env: io.env })
    const config = withPlatform(withConnections(loaded, connection), platform, mysqlEngine)
    const directory = outputDir ?? config.paths.sqlDir
    const inputs = await findSchemas(schemaDir ?? config.paths.schemaDir)
    const files = await buildSql(inputs, { config, outputDir: directory, overwrite })
    reportFiles(await writeFiles(files, directory), io)
    for (const { notice } of files) if (notice) io.stdout.write(`${notice}\n`)
  },
}
