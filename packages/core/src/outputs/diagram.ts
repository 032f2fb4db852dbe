import type { Database } from '../model/index.js'
import type { BuiltFile } from './built-file.js'
import { dictionaryOf, dotOf, drawingOf } from './drawings/index.js'

/** One file per database. */
const drawn =
  (ending: string, text: (database: Database) => string) =>
  (databases: readonly Database[]): BuiltFile[] =>
    databases.map((database) => ({
      path: `${database.name}${ending}`,
      contents: text(database),
      kind: 'diagram',
      keepExisting: false,
    }))

/** A graph of the tables in Graphviz's language. */
export const diagramFiles = drawn('.schema.dot', (database) => dotOf(drawingOf(database)))

/** Tables and columns as Markdown. */
export const dictionaryFiles = drawn('.schema.md', dictionaryOf)
