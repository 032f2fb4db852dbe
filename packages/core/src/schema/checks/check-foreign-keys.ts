import { relationBackLost } from '../../errors/schema/declaration-errors.js'
import {
  actionLeftOut,
  keyColumnTwice,
  partOfKey,
  setNullOnRequired,
  sizesDiffer,
  targetNotCreated,
  typesDiffer,
} from '../../errors/schema/foreign-key-errors.js'
import {
  type Column,
  columnReferences,
  type ForeignKey,
  hasConstraint,
  isColumnReference,
  isPolymorphic,
  isUniqueKey,
  lobTypes,
  namedColumns,
  numericTypes,
  type Platform,
  primaryKeyOf,
  qualifiedName,
  type SchemaType,
  shownType,
  type Table,
  temporalTypes,
  textTypes,
} from '../../model/index.js'
import { columnOf } from '../by-name.js'
import type { Check, DatabaseDraft, SchemaState } from '../state.js'

/** Foreign keys whose table and columns were found. */
export const checkForeignKeys: Check = (draft, state) => {
  const reported = new Set<Table>()
  for (const table of draft.model.tables) {
    for (const key of table.foreignKeys) {
      if (state.broken.has(key)) continue
      const target = draft.targets.get(key)!
      checkKey(table, key, target, draft, state)
      if (target.referenceOnly && !table.referenceOnly && !reported.has(target)) {
        reported.add(target)
        state.report(relationBackLost(key.origin.at('foreignTable'), qualifiedName(target), qualifiedName(table)))
      }
    }
  }
}

function checkKey(table: Table, key: ForeignKey, target: Table, { platform }: DatabaseDraft, state: SchemaState): void {
  const { report, broken } = state
  const foreign = qualifiedName(target)
  if (usesColumnTwice(key, foreign, report)) {
    if (state.context.makesSql) broken.add(key)
    return
  }
  const missing = isPolymorphic(key) ? undefined : missingKeyColumn(key, target)
  if (missing) {
    report(partOfKey(key.origin, qualifiedName(table), foreign, missing.name))
    broken.add(key)
    return
  }
  for (const attribute of ['onDelete', 'onUpdate'] as const)
    checkAction(table, key, attribute, foreign, platform, state)
  if (!hasConstraint(key)) return
  checkTypes(table, key, target, platform, state)
  if (target.skipSql || target.alias !== undefined) report(targetNotCreated(key.origin.at('foreignTable'), foreign))
}

function usesColumnTwice(key: ForeignKey, foreign: string, report: SchemaState['report']): boolean {
  const locals = new Set<string>()
  const foreigns = new Set<string>()
  for (const reference of key.references) {
    if (locals.has(reference.local)) {
      report(keyColumnTwice(reference.localOrigin, foreign, reference.local))
      return true
    }
    locals.add(reference.local)
    if (!isColumnReference(reference)) continue
    if (foreigns.has(reference.foreign)) {
      report(keyColumnTwice(reference.foreignOrigin, foreign, reference.foreign))
      return true
    }
    foreigns.add(reference.foreign)
  }
  return false
}

/** The key column that a foreign key leaves out, when all the others it names are of the primary key. */
function missingKeyColumn(key: ForeignKey, target: Table): Column | undefined {
  const named = new Set(columnReferences(key).map(({ foreign }) => foreign))
  const primaryKey = primaryKeyOf(target)
  if (named.size >= primaryKey.length || isUniqueOver(target, named)) return undefined
  if (![...named].every((name) => primaryKey.some((column) => column.name === name))) return undefined
  return primaryKey.find(({ name }) => !named.has(name))
}

/** Whether a set of columns is the primary key or a unique key of a table; no key refers to the beginning of a column. */
export function isUniqueOver(table: Table, names: ReadonlySet<string>): boolean {
  const keys = [primaryKeyOf(table).map(({ name }) => name), ...table.uniques.filter(isUniqueKey).map(namedColumns)]
  return keys.some((columns) => columns.length === names.size && columns.every((name) => names.has(name)))
}

function checkAction(
  table: Table,
  key: ForeignKey,
  attribute: 'onDelete' | 'onUpdate',
  foreign: string,
  platform: Platform,
  { report, broken }: SchemaState,
): void {
  const action = key[attribute]
  if (!action) return
  const at = key.origin.at(attribute)
  if (action === 'SET NULL') {
    const required = columnReferences(key)
      .map(({ local }) => columnOf(table, local)!)
      .find((column) => column.required && !broken.has(column))
    if (required) report(setNullOnRequired(at, foreign, attribute, required.name))
  }
  // Doing nothing is what a server does anyway when the clause is left out.
  if (platform[attribute][action] || action === 'NO ACTION' || action === 'RESTRICT' || !hasConstraint(key)) return
  report(actionLeftOut(at, foreign, platform.name, `ON ${attribute === 'onDelete' ? 'DELETE' : 'UPDATE'} ${action}`))
}

function checkTypes(
  table: Table,
  key: ForeignKey,
  target: Table,
  platform: Platform,
  { report, broken }: SchemaState,
): void {
  for (const { local, foreign, localOrigin } of columnReferences(key)) {
    const own = columnOf(table, local)!
    const other = columnOf(target, foreign)!
    // Only the server knows what an SQL type means.
    if (broken.has(own) || broken.has(other) || own.sqlType !== undefined || other.sqlType !== undefined) continue
    const names = [`${qualifiedName(table)}.${local}`, `${qualifiedName(target)}.${foreign}`] as const
    const isOtherType = platform.nativeEnums?.named && own.enumType?.name !== other.enumType?.name
    if (own.type === other.type && isOtherType) {
      report(typesDiffer(localOrigin, names[0], String(own.enumType?.name), names[1], String(other.enumType?.name)))
    } else if (sqlEqual(own.type) === sqlEqual(other.type)) {
      if (sizeOf(own, platform) !== sizeOf(other, platform)) report(sizesDiffer(localOrigin, ...names))
    } else if (platform.strictReferenceTypes || groupOf(own.type) !== groupOf(other.type)) {
      report(typesDiffer(localOrigin, names[0], shownType(own.type), names[1], shownType(other.type)))
    } else report(sizesDiffer(localOrigin, ...names))
  }
}

/** DECIMAL and NUMERIC are two names of one type, and every server compares CHAR with VARCHAR. */
const sqlEqual = (type: SchemaType): SchemaType => equalTypes[type] ?? type

const equalTypes: Readonly<Partial<Record<SchemaType, SchemaType>>> = { NUMERIC: 'DECIMAL', CHAR: 'VARCHAR' }

const groups: readonly ReadonlySet<SchemaType>[] = [temporalTypes, textTypes, numericTypes, lobTypes]

const groupOf = (type: SchemaType): unknown => groups.find((group) => group.has(type)) ?? type

const sized: ReadonlySet<SchemaType> = new Set<SchemaType>(['CHAR', 'VARCHAR', 'BINARY', 'DECIMAL', 'NUMERIC'])

const sizeOf = ({ type, size, scale = 0 }: Column, platform: Platform): string | undefined =>
  sized.has(type) ? `${size ?? platform.defaultSizes[type]},${scale}` : undefined
