import type { Cursor, Filter, Link } from 'orm-database'
import { useEffect, useState } from 'preact/hooks'

/** View of the page. Each view has a URL. */
export type View =
  | { readonly kind: 'home' }
  | GridView
  | { readonly kind: 'row' | 'translations'; readonly table: string; readonly key: readonly string[] }
  | VersionsPlace
  | OrderPlace
  | { readonly kind: 'new'; readonly table: string }
  | { readonly kind: 'import'; readonly table: string }
  | { readonly kind: 'changes' }
  | { readonly kind: 'migrations' }
  | DiagramPlace
  | { readonly kind: 'query'; readonly sql?: string }

/** View of two versions of a row. */
export interface VersionsPlace {
  readonly kind: 'versions'
  readonly table: string
  readonly key: readonly string[]
  readonly from?: string
  readonly to?: string
}

/** View of the rows of one list or tree. */
export interface OrderPlace {
  readonly kind: 'list' | 'tree'
  readonly table: string
  /** Scope of the list; undefined if it must be chosen. */
  readonly scope?: readonly Filter[]
  readonly after?: Cursor
  readonly before?: Cursor
}

export interface DiagramPlace {
  readonly kind: 'diagram'
  /** The highlighted table. */
  readonly marked?: string
  /** Whether only key columns are shown; by default, this depends on the number of tables. */
  readonly isOfKeys?: boolean
}

export interface GridView {
  readonly kind: 'grid'
  readonly table: string
  readonly filters?: readonly Filter[]
  readonly link?: Link
  readonly sort?: { readonly column: string; readonly descending: boolean }
  readonly columns?: readonly string[]
  readonly after?: Cursor
  readonly before?: Cursor
  readonly isLast?: boolean
  /** Number of rows per page. */
  readonly size?: number
}

/** Available page sizes. The first is the default. */
export const pageSizes: readonly number[] = [100, 1000, 5000]

function viewOf({ pathname, search }: { pathname: string; search: string }): View {
  const parts = pathname.split('/').slice(1).map(decoded)
  const given = new URLSearchParams(search)
  const json = <T>(name: string): T | undefined => {
    try {
      return JSON.parse(given.get(name) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }
  const [place, table, more] = parts
  if (place === 'query') return { kind: 'query', ...(given.has('sql') && { sql: given.get('sql')! }) }
  if (place === 'changes' || place === 'migrations') return { kind: place }
  if (place === 'diagram') {
    const [marked, columns] = [given.get('table'), given.get('columns')]
    return { kind: place, ...(marked && { marked }), ...(columns && { isOfKeys: columns === 'keys' }) }
  }
  if (place !== 'table' || !table) return { kind: 'home' }
  if (more === 'row' || more === 'translations') return { kind: more, table, key: json<string[]>('key') ?? [] }
  if (more === 'versions') {
    const [from, to] = [given.get('from'), given.get('to')]
    return { kind: more, table, key: json<string[]>('key') ?? [], ...(from && { from }), ...(to && { to }) }
  }
  if (more === 'new' || more === 'import') return { kind: more, table }
  const sort = given.get('sort')
  const filters = json<Filter[]>('filters')
  const link = json<Link>('link')
  const after = json<Cursor>('after')
  const before = json<Cursor>('before')
  const columns = json<string[]>('columns')
  const size = pageSizes.find((each) => String(each) === given.get('size'))
  if (more === 'list' || more === 'tree') {
    const scope = json<Filter[]>('scope')
    return { kind: more, table, ...(scope && { scope }), ...(after && { after }), ...(before && { before }) }
  }
  return {
    kind: 'grid',
    table,
    ...(filters && { filters }),
    ...(link && { link }),
    ...(sort && { sort: { column: sort.replace(/^-/, ''), descending: sort.startsWith('-') } }),
    ...(columns && { columns }),
    ...(after && { after }),
    ...(before && { before }),
    ...(given.has('last') && { isLast: true }),
    ...(size && { size }),
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function addressOf(view: View): string {
  if (view.kind === 'home') return '/'
  const given = new URLSearchParams()
  const json = (name: string, value: unknown) => value !== undefined && given.set(name, JSON.stringify(value))
  if (view.kind === 'query') {
    if (view.sql) given.set('sql', view.sql)
    return withSearch('/query', given)
  }
  if (view.kind === 'changes' || view.kind === 'migrations') return `/${view.kind}`
  if (view.kind === 'diagram') {
    if (view.marked !== undefined) given.set('table', view.marked)
    if (view.isOfKeys !== undefined) given.set('columns', view.isOfKeys ? 'keys' : 'all')
    return withSearch('/diagram', given)
  }
  const path = `/table/${encodeURIComponent(view.table)}`
  if (view.kind === 'row' || view.kind === 'translations' || view.kind === 'versions') {
    json('key', view.key)
    if (view.kind === 'versions' && view.from) given.set('from', view.from)
    if (view.kind === 'versions' && view.to) given.set('to', view.to)
    return withSearch(`${path}/${view.kind}`, given)
  }
  if (view.kind === 'list' || view.kind === 'tree') {
    json('scope', view.scope)
    json('after', view.after)
    json('before', view.before)
    return withSearch(`${path}/${view.kind}`, given)
  }
  if (view.kind !== 'grid') return `${path}/${view.kind}`
  json('filters', view.filters?.length ? view.filters : undefined)
  json('link', view.link)
  json('columns', view.columns)
  json('after', view.after)
  json('before', view.before)
  if (view.sort) given.set('sort', `${view.sort.descending ? '-' : ''}${view.sort.column}`)
  if (view.isLast) given.set('last', '')
  if (view.size !== undefined && view.size !== pageSizes[0]) given.set('size', String(view.size))
  return withSearch(path, given)
}

const withSearch = (path: string, given: URLSearchParams): string => (given.size > 0 ? `${path}?${given}` : path)

const changed = 'orm-studio-view'

export function go(view: View, isReplacing = false): void {
  history[isReplacing ? 'replaceState' : 'pushState'](null, '', addressOf(view))
  dispatchEvent(new Event(changed))
}

export function useView(): View {
  const [view, setView] = useState(() => viewOf(location))
  useEffect(() => {
    const update = () => setView(viewOf(location))
    addEventListener('popstate', update)
    addEventListener(changed, update)
    return () => {
      removeEventListener('popstate', update)
      removeEventListener(changed, update)
    }
  }, [])
  return view
}

/** Makes links change the view. With a modifier key, they open a tab like all links. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = (event.target as Element).closest?.('a')
    if (!link || link.download || link.target || link.origin !== location.origin) return
    event.preventDefault()
    history.pushState(null, '', link.href)
    dispatchEvent(new Event(changed))
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  })
}
