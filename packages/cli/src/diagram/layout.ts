import { graphlib, layout } from '@dagrejs/dagre'
import type { Drawing, DrawnTable } from 'orm-core/internal'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Layout {
  readonly width: number
  readonly height: number
  /** Boxes by table name. */
  readonly boxes: ReadonlyMap<string, Box>
}

export interface WholeLayout extends Layout {
  /** Names of tables that very many others refer to. */
  readonly hubs: ReadonlySet<string>
  /** Rectangles of the table groups, with their titles. */
  readonly groups: readonly Group[]
}

export interface Group extends Box {
  readonly title: string
  /** Number of tables. */
  readonly tables: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

const gap = 48
/** Maximum number of tables in a group. */
const largestGroup = 16
/** Aspect ratio of a picture that fits on a screen. */
const screen = 1.6

/**
 * Returns the tables that very many others refer to. Their lines are ignored in the layout, because they would put all these
 * tables into one endless row. A page shows the lines only for the selected table.
 */
function hubsOf({ tables, keys }: Drawing): ReadonlySet<string> {
  const referring = new Map<string, Set<string>>()
  for (const { from, to } of keys) {
    if (from !== to) referring.set(to, (referring.get(to) ?? new Set()).add(from))
  }
  const limit = Math.max(8, tables.length / 12)
  return new Set([...referring].filter(([, others]) => others.size > limit).map(([name]) => name))
}

/** Positions all tables: related tables in a group, and the groups in rows. */
export function layOut(drawing: Drawing, sizeOf: (table: DrawnTable) => Size): WholeLayout {
  const hubs = hubsOf(drawing)
  const sizes = new Map(drawing.tables.map((table) => [table.name, sizeOf(table)]))
  const lines = drawing.keys.filter(({ from, to }) => from !== to && !hubs.has(to))
  const names = drawing.tables.map(({ name }) => name)
  const groups = groupsOf(names, lines).map((group) => ({
    ...layOutGroup(group, lines, sizes),
    title: titleOf(group, lines),
  }))
  return { ...pack(groups), hubs }
}

/** Returns the name prefix of most tables in a group, or else the table that most of the others refer to. */
function titleOf(group: readonly string[], lines: readonly Line[]): string {
  const most = (words: readonly string[]): readonly [string, number] => {
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [group[0]!, 0])
  }
  if (group.length === 1) return group[0]!
  const [module, times] = most(group.map((name) => moduleOf(name)))
  if (times * 2 > group.length) return module
  const members = new Set(group)
  return most(lines.filter(({ from, to }) => members.has(from) && members.has(to)).map(({ to }) => to))[0]
}

/** Returns the first word of a table name, which is the module in many schemas. */
const moduleOf = (name: string): string => name.split('_')[0]!

interface Line {
  readonly from: string
  readonly to: string
}

/**
 * Groups related tables, in a size that is easy to grasp. Starts with one group per table, and repeatedly joins the two groups
 * with the most lines relative to their size, until groups would become too large. A common name up to the first underscore
 * counts as half a line, because it is the module in many schemas.
 */
function groupsOf(names: readonly string[], lines: readonly Line[]): readonly (readonly string[])[] {
  const groups = names.map((name) => [name])
  const places = new Map(names.map((name, at) => [name, at]))
  const bonds = names.map(() => new Map<number, number>())
  const bind = (a: number, b: number, weight: number): void => {
    if (a === b) return
    bonds[a]!.set(b, (bonds[a]!.get(b) ?? 0) + weight)
    bonds[b]!.set(a, (bonds[b]!.get(a) ?? 0) + weight)
  }
  for (const { from, to } of lines) {
    const isModule = moduleOf(from) === moduleOf(to)
    bind(places.get(from)!, places.get(to)!, isModule ? 1.5 : 1)
  }
  for (;;) {
    const best = bestBond(groups, bonds)
    if (best === undefined) break
    const [kept, gone] = best
    groups[kept]!.push(...groups[gone]!)
    groups[gone] = []
    for (const [other, weight] of bonds[gone]!) {
      bonds[other]!.delete(gone)
      bind(kept, other, weight)
    }
    bonds[gone]!.clear()
  }
  return groups.filter((group) => group.length > 0)
}

function bestBond(
  groups: readonly (readonly string[])[],
  bonds: readonly ReadonlyMap<number, number>[],
): readonly [number, number] | undefined {
  let best: readonly [number, number] | undefined
  let highest = 0
  for (const [a, others] of bonds.entries()) {
    for (const [b, weight] of others) {
      const size = groups[a]!.length + groups[b]!.length
      if (b < a || size > largestGroup) continue
      const score = weight / size
      if (score <= highest) continue
      highest = score
      best = [a, b]
    }
  }
  return best
}

/** Lays out one group in the direction that is closer to the aspect ratio of a screen. */
function layOutGroup(group: readonly string[], lines: readonly Line[], sizes: ReadonlyMap<string, Size>): Layout {
  const [name] = group
  if (group.length === 1)
    return { ...sizes.get(name!)!, boxes: new Map([[name!, { x: 0, y: 0, ...sizes.get(name!)! }]]) }
  const distance = ({ width, height }: Layout): number => Math.abs(Math.log(width / height / screen))
  const [across, down] = (['LR', 'TB'] as const).map((direction) => layers(group, lines, sizes, direction))
  return distance(across!) <= distance(down!) ? across! : down!
}

function layers(
  group: readonly string[],
  lines: readonly Line[],
  sizes: ReadonlyMap<string, Size>,
  rankdir: 'LR' | 'TB',
): Layout {
  const graph = new graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir, nodesep: gap / 2, ranksep: gap * 1.5 })
  const members = new Set(group)
  for (const name of group) graph.setNode(name, { ...sizes.get(name)! })
  for (const { from, to } of lines) if (members.has(from) && members.has(to)) graph.setEdge(to, from, {})
  layout(graph)
  const boxes = new Map(
    group.map((name): [string, Box] => {
      const { x, y, width, height } = graph.node(name) as Box
      return [name, { x: x - width / 2, y: y - height / 2, width, height }]
    }),
  )
  const all = [...boxes.values()]
  const left = Math.min(...all.map(({ x }) => x))
  const top = Math.min(...all.map(({ y }) => y))
  return {
    width: Math.max(...all.map(({ x, width }) => x + width)) - left,
    height: Math.max(...all.map(({ y, height }) => y + height)) - top,
    boxes: new Map([...boxes].map(([name, box]) => [name, { ...box, x: box.x - left, y: box.y - top }])),
  }
}

/** Arranges groups in rows, so that the whole has the aspect ratio of a screen. */
function pack(groups: readonly (Layout & { readonly title: string })[]): Omit<WholeLayout, 'hubs'> {
  const area = groups.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0)
  const rowWidth = Math.max(Math.sqrt(area * screen), ...groups.map(({ width }) => width))
  const boxes = new Map<string, Box>()
  const places: Group[] = []
  let [x, y, rowHeight] = [0, 0, 0]
  for (const group of [...groups].sort((a, b) => b.height - a.height)) {
    if (x > 0 && x + group.width > rowWidth) {
      x = 0
      y += rowHeight + gap
      rowHeight = 0
    }
    for (const [name, box] of group.boxes) boxes.set(name, { ...box, x: box.x + x, y: box.y + y })
    places.push({ x, y, width: group.width, height: group.height, title: group.title, tables: group.boxes.size })
    x += group.width + gap
    rowHeight = Math.max(rowHeight, group.height)
  }
  const width = Math.max(...[...boxes.values()].map((box) => box.x + box.width))
  return { width, height: y + rowHeight, boxes, groups: places }
}
