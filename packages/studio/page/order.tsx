import type { Cell, Cells, Filter, Lists, Move, MoveRequest, OrderKind, PageRow, ShownTable } from 'orm-database'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useQuestionBeforeLeaving } from './changes.js'
import { ask, useAnswer } from './client.js'
import { countText } from './grid.js'
import { textOf } from './relations.js'
import { addressOf, type OrderPlace } from './router.js'
import { Problem, Waiting } from './states.js'

/** A row of a list or tree. */
export interface Member {
  readonly key: readonly string[]
  readonly label: string
  /** Column values that determine its position, as read by the page. */
  readonly old: Cells
}

/** Returns the columns that a page of members needs: the label and the position. */
export function memberColumns(table: ShownTable, places: readonly string[]): string[] {
  return [...new Set([...labelColumn(table), ...places])]
}

const labelColumn = ({ title, columns, key }: ShownTable): string[] => {
  const found = title ?? columns.find(({ kind, name }) => kind === 'text' && !key.includes(name))?.name
  return found === undefined ? [] : [found]
}

export function memberOf(
  { cursor, cells }: PageRow,
  columns: readonly string[],
  table: ShownTable,
  places: readonly string[],
): Member {
  const cellAt = (name: string): Cell => cells[columns.indexOf(name)] ?? null
  const [labelled] = labelColumn(table)
  const label = labelled === undefined ? undefined : cellAt(labelled)
  const text = typeof label === 'object' && label && 'start' in label ? `${label.start}…` : textOf(label ?? null)
  return {
    key: cursor.key,
    label: text || cursor.key.join(', '),
    old: Object.fromEntries(places.map((name) => [name, cellAt(name)])),
  }
}

export const keyText = (key: readonly string[]): string => key.join('\0')

export interface OrderProps {
  readonly view: OrderPlace
  readonly table: ShownTable
  readonly isWriting: boolean
}

/** Shows the rows of a list or tree, after choosing one if the table has several. */
export function OrderPage({
  of,
  rows: Rows,
  ...props
}: OrderProps & { readonly of: OrderKind; rows(props: OrderProps): JSX.Element }): JSX.Element {
  const { view, table } = props
  const order = of === 'list' ? table.views.list : table.views.tree
  const needsScope = order !== undefined && order.scopes.length > 0 && view.scope === undefined
  return (
    <>
      <header class="title">
        <h1>
          <a href={addressOf({ kind: 'grid', table: table.name })}>{table.name}</a> {needsScope ? `${of}s` : of}
        </h1>
        <ScopeLine table={table} of={of} scope={view.scope ?? []} />
      </header>
      {!order && <p>The rows of this table are not in a {of}.</p>}
      {needsScope && <Scopes table={table} of={of} />}
      {order && !needsScope && <Rows {...props} />}
    </>
  )
}

/** Shows the lists or trees of a table to choose one. */
function Scopes({ table, of }: { table: ShownTable; of: OrderKind }): JSX.Element {
  const lists = useAnswer<Lists>('lists', { table: table.name, of })
  const scopes = (of === 'list' ? table.views.list : table.views.tree)!.scopes
  return (
    <>
      <Problem of={lists} />
      <Waiting of={lists} />
      {lists.data?.lists.length === 0 && <p class="muted">No rows.</p>}
      <ul>
        {lists.data?.lists.map(({ cells, filters, rows }) => (
          <li key={JSON.stringify(cells)}>
            <a href={addressOf({ kind: of, table: table.name, scope: filters })}>{scopeText(scopes, cells)}</a>{' '}
            <span class="muted">{countText({ rows, precision: 'exact' })}</span>
          </li>
        ))}
      </ul>
      {lists.data?.isCut && <p class="muted">These are the first ones.</p>}
    </>
  )
}

const scopeText = (names: readonly string[], cells: readonly Cell[]): string =>
  names.map((name, at) => `${name}: ${cells[at] === null ? 'null' : (textOf(cells[at]) ?? '…')}`).join(', ')

/** Shows the scope of the current list, and a link to the others. */
function ScopeLine({ table, of, scope }: { table: ShownTable; of: OrderKind; scope: readonly Filter[] }) {
  if (scope.length === 0) return null
  return (
    <>
      <span class="chip">{scope.map(({ column, value }) => `${column}: ${value ?? 'null'}`).join(', ')}</span>
      <a href={addressOf({ kind: of, table: table.name })}>All {of}s</a>
    </>
  )
}

/** Shows the SQL of staged moves, and buttons to apply or discard them. */
export function StagedMoves({
  request,
  text,
  onDone,
  onDiscard,
}: {
  request: MoveRequest
  text: string
  onDone(): void
  onDiscard(): void
}): JSX.Element {
  const [problem, setProblem] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [isApplying, setApplying] = useState(false)
  useQuestionBeforeLeaving(true)
  const apply = async () => {
    setProblem('')
    setApplying(true)
    try {
      await ask('move', request)
      onDone()
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setApplying(false)
    }
  }
  return (
    <section class="staged" aria-label="Staged moves">
      <p>{text}</p>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="tools">
        <button type="button" class="main" disabled={isApplying} onClick={apply}>
          Apply
        </button>
        <button type="button" onClick={onDiscard}>
          Discard
        </button>
      </div>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>SQL</summary>
        {isOpen && <MoveSql request={request} />}
      </details>
    </section>
  )
}

/** Shows the statements, tried in a transaction that is rolled back. */
function MoveSql({ request }: { request: MoveRequest }): JSX.Element {
  const trial = useAnswer<readonly string[]>('move', { ...request, isTrial: true })
  return (
    <>
      <Problem of={trial} />
      <Waiting of={trial} />
      {trial.data && !trial.error && (
        <pre>{trial.data.length === 0 ? '-- nothing changes' : trial.data.map((sql) => `${sql};`).join('\n')}</pre>
      )}
    </>
  )
}

/** Returns why rows cannot be moved, or undefined if they can. */
export function whyFixed(table: ShownTable, of: OrderKind, isWriting: boolean): string | undefined {
  const fixed = (of === 'list' ? table.views.list : table.views.tree)?.fixed
  return isWriting ? fixed && `Rows cannot be moved here: ${fixed}.` : 'To move rows, start "orm studio --write".'
}

/** Returns the request for moves of these members. */
export function requestOf(
  table: ShownTable,
  of: OrderKind,
  moves: readonly Move[],
  members: readonly Member[],
): MoveRequest {
  const named = new Set(moves.flatMap(({ key, anchor }) => [keyText(key), ...(anchor ? [keyText(anchor)] : [])]))
  const seen = members.filter(({ key }) => named.has(keyText(key))).map(({ key, old }) => ({ key, old }))
  return { table: table.name, of, moves, seen }
}

/** Follows a dragging pointer until it is released or Escape is pressed. */
export function startDragging(
  event: PointerEvent,
  onMove: (over: Element | undefined, event: PointerEvent) => void,
  onEnd: (isDropped: boolean) => void,
): void {
  const handle = event.currentTarget as HTMLElement
  event.preventDefault()
  handle.focus()
  handle.setPointerCapture(event.pointerId)
  const moved = (moving: PointerEvent) => {
    const over = document.elementFromPoint(moving.clientX, moving.clientY) ?? undefined
    scrollNear(handle, moving.clientY)
    onMove(over, moving)
  }
  const finish = (isDropped: boolean) => {
    handle.removeEventListener('pointermove', moved)
    handle.removeEventListener('pointerup', dropped)
    handle.removeEventListener('pointercancel', canceled)
    removeEventListener('keydown', onKey, true)
    onEnd(isDropped)
  }
  const dropped = () => finish(true)
  const canceled = () => finish(false)
  const onKey = (key: KeyboardEvent) => {
    if (key.key !== 'Escape') return
    key.preventDefault()
    handle.releasePointerCapture(event.pointerId)
    finish(false)
  }
  handle.addEventListener('pointermove', moved)
  handle.addEventListener('pointerup', dropped)
  handle.addEventListener('pointercancel', canceled)
  addEventListener('keydown', onKey, true)
}

/** Scrolls when a pointer is near the edge. */
function scrollNear(handle: Element, y: number): void {
  const frame = handle.closest('.scroll')
  if (!frame) return
  const { top, bottom } = frame.getBoundingClientRect()
  if (y < top + 30) frame.scrollBy(0, -12)
  else if (y > bottom - 30) frame.scrollBy(0, 12)
}
