import type { Source } from '../errors/index.js'
import type { SchemaState, Step } from './state.js'
import { checkStructure } from './steps/check-structure.js'
import { linkRelations } from './steps/link-relations.js'
import { parseDocuments } from './steps/parse-documents.js'
import { readModel } from './steps/read-model.js'
import { validate } from './steps/validate.js'

const steps: readonly Step[] = [parseDocuments, checkStructure, readModel, validate, linkRelations]

/** Schema texts to a model, with all problems found on the way. */
export function resolveSchema(sources: readonly Source[], connections: readonly string[]): SchemaState {
  const start: SchemaState = { sources, connections, documents: [], databases: [], diagnostics: [] }
  return steps.reduce((state, step) => step(state), start)
}
