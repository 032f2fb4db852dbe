import { asWarning } from '../../errors/index.js'
import { relationBackLost } from '../../errors/schema/declaration-errors.js'
import {
  actionLeftOut,
  collationsDiffer,
  collationsMayDiffer,
  engineWithoutForeignKeys,
  keyColumnTwice,
  partOfKey,
  setNullOnRequired,
  sizesDiffer,
  targetNotCreated,
  typesDiffer,
} from '../../errors/schema/foreign-key-errors.js'
import {
  type CharsetRules,
  type Column,
  characterTypes,
  columnReferences,
  columnTypes,
  decimalTypes,
  type ForeignKey,
  hasConstraint,
  isColumnReference,
  isPolymorphic,
  isUniqueKey,
  isUnsigned,
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

/** Checks the foreign keys whose table and columns were found. */
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
  const keepsKeys = (of: Table): boolean => platform.keepsForeignKeys?.(of, state.context.settings.adapters) !== false
  const isCreated = hasConstraint(key) && keepsKeys(table)
  for (const attribute of ['onDelete', 'onUpdate'] as const)
    checkAction(table, key, attribute, foreign, platform, isCreated, state)
  if (!isCreated) return
  checkTypes(table, key, target, platform, state)
  if (target.skipSql || target.alias !== undefined) report(targetNotCreated(key.origin.at('foreignTable'), foreign))
  else if (!keepsKeys(target)) report(engineWithoutForeignKeys(key.origin.at('foreignTable'), foreign, platform.name))
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

/** Returns the primary key column that a foreign key omits, if all columns it does name are in the primary key. */
function missingKeyColumn(key: ForeignKey, target: Table): Column | undefined {
  const references = columnReferences(key)
  const primaryKey = primaryKeyOf(target)
  // A foreign key names no column twice, so the counts can be compared.
  if (references.length >= primaryKey.length) return undefined
  const named = new Set(references.map(({ foreign }) => foreign))
  if (isUniqueOver(target, named)) return undefined
  if (![...named].every((name) => primaryKey.some((column) => column.name === name))) return undefined
  return primaryKey.find(({ name }) => !named.has(name))
}

/** Whether columns are the whole primary key or a unique key of a table. A key over column prefixes does not count. */
export function isUniqueOver(table: Table, names: ReadonlySet<string>): boolean {
  const isOver = (columns: readonly string[]): boolean =>
    columns.length === names.size && columns.every((name) => names.has(name))
  return (
    isOver(primaryKeyOf(table).map(({ name }) => name)) ||
    table.uniques.some((unique) => isUniqueKey(unique) && isOver(namedColumns(unique)))
  )
}

function checkAction(
  table: Table,
  key: ForeignKey,
  attribute: 'onDelete' | 'onUpdate',
  foreign: string,
  platform: Platform,
  isCreated: boolean,
  { context, report, broken }: SchemaState,
): void {
  const action = key[attribute]
  if (!action) return
  const at = key.origin.at(attribute)
  if (action === 'SET NULL') {
    const required = columnReferences(key)
      .map(({ local }) => columnOf(table, local)!)
      .find((column) => column.required && !broken.has(column))
    if (required) {
      const problem = setNullOnRequired(at, foreign, attribute, required.name)
      const isTolerated = context.settings.lenient && !(isCreated && platform.refusesSetNullOnRequired)
      report(isTolerated ? asWarning(problem) : problem)
    }
  }
  // NO ACTION and RESTRICT are what a server does anyway without the clause.
  if (platform[attribute][action] || action === 'NO ACTION' || action === 'RESTRICT' || !isCreated) return
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
    const columns = [columnOf(table, local)!, columnOf(target, foreign)!] as const
    // Custom SQL types cannot be compared: only the server knows what they mean.
    if (columns.some((column) => broken.has(column) || column.sqlType !== undefined)) continue
    const own = asCreated(columns[0], table, platform)
    const other = asCreated(columns[1], target, platform)
    const names = [`${qualifiedName(table)}.${local}`, `${qualifiedName(target)}.${foreign}`] as const
    const isOtherType = platform.nativeEnums?.named && own.enumType?.name !== other.enumType?.name
    if (own.type === other.type && isOtherType) {
      report(typesDiffer(localOrigin, names[0], String(own.enumType?.name), names[1], String(other.enumType?.name)))
    } else if (isRefused(own, other, platform)) {
      report(typesDiffer(localOrigin, names[0], shown(own), names[1], shown(other)))
    } else if (sqlEqual(own.type) !== sqlEqual(other.type) || sizeOf(own, platform) !== sizeOf(other, platform)) {
      report(sizesDiffer(localOrigin, ...names, platform.strictReferenceSizes && platform.name))
    }
    if (platform.charsets && characterTypes.has(own.type) && characterTypes.has(other.type)) {
      const texts = [textOf(own, table, platform.charsets), textOf(other, target, platform.charsets)] as const
      const differ = collationsOf(...texts, platform.charsets)
      const words = texts.map(({ charset, collation }) => collation ?? charset)
      if (differ === 'other') report(collationsDiffer(localOrigin, names[0], words[0]!, names[1], words[1]!))
      if (differ === 'unknown') report(collationsMayDiffer(localOrigin, names[0], words[0], names[1], words[1]))
    }
  }
}

/** Returns a column with the type that the server gives to it. */
function asCreated(column: Column, { idMethodParameter }: Table, { decimalCounter }: Platform): Column {
  const counts = column.autoIncrement && !column.identity && idMethodParameter === undefined
  return counts && decimalCounter && decimalTypes.has(column.type) ? { ...column, type: decimalCounter } : column
}

/** Whether the server rejects a foreign key between two columns, whatever their sizes. */
function isRefused(own: Column, other: Column, platform: Platform): boolean {
  if (own.array !== other.array) return true
  if (sqlEqual(own.type) === sqlEqual(other.type)) {
    return platform.strictReferenceTypes && isUnsigned(own) !== isUnsigned(other)
  }
  return (
    platform.strictReferenceTypes ||
    groupOf(own.type) !== groupOf(other.type) ||
    platform.refusesReference?.(own.type, other.type) === true
  )
}

const shown = (column: Column): string =>
  [shownType(column.type), isUnsigned(column) && 'unsigned', column.array && 'array'].filter(Boolean).join(' ')

/** Returns the character set and collation that the schema sets for a column. Otherwise the database default applies. */
function textOf(column: Column, table: Table, charsets: CharsetRules): TextRules {
  const find = ({ vendor }: Column | Table, names: readonly string[]): string | undefined =>
    names.map((name) => vendor.get(name)).find((value) => value !== undefined)
  const own = [find(column, charsets.charset), find(column, charsets.collation)]
  const [charset, collation] = own.some((value) => value !== undefined)
    ? own
    : [find(table, charsets.charset), find(table, charsets.collation)]
  return { ...(charset !== undefined && { charset }), ...(collation !== undefined && { collation }) }
}

interface TextRules {
  readonly charset?: string
  readonly collation?: string
}

/** Compares two collations; the server rejects different ones. The result is unknown if the server has to choose one of them. */
function collationsOf(own: TextRules, other: TextRules, charsets: CharsetRules): 'same' | 'other' | 'unknown' {
  const [first, second] = [own.collation ?? own.charset, other.collation ?? other.charset]
  if (own.collation !== undefined && other.collation !== undefined) {
    return charsets.isSame(own.collation, other.collation) ? 'same' : 'other'
  }
  const isOther =
    first !== undefined &&
    second !== undefined &&
    !(own.collation === undefined ? charsets.fit(first, second) : charsets.fit(second, first))
  if (isOther) return 'other'
  return (own.collation ?? other.collation) === undefined ? 'same' : 'unknown'
}

/** Maps types that a foreign key can mix: DECIMAL and NUMERIC are one type, and every server compares CHAR with VARCHAR. */
const sqlEqual = (type: SchemaType): string => columnTypes[type].comparesAs ?? type

const groups: readonly ReadonlySet<SchemaType>[] = [temporalTypes, textTypes, numericTypes, lobTypes]

const groupOf = (type: SchemaType): unknown => groups.find((group) => group.has(type)) ?? type

const sizeOf = ({ type, size, scale = 0 }: Column, platform: Platform): string | undefined =>
  columnTypes[type].comparesSize ? `${size ?? platform.defaultSizes[type]},${scale}` : undefined
