import { loadConfig } from 'orm-core'
import type { Command } from '../command.js'

export const sqlInsert: Command = {
  name: 'sql:insert',
  summary: 'create the tables in the database; existing ones are dropped first',
  options: ['configDir', 'sqlDir'],
  example: 'orm sql:insert',
  async run({ configDir, sqlDir }, io) {
    const config = await loadConfig({ ...(configDir && { configDir }), env: io.env })
    // Loaded here, so that commands without a database never load one.
    const { insertSql } = await import('orm-database')
    for (const report of await insertSql({ config, ...(sqlDir && { sqlDir }) })) {
      io.stdout.write(`${report.statements} statements executed on connection "${report.connection}"\n`)
    }
  },
}
