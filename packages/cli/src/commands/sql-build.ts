import { buildSql, findSchemas, loadConfig, writeFiles } from 'orm-core'
import type { Command } from '../command.js'
import { reportFiles } from '../report.js'

export const sqlBuild: Command = {
  name: 'sql:build',
  summary: 'write the SQL that creates the tables',
  options: ['configDir', 'schemaDir', 'outputDir'],
  example: 'orm sql:build --schema-dir=schema',
  async run({ configDir, schemaDir, outputDir }, io) {
    const config = await loadConfig({ ...(configDir && { configDir }), env: io.env })
    const inputs = await findSchemas(schemaDir ?? config.paths.schemaDir)
    const files = await buildSql(inputs, { config })
    reportFiles(await writeFiles(files, outputDir ?? config.paths.sqlDir), io)
  },
}
