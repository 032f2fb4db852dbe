import { defineOutput } from './define-output.js'
import { bundledDirectories } from './directories.js'
import { dictionaryOf, dotOf, drawingOf } from './drawings/index.js'

/** Generates a graph of the tables for Graphviz, one file per database. */
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

/** Generates a Markdown description of tables and columns, one file per database. */
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
