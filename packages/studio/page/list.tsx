import type { Move, Page, ShownTable } from 'orm-database'
import type { JSX } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useAnswer } from './client.js'
import {
  keyText,
  type Member,
  memberColumns,
  memberOf,
  OrderPage,
  type OrderProps,
  requestOf,
  StagedMoves,
  startDragging,
  whyFixed,
} from './order.js'
import { addressOf } from './router.js'
import { Problem, Waiting } from './states.js'

/** Number of rows of a list per page. */
const pageSize = 1000

export const ListOfRows = (props: OrderProps): JSX.Element => <OrderPage {...props} of="list" rows={Members} />

/** Staged changes: the new order of the members and the moves that result in it. */
interface Staged {
  readonly order: readonly Member[]
  readonly moves: readonly Move[]
}

function Members({ view, table, isWriting }: OrderProps): JSX.Element {
  const { rank, scopes } = table.views.list!
  const places = [rank, ...scopes]
  const { scope = [], after, before } = view
  const filters = [...scope, { column: rank, op: 'not-null' as const }]
  const sort = { column: rank, descending: false }
  const columns = memberColumns(table, places)
  const page = useAnswer<Page>('page', { table: table.name, filters, sort, columns, after, before, size: pageSize })
  const [staged, setStaged] = useState<Staged>()
  const [message, setMessage] = useState('')
  const read = page.data?.rows.map((row) => memberOf(row, page.data!.columns, table, places)) ?? []
  const order = staged?.order ?? read
  const fixed = whyFixed(table, 'list', isWriting)

  /** Moves a member to another index of the page. An index outside of the page moves it to the start or end of the list. */
  const move = (from: number, to: number) => {
    const member = order[from]!
    const rest = order.filter((_, at) => at !== from)
    const isFirst = to < 0
    const isLast = to >= order.length
    const next = isFirst ? 0 : isLast ? rest.length : to
    // The start or end of the list may be on another page.
    const isAway = (isFirst && page.data!.hasPrevious) || (isLast && page.data!.hasNext)
    const done: Move = isFirst
      ? { key: member.key, place: 'first' }
      : isLast
        ? { key: member.key, place: 'last' }
        : next > 0
          ? { key: member.key, place: 'after', anchor: rest[next - 1]!.key }
          : { key: member.key, place: 'before', anchor: rest[0]!.key }
    const moves = staged?.moves ?? []
    // Of consecutive moves of the same row, only the last one is kept.
    const isAgain = moves.length > 0 && keyText(moves.at(-1)!.key) === keyText(member.key)
    setStaged({
      order: isAway ? rest : [...rest.slice(0, next), member, ...rest.slice(next)],
      moves: [...(isAgain ? moves.slice(0, -1) : moves), done],
    })
    const place = isFirst ? 'first' : isLast ? 'last' : `place ${next + 1} of ${order.length}`
    setMessage(`${member.label}: ${place}${after || before || page.data!.hasNext ? ', on this page' : ''}`)
  }
  const discard = () => {
    setStaged(undefined)
    page.reload()
  }
  return (
    <>
      <p class="muted" id="order-help">
        {fixed ??
          'Drag rows by their handles. With the keyboard: Up and Down choose a handle, Alt+Up and Alt+Down move its row, Alt+Shift+Up and Alt+Shift+Down move it to the ends of the list.'}
      </p>
      <p role="status" class="announced">
        {message}
      </p>
      <Problem of={page} />
      <Waiting of={page} />
      {staged && (
        <StagedMoves
          request={requestOf(table, 'list', staged.moves, read)}
          text={`${staged.moves.length} ${staged.moves.length === 1 ? 'move is' : 'moves are'} staged. They are applied in one transaction. Behaviors of PHP do not see them.`}
          onDone={() => {
            setMessage('The moves were applied.')
            discard()
          }}
          onDiscard={() => {
            setMessage('The moves were discarded.')
            discard()
          }}
        />
      )}
      {page.data && !page.error && (
        <Sortable members={order} table={table} isFixed={fixed !== undefined} onMove={move} />
      )}
      {page.data && !staged && (
        <nav class="paging" aria-label="Pages">
          {page.data.hasPrevious && (
            <a
              class="button"
              href={addressOf({ kind: 'list', table: table.name, scope, before: page.data.rows[0]!.cursor })}
            >
              Previous
            </a>
          )}
          {page.data.hasNext && (
            <a
              class="button"
              href={addressOf({ kind: 'list', table: table.name, scope, after: page.data.rows.at(-1)!.cursor })}
            >
              Next
            </a>
          )}
        </nav>
      )}
    </>
  )
}

interface SortableProps {
  readonly members: readonly Member[]
  readonly table: ShownTable
  readonly isFixed: boolean
  onMove(from: number, to: number): void
}

function Sortable({ members, table, isFixed, onMove }: SortableProps): JSX.Element {
  const frame = useRef<HTMLOListElement>(null)
  /** Key of the row whose handle the Tab key focuses. */
  const [current, setCurrent] = useState<string>()
  const [dragged, setDragged] = useState<{ readonly from: number; readonly to: number }>()
  const moving = useRef<string>()
  const handles = () => [...(frame.current?.querySelectorAll<HTMLElement>('.handle') ?? [])]
  useLayoutEffect(() => {
    // The browser removes the focus from an element that moves, and the next key press would be lost.
    if (moving.current === undefined) return
    handles()[members.findIndex(({ key }) => keyText(key) === moving.current)]?.focus()
    moving.current = undefined
  })
  const take = (from: number, to: number) => {
    moving.current = keyText(members[from]!.key)
    setCurrent(moving.current)
    onMove(from, to)
  }
  const onKey = (event: KeyboardEvent, at: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    if (event.altKey) {
      const to = event.shiftKey ? (by < 0 ? -1 : members.length) : at + by
      if (event.shiftKey || (to >= 0 && to < members.length)) take(at, to)
      return
    }
    const next = handles()[at + by]
    if (!next) return
    setCurrent(keyText(members[at + by]!.key))
    next.focus()
  }
  const drag = (event: PointerEvent, from: number) => {
    if (event.button !== 0) return
    setCurrent(keyText(members[from]!.key))
    let to = from
    startDragging(
      event,
      (over, { clientY }) => {
        const item = over?.closest<HTMLElement>('[data-at]')
        if (!item || !frame.current?.contains(item)) return
        const { top, height } = item.getBoundingClientRect()
        const gap = Number(item.dataset.at) + (clientY > top + height / 2 ? 1 : 0)
        // The row itself is removed first, so the indexes after it decrease by one.
        to = gap > from ? gap - 1 : gap
        setDragged({ from, to })
      },
      (isDropped) => {
        setDragged(undefined)
        if (isDropped && to !== from) take(from, to)
      },
    )
  }
  if (members.length === 0) return <p class="muted nothing">No rows.</p>
  const isKnown = members.some(({ key }) => keyText(key) === current)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section class="scroll" aria-label={`Rows of ${table.name} in their order`} tabIndex={0}>
      <ol class="order" ref={frame}>
        {members.map(({ key, label }, at) => (
          <li key={keyText(key)} data-at={at} class={dropClass(dragged, at)}>
            {!isFixed && (
              <button
                type="button"
                class="handle"
                aria-label={`Move ${label}`}
                aria-describedby="order-help"
                tabIndex={(isKnown ? keyText(key) === current : at === 0) ? 0 : -1}
                onKeyDown={(event) => onKey(event, at)}
                onPointerDown={(event) => drag(event, at)}
              >
                ⠿
              </button>
            )}
            <a href={addressOf({ kind: 'row', table: table.name, key })}>{label}</a>
            <span class="muted">{key.join(', ')}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Returns the CSS class of a row: whether it is dragged, or the dragged row would be dropped next to it. */
function dropClass(dragged: { readonly from: number; readonly to: number } | undefined, at: number): string {
  if (!dragged) return ''
  const { from, to } = dragged
  if (at === from) return 'dragged'
  if (at !== to) return ''
  return to > from ? 'drop-after' : 'drop-before'
}
