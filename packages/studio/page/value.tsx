import type { Cell, ShownColumn } from 'orm-database'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'

/** Shows a value in one line of a grid. */
export function ShortValue({
  cell,
  column,
}: {
  cell: Cell | undefined
  column?: ShownColumn | undefined
}): JSX.Element {
  if (cell === null || cell === undefined) return <span class="null">null</span>
  if (cell === '') return <span class="null">empty</span>
  if (typeof cell === 'boolean') return <span class={cell ? 'yes' : 'no'}>{cell ? 'true' : 'false'}</span>
  if (typeof cell === 'object') {
    if ('bytes' in cell) return <span class="bytes">{sizeText(cell.bytes)}</span>
    return <span>{visible(cell.start)}…</span>
  }
  if (column?.kind === 'enum') return <span class="chip">{cell}</span>
  if (column?.kind === 'set') {
    return (
      <>
        {cell.split(',').map((word) => (
          <span key={word} class="chip">
            {word}
          </span>
        ))}
      </>
    )
  }
  return <span class={column?.kind === 'number' ? 'number' : undefined}>{visible(cell)}</span>
}

/** Makes line breaks and tabs visible in one line. */
const visible = (text: string): string => text.replace(/\r?\n/g, '⏎').replace(/\t/g, '⇥')

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  const units = ['kB', 'MB', 'GB']
  let size = bytes
  let unit = -1
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000
    unit++
  }
  return `${size.toFixed(size < 10 ? 1 : 0)} ${units[unit]}`
}

/** Shows a whole value in the form of a row. */
export function LongValue({ cell, column }: { cell: Cell | undefined; column: ShownColumn }): JSX.Element {
  if (column.kind === 'json' && typeof cell === 'string') {
    const tree = parsed(cell)
    if (tree !== undefined) return <JsonTree value={tree.value} text={cell} />
  }
  if (typeof cell === 'string' && cell !== '' && column.kind === 'text') return <LongText text={cell} />
  if (typeof cell === 'object' && cell !== null && 'start' in cell) return <LongText text={cell.start} isCut />
  return <ShortValue cell={cell} column={column} />
}

/** Number of characters of a text that are drawn at a time, because browsers take long to wrap a very long word. */
const drawnText = 10_000

function LongText({ text, isCut = false }: { text: string; isCut?: boolean }): JSX.Element {
  const [most, setMost] = useState(drawnText)
  const left = text.length - most
  return (
    <div>
      <div class="long">
        {text.slice(0, most)}
        {(left > 0 || isCut) && '…'}
      </div>
      {left > 0 && (
        <button type="button" onClick={() => setMost(most + drawnText)}>
          {left.toLocaleString('en')} more characters
        </button>
      )}
    </div>
  )
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Number of members of a list or object that are drawn initially. */
const mostMembers = 200

function JsonTree({ value, text }: { value: unknown; text: string }): JSX.Element {
  return (
    <div class="json">
      <JsonNode value={value} />
      <details>
        <summary>as text</summary>
        <pre>{text}</pre>
      </details>
    </div>
  )
}

function JsonNode({ name, value }: { name?: string; value: unknown }): JSX.Element {
  const [isOpen, setOpen] = useState(name === undefined)
  const [most, setMost] = useState(mostMembers)
  const label = name === undefined ? null : <span class="name">{name}: </span>
  if (typeof value !== 'object' || value === null) {
    return (
      <span>
        {label}
        <span class={typeof value === 'string' ? undefined : 'literal'}>{JSON.stringify(value)}</span>
      </span>
    )
  }
  const members = Object.entries(value)
  const kind = Array.isArray(value) ? `list of ${members.length}` : `object of ${members.length}`
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <span class="muted">{kind}</span>
      </summary>
      {isOpen && (
        <ul>
          {members.slice(0, most).map(([key, member]) => (
            <li key={key}>
              <JsonNode name={key} value={member} />
            </li>
          ))}
          {members.length > most && (
            <li>
              <button type="button" onClick={() => setMost(most + mostMembers)}>
                {members.length - most} more
              </button>
            </li>
          )}
        </ul>
      )}
    </details>
  )
}
