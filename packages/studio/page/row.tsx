import type { RowDetails, ShownTable } from 'orm-database'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { type Draft, Field, type Staged } from './changes.js'
import { download, useAnswer } from './client.js'
import { countText } from './grid.js'
import { targetOf, textOf } from './relations.js'
import { addressOf, go, type View } from './router.js'
import { Problem, Waiting } from './states.js'
import { LongValue } from './value.js'

interface RowProps {
  readonly table: ShownTable
  readonly tables: readonly ShownTable[]
  readonly rowKey: readonly string[]
  readonly staged?: Staged | undefined
}

export function Row({ table, tables, rowKey, staged }: RowProps): JSX.Element {
  const row = useAnswer<RowDetails>('row', { table: table.name, key: rowKey })
  const { data } = row
  const [draft, setDraft] = useState<Draft>()
  const isWriting = staged !== undefined && !table.isReadOnly && data !== undefined && !row.error
  const stage = (event: Event) => {
    event.preventDefault()
    const values = Object.entries(draft ?? {}).filter(([name, value]) => value !== (textOf(data!.cells[name]) ?? null))
    if (values.length > 0) {
      const changed = Object.fromEntries(values) as Record<string, string | null>
      staged!.add([{ kind: 'update', table: table.name, key: rowKey, old: data!.cells, values: changed }])
      go({ kind: 'changes' })
    } else setDraft(undefined)
  }
  const remove = () => {
    staged!.add([{ kind: 'delete', table: table.name, key: rowKey, old: data!.cells }])
    go({ kind: 'changes' })
  }
  return (
    <>
      <header class="title">
        <RowTitle table={table} tables={tables} rowKey={rowKey} />
        {isWriting && !draft && (
          <>
            <button type="button" onClick={() => setDraft(draftOf(table, data.cells))}>
              Edit
            </button>
            {!table.columns.some(({ keptBy }) => keptBy) && (
              <button type="button" onClick={remove}>
                Delete
              </button>
            )}
          </>
        )}
      </header>
      <Problem of={row} />
      <Waiting of={row} />
      {data && !row.error && (
        <form class="row" onSubmit={stage}>
          <dl class="values">
            {table.columns.map((column) => {
              const cell = data.cells[column.name]
              const hasFile = typeof cell === 'object' && cell !== null
              return (
                <div key={column.name}>
                  <dt title={column.description}>
                    {column.name} <span class="type">{column.type.toLowerCase()}</span>
                  </dt>
                  <dd>
                    {draft && column.name in draft ? (
                      <Field
                        column={column}
                        value={draft[column.name]}
                        hasDefault={false}
                        onChange={(value) => setDraft({ ...draft, [column.name]: value })}
                      />
                    ) : (
                      <LongValue cell={cell} column={column} />
                    )}
                    {hasFile && (
                      <button
                        type="button"
                        onClick={() =>
                          download(
                            'value',
                            { table: table.name, key: rowKey, column: column.name },
                            `${table.name}-${rowKey.join('-')}-${column.name}${column.kind === 'bytes' ? '.bin' : '.txt'}`,
                          )
                        }
                      >
                        Download {column.name}
                      </button>
                    )}
                  </dd>
                </div>
              )
            })}
          </dl>
          <Relations data={data} table={table} tables={tables} rowKey={rowKey} />
          {draft && (
            <div class="tools">
              <button type="submit" class="main">
                Stage the changes
              </button>
              <button type="button" onClick={() => setDraft(undefined)}>
                Stop editing
              </button>
            </div>
          )}
        </form>
      )}
    </>
  )
}

/** Shows the name of a row, with links to other views of it. */
export function RowTitle({ table, tables, rowKey }: RowProps): JSX.Element {
  const { versions, translations, archive } = table.views
  const main = tables.find(({ views }) => views.archive === table.name)
  const sameKey = (other: string): View => {
    const filters = table.key.map((column, at) => ({ column, op: 'eq' as const, value: String(rowKey[at]) }))
    return { kind: 'grid', table: other, filters }
  }
  const place = { table: table.name, key: rowKey }
  return (
    <>
      <h1>
        <a href={addressOf({ kind: 'grid', table: table.name })}>{table.name}</a>{' '}
        <a href={addressOf({ kind: 'row', ...place })}>{rowKey.join(', ')}</a>
      </h1>
      {translations && <a href={addressOf({ kind: 'translations', ...place })}>Translations</a>}
      {versions && <a href={addressOf({ kind: 'versions', ...place })}>Versions</a>}
      {archive && <a href={addressOf(sameKey(archive))}>Archive</a>}
      {main?.key.every((name) => table.key.includes(name)) && (
        <a href={addressOf(sameKey(main.name))}>Current row of {main.name}</a>
      )}
    </>
  )
}

/** Returns the editable values: those that the page has completely and that neither the database nor a behavior computes. */
function draftOf(table: ShownTable, cells: RowDetails['cells']): Draft {
  const editable = table.columns.filter(({ name, isGiven, keptBy, kind }) => {
    const cell = cells[name]
    return !isGiven && !keptBy && kind !== 'bytes' && (cell === null || typeof cell !== 'object')
  })
  return Object.fromEntries(editable.map(({ name }) => [name, textOf(cells[name]) ?? null]))
}

function Relations({ data, table, tables, rowKey }: RowProps & { data: RowDetails }): JSX.Element | null {
  if (table.relations.length === 0) return null
  return (
    <section class="relations" aria-label="Relations">
      <h2>Relations</h2>
      <ul>
        {table.relations.map((relation) => {
          const target = targetOf(relation, table, data.cells, rowKey, tables)
          const count = data.counts[relation.name]
          return (
            <li key={`${relation.name} ${relation.table}`}>
              {target ? <a href={addressOf(target)}>{relation.name}</a> : relation.name}{' '}
              <span class="muted">
                {relation.table}
                {relation.kind === 'one' ? (target ? '' : ' · none') : count ? ` · ${countText(count)}` : ''}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
