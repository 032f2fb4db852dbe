import { defineOutput } from './define-output.js'
import { bundledDirectories } from './directories.js'
import { dictionaryOf, dotOf, drawingOf } from './drawings/index.js'

/** A graph of the tables in Graphviz's language, one file per database. */
export const diagram = defineOutput({
  name: 'diagram',
  directory: bundledDirectories.diagram,
  build: (databases) =>
    databases.map((database) => ({
      path: `${database.name}.schema.dot`,
      contents: dotOf(drawingOf(database)),
      kind: 'diagram',
    })),
})

/** Tables and columns as Markdown, one file per database. */
export const dictionary = defineOutput({
  name: 'dictionary',
  directory: bundledDirectories.dictionary,
  build: (databases) =>
    databases.map((database) => ({
      path: `${database.name}.schema.md`,
      contents: dictionaryOf(database),
      kind: 'diagram',
    })),
})
