import { type Diagnostic, upToDate } from '../errors/index.js'
import type { InputFile } from '../files.js'
import { type Column, type Table, textOf } from '../model/index.js'
import type { XmlElement } from '../xml/index.js'
import { checkElement } from './check-element.js'
import type { SchemaContext } from './context.js'
import type { LastBuild, SchemaMemory } from './memory.js'
import { mutable } from './mutable.js'
import type { ResolvedSchema } from './pipeline.js'
import { readTable } from './read/table.js'
import type { DatabaseDraft, SchemaState } from './state.js'
import { parseDocument } from './steps/parse-documents.js'
import { validateParts, validateWhole } from './steps/validate.js'

/**
 * The shortest way through a change that concerns nothing but columns which are in no primary or foreign key, as most
 * changes do: the model of the last build gets these columns, each table in a new array, and stays as it is otherwise.
 * Undefined for every other change, and where there is something to say about this one: then everything is read.
 */
export function patchSchema(
  inputs: readonly InputFile[],
  context: SchemaContext,
  memory: SchemaMemory,
): ResolvedSchema | undefined {
  const { last } = memory
  if (!last || !isSameTask(inputs, context, last)) return undefined
  const patches = []
  for (const input of inputs) {
    const root = silently((report) => parseDocument(input, { context, report }))
    const changes = root && changesOf(last.roots.get(input.path)!, root)
    if (!changes) return undefined
    for (const change of changes) {
      const patch = patchOf(change, last)
      if (!patch) return undefined
      patches.push(patch)
    }
  }
  for (const { table, columns, origin } of patches) Object.assign(mutable(table), { columns, origin })
  const files = inputs.map(({ path }) => path)
  const diagnostics = last.diagnostics.map(upToDate)
  memory.note(files, { ...last, diagnostics })
  return { databases: last.databases.map(({ model }) => model), diagnostics, files }
}

/** The result of some work that had nothing to say. */
function silently<T>(work: (report: (diagnostic: Diagnostic) => void) => T): T | undefined {
  let isSilent = true
  const result = work(() => {
    isSilent = false
  })
  return isSilent ? result : undefined
}

function isSameTask(inputs: readonly InputFile[], { settings, platforms, behaviors }: SchemaContext, last: LastBuild) {
  const before = last.context
  return (
    inputs.length === last.roots.size &&
    inputs.every(({ path }) => last.roots.has(path)) &&
    settings.pluralize === before.settings.pluralize &&
    textOf([settings, ...platforms]) === textOf([before.settings, ...before.platforms]) &&
    // Nobody knows what the code of somebody else's behavior looks at.
    last.databases.every(({ model }) =>
      [model, ...model.tables].every((part) => part.behaviors.every((use) => behaviors.isBundled(use))),
    )
  )
}

interface Change {
  readonly from: XmlElement
  readonly to: XmlElement
}

/** Children of the root that were replaced, one by one; undefined where there are more or fewer of them now. */
function changesOf(before: XmlElement, now: XmlElement): Change[] | undefined {
  if (before.children.length !== now.children.length || before.attributes !== now.attributes) return undefined
  const changes: Change[] = []
  before.children.forEach((from, at) => {
    const to = now.children[at]!
    if (from !== to) changes.push({ from, to })
  })
  return changes
}

interface Patch {
  readonly table: Table
  readonly columns: Column[]
  readonly origin: Table['origin']
}

function patchOf({ from, to }: Change, { context, databases, diagnostics }: LastBuild): Patch | undefined {
  const isFrom = ({ origin }: Table): boolean => origin.source === from.source
  const draft = databases.find(({ model }) => model.tables.some(isFrom))
  const table = draft?.model.tables.find(isFrom)
  if (!draft || !table || table.behaviors.length > 0 || to.name !== 'table') return undefined
  if (diagnostics.some(({ source }) => source === from.source)) return undefined
  const [before, now] = [readAgain(from, table, draft), readAgain(to, table, draft)]
  if (!before || !now || textOf({ ...before, columns: [] }) !== textOf({ ...now, columns: [] })) return undefined
  const columns = columnsOf(table, before, now)
  const { origin } = now
  return columns && isSound({ ...table, columns, origin }, draft, context) ? { table, columns, origin } : undefined
}

/** An element as a table that no other step has completed. */
function readAgain(element: XmlElement, table: Table, { reading }: DatabaseDraft): Table | undefined {
  const { file } = reading.inherited.get(table)!
  return silently((report) =>
    readTable(checkElement(element, 'table', report), file, {
      ...reading,
      report,
      inherited: new Map(),
      broken: new Set(),
    }),
  )
}

/** The new columns of a table, with those that others refer to as they were; undefined if any of these changed. */
function columnsOf(table: Table, before: Table, now: Table): Column[] | undefined {
  // What a behavior of another table has added is not in the element.
  if (table.columns.map(({ name }) => name).join() !== before.columns.map(({ name }) => name).join()) return undefined
  const linked = namesOfLinked(table)
  const known = new Map(table.columns.map((column) => [column.name, column]))
  const columns: Column[] = []
  for (const column of now.columns) {
    const isLinked = linked.delete(column.name)
    if (!isLinked && isSpecial(column)) return undefined
    if (isLinked && textOf(known.get(column.name)) !== textOf(column)) return undefined
    columns.push(isLinked ? known.get(column.name)! : column)
  }
  return linked.size === 0 ? columns : undefined
}

/** Columns that relations are about, from here or from elsewhere, or that make the table what it is. */
const namesOfLinked = ({ columns, foreignKeys, relations }: Table): Set<string> =>
  new Set([
    ...columns.filter(isSpecial).map(({ name }) => name),
    ...foreignKeys.flatMap(({ references }) => references.map(({ local }) => local)),
    ...relations.flatMap((relation) => relation.columns.map(({ own }) => own.name)),
  ])

const isSpecial = ({ primaryKey, autoIncrement, inheritance }: Column): boolean =>
  primaryKey || autoIncrement || inheritance !== undefined

/** Whether nothing can be said against the table, with everything else as it was. */
function isSound(table: Table, draft: DatabaseDraft, context: SchemaContext): boolean {
  const databases = [{ ...draft, model: { ...draft.model, tables: [table] } }]
  const checked = silently((report) => {
    const state: SchemaState = {
      context,
      inputs: [],
      roots: [],
      documents: [],
      databases,
      incomplete: false,
      broken: new Set(),
      report,
      errorCount: () => 0,
    }
    return validateWhole(validateParts(state))
  })
  return checked !== undefined
}
