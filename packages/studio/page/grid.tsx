import type { Count, Page, PageRow, ShownColumn, ShownTable } from 'orm-database'
import { Fragment, type JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { download, type Loaded, useAnswer } from './client.js'
import { AddFilter, filterText } from './filters.js'
import { targetOf } from './relations.js'
import { addressOf, type GridView, go, pageSizes, type View } from './router.js'
import { Problem, Waiting } from './states.js'
import { ShortValue } from './value.js'
import { useWindow } from './window.js'

interface GridProps {
  readonly view: GridView
  readonly table: ShownTable
  readonly tables: readonly ShownTable[]
  readonly isWriting: boolean
}

export function Grid({ view, table, tables, isWriting }: GridProps): JSX.Element {
  const { filters = [], link, sort, columns, after, before, isLast, size } = view
  const rows = { table: table.name, filters, link, sort }
  const page = useAnswer<Page>('page', { ...rows, columns, after, before, isLast, size })
  const count = useAnswer<Count>('count', { table: table.name, filters, link })
  // Rows of lists and trees are added by the library.
  const isGrowing = isWriting && !table.isReadOnly && !table.columns.some(({ keptBy }) => keptBy)
  /** Changes which rows are shown, so the first page follows. */
  const change = (changes: Partial<GridView>) =>
    go({ ...view, after: undefined, before: undefined, isLast: undefined, ...changes } as GridView)
  return (
    <>
      <header class="title">
        <h1>{table.name}</h1>
        <span class="muted">
          <CountText count={count} /> {table.isView && '· view '}
          {table.behaviors.length > 0 && `· ${table.behaviors.join(', ')} `}
        </span>
        <TableViews table={table} tables={tables} />
        {table.description && <p>{table.description}</p>}
      </header>
      <div class="tools">
        {link && (
          <span class="chip filter">
            {link.relation} of {link.table} {link.key.join(', ')}
            <button
              type="button"
              aria-label={`Remove the filter ${link.relation}`}
              onClick={() => change({ link: undefined } as never)}
            >
              ×
            </button>
          </span>
        )}
        {filters.map((filter, at) => (
          <span key={filterText(filter)} class="chip filter">
            {filterText(filter)}
            <button
              type="button"
              aria-label={`Remove the filter ${filterText(filter)}`}
              onClick={() => change({ filters: filters.filter((_, index) => index !== at) })}
            >
              ×
            </button>
          </span>
        ))}
        <AddFilter key={table.name} table={table} onAdd={(added) => change({ filters: [...filters, ...added] })} />
        <ColumnChoice view={view} table={table} />
        <Export view={view} />
        {isGrowing && (
          <a class="button" href={addressOf({ kind: 'new', table: table.name })}>
            New row
          </a>
        )}
        {isGrowing && (
          <a class="button" href={addressOf({ kind: 'import', table: table.name })}>
            Import
          </a>
        )}
      </div>
      <Problem of={page} />
      <Waiting of={page} />
      {page.data && !page.error && <Rows page={page} view={view} table={table} tables={tables} onSort={change} />}
      {page.data && !page.error && <Paging page={page.data} view={view} table={table} />}
    </>
  )
}

/** Links to other views of the rows of a table. */
function TableViews({ table, tables }: { table: ShownTable; tables: readonly ShownTable[] }): JSX.Element {
  const { list, tree, archive } = table.views
  const main = tables.find(({ views }) => views.archive === table.name)
  const link = (label: string, view: View) => <a href={addressOf(view)}>{label}</a>
  return (
    <>
      {list && link('List', { kind: 'list', table: table.name })}
      {tree && link('Tree', { kind: 'tree', table: table.name })}
      {archive && link('Archive', { kind: 'grid', table: archive })}
      {main && link(`Current rows of ${main.name}`, { kind: 'grid', table: main.name })}
      {link('Diagram', { kind: 'diagram', marked: table.name })}
    </>
  )
}

function CountText({ count }: { count: Loaded<Count> }): JSX.Element {
  if (count.error) return <span title={count.error.message}>rows not counted</span>
  if (!count.data) return <span>counting…</span>
  return <span>{countText(count.data)}</span>
}

export function countText({ rows, precision }: Count): string {
  const number = rows.toLocaleString('en')
  const words = { exact: '', 'at least': 'more than ', about: 'about ' }
  return `${words[precision]}${number} ${rows === 1 ? 'row' : 'rows'}`
}

/** Downloads a file with all rows that match the filter. */
function Export({ view }: { view: GridView }): JSX.Element {
  const [problem, setProblem] = useState('')
  const save = (format: 'csv' | 'json') => {
    const { table, filters, link, sort, columns } = view
    setProblem('')
    download('export', { table, filters, link, sort, columns, format }, `${table}.${format}`).catch((error) =>
      setProblem(error.message),
    )
  }
  return (
    <>
      <button type="button" onClick={() => save('csv')}>
        Export CSV
      </button>
      <button type="button" onClick={() => save('json')}>
        Export JSON
      </button>
      {problem && <span role="alert">{problem}</span>}
    </>
  )
}

function ColumnChoice({ view, table }: { view: GridView; table: ShownTable }): JSX.Element {
  const shown = view.columns ?? table.columns.map(({ name }) => name)
  const choose = (name: string) => {
    const next = table.columns
      .map((column) => column.name)
      .filter((each) => (each === name ? !shown.includes(name) : shown.includes(each)))
    if (next.length === 0) return
    const { columns: _, ...rest } = view
    go(next.length === table.columns.length ? rest : { ...rest, columns: next }, true)
  }
  return (
    <details class="columns">
      <summary>Columns</summary>
      <div class="popup">
        {table.columns.map(({ name, type, description }) => (
          <label key={name} title={description}>
            <input type="checkbox" checked={shown.includes(name)} onChange={() => choose(name)} /> {name}{' '}
            <span class="muted">{type}</span>
          </label>
        ))}
      </div>
    </details>
  )
}

interface RowsProps {
  readonly page: Loaded<Page>
  readonly view: GridView
  readonly table: ShownTable
  readonly tables: readonly ShownTable[]
  onSort(changes: Partial<GridView>): void
}

function Rows({ page, view, table, tables, onSort }: RowsProps): JSX.Element {
  const body = useRef<HTMLTableSectionElement>(null)
  const { columns, rows } = page.data!
  const shown = columns.map((name) => table.columns.find((column) => column.name === name)!)
  /** The cell that the Tab key focuses. */
  const [focused, setFocused] = useState<readonly [row: number, column: number]>([0, 0])
  const isMoving = useRef(false)
  useEffect(() => setFocused([0, 0]), [page.data])
  const drawn = useWindow(body, rows.length, focused[0])
  // A layout effect runs before the next key press, which would otherwise go to the previously focused cell.
  useLayoutEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    const row = body.current?.querySelector(`[aria-rowindex="${focused[0] + 2}"]`)
    row?.querySelectorAll<HTMLElement>('td')[focused[1]]?.focus()
  }, [focused])
  useLayoutEffect(() => {
    // Columns widen for rows that become visible, but never narrow, so that the table does not jump.
    for (const head of body.current?.parentElement?.querySelectorAll<HTMLElement>('thead th') ?? [])
      head.style.minWidth = drawn.rows.length < rows.length ? `${head.offsetWidth}px` : ''
  }, [drawn.rows.at(-1)?.at, rows])
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.target as Element).tagName !== 'TD') return
    if (event.key === 'Enter') (event.target as Element).parentElement!.querySelector<HTMLElement>('th a')?.click()
    const next = cellBehind(event, focused, rows.length, shown.length)
    if (!next) return
    event.preventDefault()
    isMoving.current = true
    setFocused(next)
  }
  const gap = (height: number, key: string) =>
    height > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus.
      <tr key={key} class="gap" aria-hidden="true">
        <td colSpan={shown.length + 1} style={{ height: `${height}px` }} />
      </tr>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section class={page.isLoading ? 'scroll stale' : 'scroll'} aria-label={`Rows of ${table.name}`} tabIndex={0}>
      <table aria-rowcount={rows.length + 1}>
        <caption class="unseen">Rows of {table.name}</caption>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">
              <span class="unseen">Row</span>
            </th>
            {shown.map((column) => (
              <Head key={column.name} column={column} view={view} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          {drawn.rows.map(({ at, gap: missing }) => (
            <Fragment key={rows[at]!.cursor.key.join('\0') || at}>
              {gap(missing, `before ${at}`)}
              <GridRow
                row={rows[at]!}
                at={at}
                focused={at === focused[0] ? focused[1] : undefined}
                onFocus={(column) => setFocused([at, column])}
                columns={shown}
                table={table}
                tables={tables}
              />
            </Fragment>
          ))}
          {gap(drawn.end, 'end')}
        </tbody>
      </table>
      {rows.length === 0 && <p class="muted nothing">No rows.</p>}
    </section>
  )
}

/** Number of rows that Page Up and Page Down move. */
const screenful = 20

/** Returns the cell that a key moves the focus to. */
function cellBehind(
  { key, ctrlKey, altKey, metaKey }: KeyboardEvent,
  [row, column]: readonly [number, number],
  rows: number,
  columns: number,
): readonly [number, number] | undefined {
  if (altKey || metaKey) return undefined
  const within = (value: number, count: number): number => Math.max(0, Math.min(value, count - 1))
  const at = (toRow: number, toColumn: number) => [within(toRow, rows), within(toColumn, columns)] as const
  const keys: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: at(row - 1, column),
    ArrowDown: at(row + 1, column),
    ArrowLeft: at(row, column - 1),
    ArrowRight: at(row, column + 1),
    PageUp: at(row - screenful, column),
    PageDown: at(row + screenful, column),
    Home: at(ctrlKey ? 0 : row, 0),
    End: at(ctrlKey ? rows : row, columns),
  }
  return Object.hasOwn(keys, key) ? keys[key] : undefined
}

function Head({ column, view, onSort }: { column: ShownColumn; view: GridView; onSort: RowsProps['onSort'] }) {
  const isSorted = view.sort?.column === column.name
  const direction = isSorted ? (view.sort!.descending ? 'descending' : 'ascending') : 'none'
  const next =
    direction === 'ascending' ? { column: column.name, descending: true } : { column: column.name, descending: false }
  const arrow = { ascending: '▲', descending: '▼', none: '' }[direction]
  const title = [column.type, column.isRequired ? 'not null' : '', column.description].filter(Boolean).join(' · ')
  return (
    <th scope="col" aria-sort={direction} title={title}>
      {column.isSortable ? (
        <button
          type="button"
          class="head"
          onClick={() => onSort({ sort: direction === 'descending' ? undefined : next } as never)}
        >
          {column.isKey && <span class="key">key </span>}
          {column.name} <span aria-hidden="true">{arrow}</span>
        </button>
      ) : (
        <span class="head">{column.name}</span>
      )}
      <span class="type">{column.type.toLowerCase()}</span>
    </th>
  )
}

interface RowProps {
  readonly row: PageRow
  /** Index of the row in the page. */
  readonly at: number
  /** The column that the Tab key focuses, if it is in this row. */
  readonly focused: number | undefined
  onFocus(column: number): void
  readonly columns: readonly ShownColumn[]
  readonly table: ShownTable
  readonly tables: readonly ShownTable[]
}

function GridRow({ row, at: place, focused, onFocus, columns, table, tables }: RowProps): JSX.Element {
  const { key } = row.cursor
  const values = Object.fromEntries(columns.map(({ name }, at) => [name, row.cells[at]]))
  return (
    <tr aria-rowindex={place + 2}>
      <th scope="row">
        {key.length > 0 && (
          <a href={addressOf({ kind: 'row', table: table.name, key })} aria-label={`Open row ${key.join(', ')}`}>
            ↗
          </a>
        )}
      </th>
      {columns.map((column, at) => {
        const relation = table.relations.find(
          ({ isOwn, columns: pairs }) => isOwn && pairs?.some(([own]) => own === column.name),
        )
        const target = relation && targetOf(relation, table, values, key, tables)
        return (
          <td
            key={column.name}
            tabIndex={focused === at ? 0 : -1}
            class={column.kind}
            onFocus={(event) => event.target === event.currentTarget && focused !== at && onFocus(at)}
          >
            <ShortValue cell={row.cells[at]} column={column} />
            {target && (
              <a class="follow" href={addressOf(target)} aria-label={`Open ${relation.name} ${values[column.name]}`}>
                →
              </a>
            )}
          </td>
        )
      })}
    </tr>
  )
}

function Paging({ page, view, table }: { page: Page; view: GridView; table: ShownTable }): JSX.Element {
  const { after: _, before: __, isLast: ___, ...rest } = view
  const first = page.rows[0]?.cursor
  const last = page.rows.at(-1)?.cursor
  if (table.key.length === 0)
    return (
      <p class="muted nothing">This table has no key, so only its first rows are shown. Add filters to see others.</p>
    )
  const link = (label: string, target: GridView | undefined) =>
    target ? (
      <a class="button" href={addressOf(target)}>
        {label}
      </a>
    ) : (
      <span class="button off" aria-hidden="true">
        {label}
      </span>
    )
  return (
    <nav class="paging" aria-label="Pages">
      {link('First', page.hasPrevious ? rest : undefined)}
      {link('Previous', page.hasPrevious && first ? { ...rest, before: first } : undefined)}
      {link('Next', page.hasNext && last ? { ...rest, after: last } : undefined)}
      {link('Last', page.hasNext ? { ...rest, isLast: true } : undefined)}
      <label class="page-size">
        <span class="unseen">Rows of a page</span>
        <select
          value={view.size ?? pageSizes[0]}
          onChange={(event) => go({ ...rest, size: Number(event.currentTarget.value) })}
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size.toLocaleString('en')} per page
            </option>
          ))}
        </select>
      </label>
    </nav>
  )
}
