import type { Change, ChangePlan, ShownTable } from 'orm-database'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Staged } from './changes.js'
import { ask } from './client.js'
import { go } from './router.js'

/** Imports rows of a file or spreadsheet. The first line contains column names. */
export function Import({ table, staged }: { table: ShownTable; staged: Staged }): JSX.Element {
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<{ changes: Change[]; plan: ChangePlan }>()
  const [message, setMessage] = useState('')
  const check = async () => {
    setPreview(undefined)
    setMessage('')
    try {
      const changes = changesOf(text, table)
      setPreview({ changes, plan: await ask<ChangePlan>('plan', { changes }) })
    } catch (error) {
      setMessage((error as Error).message)
    }
  }
  const refused = preview?.plan.statements.flatMap(({ problem }, at) => (problem ? [{ at, problem }] : [])) ?? []
  const accepted = preview?.changes.filter((_, at) => !preview.plan.statements[at]!.problem) ?? []
  return (
    <>
      <header class="title">
        <h1>Import into {table.name}</h1>
        <p class="muted">
          Paste rows of a spreadsheet, or choose a CSV file. The first line names the columns; an empty cell is null, ""
          an empty text.
        </p>
      </header>
      <div class="query">
        <textarea
          aria-label="Rows"
          rows={8}
          spellcheck={false}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <div class="tools">
          <input
            type="file"
            aria-label="CSV file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={async (event) => setText((await event.currentTarget.files?.[0]?.text()) ?? '')}
          />
          <button type="button" disabled={!text.trim()} onClick={check}>
            Preview
          </button>
        </div>
      </div>
      {message && (
        <p class="problem" role="alert">
          {message}
        </p>
      )}
      {preview && (
        <section aria-label="Preview">
          <p role="status">
            {accepted.length} of {preview.changes.length} rows can be added.
          </p>
          {refused.length > 0 && (
            <ul>
              {refused.slice(0, 100).map(({ at, problem }) => (
                <li key={at}>
                  Row {at + 1}: {problem}
                </li>
              ))}
            </ul>
          )}
          <button
            type="button"
            disabled={accepted.length === 0}
            onClick={() => {
              staged.add(accepted)
              go({ kind: 'changes' })
            }}
          >
            Stage {accepted.length} {accepted.length === 1 ? 'row' : 'rows'}
          </button>
        </section>
      )}
    </>
  )
}

/** Maximum number of rows per import. */
const mostRows = 5000

function changesOf(text: string, table: ShownTable): Change[] {
  const [head = [], ...rows] = cellsOf(text)
  const names = head.map((cell) => (cell ?? '').trim())
  const unknown = names.filter((name) => !table.columns.some((column) => column.name === name))
  if (unknown.length > 0) throw new Error(`The first line names no columns of ${table.name}: ${unknown.join(', ')}`)
  if (rows.length > mostRows) throw new Error(`There are ${rows.length} rows; import at most ${mostRows} at a time.`)
  return rows.map((cells, at) => {
    if (cells.length > names.length) throw new Error(`Row ${at + 1} has more cells than the first line.`)
    const values = names.map((name, index) => [name, cells[index] ?? null] as const)
    return { kind: 'insert', table: table.name, values: Object.fromEntries(values) }
  })
}

/** Parses CSV, or tab-separated cells copied from a spreadsheet. An empty cell without quotes is NULL. */
function cellsOf(text: string): (string | null)[][] {
  const separator = text.split(/\r?\n/, 1)[0]!.includes('\t') ? '\t' : ','
  const rows: (string | null)[][] = []
  let row: (string | null)[] = []
  const pattern = new RegExp(`((?:"(?:[^"]|"")*")|[^${separator}\\r\\n]*)(${separator}|\\r?\\n|$)`, 'y')
  for (;;) {
    const match = pattern.exec(text)
    if (!match) throw new Error(`Row ${rows.length} has a quote in the wrong place.`)
    const [, found = '', end = ''] = match
    row.push(
      found === '' ? null : withoutApostrophe(found.startsWith('"') ? found.slice(1, -1).replaceAll('""', '"') : found),
    )
    if (end === separator) continue
    if (row.some((each) => each !== null)) rows.push(row)
    row = []
    if (pattern.lastIndex >= text.length) return rows
  }
}

/** Removes the apostrophe that an export of the studio adds to texts that look like formulas. */
const withoutApostrophe = (text: string): string => (/^'[=+\-@]/.test(text) ? text.slice(1) : text)
