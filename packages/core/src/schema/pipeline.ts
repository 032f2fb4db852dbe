import { type Diagnostic, isError, type Mark, markOf, mostErrors, OrmError, type Source } from '../errors/index.js'
import type { InputFile } from '../files.js'
import type { SchemaContext } from './context.js'
import { SchemaElement } from './element.js'
import { patchSchema } from './patch.js'
import type { SchemaMemory } from './schema-memory.js'
import { judged } from './sql-problems.js'
import type { ResolvedSchema, SchemaState, Step } from './state.js'
import { addIndexes } from './steps/add-indexes.js'
import { applyBehaviors } from './steps/apply-behaviors.js'
import { checkStructure } from './steps/check-structure.js'
import { completeTables } from './steps/complete-tables.js'
import { linkCrossRelations } from './steps/link-cross-relations.js'
import { linkRelations } from './steps/link-relations.js'
import { loadExternalSchemas } from './steps/load-external-schemas.js'
import { parseDocuments } from './steps/parse-documents.js'
import { readDatabases } from './steps/read-databases.js'
import { resolveForeignKeys } from './steps/resolve-foreign-keys.js'
import { validateParts, validateWhole } from './steps/validate.js'

/** The steps from schema files to a model, in order. */
const steps: readonly Step[] = [
  parseDocuments,
  checkStructure,
  loadExternalSchemas,
  readDatabases,
  applyBehaviors,
  completeTables,
  resolveForeignKeys,
  validateParts,
  addIndexes,
  linkRelations,
  linkCrossRelations,
  validateWhole,
]

/** Whether a diagnostic is about a behavior's copy of something, and another one says the same about the original. */
function repeats(found: Diagnostic, other: Diagnostic): boolean {
  let original = other.code === found.code ? markOf(found)?.copyOf : undefined
  if (!original) return false
  while (original.copyOf) original = original.copyOf
  const mark = markOf(other)
  return marksIn(original).some(({ source, offset }) => source === mark?.source && offset === mark.offset)
}

/** Returns all locations where a problem of an element can be reported. */
const marksIn = (mark: Mark): readonly Mark[] =>
  mark instanceof SchemaElement ? [mark, ...mark.attributes, ...mark.children.flatMap(marksIn)] : [mark]

/**
 * Compiles schema files to a model and returns it with all problems found.
 *
 * @param memory what earlier builds of the same files left; without it, everything is read
 */
export async function resolveSchema(
  inputs: readonly InputFile[],
  given: SchemaContext,
  memory?: SchemaMemory,
): Promise<ResolvedSchema> {
  const context = memory ? { ...given, parse: (source: Source) => memory.parse(source) } : given
  const patched = memory && patchSchema(inputs, context, memory)
  if (patched) return patched
  const diagnostics: Diagnostic[] = []
  const copies = new Set<Diagnostic>()
  let errors = 0
  let state: SchemaState = {
    context,
    inputs,
    roots: [],
    documents: [],
    databases: [],
    incomplete: false,
    broken: new Set(),
    afterKeys: [],
    report: (found) => {
      const diagnostic = judged(found, context.makesSql, context.settings.lenient)
      const isCopy = markOf(found)?.copyOf !== undefined
      if (isCopy && diagnostics.some((other) => repeats(found, other))) return isError(diagnostic)
      // Copies may be in tables that come before the original.
      for (const copy of copies) {
        if (!repeats(copy, found)) continue
        copies.delete(copy)
        diagnostics.splice(diagnostics.indexOf(copy), 1)
      }
      diagnostics.push(diagnostic)
      if (isCopy) copies.add(diagnostic)
      if (isError(diagnostic) && ++errors >= mostErrors) throw new OrmError(diagnostics.filter(isError))
      return isError(diagnostic)
    },
    errorCount: () => errors,
  }
  for (const step of steps) {
    state = await step(state)
    await context.pause?.()
  }
  const files = new Set(inputs.map(({ path }) => path))
  for (const { root } of state.documents) files.add(root.source.file)
  // Code for reference-only files is generated elsewhere.
  const made = state.documents.filter(({ referenceOnly }) => !referenceOnly)
  const sources = made.map(({ root }) => root.source.file)
  const isWorthMore = errors === 0 || (!state.incomplete && (memory?.last?.diagnostics.some(isError) ?? true))
  if (isWorthMore) memory?.note([...files], { context, databases: state.databases, diagnostics, sources })
  return { databases: state.databases.map(({ model }) => model), diagnostics, files: [...files], sources }
}
