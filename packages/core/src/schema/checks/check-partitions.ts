import type { Mark } from '../../errors/index.js'
import { badPartition, noPartitions } from '../../errors/schema/table-kind-errors.js'
import {
  type Column,
  hasConstraint,
  isCreated,
  namedColumns,
  type Part,
  type Partition,
  type PartitionRules,
  type Platform,
  primaryKeyOf,
  qualifiedName,
  shownType,
  type Table,
  temporalTypes,
} from '../../model/index.js'
import { columnOf } from '../by-name.js'
import type { Check, DatabaseDraft } from '../state.js'
import { isValid } from './check-defaults.js'
import { boundOrder, valueKey } from './part-values.js'

/** Checks partitions against the database, the columns of the table and its keys. */
export const checkPartitions: Check = (draft, { report, broken }) => {
  for (const table of draft.model.tables) {
    const { partition } = table
    if (!isCreated(table) || !partition) continue
    const { partitions: rules, name: vendor } = draft.platform
    if (!rules) {
      report(noPartitions(partition.origin, qualifiedName(table), vendor))
      continue
    }
    if (broken.has(table)) continue
    const says: Says = (at, problem, hint) => void report(badPartition(at, qualifiedName(table), problem, hint))
    if (partition.columns.length === 0) {
      says(partition.origin, 'needs columns')
      continue
    }
    checkColumns(table, partition, { rules, vendor, says })
    checkKeys(table, partition, draft, rules, says)
    checkParts(table, partition, draft, rules, says)
  }
}

type Says = (at: Mark, problem: string, hint?: string) => void

function checkColumns(
  table: Table,
  { by, columns, count, parts, origin }: Partition,
  { rules, vendor, says }: { readonly rules: PartitionRules; readonly vendor: string; readonly says: Says },
): void {
  if (by === 'list' && columns.length > 1) says(origin.at('columns'), 'by list has one column')
  if (new Set(columns).size < columns.length) says(origin.at('columns'), 'names a column twice')
  for (const name of columns) {
    const column = columnOf(table, name)
    const at = origin.at(origin.at('columns') === origin ? 'column' : 'columns')
    if (!column) says(at, `names the column "${name}", which the table does not have`)
    else if (column.generated) says(at, `cannot be by the generated column "${name}"`)
    else if (by === 'hash' ? rules.notByHash.includes(column.type) : !rules.types.includes(column.type))
      says(
        at,
        `cannot be by column "${name}" of type ${shownType(column.type)} on ${vendor}`,
        column.type === 'TIMESTAMP' && by !== 'hash' ? 'type="datetime" can' : undefined,
      )
  }
  for (const column of table.columns)
    if (rules.notInParts?.includes(column.type))
      says(column.origin, `does not allow column "${column.name}" of type ${shownType(column.type)} on ${vendor}`)
  if (by !== 'hash') {
    if (count !== undefined) says(origin.at('parts'), 'has a number of parts only by hash', 'write <part> elements')
    if (parts.length === 0) says(origin, 'needs a <part>')
  } else {
    if (count === undefined || count < 1 || count > 1024)
      says(origin.at('parts'), 'by hash needs a number of parts', 'such as parts="8"; at most 1024')
    if (parts[0]) says(parts[0].origin, 'by hash has no <part>', 'parts="8" is the number of them')
  }
}

/** Checks that keys contain the partition columns: the server looks for equal rows in only one partition. */
function checkKeys(
  table: Table,
  { columns, origin }: Partition,
  { targets, model, platform }: DatabaseDraft,
  rules: PartitionRules,
  says: Says,
): void {
  const missing = (names: readonly string[]): string[] =>
    columns.filter((name) => columnOf(table, name) && !names.includes(name))
  const key = primaryKeyOf(table).map(({ name }) => name)
  const lacks = (what: string, at: Mark, names: readonly string[]): void => {
    const others = missing(names)
    if (others.length > 0)
      says(at, `is by columns that the ${what} does not have: ${others.join(', ')}`, `add them to the ${what}`)
  }
  if (key.length > 0) lacks('primary key', origin, key)
  for (const unique of table.uniques) lacks(`unique key "${unique.name}"`, unique.origin, namedColumns(unique))
  for (const { name, origin: at } of table.exclusions) says(at, `does not allow the exclusion constraint "${name}"`)
  if (table.kinds?.includes('unlogged')) says(table.origin.at('unlogged'), 'does not allow an unlogged table')
  if (rules.foreignKeys) return
  const hint = 'skipSql="true" keeps the relation in the classes, without a foreign key in the database'
  // A foreign key between two partitioned tables is reported only once.
  for (const owner of model.tables)
    for (const foreign of owner.foreignKeys.filter(hasConstraint))
      if (table.foreignKeys.includes(foreign) || (targets.get(foreign) === table && !owner.partition))
        says(
          foreign.origin,
          `does not allow the foreign key "${foreign.name}" of table "${owner.name}" on ${platform.name}`,
          hint,
        )
}

function checkParts(
  table: Table,
  { by, columns, parts }: Partition,
  { model, platform }: DatabaseDraft,
  rules: PartitionRules,
  says: Says,
): void {
  if (by === 'hash') return
  const names = new Set<string>()
  for (const [position, part] of parts.entries()) {
    const { name, origin } = part
    if (names.has(name.toLowerCase())) says(origin.at('name'), `has two parts "${name}"`)
    names.add(name.toLowerCase())
    const full = rules.areTables ? `${table.name}_${name}` : name
    if (Buffer.byteLength(full) > platform.maxIdentifierLength)
      says(origin.at('name'), `has a part whose name "${full}" is too long for ${platform.name}`)
    if (rules.areTables && model.tables.some((other) => other.name === full && other.schema === table.schema))
      says(origin.at('name'), `has the part "${name}", and there is a table "${full}"`)
    if (by === 'list') checkList(table, columns, part, platform, says)
    else checkRange(table, columns, part, platform, says)
    const before = parts[position - 1]
    if (by === 'range' && before && !rules.areTables && part.from.join('\0') !== before.to.join('\0'))
      says(
        origin.at('from'),
        `has the part "${name}" that does not begin where part "${before.name}" ends, as ${platform.name} needs it`,
        `from="${before.to.join(',')}" begins there; the parts are in ascending order`,
      )
  }
  if (by === 'list') checkValuesOnce(table, columns, parts, platform, says)
  else if (rules.areTables) checkOverlaps(table, columns, parts, says)
}

/** Checks that each value of a list is in only one partition. */
function checkValuesOnce(
  table: Table,
  columns: readonly string[],
  parts: readonly Part[],
  platform: Platform,
  says: Says,
): void {
  const column = columnOf(table, columns[0] ?? '')
  if (!column) return
  const first = new Map<string, Part>()
  for (const part of parts) {
    for (const value of part.values) {
      const key = valueKey(value, column, table, platform)
      const other = first.get(key)
      if (other === part) says(part.origin.at('values'), `has the value "${value}" twice in part "${part.name}"`)
      else if (other)
        says(part.origin.at('values'), `has the value "${value}" in part "${part.name}" and in part "${other.name}"`)
      else first.set(key, part)
    }
  }
}

/** Checks that ranges do not overlap. Two parts of the same name were already reported. */
function checkOverlaps(table: Table, columns: readonly string[], parts: readonly Part[], says: Says): void {
  const found = columns.flatMap((name) => columnOf(table, name) ?? [])
  if (found.length < columns.length) return
  const isBelow = (from: readonly string[], to: readonly string[]): boolean =>
    from.length === 0 || to.length === 0 || boundOrder(from, to, found) < 0
  for (const [position, part] of parts.entries()) {
    const other = parts
      .slice(0, position)
      .find(
        (each) =>
          each.name.toLowerCase() !== part.name.toLowerCase() &&
          isBelow(part.from, each.to) &&
          isBelow(each.from, part.to),
      )
    if (other)
      says(
        part.origin,
        `has the parts "${other.name}" and "${part.name}" with rows in common`,
        'a range ends before its to',
      )
  }
}

function checkList(
  table: Table,
  columns: readonly string[],
  { name, from, to, values, origin }: Part,
  platform: Platform,
  says: Says,
): void {
  if (values.length === 0) says(origin, `by list needs values in part "${name}"`)
  if (from.length + to.length > 0) says(origin, `by list has no from and to in part "${name}"`)
  const column = columnOf(table, columns[0] ?? '')
  for (const value of values) checkValue(column, value, origin.at('values'), platform, says)
}

function checkRange(table: Table, columns: readonly string[], part: Part, platform: Platform, says: Says): void {
  const { name, from, to, values, origin } = part
  if (values.length > 0) says(origin.at('values'), `by range has no values in part "${name}"`, 'write from and to')
  for (const side of ['from', 'to'] as const) {
    if (part[side].length === 0) continue
    if (part[side].length !== columns.length)
      says(origin.at(side), `needs ${columns.length} value(s) in ${side} of part "${name}", one for each column`)
    else
      for (const [at, value] of part[side].entries())
        checkValue(columnOf(table, columns[at]!), value, origin.at(side), platform, says)
  }
  const found = columns.flatMap((name) => columnOf(table, name) ?? [])
  const areWhole = [from, to].every((bound) => bound.length === columns.length)
  if (areWhole && found.length === columns.length && boundOrder(from, to, found) >= 0)
    says(origin.at('to'), `has the part "${name}" that ends where it begins, or before`)
}

function checkValue(column: Column | undefined, value: string, at: Mark, platform: Platform, says: Says): void {
  // A wrong type is reported at the column.
  if (!column || !platform.partitions?.types.includes(column.type)) return
  // A date may have a time here, but a time may have no zone.
  const { default: _, ...plain }: Column = temporalTypes.has(column.type) ? { ...column, type: 'DATETIME' } : column
  if (!isValid(value, plain, platform))
    says(
      at,
      `has the value "${value}", which column "${column.name}" cannot have`,
      `its type is ${shownType(column.type)}`,
    )
}
