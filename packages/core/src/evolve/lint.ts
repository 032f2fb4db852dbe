import {
  type ColumnChange,
  type Dialect,
  dialects,
  rewritten,
  significantTokens,
  stringLiteral,
  type TableChange,
  unquotedName,
  type Wait,
  type Waiting,
} from '../dialects/index.js'
import type { Diagnostic } from '../errors/index.js'
import * as says from '../errors/migration-errors.js'
import {
  type Check,
  type Column,
  type Index,
  type IndexColumn,
  nativeValueTypes,
  qualifiedName,
  type Table,
} from '../model/index.js'
import { rowsOf } from './describe.js'
import type { DatabaseDiff } from './diff/index.js'
import { type HeldType, isNarrower } from './narrower.js'

/** Options for how the statements of a diff are written. */
interface LintOptions {
  readonly online?: boolean
}

/** Returns warnings about changes that can fail, lose rows or block other sessions. */
export function lintDiff(diff: DatabaseDiff, { online = false }: LintOptions = {}): Diagnostic[] {
  const dialect = dialects[diff.after.platform]
  const isCreated = new Set(diff.created)
  const waits = waitsOf(dialect, online)
  return [
    ...diff.dropped.flatMap((table) => [
      says.tableDropped(qualifiedName(table)),
      says.dropUnderCode(undefined, `table "${qualifiedName(table)}"`),
    ]),
    ...diff.objects.removed
      .filter(({ kind }) => kind !== 'statement')
      .map((object) => says.dropUnderCode(undefined, `${object.kind} "${qualifiedName(object)}"`)),
    ...diff.lookAlikes.map(({ kind, table, before, after, rename, added }) =>
      says.perhapsRenamed(added.origin, kind, qualifiedName(table), before, after, rename),
    ),
    ...diff.changed.flatMap((change) => lintTable(change, diff, dialect, waits)),
    ...diff.addForeignKeys
      .filter(({ table }) => !isCreated.has(table))
      .flatMap(({ table, key }) =>
        waits('foreign key', (wait) => says.keyCheckedAtOnce(key.origin, qualifiedName(table), key.foreignTable, wait)),
      ),
  ]
}

/** Returns the warnings about a blocking change, unless its statement has a non-blocking form. */
type Waits = (what: Waiting, message: (wait: Wait) => Diagnostic) => Diagnostic[]

function waitsOf({ alter }: Dialect, online: boolean): Waits {
  return (what, message) => {
    const wait = alter.costs.waits[what]
    return wait && !(online && wait.online) ? [message(wait)] : []
  }
}

function lintTable(change: TableChange, diff: DatabaseDiff, dialect: Dialect, waits: Waits): Diagnostic[] {
  const { before, after, addedColumns, droppedColumns, columns, uniques, indexes, facts } = change
  const { costs, columnFacts } = dialect.alter
  const name = qualifiedName(after)
  const isMoved = qualifiedName(before) !== name
  const factsOf = (column: Column) => columnFacts(column, after, diff.after.settings)
  const needsValue = addedColumns.filter(
    (column) => column.required && !column.autoIncrement && !column.generated && factsOf(column).default === undefined,
  )
  const isConverted = facts.has('CHARACTER SET') || facts.has('COLLATE')
  return [
    ...(isMoved ? [says.renameUnderCode(after.origin, `table "${qualifiedName(before)}"`, name)] : []),
    ...droppedColumns.flatMap((column) => [
      ...(column.generated || diff.moves.some(({ columns: moved }) => moved.includes(column))
        ? []
        : [says.columnDropped(after.origin, name, column.name)]),
      says.dropUnderCode(after.origin, `table "${name}": column "${column.name}"`),
    ]),
    ...(change.partition && !change.partition.isOther ? change.partition.dropped : []).map((part) =>
      says.partitionDropped(after.origin, name, part.name),
    ),
    ...needsValue.map((column) => {
      const source = diff.returns.find(({ columns: returned }) => returned.includes(column))
      return says.noValueForRows(column.origin, name, column.name, source && rowsOf(source))
    }),
    ...columns.flatMap((column) => lintColumn(change, column, diff, dialect, waits)),
    ...newKeys(change, dialect).map((key) =>
      says.uniqueOnRows(key.origin, name, key.names, keyQuery(key, change, diff) !== undefined),
    ),
    ...newChecks(change, dialect).map((check) =>
      says.checkOnRows(check.origin, name, check.name, checkQuery(check, change, diff) !== undefined),
    ),
    ...change.exclusions.added.map((each) => says.exclusionOnRows(each.origin, name, each.name)),
    ...(isConverted ? [says.collationChanged(after.origin, `table "${name}"`)] : []),
    ...[...indexes.added, ...uniques.added].flatMap((index) =>
      waits('index', (wait) => says.indexBlocksWriters(index.origin, name, index.name, wait)),
    ),
    ...(change.changesPrimaryKey ? waits('primary key', (wait) => says.keyChanged(after.origin, name, wait)) : []),
    ...[...facts].flatMap(([option, { after: value }]) => {
      if (option === 'ENGINE') return waits('engine', (wait) => says.engineChanged(after.origin, name, value, wait))
      if (!costs.rewritesFor?.(option)) return []
      return waits('option', (wait) => says.optionChanged(after.origin, name, option, wait))
    }),
    ...addedColumns
      .filter((column) => costs.fillsEachRow(factsOf(column).default, column.autoIncrement))
      .map((column) => says.defaultForEachRow(column.origin, name, column.name)),
  ]
}

function lintColumn(
  change: TableChange,
  column: ColumnChange,
  diff: DatabaseDiff,
  dialect: Dialect,
  waits: Waits,
): Diagnostic[] {
  const { before, after, aspects } = column
  const { costs, columnFacts } = dialect.alter
  const name = qualifiedName(change.after)
  const place = `table "${name}": column "${before.name}"`
  const [old, now] = [
    columnFacts(before, change.before, diff.before.settings),
    columnFacts(after, change.after, diff.after.settings),
  ]
  const values = before.valueSet.map((value) => column.renamedValues.get(value) ?? value)
  const removed = removedValues(column)
  // If the database stores the values themselves, their positions do not matter.
  const isMoved =
    !nativeValueTypes.has(before.type) &&
    !nativeValueTypes.has(after.type) &&
    values.some((value, position) => after.valueSet.includes(value) && after.valueSet.indexOf(value) !== position)
  const narrows = isNarrower(
    { type: old.type, values: before.valueSet },
    { type: now.type, values: after.valueSet },
    costs.limits,
  )
  const areBothLists = before.valueSet.length > 0 && after.valueSet.length > 0
  return [
    ...(aspects.has('name') ? [says.renameUnderCode(after.origin, place, after.name)] : []),
    ...(aspects.has('type') && costs.enforcesTypes && !areBothLists && narrows
      ? [says.typeNarrowed(after.origin, place, old.type, now.type)]
      : []),
    ...(aspects.has('type') && costs.rewrites(old.type, now.type) ? [says.tableRewritten(after.origin, place)] : []),
    ...(aspects.has('required') && after.required
      ? [
          says.requiredOnRows(after.origin, name, after.name),
          ...waits('NOT NULL', (wait) => says.rowsReadAtOnce(after.origin, name, after.name, wait)),
        ]
      : []),
    ...(aspects.has('values') && removed.length > 0 ? [says.valueRemoved(after.origin, place, removed)] : []),
    ...(aspects.has('values') && isMoved ? [says.valuesMoved(after.origin, place)] : []),
    ...(aspects.has('options') ? [says.collationChanged(after.origin, place)] : []),
  ]
}

/** Returns the values that are missing from the new list. */
const removedValues = ({ before, after, renamedValues }: ColumnChange): string[] =>
  before.valueSet.filter((value) => !after.valueSet.includes(renamedValues.get(value) ?? value))

type KeyPart = Omit<IndexColumn, 'origin'>

/** A key that rows must satisfy. */
interface Key {
  readonly parts: readonly KeyPart[]
  readonly where?: string
  readonly nullsNotDistinct: boolean
}

const keyOf = ({ columns, where, nullsNotDistinct }: Index): Key => ({
  parts: columns,
  ...(where !== undefined && { where }),
  nullsNotDistinct: nullsNotDistinct === true,
})

const primaryKeyOf = (columns: readonly Column[]): Key[] => {
  const parts = columns.filter(({ primaryKey }) => primaryKey).map(({ name }): KeyPart => ({ name }))
  return parts.length > 0 ? [{ parts, nullsNotDistinct: true }] : []
}

/**
 * Returns new keys that existing rows may violate: on existing columns, or on new ones that get the same default in every row.
 */
function newKeys(change: TableChange, dialect: Dialect) {
  const { after, columns, uniques, changesPrimaryKey } = change
  const isOld = (name: string): boolean => columns.some((column) => column.after.name === name)
  const isFilled = (name: string): boolean =>
    after.columns.some((column) => column.name === name && column.default !== undefined)
  return (
    [
      ...uniques.added.map((unique) => ({ key: keyOf(unique), origin: unique.origin })),
      ...(changesPrimaryKey ? primaryKeyOf(after.columns).map((key) => ({ key, origin: after.origin })) : []),
    ]
      // Only the server knows which columns an expression reads.
      .filter(({ key: { parts } }) => parts.every(({ name }) => name === undefined || isOld(name) || isFilled(name)))
      .filter(({ key }) => !isMet(key, change, dialect))
      .map(({ key, origin }) => ({
        key,
        origin,
        names: key.parts.map(({ name, expression }) => name ?? String(expression)),
        isOld: key.parts.every(({ name }) => name === undefined || isOld(name)),
      }))
  )
}

/** Returns whether an old key is as strict as a new one, so that all rows satisfy it. */
function isMet(key: Key, { before, columns }: TableChange, { lexicon }: Dialect): boolean {
  const kept = new Map(
    columns.flatMap((column) =>
      column.aspects.has('type') || column.aspects.has('options') ? [] : [[column.before.name, column] as const],
    ),
  )
  const sql = (text: string | undefined) => text && significantTokens(text, lexicon).join(' ')
  const isSame = (old: KeyPart, now: KeyPart): boolean =>
    (old.name === undefined ? undefined : kept.get(old.name)?.after.name) === now.name &&
    sql(old.expression) === sql(now.expression) &&
    old.collate === now.collate &&
    (now.size === undefined || (old.size !== undefined && old.size <= now.size))
  const hasValue = ({ name }: KeyPart): boolean => name !== undefined && kept.get(name)?.before.required === true
  return [...before.uniques.map(keyOf), ...primaryKeyOf(before.columns)].some(
    (old) =>
      old.parts.every((part) => key.parts.some((each) => isSame(part, each))) &&
      (old.where === undefined || sql(old.where) === sql(key.where)) &&
      (!key.nullsNotDistinct || old.nullsNotDistinct || old.parts.every(hasValue)),
  )
}

/** Returns conditions that rows may violate; renamed checks are not included. */
const newChecks = ({ checks, addedColumns, columns }: TableChange, dialect: Dialect): readonly Check[] => [
  ...checks.added.filter(({ column }) => !addedColumns.some(({ name }) => name === column)),
  ...columns.flatMap(({ before, after }) =>
    (after.domain?.checks ?? [])
      .filter(({ expression }) => !before.domain?.checks.some((check) => check.expression === expression))
      .map((check) => ({
        ...check,
        expression: dialect.aboutColumn(check.expression, after.name),
        origin: after.origin,
      })),
  ),
]

/**
 * Rewrites SQL of the schema so that it can run before the migration; undefined if it reads something that does not exist yet.
 */
function sqlBefore(sql: string, { before, after, columns, addedColumns }: TableChange, diff: DatabaseDiff) {
  const dialect = dialects[diff.after.platform]
  const { quote, lexicon, alter, lowersUnquotedNames } = dialect
  const fold = (name: string): string => (lowersUnquotedNames ? name : name.toLowerCase())
  const nameOf = (token: string): string => {
    // A quote with escapes belongs to a string.
    if (lexicon.backslashQuotes?.includes(token.charAt(0))) return ''
    const bare = unquotedName(token)
    return fold(bare === token ? token.toLowerCase() : bare)
  }
  const tokens = significantTokens(sql, lexicon)
  const reads = (name: string): boolean => tokens.some((token) => nameOf(token) === fold(name))
  const heldTypeOf = (column: Column, table: Table, { settings }: DatabaseDiff['before']): HeldType => ({
    type: alter.columnFacts(column, table, settings).type,
    values: column.valueSet,
  })
  const isOther = columns.some(
    (column) =>
      column.aspects.has('type') &&
      reads(column.after.name) &&
      isNarrower(
        heldTypeOf(column.before, before, diff.before),
        heldTypeOf(column.after, after, diff.after),
        alter.costs.limits,
      ),
  )
  const isMoved = qualifiedName(before) !== qualifiedName(after) && reads(after.name)
  if (isOther || isMoved || addedColumns.some(({ name }) => reads(name))) return undefined
  const renamed = new Map(
    columns.flatMap((column) =>
      column.aspects.has('name') ? [[fold(column.after.name), column.before.name] as const] : [],
    ),
  )
  return rewritten(sql, lexicon, (token) => {
    const name = renamed.get(nameOf(token))
    return name === undefined ? token : quote(name)
  })
}

/** Returns a query for rows that violate a new key; it can run before the migration. */
function keyQuery(
  { key, isOld }: { readonly key: Key; readonly isOld: boolean },
  change: TableChange,
  diff: DatabaseDiff,
) {
  const { quote, alter } = dialects[diff.after.platform]
  const { before, columns } = change
  if (!isOld) return undefined
  const oldName = (name: string): string => columns.find((column) => column.after.name === name)!.before.name
  const parts = key.parts.map(({ name, expression = '' }) =>
    name === undefined ? sqlBefore(expression, change, diff) : quote(oldName(name)),
  )
  const where = key.where === undefined ? '' : sqlBefore(key.where, change, diff)
  if (where === undefined || parts.includes(undefined)) return undefined
  const rows = `FROM ${alter.tableName(before)}${where === '' ? '' : ` WHERE ${where}`}`
  return `SELECT ${parts.join(', ')}, COUNT(*) ${rows} GROUP BY ${parts.join(', ')} HAVING COUNT(*) > 1`
}

/** Returns a query for rows that violate a new check; it can run before the migration. */
function checkQuery({ expression }: Check, change: TableChange, diff: DatabaseDiff) {
  const condition = sqlBefore(expression, change, diff)
  const table = dialects[diff.after.platform].alter.tableName(change.before)
  return condition === undefined ? undefined : `SELECT * FROM ${table} WHERE NOT (${condition})`
}

/** Returns queries for the rows that would make a migration fail; they can run before it. */
export function offendingRows(diff: DatabaseDiff): string[] {
  const dialect = dialects[diff.after.platform]
  const { quote, alter } = dialect
  const said = (what: string, queries: readonly (string | undefined)[]): string[] =>
    queries.flatMap((query) => (query === undefined ? [] : [`${what}: ${query}`]))
  return diff.changed.flatMap((change) => {
    const { before, columns } = change
    const rows = `SELECT * FROM ${alter.tableName(before)} WHERE`
    return [
      ...columns
        .filter(({ aspects, after: column }) => aspects.has('required') && column.required)
        .map((column) => `rows without a value stop this: ${rows} ${quote(column.before.name)} IS NULL`),
      ...columns
        .filter(({ before: column }) => column.type === 'ENUM_NATIVE')
        .flatMap((column) => {
          const values = column.aspects.has('values') ? removedValues(column) : []
          const list = values.map(stringLiteral).join(', ')
          return list === ''
            ? []
            : [`rows with removed values stop this: ${rows} ${quote(column.before.name)} IN (${list})`]
        }),
      ...said(
        'rows with equal values stop this',
        newKeys(change, dialect).map((key) => keyQuery(key, change, diff)),
      ),
      ...said(
        'rows that do not meet the condition stop this',
        newChecks(change, dialect).map((check) => checkQuery(check, change, diff)),
      ),
    ]
  })
}
