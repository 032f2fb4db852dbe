// An output: the names of all classes, one file per database.
import { defineOutput } from 'orm-core/output'

export default defineOutput({
  name: 'names',
  directory: 'doc',
  build: (databases) =>
    databases.map(({ name, tables }) => ({
      path: `${name}.txt`,
      contents: `${tables.map(({ phpName, columns }) => `${phpName}: ${columns.length} columns`).join('\n')}\n`,
    })),
})
