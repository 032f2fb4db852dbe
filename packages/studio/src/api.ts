import type { Config } from 'orm-core/internal'
import {
  BrowseError,
  type Browser,
  type Cells,
  type Change,
  type Cursor,
  type Filter,
  filterOperators,
  type Link,
  type Move,
  type MoveRequest,
  migrationDrift,
  migrationStatus,
  type OrderKind,
  type RowsRequest,
} from 'orm-database'
import type { Diagram, DiagramView } from './diagram.js'
import { fileWriter } from './files.js'

/** What the requests of the page use. */
export interface Api {
  readonly browser: Browser
  readonly connection: string
  readonly config: Config
  readonly write: boolean
  /** Draws the diagram of the tables. */
  diagram(view: DiagramView): Promise<Diagram>
}

export type Answer =
  | { readonly json: unknown }
  /** A file to download. */
  | { readonly bytes: Uint8Array }
  /** A file that is written in parts. */
  | { write(send: (text: string) => Promise<void>): Promise<void> }

type Body = Readonly<Record<string, unknown>>
type Route = (api: Api, body: Body, signal: AbortSignal) => Promise<Answer>

/** Maximum number of rows in the query tab. */
const queryRows = 1000

export const routes: Readonly<Record<string, Route>> = {
  schema: async ({ browser, connection, write }) => ({
    json: { connection, write, tables: browser.tables() },
  }),
  count: async ({ browser }, body, signal) => ({ json: await browser.count(rowsRequest(body), signal) }),
  page: async ({ browser }, body, signal) => {
    const { columns, after, before, isLast, size } = body
    const request = {
      ...rowsRequest(body),
      columns: columns === undefined ? undefined : texts(columns, 'columns'),
      after: cursor(after),
      before: cursor(before),
      isLast: isLast === true,
      size: typeof size === 'number' && Number.isInteger(size) && size > 0 ? size : undefined,
    }
    return { json: await browser.page(request, signal) }
  },
  row: async ({ browser }, body, signal) => ({
    json: await browser.row(text(body.table, 'table'), texts(body.key, 'key'), signal),
  }),
  value: async ({ browser }, body, signal) => {
    const { table, key, column } = body
    const bytes = await browser.value(text(table, 'table'), texts(key, 'key'), text(column, 'column'), signal)
    return { bytes: bytes ?? new Uint8Array() }
  },
  query: async ({ browser }, body, signal) => ({
    json: await browser.query(text(body.sql, 'sql'), queryRows, signal),
  }),
  export: async ({ browser }, body, signal) => {
    const request = {
      ...rowsRequest(body),
      columns: body.columns === undefined ? undefined : texts(body.columns, 'columns'),
    }
    const table = browser.tables().find(({ name }) => name === request.table)
    if (!table) throw new BrowseError(404, `there is no table "${request.table}"`)
    const writer = fileWriter(body.format === 'json' ? 'json' : 'csv', table)
    return {
      async write(send) {
        await browser.export(request, (page) => send(writer.part(page)), signal)
        await send(writer.end())
      },
    }
  },
  diagram: async (api, { isOfKeys }) => ({ json: await api.diagram(isOfKeys === true ? 'keys' : 'all') }),
  migrations: async (api) => ({ json: await migrationStatus({ config: onlyOne(api) }) }),
  drift: async (api) => ({ json: (await migrationDrift({ config: onlyOne(api) }))[0] }),
  plan: async (api, body) => ({ json: await writing(api).plan(list(body.changes, 'changes').map(changeOf)) }),
  apply: async (api, body) => ({ json: await writing(api).apply(list(body.changes, 'changes').map(changeOf)) }),
  lists: async ({ browser }, body, signal) => ({
    json: await browser.lists(text(body.table, 'table'), orderOf(body.of), signal),
  }),
  move: async (api, body) => ({ json: await writing(api).move(moveRequest(body), body.isTrial === true) }),
  explain: async ({ browser }, body, signal) => ({ json: await browser.explain(text(body.sql, 'sql'), signal) }),
}

function rowsRequest({ table, filters, link, sort }: Body): RowsRequest {
  return {
    table: text(table, 'table'),
    filters: filters === undefined ? undefined : list(filters, 'filters').map(filter),
    link: link === undefined ? undefined : linkOf(link),
    sort: sort === undefined ? undefined : sortOf(sort),
  }
}

/** Returns the configuration without other connections. */
const onlyOne = ({ config, connection }: Api): Config => ({
  ...config,
  generator: { ...config.generator, connections: [connection] },
})

function writing({ browser, write }: Api): Browser {
  if (!write) throw new BrowseError(403, 'start "orm studio --write" to change rows')
  return browser
}

function changeOf(given: unknown): Change {
  const { kind, table, key, old, values } = object(given, 'change')
  const name = text(table, 'table')
  if (kind === 'insert') return { kind, table: name, values: valuesOf(values) }
  const row = { table: name, key: texts(key, 'key'), old: object(old, 'old') as Cells }
  if (kind === 'delete') return { kind, ...row }
  if (kind === 'update') return { kind, ...row, values: valuesOf(values) }
  throw wrong('kind', 'insert, update or delete')
}

const places: readonly Move['place'][] = ['first', 'last', 'before', 'after', 'into', 'root']

function moveRequest({ table, of, moves, seen }: Body): MoveRequest {
  return {
    table: text(table, 'table'),
    of: orderOf(of),
    moves: list(moves, 'moves').map((given) => {
      const { key, place, anchor } = object(given, 'move')
      const known = places.find((name) => name === place)
      if (!known) throw wrong('place', `one of ${places.join(', ')}`)
      return { key: texts(key, 'key'), place: known, ...(anchor !== undefined && { anchor: texts(anchor, 'anchor') }) }
    }),
    seen: list(seen, 'seen').map((given) => {
      const { key, old } = object(given, 'row')
      return { key: texts(key, 'key'), old: object(old, 'old') as Cells }
    }),
  }
}

function orderOf(given: unknown): OrderKind {
  if (given !== 'list' && given !== 'tree') throw wrong('of', 'list or tree')
  return given
}

const valuesOf = (given: unknown): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(object(given, 'values')).map(([name, value]) => [name, value === null ? null : text(value, name)]),
  )

function filter(given: unknown): Filter {
  const { column, op, value, values } = object(given, 'filter')
  const known = filterOperators.find((name) => name === op)
  if (!known) throw wrong('op', `one of ${filterOperators.join(', ')}`)
  return {
    column: text(column, 'column'),
    op: known,
    ...(value !== undefined && { value: text(value, 'value') }),
    ...(values !== undefined && { values: texts(values, 'values') }),
  }
}

function linkOf(given: unknown): Link {
  const { table, relation, key } = object(given, 'link')
  return { table: text(table, 'table'), relation: text(relation, 'relation'), key: texts(key, 'key') }
}

function sortOf(given: unknown): NonNullable<RowsRequest['sort']> {
  const { column, descending } = object(given, 'sort')
  return { column: text(column, 'column'), descending: descending === true }
}

function cursor(given: unknown): Cursor | undefined {
  if (given === undefined) return undefined
  const { key, sort } = object(given, 'cursor')
  return {
    key: texts(key, 'key'),
    ...(sort !== undefined && { sort: sort === null ? null : text(sort, 'sort') }),
  }
}

export function object(given: unknown, name: string): Body {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wrong(name, 'an object')
  return given as Body
}

function list(given: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(given)) throw wrong(name, 'a list')
  return given
}

const texts = (given: unknown, name: string): readonly string[] => list(given, name).map((each) => text(each, name))

function text(given: unknown, name: string): string {
  if (typeof given !== 'string') throw wrong(name, 'a text')
  return given
}

const wrong = (name: string, wanted: string): BrowseError => new BrowseError(400, `"${name}" must be ${wanted}`)
