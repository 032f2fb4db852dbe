import type { RowDetails, ShownTable } from 'orm-database'
import type { JSX } from 'preact'
import { download, useAnswer } from './client.js'
import { countText } from './grid.js'
import { targetOf } from './relations.js'
import { addressOf } from './router.js'
import { Problem, Waiting } from './states.js'
import { LongValue } from './value.js'

interface RowProps {
  readonly table: ShownTable
  readonly tables: readonly ShownTable[]
  readonly rowKey: readonly string[]
}

export function Row({ table, tables, rowKey }: RowProps): JSX.Element {
  const row = useAnswer<RowDetails>('row', { table: table.name, key: rowKey })
  const { data } = row
  return (
    <>
      <header class="title">
        <h1>
          <a href={addressOf({ kind: 'grid', table: table.name })}>{table.name}</a> {rowKey.join(', ')}
        </h1>
      </header>
      <Problem of={row} />
      <Waiting of={row} />
      {data && !row.error && (
        <div class="row">
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
                    <LongValue cell={cell} column={column} />
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
        </div>
      )}
    </>
  )
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
