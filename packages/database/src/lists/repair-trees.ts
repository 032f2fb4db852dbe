import type { TreeTable } from 'orm-core/internal'
import type { Query, Row } from '../session/session.js'
import type { Findings } from './findings.js'

interface Place {
  readonly left: number
  readonly right: number
  readonly level: number
}

interface Node extends Place {
  readonly key: readonly unknown[]
}

export interface TreeFindings extends Findings {
  /** Misplaced nodes with their correct positions. */
  readonly changes: readonly { readonly key: readonly unknown[]; readonly place: Place }[]
}

/** Finds faults in the trees of a table. */
export async function findTreeFaults(tree: TreeTable, query: Query): Promise<TreeFindings> {
  const trees = await readTrees(tree, query)
  const found = trees.map((nodes) => {
    const changes = placesOf(nodes).flatMap((place, index) => {
      const { key, left, right, level } = nodes[index]!
      const isRight = left === place.left && right === place.right && level === place.level
      return isRight ? [] : [{ key, place }]
    })
    return { changes, ...faultsOf(nodes) }
  })
  const broken = found.filter(({ changes }) => changes.length > 0)
  const sum = (value: 'duplicates' | 'gaps'): number => broken.reduce((all, each) => all + each[value], 0)
  const changes = broken.flatMap((each) => each.changes)
  return {
    lists: trees.length,
    broken: broken.length,
    rows: changes.length,
    duplicates: sum('duplicates'),
    gaps: sum('gaps'),
    changes,
  }
}

/** Writes the positions of nodes. */
export async function placeNodes(
  { keys, left, level, right, table }: TreeTable,
  { changes }: TreeFindings,
  query: Query,
  literal: (text: string) => string,
): Promise<void> {
  for (const { key, place } of changes) {
    const isRow = keys.map((name, index) => `${name} = ${sqlOf(key[index], literal)}`).join(' AND ')
    await query(
      `UPDATE ${table} SET ${left} = ${place.left}, ${right} = ${place.right}, ${level} = ${place.level} WHERE ${isRow}`,
    )
  }
}

/** Returns the SQL of a key value as returned by the driver. */
function sqlOf(value: unknown, literal: (text: string) => string): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return value instanceof Uint8Array ? `X'${Buffer.from(value).toString('hex')}'` : literal(String(value))
}

/** Reads the nodes of each tree, ordered by left number. Ancestors come first. */
async function readTrees({ keys, left, level, right, scopes, table }: TreeTable, query: Query): Promise<Node[][]> {
  const named = (names: readonly string[], prefix: string): string[] =>
    names.map((name, i) => `${name} AS ${prefix}${i}`)
  const columns = [
    ...named(keys, 'orm_key'),
    ...named([left, right, level], 'orm_place'),
    ...named(scopes, 'orm_scope'),
  ]
  const order = [...scopes, left, `${right} DESC`, ...keys].join(', ')
  // A row outside of any tree may have 0 in both columns, but a tree of another program may start at 0.
  const hasNumbers = `${left} <> 0 OR ${left} = 0 AND ${right} > 0`
  const rows = await query(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${hasNumbers} ORDER BY ${order}`)
  const trees = new Map<string, Node[]>()
  for (const row of rows) {
    const scope = scopes.length === 0 ? '' : String(row.orm_scope0)
    const tree = trees.get(scope)
    if (tree) tree.push(nodeOf(row, keys.length))
    else trees.set(scope, [nodeOf(row, keys.length)])
  }
  return [...trees.values()].map(withStraysLast)
}

const nodeOf = (row: Row, keys: number): Node => ({
  key: Array.from({ length: keys }, (_, index) => row[`orm_key${index}`]),
  left: Number(row.orm_place0 ?? 0),
  right: Number(row.orm_place1 ?? 0),
  level: Number(row.orm_place2 ?? 0),
})

/**
 * Moves strays to the end: rows of an interrupted move have numbers below 0. A row with the left number 0 is a stray too,
 * unless it encloses the whole tree, which then starts at 0.
 */
function withStraysLast(nodes: readonly Node[]): Node[] {
  const highest = nodes.reduce((most, { right }) => Math.max(most, right), 0)
  const isStray = ({ left, right }: Node): boolean => left < 0 || (left === 0 && right < highest)
  return [...nodes.filter((node) => !isStray(node)), ...nodes.filter(isStray)]
}

/**
 * Returns the correct position of each node: below the node whose numbers enclose its left number. The runtime's TreeRepair
 * does the same.
 */
function placesOf(nodes: readonly Node[]): Place[] {
  const places: { left: number; right: number; level: number }[] = []
  const open: number[] = []
  let next = 1
  const close = (): void => {
    places[open.pop()!]!.right = next++
  }
  for (const [index, node] of nodes.entries()) {
    // The first node is the root and contains all others, whatever its numbers are.
    while (open.length > 1 && isBehind(node, nodes[open.at(-1)!]!)) close()
    places.push({ left: next++, right: 0, level: open.length })
    open.push(index)
  }
  while (open.length > 0) close()
  return places
}

const isBehind = (node: Node, other: Node): boolean => other.right <= node.left || (node.left <= 0 && other.left > 0)

/** Counts duplicate and missing numbers. */
function faultsOf(nodes: readonly Node[]): Pick<Findings, 'duplicates' | 'gaps'> {
  const distinct = new Set(nodes.flatMap(({ left, right }) => [left, right]))
  const positive = [...distinct].filter((number) => number > 0)
  const highest = positive.reduce((a, b) => Math.max(a, b), 0)
  return { duplicates: 2 * nodes.length - distinct.size, gaps: highest - positive.length }
}
