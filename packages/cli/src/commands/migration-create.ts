import { disk, loadConfig, migrationDirectory, newMigrationFile, writeMigration } from 'orm-core/internal'
import { writeFiles } from 'orm-project/internal'
import type { CommandWork } from '../command.js'

export const migrationCreate: CommandWork = {
  options: ['configDir', 'connection', 'plugins', 'dryRun', 'format'],
  argument: { name: 'name', help: 'what the migration does, in a few words (default: migration)' },
  examples: ['orm migration:create fill_isbn'],
  async run({ configDir, connection, plugins, dryRun = false }, io, report, { argument = 'migration' }) {
    const config = await loadConfig({ configDir, connection, env: io.env, plugins })
    const contents = writeMigration({
      title: 'written by hand: add the statements of the change below "up", and those that undo it below "down"',
      up: [],
      down: [],
      inTransaction: true,
    })
    for (const name of config.generator.connections) {
      const directory = migrationDirectory(config, name)
      const path = newMigrationFile(await disk.list(directory), argument, new Date())
      report.files(await writeFiles([{ path, contents, kind: 'project', keepExisting: true }], directory, { dryRun }))
    }
  },
}
