import { upToDate } from '../errors/diagnostic.js'
import { type Diagnostic, isError, mostErrors } from '../errors/index.js'
import type { InputFile } from '../files.js'
import {
  type Column,
  columnReferences,
  type ForeignKey,
  isPolymorphic,
  qualifiedName,
  type Table,
  textOf,
} from '../model/index.js'
import type { XmlAttribute, XmlElement } from '../xml/index.js'
import { checkElement } from './check-element.js'
import { isUniqueOver } from './checks/check-foreign-keys.js'
import { checkRelationNames } from './checks/check-relation-names.js'
import type { SchemaContext } from './context.js'
import { type Mutable, mutable } from './mutable.js'
import { readTable } from './read/read-table.js'
import { Links } from './relation-names.js'
import type { LastBuild, SchemaMemory } from './schema-memory.js'
import { judged } from './sql-problems.js'
import type { DatabaseDraft, ResolvedSchema, SchemaState } from './state.js'
import { addForeignKeyIndexes } from './steps/add-indexes.js'
import { relationsOf } from './steps/link-relations.js'
import { parseDocument } from './steps/parse-documents.js'
import { findTargets, reportUnknownTable } from './steps/resolve-foreign-keys.js'
import { validateParts, validateWhole } from './steps/validate.js'

/**
 * Patches the last model instead of reading everything again, if a change concerns only columns that are in no primary or
 * foreign key, as most changes do, or the target table of a foreign key. The changed tables of the last build get the new
 * parts and a new revision; the rest of the model stays. If the change is an error, the model stays as it was, and the error
 * is reported together with the known diagnostics of the rest. Returns undefined for every other change and if the change
 * causes only warnings; then everything is read. Without it, a change under `--watch` takes 800 ms of processor time
 * instead of 90 with 1,000 tables, and 190 instead of 50 with 100; the limit is 50 ms.
 */
export function patchSchema(
  inputs: readonly InputFile[],
  context: SchemaContext,
  memory: SchemaMemory,
): ResolvedSchema | undefined {
  const { last } = memory
  if (!last || !isSameTask(inputs, context, last)) return undefined
  const findings = new Findings(context)
  const changes: Change[] = []
  for (const input of inputs) {
    const root = parseSilently(input, context)
    const found = root && changesOf(last.roots.get(input.path)!, root)
    if (!found) return undefined
    changes.push(...found)
  }
  const patches: Patch[] = []
  for (const change of changes) {
    const patch = patchOf(change, last, findings, changes.length === 1)
    if (!patch) return undefined
    patches.push(patch)
  }
  const files = inputs.map(({ path }) => path)
  const { sources } = last
  const databases = last.databases.map(({ model }) => model)
  const known = last.diagnostics.map(upToDate)
  if (findings.diagnostics.length > 0) {
    // A full build stops at the error limit, and finds errors in its own order.
    if (findings.errors === 0 || findings.errors + known.filter(isError).length >= mostErrors) return undefined
    return { databases, diagnostics: [...known, ...findings.diagnostics], files, sources }
  }
  for (const apply of patches) apply()
  memory.note(files, { ...last, diagnostics: known })
  return { databases, diagnostics: known, files, sources }
}

/** Collects the problems of the changed tables. */
class Findings {
  readonly diagnostics: Diagnostic[] = []
  /** Parts of these tables that already have an error. */
  readonly broken = new Set<object>()
  readonly #context: SchemaContext
  errors = 0

  constructor(context: SchemaContext) {
    this.#context = context
  }

  readonly report = (found: Diagnostic): boolean => {
    const { makesSql, settings } = this.#context
    const diagnostic = judged(found, makesSql, settings.lenient)
    this.diagnostics.push(diagnostic)
    if (isError(diagnostic)) this.errors++
    return isError(diagnostic)
  }

  readonly errorCount = (): number => this.errors
}

/** Returns the root of a file, or undefined if parsing reports anything. */
function parseSilently(input: InputFile, context: SchemaContext): XmlElement | undefined {
  let isSilent = true
  const report = (): boolean => {
    isSilent = false
    return true
  }
  const root = parseDocument(input, { context, report })
  return isSilent ? root : undefined
}

function isSameTask(inputs: readonly InputFile[], context: SchemaContext, last: LastBuild) {
  const { settings, platforms, behaviors, leftOut = [] } = context
  // With merged tables, one file contains only part of a table.
  if (settings.merge) return false
  const before = last.context
  return (
    inputs.length === last.roots.size &&
    inputs.every(({ path }) => last.roots.has(path)) &&
    context.makesSql === before.makesSql &&
    settings.pluralize === before.settings.pluralize &&
    textOf([settings, [...leftOut], adaptersOf(platforms)]) ===
      textOf([before.settings, [...(before.leftOut ?? [])], adaptersOf(before.platforms)]) &&
    // Code of custom behaviors may read anything, and a behavior that was missing may exist now.
    !before.behaviors.hasSearched &&
    last.databases.every(({ model }) =>
      [model, ...model.tables].every((part) =>
        part.behaviors.every((use) => behaviors.isBundled(use) && before.behaviors.isBundled(use)),
      ),
    )
  )
}

const adaptersOf = (platforms: SchemaContext['platforms']): (readonly [string, string])[] =>
  [...platforms].map(([connection, { name }]) => [connection, name])

interface Change {
  readonly from: XmlElement
  readonly to: XmlElement
}

/** Returns the replaced children of the root, or undefined if their number changed. */
function changesOf(before: XmlElement, now: XmlElement): Change[] | undefined {
  if (before.children.length !== now.children.length || before.attributes !== now.attributes) return undefined
  const changes: Change[] = []
  before.children.forEach((from, at) => {
    const to = now.children[at]!
    if (from !== to) changes.push({ from, to })
  })
  return changes
}

/** Applies a change to the model. Called only if none of the changes has a problem. */
type Patch = () => void

const revise = (table: Table, changes: Partial<Table>): void => {
  Object.assign(mutable(table), { ...changes, revision: table.revision + 1 })
}

function patchOf({ from, to }: Change, last: LastBuild, findings: Findings, isOnly: boolean): Patch | undefined {
  const { context, databases, diagnostics } = last
  const isFrom = ({ origin }: Table): boolean => origin.source === from.source
  const draft = databases.find(({ model }) => model.tables.some(isFrom))
  const table = draft?.model.tables.find(isFrom)
  if (!draft || !table || table.behaviors.length > 0 || to.name !== 'table') return undefined
  // This table can be the reason why a relation has a wrong name, which is reported at the table with the foreign key.
  const others = new Set(table.relations.map((relation) => relation.table.origin.source))
  const isAbout = (known: Diagnostic): boolean =>
    known.source === from.source || (isError(known) && others.has(known.source!))
  if (diagnostics.some(isAbout)) return undefined
  if (isOtherTarget(from, to)) return isOnly ? otherTarget(from, to, table, draft, last, findings) : undefined
  const linked = namesOfLinked(table)
  if (writtenOf(from, linked) !== writtenOf(to, linked) || !isAsWritten(table, from)) return undefined
  const read = readAgain(to, table, draft, findings)
  if (!read || namesOf(read.checks) !== namesOf(table.checks)) return undefined
  const isMore = (column: Column): boolean => isSpecial(column) || isShared(column, draft)
  if ([...table.columns, ...read.columns].some((column) => isMore(column) && !linked.has(column.name))) return undefined
  const columns = columnsOf(read, table, linked)
  // Checks that belong to columns are part of this list.
  const { checks, origin } = read
  // The lists are copied because validation may remove items.
  const [uniques, indexes] = [[...table.uniques], [...table.indexes]]
  const patched = { ...table, columns, checks, origin, uniques, indexes }
  if (findings.broken.has(read)) findings.broken.add(patched)
  validateAlone(patched, draft, context, findings)
  return () => revise(table, { columns, checks, origin })
}

/** Returns the new columns, but keeps the existing objects of columns that relations refer to. */
function columnsOf(read: Table, table: Table, linked: ReadonlySet<string>): Column[] {
  const known = new Map(table.columns.map((column) => [column.name, column]))
  return read.columns.map((column) => (linked.has(column.name) ? known.get(column.name)! : column))
}

/** Whether two versions of a table differ only in the target tables of foreign keys. */
function isOtherTarget(from: XmlElement, to: XmlElement): boolean {
  const text = ({ attributes, children }: XmlElement): string =>
    JSON.stringify([attributes.map(shown), children.map((child) => written(withoutTarget(child)))])
  return (
    from.children.length === to.children.length &&
    JSON.stringify(written(from)) !== JSON.stringify(written(to)) &&
    text(from) === text(to)
  )
}

const withoutTarget = (element: XmlElement): XmlElement =>
  element.name === 'foreign-key'
    ? { ...element, attributes: element.attributes.filter(({ name }) => name !== 'foreignTable') }
    : element

/**
 * Handles a change of the target table of a foreign key, as while its name is typed. If no table has the name, only that is
 * reported and the model stays. If another table has it, the relation moves to that table. Returns undefined if the change
 * may affect diagnostics of other relations: their names depend on how many relations two tables have. Without this, a
 * keystroke takes 320 to 900 ms of processor time instead of 10 to 40 with 1,000 tables.
 */
function otherTarget(
  from: XmlElement,
  to: XmlElement,
  table: Table,
  draft: DatabaseDraft,
  last: LastBuild,
  findings: Findings,
): Patch | undefined {
  const { context, databases } = last
  const read = isAsWritten(table, from) ? readAgain(to, table, draft, findings) : undefined
  if (!read || findings.errors > 0 || read.foreignKeys.length !== table.foreignKeys.length) return undefined
  const lost = table.foreignKeys.filter((key, at) => key.foreignTable !== read.foreignKeys[at]!.foreignTable)
  const targets = lost.map((key) => draft.targets.get(key))
  if (hasProblemsNear(targets, last)) return undefined
  if (table.isCrossRef || !targets.every((target) => target && isOnlyLink(table, target))) return undefined
  if (draft.model.tables.some(({ behaviors }) => behaviors.some((use) => mentions(use, table)))) return undefined
  const foreignKeys = table.foreignKeys.map((key, at) => (lost.includes(key) ? read.foreignKeys[at]! : key))
  const patched = {
    ...table,
    origin: read.origin,
    foreignKeys,
    uniques: [...table.uniques],
    indexes: [...table.indexes],
  }
  const inherited = new Map(draft.reading.inherited).set(patched, draft.reading.inherited.get(table)!)
  const patchedDraft = { ...draft, targets: new Map(draft.targets), reading: { ...draft.reading, inherited } }
  for (const scope of draft.scopes) {
    if (scope.includes(table))
      findTargets(
        patchedDraft,
        scope.map((other) => (other === table ? patched : other)),
      )
  }
  const unknown = foreignKeys.filter((key) => !patchedDraft.targets.has(key))
  if (lost.length === 1 && unknown.length === 0) {
    const columns = columnsOf(read, table, namesOfLinked(table))
    const made = { ...patched, columns, checks: read.checks }
    return movedRelation(lost[0]!, table, made, draft, patchedDraft.targets, last, findings)
  }
  if (lost.length === 0 || unknown.length < lost.length) return undefined
  const drafts = databases.map((other) => (other === draft ? patchedDraft : other))
  const state = stateOf(drafts, context, findings)
  for (const key of unknown) {
    reportUnknownTable(patchedDraft, patched, key, state)
    findings.broken.add(key)
  }
  if (findings.errors < lost.length) return undefined
  validateAlone(patched, patchedDraft, context, findings)
  return () => {}
}

/** Whether there are errors, or any diagnostic for these tables or for tables related to them. */
function hasProblemsNear(tables: readonly (Table | undefined)[], { diagnostics }: LastBuild): boolean {
  const near = new Set<unknown>()
  for (const table of tables) {
    near.add(table?.origin.source)
    for (const relation of table?.relations ?? []) near.add(relation.table.origin.source)
  }
  return diagnostics.some((known) => isError(known) || !known.source || near.has(known.source))
}

/**
 * Moves the relation of a foreign key to another table, to which its table had no relation. Returns undefined if a table gets
 * or loses more than a relation, and if there is anything to report.
 */
function movedRelation(
  lost: ForeignKey,
  table: Table,
  made: Mutable<Table>,
  draft: DatabaseDraft,
  targets: Map<ForeignKey, Table>,
  last: LastBuild,
  findings: Findings,
): Patch | undefined {
  const { platform, model } = draft
  const key = made.foreignKeys[table.foreignKeys.indexOf(lost)]!
  const [before, target] = [draft.targets.get(lost)!, targets.get(key)!]
  if (!model.tables.includes(target) || table.relations.some((relation) => relation.table === target)) return undefined
  if (target === table || ![before, target].every(hasRelationsOnly) || hasProblemsNear([target], last)) return undefined
  // A key of several columns may need another index.
  const foreign = columnReferences(key).map((reference) => reference.foreign)
  if (isPolymorphic(key) || foreign.length !== 1 || !isUniqueOver(target, new Set(foreign))) return undefined
  if (platform.refusesSeveralCascadePaths) return undefined
  mutable(key).defaultJoin = lost.defaultJoin
  made.indexes = table.indexes.filter(({ addedFor }) => addedFor !== 'foreign key')
  if (platform.indexesForeignKeys) addForeignKeyIndexes(made, platform, findings)
  if (isNamedElsewhere([key, ...made.indexes], table, model.tables)) return undefined
  const state = { ...findings, context: last.context }
  const [own, back] = relationsOf(made, key, { targets }, new Links([made, target], targets), state)
  made.relations = table.relations.map((relation) => (relation.foreignKey === lost ? own : relation))
  const relations = [...target.relations]
  const name = qualifiedName(table)
  const next = relations.findIndex((relation) => !relation.isLocal && qualifiedName(relation.table) > name)
  relations.splice(next < 0 ? relations.length : next, 0, { ...back, table })
  validateAlone(made, { ...draft, targets }, last.context, findings)
  const aims = { ...draft, model: { ...model, tables: [{ ...target, relations }] } }
  checkRelationNames(aims, stateOf([aims], last.context, findings))
  if (findings.diagnostics.length > 0) return undefined
  return () => {
    draft.targets.delete(lost)
    draft.targets.set(key, target)
    const { columns, checks, origin, foreignKeys, indexes } = made
    revise(table, { columns, checks, origin, foreignKeys, indexes, relations: made.relations })
    revise(before, { relations: before.relations.filter(({ foreignKey }) => foreignKey !== lost) })
    revise(target, { relations })
    // Classes of related tables name the tables that these can be joined with.
    for (const relation of made.relations) revise(relation.table, {})
  }
}

/** Whether foreign keys of other tables have added only relations to a table. */
const hasRelationsOnly = ({ behaviors, crossRelations, indexes, uniques }: Table): boolean =>
  behaviors.length === 0 &&
  crossRelations.length === 0 &&
  ![...indexes, ...uniques].some(({ addedFor }) => addedFor === 'referenced columns')

/** Whether another table, or a part of one, has a name that is generated here. */
function isNamedElsewhere(
  parts: readonly { readonly name: string }[],
  table: Table,
  tables: readonly Table[],
): boolean {
  const names = new Set(parts.map(({ name }) => name.toLowerCase()))
  const isOne = ({ name }: { readonly name: string }): boolean => names.has(name.toLowerCase())
  return tables.some(
    (other) =>
      other !== table &&
      (isOne(other) ||
        [other.foreignKeys, other.indexes, other.uniques, other.checks].some((list) => list.some(isOne))),
  )
}

/** Whether two tables have exactly one relation, so that no other relation gets its name from being one of several. */
const isOnlyLink = (table: Table, target: Table): boolean =>
  table !== target && table.relations.filter((relation) => relation.table === target).length === 1

const mentions = ({ parameters }: Table['behaviors'][number], { name }: Table): boolean =>
  JSON.stringify([...parameters.values()]).includes(name)

/**
 * Returns everything a table element says except its plain columns, in order: keys depend on the order of columns, and many
 * things on whether a default is written out.
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

/** Whether a table has exactly the columns of its element. A behavior of another table may have added one. */
function isAsWritten({ columns }: Table, { children }: XmlElement): boolean {
  const elements = children.filter(({ name }) => name === 'column')
  return elements.length === columns.length && elements.every((element, at) => nameOf(element) === columns[at]!.name)
}

/** Reads an element as a table that no later step has completed. */
function readAgain(
  element: XmlElement,
  table: Table,
  { reading }: DatabaseDraft,
  { report, errorCount, broken }: Findings,
): Table | undefined {
  const { file } = reading.inherited.get(table)!
  return readTable(checkElement(element, 'table', report), file, {
    ...reading,
    report,
    errorCount,
    broken,
    inherited: new Map(),
  })
}

/** Returns the names of columns that relations use, in either direction, or that are special for the table. */
const namesOfLinked = ({ columns, foreignKeys, relations }: Table): Set<string> =>
  new Set([
    ...columns.filter(isSpecial).map(({ name }) => name),
    ...foreignKeys.flatMap(({ references }) => references.map(({ local }) => local)),
    ...relations.flatMap((relation) => relation.columns.map(({ own }) => own.name)),
  ])

const isSpecial = ({ primaryKey, autoIncrement, inheritance }: Column): boolean =>
  primaryKey || autoIncrement || inheritance !== undefined

/** Whether the type of a column has its own name in the database, so that other tables may use it. */
const isShared = ({ enumType, domain }: Column, { platform }: DatabaseDraft): boolean =>
  (enumType !== undefined && platform.nativeEnums?.named === true) ||
  (domain !== undefined && platform.domains === true)

/** Returns the names of checks, which must be compared with those of other tables. */
const namesOf = (checks: Table['checks']): string => checks.map(({ name }) => name).join()

/**
 * Validates only this table; everything else is unchanged. Names that must differ between tables, such as those of classes
 * and keys, do not come from plain columns.
 */
function validateAlone(table: Table, draft: DatabaseDraft, context: SchemaContext, findings: Findings): void {
  validateWhole(validateParts(stateOf([{ ...draft, model: { ...draft.model, tables: [table] } }], context, findings)))
}

const stateOf = (
  databases: readonly DatabaseDraft[],
  context: SchemaContext,
  { report, errorCount, broken }: Findings,
): SchemaState => ({
  context,
  inputs: [],
  roots: [],
  documents: [],
  databases,
  incomplete: false,
  broken,
  afterKeys: [],
  report,
  errorCount,
})
