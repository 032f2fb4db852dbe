import { defineOutput } from './define-output.js'
import { bundledDirectories } from './directories.js'

/** Five classes per table, and the list of all table maps. */
export const model = defineOutput({
  name: 'model',
  directory: bundledDirectories.model,
  async build(databases, config, context) {
    // Loaded here, as SQL is made without PHP.
    const { modelFiles } = await import('./model-files.js')
    // A second iteration gives the same files; an empty result would look like a model without tables.
    return { [Symbol.iterator]: () => modelFiles(databases, config, context) }
  },
})

/** Only its problems: of a hundred tables without behaviors, they are found in 10 ms instead of the 200 that the files take. */
export const modelCheck = defineOutput({
  name: 'model',
  directory: bundledDirectories.model,
  async build(databases, config, context) {
    const { modelFiles } = await import('./model-files.js')
    return modelFiles(databases, config, context, true)
  },
})
