import type { Cell, Page, RowDetails, ShownColumn, ShownTable } from 'orm-database'
import type { JSX } from 'preact'
import { useAnswer } from './client.js'
import { textOf } from './relations.js'
import { addressOf, go, type VersionsPlace } from './router.js'
import { RowTitle } from './row.js'
import { Problem, Waiting } from './states.js'
import { ShortValue } from './value.js'

/** Maximum number of versions to choose from, latest first. */
const mostVersions = 500

interface VersionsProps {
  readonly view: VersionsPlace
  readonly table: ShownTable
  readonly tables: readonly ShownTable[]
}

/** Shows the versions of a row, and the differences between two of them. */
export function Versions({ view, table, tables }: VersionsProps): JSX.Element {
  const { versions } = table.views
  const other = tables.find(({ name }) => name === versions?.table)
  return (
    <>
      <header class="title">
        <RowTitle table={table} tables={tables} rowKey={view.key} />
      </header>
      <h2>Versions</h2>
      {versions && other ? (
        <Comparison view={view} table={table} versions={other} of={versions} />
      ) : (
        <p>The rows of this table have no versions.</p>
      )}
    </>
  )
}

interface ComparisonProps {
  readonly view: VersionsPlace
  readonly table: ShownTable
  readonly versions: ShownTable
  readonly of: NonNullable<ShownTable['views']['versions']>
}

function Comparison({ view, table, versions, of: { version, about } }: ComparisonProps): JSX.Element {
  const filters = table.key.map((column, at) => ({ column, op: 'eq', value: view.key[at] }))
  const sort = { column: version, descending: true }
  const columns = [version, ...about]
  const page = useAnswer<Page>('page', { table: versions.name, filters, sort, columns, size: mostVersions })
  const rows = page.data?.rows ?? []
  const numbers = rows.map(({ cells }) => String(cells[0]))
  const to = view.to ?? numbers[0]
  const from = view.from ?? numbers[numbers.indexOf(to ?? '') + 1] ?? to
  const keyOf = (number: string) => rows[numbers.indexOf(number)]?.cursor.key
  const choose = (end: 'from' | 'to') => (event: { currentTarget: HTMLSelectElement }) =>
    go({ ...view, from: from!, to: to!, [end]: event.currentTarget.value })
  const labelOf = (at: number): string =>
    [numbers[at], ...rows[at]!.cells.slice(1).map((cell) => textOf(cell))].filter(Boolean).join(' · ')
  const select = (label: string, end: 'from' | 'to', value: string) => (
    <label>
      {label}{' '}
      <select value={value} onChange={choose(end)}>
        {numbers.map((number, at) => (
          <option key={number} value={number}>
            {labelOf(at)}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <>
      <Problem of={page} />
      <Waiting of={page} />
      {page.data && rows.length === 0 && <p class="muted">This row has no versions.</p>}
      {from !== undefined && to !== undefined && (
        <>
          <div class="tools">
            {select('From version', 'from', from)}
            {select('to', 'to', to)}
          </div>
          {page.data?.hasNext && <p class="muted">These are the latest {mostVersions} versions.</p>}
          {keyOf(from) && keyOf(to) ? (
            <Difference table={versions} from={keyOf(from)!} to={keyOf(to)!} without={[...table.key, version]} />
          ) : (
            <p class="muted">One of these versions does not exist.</p>
          )}
        </>
      )}
    </>
  )
}

interface DifferenceProps {
  readonly table: ShownTable
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly without: readonly string[]
}

function Difference({ table, from, to, without }: DifferenceProps): JSX.Element {
  const before = useAnswer<RowDetails>('row', { table: table.name, key: from })
  const after = useAnswer<RowDetails>('row', { table: table.name, key: to })
  if (before.error || after.error) return <Problem of={before.error ? before : after} />
  if (!before.data || !after.data) return <Waiting of={before} />
  const [old, now] = [before.data.cells, after.data.cells]
  const changed = table.columns.filter(
    ({ name }) => !without.includes(name) && JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  )
  const link = (key: readonly string[], text: string) => (
    <a href={addressOf({ kind: 'row', table: table.name, key })}>{text}</a>
  )
  if (changed.length === 0)
    return (
      <p role="status">
        These versions have the same values. {link(from, 'First')}, {link(to, 'second')}
      </p>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section class="scroll" aria-label="Differences of the versions" tabIndex={0}>
      <table class="wide">
        <caption class="unseen">Columns that differ</caption>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">{link(from, 'Before')}</th>
            <th scope="col">{link(to, 'After')}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map((column) => (
            <Changed key={column.name} column={column} old={old[column.name]} now={now[column.name]} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Changed({ column, old, now }: { column: ShownColumn; old: Cell | undefined; now: Cell | undefined }) {
  const [one, other] = [textOf(old), textOf(now)]
  const isText = one !== undefined && other !== undefined && one !== '' && other !== ''
  const [start, end] = isText ? sharedEnds(one, other) : [0, 0]
  const parts = (text: string, Mark: 'del' | 'ins') => (
    <div class="long">
      {lastOf(text.slice(0, start))}
      <Mark>{firstOf(text.slice(start, text.length - end))}</Mark>
      {firstOf(text.slice(text.length - end))}
    </div>
  )
  return (
    <tr>
      <th scope="row">{column.name}</th>
      <td>{isText ? parts(one, 'del') : <ShortValue cell={old} column={column} />}</td>
      <td>{isText ? parts(other, 'ins') : <ShortValue cell={now} column={column} />}</td>
    </tr>
  )
}

/** Maximum number of characters drawn for a part of a text. */
const drawnText = 2000

const firstOf = (text: string): string => (text.length > drawnText ? `${text.slice(0, drawnText)}…` : text)
const lastOf = (text: string): string => (text.length > drawnText ? `…${text.slice(-drawnText)}` : text)

/** Returns how many characters two texts have in common at the start and at the end. */
function sharedEnds(one: string, other: string): readonly [number, number] {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start++
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return [start, end]
}
