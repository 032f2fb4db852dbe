import type { Source } from '../errors/index.js'
import type { SchemaContext, SchemaState, Step } from './state.js'
import { addIndexes } from './steps/add-indexes.js'
import { checkStructure } from './steps/check-structure.js'
import { linkRelations } from './steps/link-relations.js'
import { parseDocuments } from './steps/parse-documents.js'
import { readModel } from './steps/read-model.js'
import { validate } from './steps/validate.js'

const steps: readonly Step[] = [parseDocuments, checkStructure, readModel, validate, addIndexes, linkRelations]

/** Schema texts to a model, with all problems found on the way. */
export async function resolveSchema(sources: readonly Source[], context: SchemaContext): Promise<SchemaState> {
  let state: SchemaState = { context, sources, documents: [], databases: [], diagnostics: [] }
  for (const step of steps) state = await step(state)
  return state
}
