import {
  type ColumnChange,
  type Dialect,
  dialects,
  stringLiteral,
  type TableChange,
  type Wait,
  type Waiting,
} from '../dialects/index.js'
import type { Diagnostic } from '../errors/index.js'
import * as says from '../errors/migration-errors.js'
import {
  type Check,
  type Column,
  type IndexColumn,
  nativeValueTypes,
  qualifiedName,
  type Table,
} from '../model/index.js'
import type { DatabaseDiff } from './diff.js'
import { isNarrower } from './narrower.js'

/** How the statements of a difference are written. */
interface LintOptions {
  readonly online?: boolean
}

/** Warnings about changes that can fail, lose rows or block others. */
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

/** What is said of a change that others wait for, unless its statement has the form that nobody waits for. */
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
      ...(column.generated ? [] : [says.columnDropped(after.origin, name, column.name)]),
      says.dropUnderCode(after.origin, `table "${name}": column "${column.name}"`),
    ]),
    ...(change.partition && !change.partition.isOther ? change.partition.dropped : []).map((part) =>
      says.partitionDropped(after.origin, name, part.name),
    ),
    ...needsValue.map((column) => says.noValueForRows(column.origin, name, column.name)),
    ...columns.flatMap((column) => lintColumn(change, column, diff, dialect, waits)),
    ...newKeys(change).map(({ names, origin }) => says.uniqueOnRows(origin, name, names)),
    ...newChecks(change, dialect).map(({ name: check, origin }) => says.checkOnRows(origin, name, check)),
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
  // Where the database has the values themselves, nothing depends on their positions.
  const isMoved =
    !nativeValueTypes.has(before.type) &&
    !nativeValueTypes.has(after.type) &&
    values.some((value, position) => after.valueSet.includes(value) && after.valueSet.indexOf(value) !== position)
  const areBothLists = before.valueSet.length > 0 && after.valueSet.length > 0
  return [
    ...(aspects.has('name') ? [says.renameUnderCode(after.origin, place, after.name)] : []),
    ...(aspects.has('type') && costs.enforcesTypes && !areBothLists && isNarrower(old.type, now.type)
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

/** Values that the new list does not have. */
const removedValues = ({ before, after, renamedValues }: ColumnChange): string[] =>
  before.valueSet.filter((value) => !after.valueSet.includes(renamedValues.get(value) ?? value))

type KeyPart = Pick<IndexColumn, 'name' | 'expression'>

/** New keys that existing rows may violate: on existing columns, or on new ones that get the same default in every row. */
function newKeys({ after, columns, uniques, changesPrimaryKey }: TableChange) {
  const isOld = (name: string): boolean => columns.some((column) => column.after.name === name)
  const isFilled = (name: string): boolean =>
    after.columns.some((column) => column.name === name && column.default !== undefined)
  const key = changesPrimaryKey ? after.columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => name) : []
  return (
    [
      ...uniques.added.map(({ columns: parts, where, origin }) => ({
        parts: parts as readonly KeyPart[],
        where,
        origin,
      })),
      ...(key.length > 0
        ? [{ parts: key.map((name): KeyPart => ({ name })), where: undefined, origin: after.origin }]
        : []),
    ]
      // What an expression reads, only the server knows.
      .map((each) => ({ ...each, names: each.parts.map(({ name, expression }) => name ?? String(expression)) }))
      .filter(({ parts }) => parts.every(({ name }) => name === undefined || isOld(name) || isFilled(name)))
      .map((each) => ({
        ...each,
        isOld: each.parts.every(({ name }) => name === undefined || isOld(name)),
        // Before the migration, columns have the names that they had.
        hasSql: each.where !== undefined || each.parts.some(({ name }) => name === undefined),
      }))
  )
}

/** Conditions that rows may not meet: a new name is none. */
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

/** Queries for the rows that make a migration fail, as they can be asked before it. */
export function offendingRows({ changed, after }: DatabaseDiff): string[] {
  const { quote, alter } = dialects[after.platform]
  return changed.flatMap((change) => {
    const { before, columns } = change
    const oldName = (name: string): string => columns.find((column) => column.after.name === name)!.before.name
    const from = (table: Table): string => `FROM ${alter.tableName(table)}`
    // SQL of the schema has the new names, and columns have their old ones before the migration.
    const hasNewNames = columns.some(({ aspects }) => aspects.has('name')) || change.addedColumns.length > 0
    return [
      ...columns
        .filter(({ aspects, after: column }) => aspects.has('required') && column.required)
        .map(
          (column) =>
            `rows without a value stop this: SELECT * ${from(before)} WHERE ${quote(column.before.name)} IS NULL`,
        ),
      ...columns
        .filter(({ before: column }) => column.type === 'ENUM_NATIVE')
        .flatMap((column) => {
          const values = column.aspects.has('values') ? removedValues(column) : []
          const list = values.map(stringLiteral).join(', ')
          const condition = `${quote(column.before.name)} IN (${list})`
          return list === '' ? [] : [`rows with removed values stop this: SELECT * ${from(before)} WHERE ${condition}`]
        }),
      ...newKeys(change)
        .filter((key) => key.isOld && !(key.hasSql && hasNewNames))
        .map(({ parts, where }) => {
          const list = parts
            .map(({ name, expression }) => (name === undefined ? expression : quote(oldName(name))))
            .join(', ')
          const rows = `${from(before)}${where === undefined ? '' : ` WHERE ${where}`}`
          return `rows with equal values stop this: SELECT ${list}, COUNT(*) ${rows} GROUP BY ${list} HAVING COUNT(*) > 1`
        }),
      ...(hasNewNames
        ? []
        : newChecks(change, dialects[after.platform]).map(
            ({ expression }) =>
              `rows that do not meet the condition stop this: SELECT * ${from(before)} WHERE NOT (${expression})`,
          )),
    ]
  })
}
