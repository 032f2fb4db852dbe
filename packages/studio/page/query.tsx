import type { PlanStep, QueryResult, ShownTable } from 'orm-database'
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ask, RequestError } from './client.js'
import { go } from './router.js'
import { ShortValue } from './value.js'

type Outcome =
  | { readonly kind: 'rows'; readonly result: QueryResult; readonly milliseconds: number }
  | { readonly kind: 'plan'; readonly steps: readonly PlanStep[] }
  | { readonly kind: 'error'; readonly message: string }

/** Runs a statement of the user. The database rejects changes. */
export function Query({ given, tables }: { given: string; tables: readonly ShownTable[] }): JSX.Element {
  const [sql, setSql] = useState(given)
  const [outcome, setOutcome] = useState<Outcome>()
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>()
  const text = useRef<HTMLTextAreaElement>(null)
  const [offered, setOffered] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState(0)
  const offer = () => {
    setOffered(namesFor(text.current!, tables))
    setChosen(0)
  }
  const accept = (name: string) => {
    const { selectionStart: end, value } = text.current!
    const start = end - wordBefore(text.current!).length
    text.current!.setRangeText(name, start, end, 'end')
    setSql(value.slice(0, start) + name + value.slice(end))
    setOffered([])
    text.current!.focus()
  }
  const run = async (kind: 'query' | 'explain') => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setRunning(true)
    go({ kind: 'query', sql }, true)
    const start = performance.now()
    const next = await ask<never>(kind, { sql }, controller.signal).then(
      (answer): Outcome =>
        kind === 'query'
          ? { kind: 'rows', result: answer, milliseconds: Math.round(performance.now() - start) }
          : { kind: 'plan', steps: answer },
      (error): Outcome => ({ kind: 'error', message: error instanceof RequestError ? error.message : 'canceled' }),
    )
    if (running.current !== controller) return
    setOutcome(next)
    setRunning(false)
  }
  return (
    <>
      <header class="title">
        <h1>Query</h1>
        <span class="muted">read-only: the database rejects statements that change something</span>
      </header>
      <form
        class="query"
        onSubmit={(event) => {
          event.preventDefault()
          run('query')
        }}
      >
        <textarea
          ref={text}
          aria-label="SQL"
          aria-autocomplete="list"
          aria-controls={offered.length > 0 ? 'names' : undefined}
          aria-activedescendant={offered.length > 0 ? `name-${chosen}` : undefined}
          rows={6}
          spellcheck={false}
          autocapitalize="off"
          value={sql}
          onInput={(event) => {
            setSql(event.currentTarget.value)
            offer()
          }}
          onBlur={() => setOffered([])}
          onKeyDown={(event) => {
            if (event.key === ' ' && event.ctrlKey) {
              event.preventDefault()
              offer()
            }
            if (offered.length > 0 && !event.ctrlKey && !event.metaKey) {
              const moved = { ArrowDown: 1, ArrowUp: -1 }[event.key]
              if (moved) setChosen((chosen + moved + offered.length) % offered.length)
              if (event.key === 'Tab' || event.key === 'Enter') accept(offered[chosen]!)
              if (event.key === 'Escape') setOffered([])
              if (moved || ['Tab', 'Enter', 'Escape'].includes(event.key)) {
                event.preventDefault()
                return
              }
            }
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            run('query')
          }}
        />
        <div class="tools">
          <button type="submit" disabled={!sql.trim()}>
            Run
          </button>
          <button type="button" disabled={!sql.trim()} onClick={() => run('explain')}>
            Explain
          </button>
          {isRunning && (
            <button type="button" onClick={() => running.current?.abort()}>
              Cancel
            </button>
          )}
          <span class="muted">Ctrl+Enter runs the statement</span>
        </div>
        {/* Below the buttons: they must not move when a press of one of them closes the list. */}
        {offered.length > 0 && (
          <div id="names" role="listbox" aria-label="Names" class="names">
            {offered.map((name, at) => (
              <div
                key={name}
                id={`name-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === chosen}
                onMouseDown={(event) => {
                  event.preventDefault()
                  accept(name)
                }}
              >
                {name}
              </div>
            ))}
          </div>
        )}
      </form>
      <div aria-live="polite">{outcome && <Answer outcome={outcome} />}</div>
    </>
  )
}

const wordBefore = ({ value, selectionStart }: HTMLTextAreaElement): string =>
  /[\p{L}\p{N}_]*$/u.exec(value.slice(0, selectionStart))![0]

/** Returns tables and columns whose names start with the word before the cursor. After `table.`, only columns of that table. */
function namesFor(text: HTMLTextAreaElement, tables: readonly ShownTable[]): string[] {
  const word = wordBefore(text)
  const before = text.value.slice(0, text.selectionStart - word.length)
  const [, owner] = /([\p{L}\p{N}_]+)["`\]]?\.["`[]?$/u.exec(before) ?? []
  const columns = (owner === undefined ? tables : tables.filter(({ name }) => name === owner)).flatMap((table) =>
    table.columns.map(({ name }) => name),
  )
  if (word === '' && owner === undefined) return []
  const names = owner === undefined ? [...tables.map(({ name }) => name), ...columns] : columns
  const start = word.toLowerCase()
  return [...new Set(names)].filter((name) => name.toLowerCase().startsWith(start) && name !== word).slice(0, 8)
}

function Answer({ outcome }: { outcome: Outcome }): JSX.Element {
  if (outcome.kind === 'error')
    return (
      <div class="problem" role="alert">
        <p>{outcome.message}</p>
      </div>
    )
  if (outcome.kind === 'plan')
    return (
      <section class="plan" aria-label="Plan">
        <Plan steps={outcome.steps} />
      </section>
    )
  const { columns, rows, isCut } = outcome.result
  return (
    <>
      <p class="muted">
        {isCut ? `the first ${rows.length} rows` : `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`} in{' '}
        {outcome.milliseconds} ms
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <section class="scroll" aria-label="Result" tabIndex={0}>
        <table>
          <caption class="unseen">Result</caption>
          <thead>
            <tr>
              {columns.map((name, at) => (
                <th key={`${at} ${name}`} scope="col">
                  <span class="head">{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, index) => (
                  <td key={columns[index]}>
                    <ShortValue cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function Plan({ steps }: { steps: readonly PlanStep[] }): JSX.Element {
  return (
    <ul>
      {steps.map((step) => (
        <li key={step.label}>
          <strong>{step.label}</strong>
          {Object.entries(step.details).length > 0 && (
            <span class="muted">
              {' '}
              {Object.entries(step.details)
                .map(([name, value]) => `${name}: ${value}`)
                .join(' · ')}
            </span>
          )}
          {step.steps.length > 0 && <Plan steps={step.steps} />}
        </li>
      ))}
    </ul>
  )
}
