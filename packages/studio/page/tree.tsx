import type { Filter, Move, Page, ShownTable } from 'orm-database'
import type { JSX, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
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
import { addressOf, go } from './router.js'
import { Problem, Waiting } from './states.js'

/** Maximum number of child rows of a row. */
const mostBelow = 500

export const TreeOfRows = (props: OrderProps): JSX.Element => <OrderPage {...props} of="tree" rows={Nodes} />

interface Shared {
  readonly table: ShownTable
  readonly scope: readonly Filter[]
  readonly isFixed: boolean
  /** The visible members, by key. */
  readonly known: Map<string, Member>
  readonly open: ReadonlySet<string>
  /** Key of the row that the Tab key focuses. */
  readonly current: string | undefined
  readonly dropped: string | undefined
  readonly revision: number
  toggle(key: string, isOpen: boolean): void
  choose(key: string): void
  stage(move: Move): void
  drag(event: PointerEvent, member: Member): void
}

function Nodes({ view, table, isWriting }: OrderProps): JSX.Element {
  const tree = table.views.tree!
  const frame = useRef<HTMLElement>(null)
  const known = useRef(new Map<string, Member>()).current
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string>()
  const [move, setMove] = useState<Move>()
  const [dropped, setDropped] = useState<string>()
  const [message, setMessage] = useState('')
  const [revision, setRevision] = useState(0)
  const fixed = whyFixed(table, 'tree', isWriting)
  const isClosure = tree.kind === 'closure'
  const drag = (event: PointerEvent, member: Member) => {
    if (event.button !== 0) return
    let target: Move | undefined
    startDragging(
      event,
      (over, { clientY }) => {
        target = targetAt(over, clientY, member, isClosure)
        setDropped(target && `${target.place} ${target.anchor ? keyText(target.anchor) : ''}`)
      },
      (isDropped) => {
        setDropped(undefined)
        if (isDropped && target) setMove(target)
      },
    )
  }
  const shared: Shared = {
    table,
    scope: view.scope ?? [],
    isFixed: fixed !== undefined,
    known,
    open,
    current,
    dropped,
    revision,
    toggle: (key, isOpen) =>
      setOpen((all) => {
        const next = new Set(all)
        if (isOpen) next.add(key)
        else next.delete(key)
        return next
      }),
    choose: setCurrent,
    stage: setMove,
    drag,
  }
  const named = (key: readonly string[] | undefined) => known.get(keyText(key ?? []))?.label ?? key?.join(', ')
  return (
    <>
      <p class="muted" id="order-help">
        {fixed ??
          `Drag rows by their handles ${isClosure ? 'into other rows' : 'into, before or behind other rows'}. With the keyboard: ${
            isClosure
              ? 'Alt+Right moves a row into the one before it, Alt+Left out of its parent.'
              : 'Alt+Up and Alt+Down move a row among its siblings, Alt+Right into the one before it, Alt+Left behind its parent.'
          }`}
      </p>
      <p role="status" class="announced">
        {message}
      </p>
      {move && (
        <StagedMoves
          key={JSON.stringify(move)}
          request={requestOf(table, 'tree', [move], [...known.values()])}
          text={`${named(move.key)} goes ${move.place === 'root' ? 'to the top, as a root' : `${move.place} ${named(move.anchor)}`}, with all rows below it. Behaviors of PHP do not see this.`}
          onDone={() => {
            setMessage(`${named(move.key)} was moved.`)
            setMove(undefined)
            if (move.place === 'into') shared.toggle(keyText(move.anchor!), true)
            setRevision((number) => number + 1)
          }}
          onDiscard={() => {
            setMessage('The move was discarded.')
            setMove(undefined)
            setRevision((number) => number + 1)
          }}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <section class="scroll" aria-label={`Rows of ${table.name} as a tree`} tabIndex={0} ref={frame}>
        {isClosure && !shared.isFixed && (
          <p class={dropped === 'root ' ? 'to-root drop-into' : 'to-root'} data-root="">
            Drop a row here to make it a root.
          </p>
        )}
        <Branch shared={shared} frame={frame} level={0} />
      </section>
    </>
  )
}

/** Returns the move that dropping a dragged row here would make. */
function targetAt(over: Element | undefined, y: number, { key }: Member, isClosure: boolean): Move | undefined {
  if (over?.closest('[data-root]')) return { key, place: 'root' }
  const item = over?.closest<HTMLElement>('[data-key]')
  if (!item) return undefined
  const anchor = JSON.parse(item.dataset.key!) as string[]
  if (keyText(anchor) === keyText(key)) return undefined
  const { top, height } = item.getBoundingClientRect()
  const part = (y - top) / height
  const place =
    isClosure || item.dataset.level === '0' ? 'into' : part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'into'
  return { key, place, anchor }
}

interface BranchProps {
  readonly shared: Shared
  readonly frame: RefObject<HTMLElement>
  readonly level: number
  /** Ancestors, nearest first. */
  readonly above?: readonly Member[]
}

function Branch({ shared, frame, level, above = [] }: BranchProps): JSX.Element {
  const { table, scope, known, revision } = shared
  const tree = table.views.tree!
  const places = tree.kind === 'closure' ? [tree.parent] : [tree.left, tree.right, tree.level, ...tree.scopes]
  const [parent] = above
  const filters: Filter[] = [...scope, ...belowFilters(tree, parent, level)]
  const sort = tree.kind === 'closure' ? undefined : { column: tree.left, descending: false }
  const columns = memberColumns(table, places)
  const page = useAnswer<Page>('page', { table: table.name, filters, sort, columns, size: mostBelow })
  const members = page.data?.rows.map((row) => memberOf(row, page.data!.columns, table, places)) ?? []
  for (const member of members) known.set(keyText(member.key), member)
  const isLeaf = useLeaves(shared, members)
  useEffect(() => {
    // A single root is opened, because it shows little by itself.
    if (level === 0 && members.length === 1) shared.toggle(keyText(members[0]!.key), true)
  }, [page.data !== undefined])
  const isOlder = useRef(revision)
  useEffect(() => {
    if (isOlder.current === revision) return
    isOlder.current = revision
    page.reload()
  }, [revision])
  return (
    <>
      <Problem of={page} />
      <Waiting of={page} />
      {page.data && level === 0 && members.length === 0 && <p class="muted nothing">No rows.</p>}
      {members.length > 0 && (
        <ul
          class="tree"
          role={level === 0 ? 'tree' : 'group'}
          aria-label={level === 0 ? `Rows of ${table.name}` : undefined}
        >
          {members.map((member, at) => (
            <Node
              key={keyText(member.key)}
              shared={shared}
              frame={frame}
              level={level}
              above={above}
              siblings={members}
              at={at}
              isLeaf={isLeaf(member)}
            />
          ))}
        </ul>
      )}
      {page.data?.hasNext && (
        <p class="muted">
          These are the first {mostBelow} rows.{' '}
          <a href={addressOf({ kind: 'grid', table: table.name, filters })}>Show all of them</a>
        </p>
      )}
    </>
  )
}

type Tree = NonNullable<ShownTable['views']['tree']>

function belowFilters(tree: Tree, parent: Member | undefined, level: number): Filter[] {
  if (tree.kind === 'closure')
    return [parent ? { column: tree.parent, op: 'eq', value: parent.key[0]! } : { column: tree.parent, op: 'null' }]
  const inLevel: Filter = { column: tree.level, op: 'eq', value: String(level) }
  if (!parent) return [inLevel, { column: tree.left, op: 'gt', value: '0' }]
  return [
    inLevel,
    { column: tree.left, op: 'gt', value: String(parent.old[tree.left]) },
    { column: tree.right, op: 'lt', value: String(parent.old[tree.right]) },
  ]
}

/** Returns which members have no children. For nested sets, this follows from the numbers. */
function useLeaves({ table, revision }: Shared, members: readonly Member[]): (member: Member) => boolean {
  const tree = table.views.tree!
  const keys = members.map(({ key }) => key[0]!)
  const request = tree.kind === 'closure' &&
    keys.length > 0 && {
      table: table.name,
      filters: [{ column: tree.parent, op: 'in', values: keys }],
      columns: [tree.parent],
      size: 1000,
      // Changes after each move, so that the request is sent again.
      revision,
    }
  const below = useAnswer<Page>('page', request || undefined)
  if (tree.kind !== 'closure') return ({ old }) => Number(old[tree.right]) === Number(old[tree.left]) + 1
  const parents = new Set(below.data?.rows.map(({ cells }) => String(cells[0])))
  return ({ key }) => below.data?.hasNext === false && !parents.has(key[0]!)
}

interface NodeProps extends BranchProps {
  readonly above: readonly Member[]
  readonly siblings: readonly Member[]
  readonly at: number
  readonly isLeaf: boolean
}

function Node({ shared, frame, level, above, siblings, at, isLeaf }: NodeProps): JSX.Element {
  const { table, open, current, dropped } = shared
  const isClosure = table.views.tree!.kind === 'closure'
  const member = siblings[at]!
  const { key, label } = member
  const id = keyText(key)
  const isOpen = open.has(id) && !isLeaf
  const isCurrent = current === undefined ? level === 0 && at === 0 : current === id
  const moveOf = (name: string): Move | undefined => {
    const [previous, next, parent, grandparent] = [siblings[at - 1], siblings[at + 1], above[0], above[1]]
    if (name === 'ArrowRight') return previous && { key, place: 'into', anchor: previous.key }
    if (name === 'ArrowLeft' && isClosure)
      return parent && (grandparent ? { key, place: 'into', anchor: grandparent.key } : { key, place: 'root' })
    if (name === 'ArrowLeft') return grandparent && parent && { key, place: 'after', anchor: parent.key }
    if (isClosure || level === 0) return undefined
    if (name === 'ArrowUp') return previous && { key, place: 'before', anchor: previous.key }
    return next && { key, place: 'after', anchor: next.key }
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') return go({ kind: 'row', table: table.name, key })
    if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.altKey) {
      const move = shared.isFixed ? undefined : moveOf(event.key)
      if (move) shared.stage(move)
      return
    }
    const items = [...frame.current!.querySelectorAll<HTMLElement>('[role="treeitem"]')]
    const own = items.indexOf(event.currentTarget as HTMLElement)
    const focus = (item: HTMLElement | undefined) => {
      if (!item) return
      shared.choose(keyText(JSON.parse(item.dataset.key!)))
      item.focus()
    }
    if (event.key === 'ArrowDown') focus(items[own + 1])
    else if (event.key === 'ArrowUp') focus(items[own - 1])
    else if (event.key === 'ArrowRight') {
      if (isOpen) focus(items[own + 1])
      else if (!isLeaf) shared.toggle(id, true)
    } else if (isOpen) shared.toggle(id, false)
    else focus(items.find(({ dataset }) => dataset.key === JSON.stringify(above[0]?.key)))
  }
  const [place, anchor] = dropped?.split(/ ([\s\S]*)/) ?? []
  return (
    <li role="none">
      <div
        role="treeitem"
        aria-level={level + 1}
        aria-setsize={siblings.length}
        aria-posinset={at + 1}
        aria-selected={isCurrent}
        aria-expanded={isLeaf ? undefined : isOpen}
        tabIndex={isCurrent ? 0 : -1}
        class={anchor === id ? `node drop-${place}` : 'node'}
        data-key={JSON.stringify(key)}
        data-level={level}
        onKeyDown={onKey}
        onFocus={(event) => event.target === event.currentTarget && shared.choose(id)}
      >
        {!shared.isFixed && (level > 0 || isClosure) && (
          <span class="handle" aria-hidden="true" onPointerDown={(event) => shared.drag(event, member)}>
            ⠿
          </span>
        )}
        {isLeaf ? (
          <span class="twig" />
        ) : (
          <span class="twig" aria-hidden="true" onClick={() => shared.toggle(id, !isOpen)}>
            {isOpen ? '▾' : '▸'}
          </span>
        )}
        <a href={addressOf({ kind: 'row', table: table.name, key })} tabIndex={-1}>
          {label}
        </a>{' '}
        <span class="muted">{key.join(', ')}</span>
      </div>
      {isOpen && <Branch shared={shared} frame={frame} level={level + 1} above={[member, ...above]} />}
    </li>
  )
}
