import { upToDate } from '../errors/diagnostic.js'
import type { Diagnostic } from '../errors/index.js'
import type { InputFile } from '../files.js'
import { type Column, type Table, textOf } from '../model/index.js'
import type { XmlAttribute, XmlElement } from '../xml/index.js'
import { checkElement } from './check-element.js'
import type { SchemaContext } from './context.js'
import { mutable } from './mutable.js'
import { readTable } from './read/read-table.js'
import type { LastBuild, SchemaMemory } from './schema-memory.js'
import type { DatabaseDraft, ResolvedSchema, SchemaState } from './state.js'
import { parseDocument } from './steps/parse-documents.js'
import { validateParts, validateWhole } from './steps/validate.js'

/**
 * The shortcut for a change that concerns only columns which are in no primary or foreign key, as most changes do: the
 * tables of the last build get these columns and a new revision, and the rest of the model stays. Undefined for every
 * other change, and where the change causes a diagnostic: then everything is read. Without it, a change under `--watch` takes
 * 800 ms of processor time instead of 90 with 1,000 tables, 190 instead of 50 with 100: the limit is 50 ms.
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
  for (const { table, columns, origin } of patches) {
    Object.assign(mutable(table), { columns, origin, revision: table.revision + 1 })
  }
  const files = inputs.map(({ path }) => path)
  const diagnostics = last.diagnostics.map(upToDate)
  memory.note(files, { ...last, diagnostics })
  return { databases: last.databases.map(({ model }) => model), diagnostics, files, sources: last.sources }
}

/** The result of some work that reported nothing. */
function silently<T>(work: (report: (diagnostic: Diagnostic) => boolean) => T): T | undefined {
  let isSilent = true
  const result = work(() => {
    isSilent = false
    return true
  })
  return isSilent ? result : undefined
}

function isSameTask(inputs: readonly InputFile[], context: SchemaContext, last: LastBuild) {
  const { settings, platforms, behaviors, leftOut = [] } = context
  // What a file says of a table is not all of it.
  if (settings.merge) return false
  const before = last.context
  return (
    inputs.length === last.roots.size &&
    inputs.every(({ path }) => last.roots.has(path)) &&
    context.makesSql === before.makesSql &&
    settings.pluralize === before.settings.pluralize &&
    textOf([settings, [...leftOut], namesOf(platforms)]) ===
      textOf([before.settings, [...(before.leftOut ?? [])], namesOf(before.platforms)]) &&
    // It is not known what the code of a behavior from outside reads.
    last.databases.every(({ model }) =>
      [model, ...model.tables].every((part) =>
        part.behaviors.every((use) => behaviors.isBundled(use) && before.behaviors.isBundled(use)),
      ),
    )
  )
}

const namesOf = (platforms: SchemaContext['platforms']): (readonly [string, string])[] =>
  [...platforms].map(([connection, { name }]) => [connection, name])

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
  const linked = namesOfLinked(table)
  if (writtenOf(from, linked) !== writtenOf(to, linked) || !isAsWritten(table, from)) return undefined
  const read = readAgain(to, table, draft)
  if (!read || read.columns.some((column) => isSpecial(column) && !linked.has(column.name))) return undefined
  const known = new Map(table.columns.map((column) => [column.name, column]))
  const columns = read.columns.map((column) => (linked.has(column.name) ? known.get(column.name)! : column))
  const { origin } = read
  return isSound({ ...table, columns, origin }, draft, context) ? { table, columns, origin } : undefined
}

/**
 * What is written of a table but for its plain columns, in order: keys depend on the order of columns, and much on
 * whether somebody wrote a default out.
 */
function writtenOf({ attributes, children }: XmlElement, linked: ReadonlySet<string>): string {
  const isPlain = (child: XmlElement): boolean => child.name === 'column' && !linked.has(nameOf(child) ?? '')
  return JSON.stringify([attributes.map(shown), children.filter((child) => !isPlain(child)).map(written)])
}

const written = ({ name, attributes, children, content }: XmlElement): unknown => [
  name,
  content,
  attributes.map(shown),
  children.map(written),
]

const shown = ({ name, value }: XmlAttribute): unknown => [name, value]

const nameOf = ({ attributes }: XmlElement): string | undefined => attributes.find(({ name }) => name === 'name')?.value

/** Whether a table has the columns of its element, and none that a behavior of another table added. */
function isAsWritten({ columns }: Table, { children }: XmlElement): boolean {
  const elements = children.filter(({ name }) => name === 'column')
  return elements.length === columns.length && elements.every((element, at) => nameOf(element) === columns[at]!.name)
}

/** An element as a table that no other step has completed; undefined where there is something to say about it. */
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

/** Columns that relations are about, from here or from elsewhere, or that make the table what it is. */
const namesOfLinked = ({ columns, foreignKeys, relations }: Table): Set<string> =>
  new Set([
    ...columns.filter(isSpecial).map(({ name }) => name),
    ...foreignKeys.flatMap(({ references }) => references.map(({ local }) => local)),
    ...relations.flatMap((relation) => relation.columns.map(({ own }) => own.name)),
  ])

const isSpecial = ({ primaryKey, autoIncrement, inheritance }: Column): boolean =>
  primaryKey || autoIncrement || inheritance !== undefined

/**
 * Whether nothing can be said against the table, with everything else as it was. What must differ between tables, such
 * as the names of classes and keys, does not come from plain columns.
 */
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
