import type { Drawing, DrawnColumn, DrawnKey, DrawnTable } from 'orm-core/internal'
import { type Box, type Group, layOut, type Size } from './layout.js'

export const rowHeight = 20
export const headHeight = 28
export const padding = 10
/** Width of a character in the monospaced font of the page. */
export const letter = 7.25
export const margin = 40

/** Columns that each view shows. */
const views = {
  all: () => true,
  keys: ({ primary, foreign }: DrawnColumn) => primary || foreign,
} as const

export type ViewName = keyof typeof views

/** Positions of everything in a diagram, independent of how it is drawn. */
export interface Picture {
  readonly width: number
  readonly height: number
  /** Background rectangles of the groups. */
  readonly fields: readonly Box[]
  readonly groups: readonly Group[]
  readonly lines: readonly DrawnLine[]
  readonly boxes: readonly TableBox[]
}

export interface DrawnLine {
  readonly key: DrawnKey
  /** `d` attribute of the SVG path. */
  readonly path: string
  /** Whether the line leads to a hub, which is a table that very many others refer to. */
  readonly isHub: boolean
  /** Whether the line leaves its group. */
  readonly isFar: boolean
}

export interface TableBox extends Box {
  readonly table: DrawnTable
  /** Columns to draw. */
  readonly shown: readonly DrawnColumn[]
}

export function pictureOf(drawing: Drawing, view: ViewName): Picture {
  const rows = new Map(drawing.tables.map(({ name, columns }) => [name, columns.filter(views[view])]))
  const layout = layOut(drawing, ({ name }) => sizeOf(name, rows.get(name)!))
  const fields = layout.groups.filter(({ tables }) => tables > 1)
  const isFar = (a: Box, b: Box): boolean =>
    fields.length > 0 && !fields.some((group) => isIn(a, group) && isIn(b, group))
  const lines = drawing.keys.map((key): DrawnLine => {
    const from = endOf(layout.boxes.get(key.from)!, rows.get(key.from)!, key.columns[0]?.from)
    const to = endOf(layout.boxes.get(key.to)!, rows.get(key.to)!, key.columns[0]?.to)
    const isHub = layout.hubs.has(key.to) && key.from !== key.to
    return { key, path: curve(from, to), isHub, isFar: isFar(from, to) }
  })
  return {
    width: Math.ceil(layout.width + 2 * margin),
    height: Math.ceil(layout.height + 2 * margin),
    fields: fields.length > 1 ? fields.map(fieldBehind) : [],
    groups: layout.groups,
    lines,
    boxes: drawing.tables.map((table) => {
      const { x, y, width, height } = layout.boxes.get(table.name)!
      return { table, shown: rows.get(table.name)!, x: Math.round(x), y: Math.round(y), width, height }
    }),
  }
}

export const lineTitle = (key: DrawnKey): string =>
  `${key.from} (${key.columns.map((pair) => pair.from).join(', ')}) → ${key.to}`

function fieldBehind({ x, y, width, height }: Box): Box {
  const [left, top, w, h] = [x - 14, y - 14, width + 28, height + 28].map(Math.round)
  return { x: left!, y: top!, width: w!, height: h! }
}

const isIn = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x && inner.y >= outer.y && inner.x < outer.x + outer.width && inner.y < outer.y + outer.height

function sizeOf(name: string, columns: readonly DrawnColumn[]): Size {
  const longest = Math.max(name.length + 1, ...columns.map((column) => column.name.length + column.type.length + 6))
  return { width: Math.ceil(longest * letter) + 2 * padding, height: headHeight + columns.length * rowHeight + 6 }
}

interface End extends Box {
  /** Vertical center of the column. */
  readonly at: number
}

function endOf(box: Box, columns: readonly DrawnColumn[], column: string | undefined): End {
  const row = columns.findIndex(({ name }) => name === column)
  return { ...box, at: box.y + (row < 0 ? headHeight / 2 : headHeight + (row + 0.5) * rowHeight) }
}

/**
 * Returns a curve from the nearer side of one box to the nearer side of the other, or around the right side if one box is above
 * the other.
 */
function curve(from: End, to: End): string {
  const r = Math.round
  if (from.x >= to.x + to.width) return bezier(from.x, from.at, -1, to.x + to.width, to.at, 1)
  if (from.x + from.width <= to.x) return bezier(from.x + from.width, from.at, 1, to.x, to.at, -1)
  const right = Math.max(from.x + from.width, to.x + to.width) + 30
  return `M${r(from.x + from.width)} ${r(from.at)}C${r(right)} ${r(from.at)} ${r(right)} ${r(to.at)} ${r(to.x + to.width)} ${r(to.at)}`
}

function bezier(x1: number, y1: number, direction1: number, x2: number, y2: number, direction2: number): string {
  const reach = Math.max(24, Math.abs(x2 - x1) / 2)
  const points = [x1, y1, x1 + direction1 * reach, y1, x2 + direction2 * reach, y2, x2, y2].map(Math.round)
  return `M${points[0]} ${points[1]}C${points.slice(2).join(' ')}`
}
