import type { Filter, ShownColumn, ShownTable, ValueKind } from 'orm-database'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'

type Choice = Filter['op'] | 'between'

const labels: Readonly<Record<Choice, string>> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  le: 'is at most',
  gt: 'is more than',
  ge: 'is at least',
  between: 'is between',
  contains: 'contains',
  starts: 'starts with',
  in: 'is one of',
  null: 'is null',
  'not-null': 'is not null',
}

const ordered: readonly Choice[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'null', 'not-null']
const texts: readonly Choice[] = ['contains', 'starts', 'eq', 'ne', 'lt', 'gt', 'null', 'not-null']

const choices: Readonly<Record<ValueKind, readonly Choice[]>> = {
  number: ordered,
  date: ordered,
  time: ordered,
  datetime: ordered,
  text: texts,
  uuid: ['eq', 'ne', 'starts', 'null', 'not-null'],
  boolean: ['eq', 'null', 'not-null'],
  enum: ['in', 'null', 'not-null'],
  set: ['eq', 'ne', 'null', 'not-null'],
  json: ['contains', 'null', 'not-null'],
  other: ['contains', 'eq', 'ne', 'null', 'not-null'],
  bytes: ['null', 'not-null'],
}

/** Describes a filter in words. */
export function filterText({ column, op, value, values }: Filter): string {
  const detail = values ? values.join(', ') : op === 'null' || op === 'not-null' ? '' : value === '' ? '""' : value
  return `${column} ${labels[op]} ${detail ?? ''}`.trim()
}

/** Form to add a filter. */
export function AddFilter({ table, onAdd }: { table: ShownTable; onAdd(filters: Filter[]): void }): JSX.Element {
  const [name, setName] = useState(table.columns[0]!.name)
  const column = table.columns.find((each) => each.name === name) ?? table.columns[0]!
  const [chosen, setChosen] = useState<Choice>()
  const [value, setValue] = useState('')
  const [upper, setUpper] = useState('')
  const [picked, setPicked] = useState<readonly string[]>([])
  const possible = choices[column.kind]
  const op = chosen && possible.includes(chosen) ? chosen : possible[0]!
  const submit = (event: Event) => {
    event.preventDefault()
    const given = column.kind === 'boolean' && value === '' ? '1' : value
    if (op === 'between')
      onAdd([
        ...(value === '' ? [] : [{ column: name, op: 'ge' as const, value }]),
        ...(upper === '' ? [] : [{ column: name, op: 'le' as const, value: upper }]),
      ])
    else if (op === 'in') onAdd([{ column: name, op, values: picked }])
    else onAdd([{ column: name, op, ...(op !== 'null' && op !== 'not-null' && { value: given }) }])
    setValue('')
    setUpper('')
    setPicked([])
  }
  return (
    <form class="add-filter" onSubmit={submit} aria-label="Add a filter">
      <select aria-label="Column" value={name} onChange={(event) => setName(event.currentTarget.value)}>
        {table.columns.map((each) => (
          <option key={each.name}>{each.name}</option>
        ))}
      </select>
      <select aria-label="Comparison" value={op} onChange={(event) => setChosen(event.currentTarget.value as Choice)}>
        {possible.map((each) => (
          <option key={each} value={each}>
            {labels[each]}
          </option>
        ))}
      </select>
      {op === 'in' ? (
        <fieldset class="picks">
          <legend class="unseen">Values</legend>
          {column.values?.map((each) => (
            <label key={each}>
              <input
                type="checkbox"
                checked={picked.includes(each)}
                onChange={() => setPicked(picked.includes(each) ? picked.filter((x) => x !== each) : [...picked, each])}
              />
              {each}
            </label>
          ))}
        </fieldset>
      ) : (
        op !== 'null' &&
        op !== 'not-null' && (
          <>
            <ValueInput column={column} label="Value" value={value} onInput={setValue} />
            {op === 'between' && <ValueInput column={column} label="Up to" value={upper} onInput={setUpper} />}
          </>
        )
      )}
      <button type="submit">Filter</button>
    </form>
  )
}

interface InputProps {
  readonly column: ShownColumn
  readonly label: string
  readonly value: string
  onInput(value: string): void
}

function ValueInput({ column, label, value, onInput }: InputProps): JSX.Element {
  if (column.kind === 'boolean')
    return (
      <select aria-label={label} value={value || '1'} onChange={(event) => onInput(event.currentTarget.value)}>
        <option value="1">true</option>
        <option value="0">false</option>
      </select>
    )
  const type = column.kind === 'date' ? 'date' : column.kind === 'time' ? 'time' : 'text'
  return (
    <input
      type={type}
      step={type === 'time' ? 1 : undefined}
      aria-label={label}
      placeholder={column.kind === 'datetime' ? '2026-12-31 23:59:59' : undefined}
      inputMode={column.kind === 'number' ? 'decimal' : undefined}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  )
}
