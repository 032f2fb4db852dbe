import {
  otherConnection,
  unknownForeignColumn,
  unknownForeignTable,
  unknownLocalColumn,
} from '../../errors/schema/foreign-key-errors.js'
import {
  type ForeignKey,
  foreignSchemaOf,
  generatedName,
  isColumnReference,
  type Platform,
  qualifiedName,
  type Table,
} from '../../model/index.js'
import { columnOf, declaredAgain, namesOf } from '../by-name.js'
import { mutable } from '../mutable.js'
import { foreignKeyAbout } from '../read/read-foreign-key.js'
import type { DatabaseDraft, SchemaState } from '../state.js'

/** Resolves the table and the columns of each foreign key. */
export function resolveForeignKeys(state: SchemaState): SchemaState {
  for (const draft of state.databases) {
    for (const scope of draft.scopes) findTargets(draft, scope)
    const again = declaredAgain(draft.model.tables)
    for (const table of draft.model.tables) {
      for (const key of table.foreignKeys) checkNames(draft, table, key, again, state)
    }
  }
  for (const reportProblem of state.afterKeys) reportProblem()
  return state
}

const keyOf = (schema: string | undefined, name: string): string => `${schema ?? ''}\0${name}`

export function findTargets({ targets, reading }: DatabaseDraft, scope: readonly Table[]): void {
  const byName = new Map<string, Table>()
  const byCommonName = new Map<string, Table>()
  for (const table of scope) {
    const name = keyOf(table.schema, table.name)
    if (!byName.has(name)) byName.set(name, table)
    byCommonName.set(keyOf(table.schema, table.commonName), table)
  }
  for (const table of scope) {
    const prefix = reading.inherited.get(table)?.file.tablePrefix ?? ''
    for (const key of table.foreignKeys) {
      if (targets.has(key)) continue
      const schema = foreignSchemaOf(table, key)
      const found = byName.get(keyOf(schema, key.foreignTable)) ?? inDefaultSchema(table, key, byName, reading.platform)
      // The target may be in a file with another table prefix.
      const other = found ?? byCommonName.get(keyOf(schema, key.foreignTable.slice(prefix.length)))
      if (other && other !== found) rename(table, key, other, reading.platform.maxIdentifierLength)
      if (other) targets.set(key, other)
    }
  }
}

/** Finds the target if one of the two tables names the default schema and the other omits it. */
function inDefaultSchema(
  table: Table,
  key: ForeignKey,
  byName: ReadonlyMap<string, Table>,
  { defaultSchema }: Pick<Platform, 'defaultSchema'>,
): Table | undefined {
  const schema = foreignSchemaOf(table, key)
  if (defaultSchema === undefined || (schema ?? defaultSchema) !== defaultSchema) return undefined
  const target = byName.get(keyOf(schema === undefined ? defaultSchema : undefined, key.foreignTable))
  if (target?.schema !== undefined) mutable(key).foreignSchema = target.schema
  else if (target && table.schema === undefined) delete mutable(key).foreignSchema
  return target
}

function rename(table: Table, key: ForeignKey, target: Table, maxLength: number): void {
  mutable(key).foreignTable = target.name
  if (!key.explicitName) mutable(key).name = generatedName(table.name, 'fk', foreignKeyAbout(key), maxLength)
}

function checkNames(
  draft: DatabaseDraft,
  table: Table,
  key: ForeignKey,
  again: ReadonlyMap<Table, Table>,
  state: SchemaState,
): void {
  const { report, broken } = state
  const target = draft.targets.get(key)
  const names = (of: Table) => namesOf(of.columns, ({ name }) => name)
  const own = qualifiedName(table)
  const foreign = target ? qualifiedName(target) : key.foreignTable
  for (const reference of key.references) {
    if (columnOf(table, reference.local)) continue
    if (!broken.has(table)) {
      report(unknownLocalColumn(reference.localOrigin, own, foreign, reference.local, names(table)))
    }
    broken.add(key)
  }
  if (!target) {
    // The first declaration sees the tables of its own file.
    if (!again.has(table) || !hiddenTarget(draft, key, foreignSchemaOf(table, key)))
      reportUnknownTable(draft, table, key, state)
    broken.add(key)
    return
  }
  for (const reference of key.references) {
    if (!isColumnReference(reference) || columnOf(target, reference.foreign)) continue
    // The other declaration of the table may have the column.
    const others = [...again].flatMap((pair) => (pair.includes(target) ? pair : []))
    const declared = { name: foreign, origin: target.origin.at('name') }
    if (!broken.has(target) && !others.some((other) => columnOf(other, reference.foreign)))
      report(unknownForeignColumn(reference.foreignOrigin, own, declared, reference.foreign, names(target)))
    broken.add(key)
  }
}

export function reportUnknownTable(draft: DatabaseDraft, table: Table, key: ForeignKey, state: SchemaState): void {
  // The table, or the file that it is in, may be what could not be read.
  if (state.incomplete || state.broken.has(draft.model.origin)) return
  const at = key.origin.at('foreignTable')
  const prefix = draft.reading.inherited.get(table)?.file.tablePrefix ?? ''
  const written = key.foreignTable.slice(prefix.length)
  const schema = foreignSchemaOf(table, key)
  const elsewhere = state.databases.find(
    (other) => other !== draft && tableNames(other).has(keyOf(schema, key.foreignTable)),
  )
  if (elsewhere) {
    state.report(otherConnection(at, written, elsewhere.model.name))
    return
  }
  const wanted = qualifiedName({ ...(schema !== undefined && { schema }), name: written })
  const known = namesOf(draft.model.tables, ({ commonName }) => commonName)
  state.report(unknownForeignTable(at, qualifiedName(table), wanted, known, cureOf(draft, key, schema)))
}

/** Returns how to refer to a table that is in a file not visible from here, or in another SQL schema. */
function cureOf(draft: DatabaseDraft, key: ForeignKey, schema: string | undefined): string | undefined {
  const hidden = hiddenTarget(draft, key, schema)
  if (hidden) return `include ${hidden.origin.source.file} with <external-schema>`
  const namesake = draft.model.tables.find(({ name }) => name === key.foreignTable)
  if (!namesake) return undefined
  return namesake.schema === undefined
    ? `table "${namesake.name}" has no schema: give it one, and name that in foreignSchema`
    : `the table is in another schema: set foreignSchema="${namesake.schema}"`
}

/** Returns the table of a key whose table is in a file not visible from here. */
const hiddenTarget = (
  { model, scopes }: DatabaseDraft,
  key: ForeignKey,
  schema: string | undefined,
): Table | undefined =>
  scopes.length > 1
    ? model.tables.find((other) => other.name === key.foreignTable && other.schema === schema)
    : undefined

const qualifiedNames = new WeakMap<DatabaseDraft, ReadonlySet<string>>()

function tableNames(draft: DatabaseDraft): ReadonlySet<string> {
  const names = qualifiedNames.get(draft) ?? new Set(draft.model.tables.map(({ schema, name }) => keyOf(schema, name)))
  qualifiedNames.set(draft, names)
  return names
}
