import {
  badSequence,
  behaviorDiffers,
  extensionTwice,
  noConnection,
  noTables,
  sequenceTwice,
} from '../../errors/schema/declaration-errors.js'
import { noExtensions, noSequences, sequenceNeedsServer } from '../../errors/schema/vendor-errors.js'
import type { BehaviorUse, Extension, Sequence, Table } from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import { mergeTables } from '../merge-tables.js'
import { hasBrokenBehavior, readBehaviors } from '../read/read-behavior-use.js'
import { isMeant } from '../read/read-check.js'
import { readDomains } from '../read/read-domain.js'
import { readFileSettings } from '../read/read-file-settings.js'
import { readStatements } from '../read/read-statement.js'
import { readTable } from '../read/read-table.js'
import { declaredName, namedElsewhere, type Reading } from '../read/reading.js'
import { readStoredBehaviors } from '../read/stored-behaviors.js'
import type { DatabaseBehavior, DatabaseDraft, Document, SchemaState } from '../state.js'
import { unboundPlatform } from '../unbound-platform.js'

/** Reads the databases. Files with the same database name are merged; each table keeps the settings of its own file. */
export function readDatabases(state: SchemaState): SchemaState {
  const byName = new Map<string, Document[]>()
  for (const document of state.documents) {
    const documents = byName.get(document.database)
    if (documents) documents.push(document)
    else byName.set(document.database, [document])
  }
  return { ...state, databases: [...byName].map(([name, documents]) => readDatabase(name, documents, state)) }
}

function readDatabase(name: string, documents: readonly Document[], state: SchemaState): DatabaseDraft {
  const { context, report, errorCount, broken } = state
  const { root: first } = documents[0]!
  const bound = context.platforms.get(name)
  if (!bound && !context.hasMore) report(noConnection(first.at('name'), name, [...context.platforms.keys()]))
  const platform = bound ?? unboundPlatform
  const stored = readStoredBehaviors(
    documents.map(({ root }) => root),
    { context, broken, report },
  )
  const reading: Reading = {
    context,
    report,
    errorCount,
    broken,
    platform,
    stored,
    domains: new Map(),
    sequences: new Map(),
    inherited: new Map(),
  }
  const own = documents.filter(({ referenceOnly }) => referenceOnly === undefined)
  const shared = readDomains(
    own.map(({ root }) => root),
    reading,
  )
  const sequences = readSequences(own, reading)
  const units = new Map<string, Table[]>()
  const tables: Table[] = []
  const tablesOf = new Map<Document, Table[]>()
  const written = documents.map(({ root }) => tableElements(root).filter((element) => isMeant(element, reading)))
  const elements = context.settings.merge ? mergeTables(written, report) : written
  for (const [position, document] of documents.entries()) {
    const { root, referenceOnly } = document
    const domains = referenceOnly === undefined ? shared : readDomains([root], reading)
    const scoped: Reading = {
      ...reading,
      domains,
      sequences: sequenceNames(referenceOnly === undefined ? own : [document], reading),
    }
    const file = readFileSettings(root, referenceOnly ?? false, scoped)
    const found = elements[position]!.flatMap((element) => readTable(element, file, scoped) ?? [])
    // Other tables may refer to one that could not be read.
    if (found.length < elements[position]!.length) broken.add(first)
    // Behaviors of the database do not apply to views.
    tablesOf.set(
      document,
      found.filter(({ view }) => !view),
    )
    for (const table of found) tables.push(table)
    for (const unit of document.units) {
      const members = units.get(unit)
      if (members) for (const table of found) members.push(table)
      else units.set(unit, [...found])
    }
  }
  const made = documents.flatMap(({ root, referenceOnly }, position) => (referenceOnly ? [] : [{ root, position }]))
  const statements = readStatements(
    [
      ...made.flatMap(({ root }) => root.childrenOf('statement')),
      ...made.flatMap(({ position }) => elements[position]!.flatMap((element) => element.childrenOf('statement'))),
    ],
    reading,
  )
  const draft: DatabaseDraft = {
    model: {
      name,
      platform: platform.name,
      tables,
      omittedTables: [],
      statements,
      behaviors: [],
      extensions: readExtensions(own, reading),
      sequences,
      origin: first,
    },
    platform,
    reading: { ...reading, domains: shared },
    databaseBehaviors: collectBehaviors(documents, tablesOf, reading),
    sequenceOrigins: new Map(
      sequenceElements(own).flatMap((element) => {
        const written = element.text('name')
        return written === undefined || !isMeant(element, reading)
          ? []
          : [[namedElsewhere(written, reading), element.at('name')]]
      }),
    ),
    targets: new Map(),
    scopes: context.settings.packageObjectModel ? [tables] : [...units.values()],
  }
  for (const { use } of draft.databaseBehaviors) draft.model.behaviors.push(use)
  // If there are errors, the tables may be missing because they could not be read.
  if (errorCount() === 0 && documents.every(({ root }) => tableElements(root).length === 0))
    report(noTables(first.at('name'), name))
  return draft
}

const tableElements = ({ children }: SchemaElement): SchemaElement[] =>
  children.filter(({ name }) => name === 'table' || name === 'view')

/** Reads the extensions by name. Several files of a database may name the same one. */
function readExtensions(documents: readonly Document[], reading: Reading): Extension[] {
  const { platform, report } = reading
  const extensions = new Map<string, Extension & { readonly origin: SchemaElement }>()
  for (const element of documents.flatMap(({ root }) => root.childrenOf('extension'))) {
    const name = element.text('name')
    if (name === undefined || !isMeant(element, reading)) continue
    const schema = element.text('schema')
    const first = extensions.get(name)
    if (!platform.extensions) report(noExtensions(element, name, platform.name))
    else if (!first) extensions.set(name, { name, ...(schema !== undefined && { schema }), origin: element })
    else if (schema !== undefined && schema !== first.schema) report(extensionTwice(element, name, first.origin))
  }
  return [...extensions.values()].map(({ origin: _, ...extension }) => extension)
}

const sequenceElements = (documents: readonly Document[]): SchemaElement[] =>
  documents.flatMap(({ root }) => root.childrenOf('sequence'))

/** Reads the sequences by name. Several files of a database may name the same one. */
function readSequences(documents: readonly Document[], reading: Reading): Sequence[] {
  const { platform, report } = reading
  const sequences = new Map<string, { readonly sequence: Sequence; readonly origin: SchemaElement }>()
  for (const element of sequenceElements(documents)) {
    const written = element.text('name')
    if (written === undefined || !isMeant(element, reading)) continue
    if (platform !== unboundPlatform && !platform.nextValue) report(noSequences(element, written, platform.name))
    const [start, increment] = [element.integer('start'), element.integer('increment')]
    for (const [attribute, value] of Object.entries({ start, increment })) {
      if (value !== undefined && value < 1) report(badSequence(element.at(attribute), written, attribute))
    }
    const name = declaredName(written, element.at('name'), reading)
    const first = sequences.get(name)
    if (!first) {
      if (platform.sequencesNeed !== undefined) report(sequenceNeedsServer(element, written, platform.sequencesNeed))
      const sequence = { name, ...(start !== undefined && { start }), ...(increment !== undefined && { increment }) }
      sequences.set(name, { sequence, origin: element })
    } else if ((first.sequence.start ?? 1) !== (start ?? 1) || (first.sequence.increment ?? 1) !== (increment ?? 1)) {
      report(sequenceTwice(element, written, first.origin))
    }
  }
  return [...sequences.values()].map(({ sequence }) => sequence)
}

/** Returns the names of sequences, each with whether this database has it. */
function sequenceNames(documents: readonly Document[], reading: Reading): Map<string, boolean> {
  const names = new Map<string, boolean>()
  for (const element of sequenceElements(documents)) {
    const name = element.text('name')
    if (name === undefined) reading.broken.add(names)
    else names.set(name, names.get(name) === true || isMeant(element, reading))
  }
  return names
}

/**
 * Collects the behaviors at database level. Those of input files apply to all tables of these files and are merged by id;
 * those of an external schema apply to its own tables.
 */
function collectBehaviors(
  documents: readonly Document[],
  tablesOf: ReadonlyMap<Document, readonly Table[]>,
  reading: Reading,
): DatabaseBehavior[] {
  const { report, context } = reading
  const collected: DatabaseBehavior[] = []
  const firsts = new Map<string, BehaviorUse>()
  for (const document of documents) {
    for (const use of readBehaviors(document.root, reading)) {
      if (document.referenceOnly !== undefined) {
        collected.push({ use, tables: tablesOf.get(document)! })
        continue
      }
      const first = context.settings.packageObjectModel ? firsts.get(use.id) : undefined
      if (first) {
        if (differs(first, use)) {
          const { file } = use.origin.source
          report(behaviorDiffers(use.origin, use.id, document.database, file, first.origin))
        }
        continue
      }
      firsts.set(use.id, use)
      const reached = documents.filter((other) =>
        context.settings.packageObjectModel ? !other.referenceOnly : other === document || isPartOf(other, document),
      )
      collected.push({ use, tables: reached.flatMap((other) => tablesOf.get(other)!) })
    }
  }
  if (documents.some(({ root }) => hasBrokenBehavior(root, reading))) {
    for (const tables of tablesOf.values()) for (const table of tables) reading.broken.add(table)
  }
  return collected
}

const isPartOf = (other: Document, document: Document): boolean =>
  other.referenceOnly === false && other.units.has(document.root.source.file)

const differs = (a: BehaviorUse, b: BehaviorUse): boolean =>
  JSON.stringify([...a.parameters].sort()) !== JSON.stringify([...b.parameters].sort())
