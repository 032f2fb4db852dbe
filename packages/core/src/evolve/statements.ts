import {
  type AlterContext,
  type AlterStatement,
  createObject,
  type Dialect,
  dialects,
  dropObject,
  lostValues,
  type NameChange,
  orderedRenames,
  type Script,
  type TableChange,
  terminated,
} from '../dialects/index.js'
import { type Column, qualifiedName, type Table } from '../model/index.js'
import { type DatabaseDiff, inTwoSteps } from './diff/index.js'
import type { ColumnMove, ColumnReturn } from './diff/moves.js'
import type { WrittenStatement } from './file.js'
import { misfitQueries } from './misfits.js'
import { ownTableDrops, ownTableStatements } from './own-tables.js'
import type { Snapshot } from './snapshot.js'

/** Returns the statements of a diff in the order that the server and the rows require. */
export function migrationStatements(diff: DatabaseDiff, { online = false } = {}): WrittenStatement[] {
  const dialect = dialects[diff.after.platform]
  const statements = statementsOf(diff, online)
  const [first, last] = dialect.alter.around?.(
    statements.map((each) => (typeof each === 'string' ? each : each.text)),
  ) ?? [[], []]
  return [...first, ...misfitQueries(diff), ...statements, ...last].map((statement) => written(statement, dialect))
}

function statementsOf(diff: DatabaseDiff, online: boolean): AlterStatement[] {
  const dialect = dialects[diff.after.platform]
  if (diff.returns.length > 0) {
    const [first, rest] = inTwoSteps(diff)
    const copies = diff.returns.map((each) => copyBack(each, dialect))
    return [...statementsOf(first, online), ...copies, ...statementsOf(rest, online)]
  }
  const { alter } = dialect
  const { sequences: rules } = alter
  const [before, after] = [scriptOf(diff.before, diff), scriptOf(diff.after, diff)]
  const context: AlterContext = { online, before, after, renamedTypes: diff.renamedTypes }
  const phases = diff.changed.map((change) => {
    const moved = diff.moves.filter(({ from }) => from === change.after).flatMap(({ columns }) => columns)
    const phase = alter.alterTable(change, context)
    return { ...phase, change: phase.change.map((statement) => keeping(statement, moved, dialect)) }
  })
  const [typesBefore, typesAfter] = alter.sharedTypes?.(diff.changed, context) ?? [[], []]
  const renamed = diff.changed.filter(({ before, after }) => qualifiedName(before) !== qualifiedName(after))
  return [
    ...diff.extensions.flatMap((extension) => alter.createExtension?.(extension) ?? []),
    ...(rules ? diff.sequences.created.map(rules.create) : []),
    ...(rules ? diff.sequences.changed.flatMap(([from, to]) => rules.change(from, to)) : []),
    ...diff.objects.dropped.flatMap((object) => dropObject(object, dialect, true)),
    ...diff.dropForeignKeys.flatMap(({ table, key }) => alter.dropForeignKey(table, key)),
    // Dropped tables come first, because their foreign keys may need a key that is dropped as well.
    ...diff.dropped.flatMap((table) =>
      alter
        .dropTable(table, before)
        .map((text, position) => ({ text, loses: position === 0 ? [`the rows of ${qualifiedName(table)}`] : [] })),
    ),
    ...phases.flatMap(({ dropIndexes }) => dropIndexes),
    ...tableRenames(renamed, dialect).flatMap(([from, to, change]) => alter.renameTable(from, to, change)),
    ...renameStatements(phases.flatMap(({ rename }) => rename)),
    ...typesBefore,
    ...diff.created.flatMap((table) => alter.createTable(table, after)),
    ...diff.moves.map((move) => copyOf(move, dialect)),
    ...ownTableStatements(dialect, diff.ownTables),
    ...phases.flatMap(({ change }) => change),
    ...typesAfter,
    ...phases.flatMap(({ createIndexes }) => createIndexes),
    // A new table has no rows, so nobody is blocked.
    ...diff.addForeignKeys.flatMap(({ table, key }) =>
      alter.addForeignKey(table, key, { online: online && !diff.created.includes(table) }),
    ),
    ...(rules ? diff.sequences.dropped.map(rules.drop) : []),
    ...ownTableDrops(dialect, diff.uselessOwnTables),
    ...diff.objects.created.flatMap((object) => createObject(object, dialect)),
  ]
}

/**
 * Returns the statement that copies dropped columns to a new table. It runs when tables already have their new names, but
 * before the columns are dropped.
 */
function copyOf({ from, to, pairs }: ColumnMove, { quote, alter }: Dialect): string {
  const list = (side: 0 | 1): string => pairs.map((pair) => quote(pair[side])).join(', ')
  return `INSERT INTO ${alter.tableName(to)} (${list(0)})\n    SELECT ${list(1)} FROM ${alter.tableName(from)}`
}

/** Returns the statement that copies the values of a dropped table to columns. */
function copyBack({ to, from, columns, key, chosen }: ColumnReturn, { quote, alter, reverse }: Dialect): string {
  const [target, source] = [alter.tableName(to), alter.tableName(from)]
  const conditions = [
    ...key.map(({ local, foreign }) => `${source}.${quote(local)} = ${target}.${quote(foreign)}`),
    ...chosen.map(([column, value]) => `${source}.${quote(column)} = ${reverse.literal(value)}`),
  ]
  const rows = `FROM ${source} WHERE ${conditions.join(' AND ')}`
  const assignments = columns.map(({ name }) => `${quote(name)} = (SELECT ${source}.${quote(name)} ${rows})`)
  return `UPDATE ${target} SET\n    ${assignments.join(',\n    ')}\n    WHERE EXISTS (SELECT 1 ${rows})`
}

/** Removes columns that were copied to another table from the losses of a statement. */
function keeping(statement: AlterStatement, columns: readonly Column[], { quote }: Dialect): AlterStatement {
  if (typeof statement === 'string' || columns.length === 0) return statement
  const kept = columns.map(({ name }) => lostValues(name, quote))
  return { ...statement, loses: statement.loses.filter((text) => !kept.includes(text)) }
}

/**
 * Lists tables that are left alone first. Such a table keeps its sequence, which other tables may share, as the one that
 * created it.
 */
function scriptOf({ tables, settings }: Snapshot, { before, after }: DatabaseDiff): Script {
  const own = new Set(tables.map(qualifiedName))
  const left = new Map([...before.leftAlone, ...after.leftAlone].map((table) => [qualifiedName(table), table]))
  return { tables: [...[...left.values()].filter((table) => !own.has(qualifiedName(table))), ...tables], settings }
}

const written = (statement: AlterStatement, { lexicon }: Dialect): WrittenStatement =>
  typeof statement === 'string'
    ? { text: statement, ...(statement.includes(';') && { ended: terminated(statement, lexicon) }) }
    : { text: statement.text, ...(statement.loses.length > 0 && { behind: lossText(statement.loses) }) }

const lossText = (things: readonly string[]): string =>
  `${things.join(', ')} ${things.length === 1 && things[0]!.startsWith('the value of') ? 'is' : 'are'} lost`

function renameStatements(changes: readonly NameChange[]): string[] {
  const scopes = new Set(changes.map(({ scope }) => scope))
  return [...scopes].flatMap((scope) => {
    const own = changes.filter((change) => change.scope === scope)
    const byOldName = new Map(own.map((change) => [change.from, change]))
    const steps = orderedRenames(own.map(({ from, to }) => [from, to]))
    return steps.map(([from, to, origin]) => byOldName.get(origin)!.statement(from, to))
  })
}

/**
 * Orders table renames so that no step uses a name that is taken. A table that changes both its name and its SQL schema is
 * moved in two statements. The first one could meet a table with the old name in the new schema, so it uses a temporary name.
 */
function tableRenames(
  changes: readonly TableChange[],
  { defaultSchema }: Dialect,
): (readonly [from: Table, to: Table, change: TableChange])[] {
  const placeOf = ({ schema, name }: Table): string =>
    qualifiedName({ name, ...(schema !== undefined && schema !== defaultSchema && { schema }) })
  // The name is short, so that no server truncates it.
  const startOfName = ({ before }: TableChange): string => [...before.name].slice(0, 12).join('')
  const betweenOf = (change: TableChange): Table => {
    const start = startOfName(change)
    const number = changes.filter((each) => startOfName(each) === start).indexOf(change)
    return { ...change.before, name: `${start}__old${number || ''}` }
  }
  const isTwofold = ({ before, after }: TableChange): boolean =>
    before.name !== after.name && before.schema !== after.schema
  const startOf = (change: TableChange): Table => (isTwofold(change) ? betweenOf(change) : change.before)
  const byStart = new Map(changes.map((change) => [placeOf(startOf(change)), change]))
  const steps = orderedRenames([...byStart].map(([place, { after }]) => [place, placeOf(after)]))
  return [
    ...changes.filter(isTwofold).map((change) => [change.before, betweenOf(change), change] as const),
    ...steps.map(([from, to, origin]) => {
      const change = byStart.get(origin)!
      const between = betweenOf(change)
      return [
        from === origin ? startOf(change) : between,
        to === placeOf(change.after) ? change.after : between,
        change,
      ] as const
    }),
  ]
}
