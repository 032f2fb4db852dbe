import type { Cells, Change, ChangePlan, PlannedChange, ShownColumn, ShownTable } from 'orm-database'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ask, useAnswer } from './client.js'
import { addressOf, go } from './router.js'
import { Problem, Waiting } from './states.js'
import { ShortValue } from './value.js'

/** Staged changes, which wait to be applied. */
export interface Staged {
  readonly changes: readonly Change[]
  add(changes: readonly Change[]): void
  remove(change: Change): void
  clear(): void
}

/** Staged changes of a tab. They survive a reload of the page, and the browser asks before they get lost. */
export function useStaged(connection: string | undefined): Staged {
  const [changes, setChanges] = useState<readonly Change[]>([])
  useEffect(() => {
    if (connection !== undefined) setChanges(storedChanges(connection))
  }, [connection])
  const keep = (next: (all: readonly Change[]) => readonly Change[]) =>
    setChanges((all) => {
      const kept = next(all)
      store(connection, kept)
      return kept
    })
  useQuestionBeforeLeaving(changes.length > 0)
  return {
    changes,
    add: (more) => keep((all) => [...all, ...more]),
    remove: (change) => keep((all) => all.filter((each) => each !== change)),
    clear: () => keep(() => []),
  }
}

const storedName = 'orm-studio-changes'

interface StoredChanges {
  readonly connection: string
  readonly changes: readonly Change[]
}

/** Returns the stored changes, unless a studio of another connection has stored them at this address. */
function storedChanges(connection: string): readonly Change[] {
  const stored = JSON.parse(sessionStorage.getItem(storedName) ?? 'null') as StoredChanges | null
  return stored?.connection === connection ? stored.changes : []
}

function store(connection: string | undefined, changes: readonly Change[]): void {
  try {
    sessionStorage.setItem(storedName, JSON.stringify({ connection, changes }))
  } catch {
    // A large import exceeds what a browser stores. An older list must not come back instead.
    sessionStorage.removeItem(storedName)
  }
}

/** Makes the browser ask before the page is closed or loaded again. */
export function useQuestionBeforeLeaving(isAsking: boolean): void {
  useEffect(() => {
    if (!isAsking) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isAsking])
}

/** Values that a user enters: null for NULL, and undefined for the default of the database. */
export type Draft = Readonly<Record<string, string | null | undefined>>

interface FieldProps {
  readonly column: ShownColumn
  readonly value: string | null | undefined
  /** Whether the column has a default. */
  readonly hasDefault: boolean
  onChange(value: string | null | undefined): void
}

/** Input for a value, with a choice of NULL or the default. */
export function Field({ column, value, hasDefault, onChange }: FieldProps): JSX.Element {
  const states = [
    ['value', 'value'],
    ...(column.isRequired ? [] : [['null', 'null']]),
    ...(hasDefault ? [['default', column.default ? `default: ${column.default}` : 'default']] : []),
  ] as const
  const state = value === undefined ? 'default' : value === null ? 'null' : 'value'
  const isGiven = state === 'value'
  const common = { 'aria-label': column.name, disabled: !isGiven }
  const input = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)
  return (
    <span class="field">
      {column.kind === 'boolean' ? (
        <select {...common} value={value ?? '1'} onChange={input}>
          <option value="1">true</option>
          <option value="0">false</option>
          {value && !['0', '1'].includes(value) && <option>{value}</option>}
        </select>
      ) : column.kind === 'enum' ? (
        <select {...common} value={value ?? ''} onChange={input}>
          {[...(value && !column.values?.includes(value) ? [value] : []), ...(column.values ?? [])].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      ) : column.kind === 'text' || column.kind === 'json' ? (
        <textarea
          {...common}
          rows={(value ?? '').length > 80 || column.kind === 'json' ? 4 : 1}
          value={value ?? ''}
          onInput={input}
        />
      ) : (
        <input {...common} type="text" value={value ?? ''} onInput={input} />
      )}
      {states.length > 1 && (
        <select
          aria-label={`${column.name}: value or null`}
          value={state}
          onChange={(event) => {
            const next = event.currentTarget.value
            onChange(next === 'null' ? null : next === 'default' ? undefined : firstValue(column))
          }}
        >
          {states.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      )}
    </span>
  )
}

const firstValue = (column: ShownColumn): string =>
  column.kind === 'boolean' ? '1' : column.kind === 'enum' ? (column.values?.[0] ?? '') : ''

export function NewRow({ table, staged }: { table: ShownTable; staged: Staged }): JSX.Element {
  const [draft, setDraft] = useState<Draft>(() =>
    Object.fromEntries(
      table.columns.map((column) => [
        column.name,
        column.isGiven || column.default !== undefined ? undefined : column.isRequired ? firstValue(column) : null,
      ]),
    ),
  )
  const submit = (event: Event) => {
    event.preventDefault()
    const given = Object.entries(draft).filter((each): each is [string, string | null] => each[1] !== undefined)
    staged.add([{ kind: 'insert', table: table.name, values: Object.fromEntries(given) }])
    go({ kind: 'changes' })
  }
  return (
    <>
      <header class="title">
        <h1>New row of {table.name}</h1>
      </header>
      <form onSubmit={submit}>
        <dl class="values">
          {table.columns.map((column) => (
            <div key={column.name}>
              <dt>
                {column.name} <span class="type">{column.type.toLowerCase()}</span>
              </dt>
              <dd>
                <Field
                  column={column}
                  value={draft[column.name]}
                  hasDefault={column.isGiven || column.default !== undefined}
                  onChange={(value) => setDraft({ ...draft, [column.name]: value })}
                />
              </dd>
            </div>
          ))}
        </dl>
        <button type="submit">Stage the row</button>
      </form>
    </>
  )
}

/** Shows the SQL of staged changes, tried in a transaction that is rolled back, and applies them on request. */
export function Changes({ staged }: { staged: Staged }): JSX.Element {
  const { changes } = staged
  const plan = useAnswer<ChangePlan>('plan', { changes })
  const [outcome, setOutcome] = useState<ChangePlan>()
  const [message, setMessage] = useState('')
  const shown = outcome ?? plan.data
  const isPossible = shown?.statements.length === changes.length && shown.statements.every(isFine)
  const apply = async () => {
    setMessage('')
    try {
      const done = await ask<ChangePlan>('apply', { changes })
      if (done.statements.every(isFine)) {
        setMessage(`${changes.length} ${changes.length === 1 ? 'change was' : 'changes were'} applied.`)
        setOutcome(undefined)
        staged.clear()
      } else {
        setOutcome(done)
        setMessage('Nothing was changed.')
      }
    } catch (error) {
      setMessage((error as Error).message)
    }
  }
  return (
    <>
      <header class="title">
        <h1>Changes</h1>
        <span class="muted">applied in one transaction: all of them or none</span>
      </header>
      <p role="status">{message}</p>
      {changes.length === 0 ? (
        <p class="muted">No changes are staged.</p>
      ) : (
        <>
          <Problem of={plan} />
          <Waiting of={plan} />
          <ol class="changes">
            {changes.map((change, at) => (
              <li key={at}>
                <Planned change={change} planned={shown?.statements[at]} />
                <button
                  type="button"
                  onClick={() => {
                    setOutcome(undefined)
                    staged.remove(change)
                  }}
                >
                  Discard
                </button>
              </li>
            ))}
          </ol>
          <div class="tools">
            <button type="button" class="main" disabled={!isPossible || plan.isLoading} onClick={apply}>
              Apply {changes.length} {changes.length === 1 ? 'change' : 'changes'}
            </button>
            <button
              type="button"
              onClick={() => {
                setOutcome(undefined)
                staged.clear()
              }}
            >
              Discard all
            </button>
          </div>
        </>
      )}
    </>
  )
}

const isFine = ({ problem, conflict }: PlannedChange): boolean => problem === undefined && conflict === undefined

function Planned({ change, planned }: { change: Change; planned: PlannedChange | undefined }): JSX.Element {
  if (!planned) return <code>{change.kind}</code>
  const { sql, notes, problem, conflict } = planned
  return (
    <div>
      <pre>{sql.length > 2000 ? `${sql.slice(0, 2000)}…` : sql};</pre>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {problem && <p class="problem">{problem}</p>}
      {conflict === 'deleted' && <p class="problem">Somebody has deleted this row.</p>}
      {conflict && conflict !== 'deleted' && 'old' in change && <Conflict old={change.old} now={conflict} />}
      {conflict && 'key' in change && (
        <a href={addressOf({ kind: 'row', table: change.table, key: change.key })}>Open the row</a>
      )}
    </div>
  )
}

function Conflict({ old, now }: { old: Cells; now: Cells }): JSX.Element {
  const names = Object.keys(now).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(old[name]))
  return (
    <div class="problem">
      <div>
        <p>Somebody has changed this row:</p>
        <ul>
          {names.map((name) => (
            <li key={name}>
              {name}: <ShortValue cell={old[name]} /> is <ShortValue cell={now[name]} /> now
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
