import type { ListTable } from 'orm-core/internal'
import type { Query, WriteAlone } from '../session/session.js'
import type { Findings } from './findings.js'

/** Finds faults in the lists of a table. */
export async function findListFaults(list: ListTable, query: Query): Promise<Findings> {
  const { rank, start, step, table } = list
  const groups = list.scopes.length === 0 ? '' : ` GROUP BY ${list.scopes.join(', ')}`
  const perList =
    `SELECT COUNT(${rank}) AS orm_rows, COUNT(DISTINCT ${rank}) AS orm_ranks, ` +
    `COUNT(DISTINCT CASE WHEN ${rank} >= ${start} THEN ${rank} END) AS orm_used, ` +
    `MIN(${rank}) AS orm_min, MAX(${rank}) AS orm_max FROM ${table}${groups}`
  const length = `orm_max - ${start - 1}`
  const isBroken =
    step > 1 ? 'orm_ranks <> orm_rows' : `orm_min <> ${start} OR ${length} <> orm_rows OR orm_ranks <> orm_rows`
  const sum = (value: string): string => `COALESCE(SUM(CASE WHEN ${value} END), 0)`
  const [lists = {}] = await query(
    `SELECT COUNT(*) AS lists, ${sum(`${isBroken} THEN 1`)} AS broken, ` +
      `${sum('orm_ranks < orm_rows THEN orm_rows - orm_ranks')} AS duplicates, ` +
      `${step > 1 ? '0' : sum(`${length} > orm_used THEN ${length} - orm_used`)} AS gaps ` +
      `FROM (${perList}) orm_lists WHERE orm_rows > 0`,
  )
  const [changed = {}] = await query(
    `SELECT COUNT(*) AS changed FROM (${numbered(list, table)}) orm_numbered WHERE orm_rank <> orm_number`,
  )
  const { lists: count, broken, duplicates, gaps } = lists
  return {
    lists: Number(count),
    broken: Number(broken),
    rows: Number(broken) === 0 ? 0 : Number(changed.changed),
    duplicates: Number(duplicates),
    gaps: Number(gaps),
  }
}

/**
 * Renumbers the members of all lists, or of those that match a condition, in the order of rank and key. Rows that already have
 * the right number are not written.
 */
export async function numberLists(
  list: ListTable,
  query: Query,
  { alias, update }: WriteAlone,
  only = '',
): Promise<void> {
  const { keys, rank, start, table } = list
  const among = only === '' ? '' : ` AND ${only}`
  const write = (value: string): string =>
    update({
      table,
      column: rank,
      value,
      source: numbered(list, `${table} AS ${alias}`, among),
      condition: [...keys.map((key) => `t.${key} = v.${key}`), `t.${rank} <> v.orm_number`].join(' AND '),
    })
  if (!list.isUnique) {
    await query(write('v.orm_number'))
    return
  }
  const [bounds = {}] = await query(
    `SELECT COALESCE(MAX(${rank}), ${start - 1}) AS high FROM ${table} WHERE 1 = 1${among}`,
  )
  // Ranks are unique, so the rows first get temporary ranks that no row has.
  const offset = Math.max(0, Number(bounds.high) - start + 1)
  await query(write(`v.orm_number + ${offset}`))
  await query(`UPDATE ${table} SET ${rank} = ${rank} - ${offset} WHERE ${rank} > ${offset + start - 1}${among}`)
}

/** Returns the query for keys and ranks of all members with their correct number. */
function numbered({ keys, rank, scopes, start, step }: ListTable, from: string, among = ''): string {
  const partition = scopes.length === 0 ? '' : `PARTITION BY ${scopes.join(', ')} `
  return (
    `SELECT ${keys.join(', ')}, ${rank} AS orm_rank, ` +
    `ROW_NUMBER() OVER (${partition}ORDER BY ${[rank, ...keys].join(', ')})${numberOf(start, step)} AS orm_number ` +
    `FROM ${from} WHERE ${rank} IS NOT NULL${among}`
  )
}

const numberOf = (start: number, step: number): string => {
  if (step > 1) return ` * ${step}`
  return start === 1 ? '' : ` + ${start - 1}`
}
