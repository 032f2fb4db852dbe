import type { PlanStep, QueryResult } from 'orm-database'
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { ask, RequestError } from './client.js'
import { go } from './router.js'
import { ShortValue } from './value.js'

type Outcome =
  | { readonly kind: 'rows'; readonly result: QueryResult; readonly milliseconds: number }
  | { readonly kind: 'plan'; readonly steps: readonly PlanStep[] }
  | { readonly kind: 'error'; readonly message: string }

/** A statement of the person; the database rejects changes. */
export function Query({ given }: { given: string }): JSX.Element {
  const [sql, setSql] = useState(given)
  const [outcome, setOutcome] = useState<Outcome>()
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>()
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
          aria-label="SQL"
          rows={6}
          spellcheck={false}
          autocapitalize="off"
          value={sql}
          onInput={(event) => setSql(event.currentTarget.value)}
          onKeyDown={(event) => {
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
      </form>
      <div aria-live="polite">{outcome && <Answer outcome={outcome} />}</div>
    </>
  )
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
