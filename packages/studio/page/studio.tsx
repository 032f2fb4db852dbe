import type { Count, ShownTable } from 'orm-database'
import { type JSX, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Changes, NewRow, useStaged } from './changes.js'
import { ask, keepToken, useAnswer } from './client.js'
import { DiagramOfTables } from './diagram.js'
import { countText, Grid } from './grid.js'
import { Import } from './import.js'
import { ListOfRows } from './list.js'
import { Migrations } from './migrations.js'
import { Query } from './query.js'
import { addressOf, followLinks, useView, type View } from './router.js'
import { Row } from './row.js'
import { Problem } from './states.js'
import { Translations } from './translations.js'
import { TreeOfRows } from './tree.js'
import { Versions } from './versions.js'

interface Schema {
  readonly connection: string
  readonly write: boolean
  readonly tables: readonly ShownTable[]
}

function App(): JSX.Element {
  const view = useView()
  const schema = useAnswer<Schema>('schema', {})
  const { data } = schema
  const staged = useStaged(data?.connection)
  const table = data && 'table' in view ? data.tables.find(({ name }) => name === view.table) : undefined
  /** Identifies the table or row. Components keep answers and drafts, which must not be shown for another one. */
  const subject = 'table' in view ? JSON.stringify([view.table, 'key' in view ? view.key : []]) : undefined
  useEffect(() => {
    document.title = [titleOf(view), data?.connection, 'Orm Studio'].filter(Boolean).join(' · ')
  }, [view, data])
  return (
    <>
      <header class="bar">
        <a href="/" class="brand">
          Orm Studio
        </a>
        {data && <span class="muted">{data.connection}</span>}
        {data && <span class="chip">{data.write ? 'writing' : 'read-only'}</span>}
        <nav aria-label="Views">
          <a href={addressOf({ kind: 'diagram' })} aria-current={view.kind === 'diagram' ? 'page' : undefined}>
            Diagram
          </a>
          <a href={addressOf({ kind: 'migrations' })} aria-current={view.kind === 'migrations' ? 'page' : undefined}>
            Migrations
          </a>
          {data?.write && (
            <a href={addressOf({ kind: 'changes' })} aria-current={view.kind === 'changes' ? 'page' : undefined}>
              Changes{staged.changes.length > 0 ? ` (${staged.changes.length})` : ''}
            </a>
          )}
          <a href={addressOf({ kind: 'query' })} aria-current={view.kind === 'query' ? 'page' : undefined}>
            Query
          </a>
        </nav>
      </header>
      <div class="frame">
        {data && (
          <Tables
            tables={data.tables}
            current={'table' in view ? view.table : undefined}
            isHome={view.kind === 'home'}
          />
        )}
        <main tabIndex={-1}>
          <Problem of={schema} />
          {data && view.kind === 'migrations' && <Migrations />}
          {data && view.kind === 'diagram' && <DiagramOfTables view={view} tables={data.tables} />}
          {data && view.kind === 'home' && <Home schema={data} />}
          {data && view.kind === 'query' && <Query given={view.sql ?? ''} tables={data.tables} />}
          {data && 'table' in view && !table && <h1>There is no table "{view.table}"</h1>}
          {data && table && view.kind === 'grid' && (
            <Grid key={subject} view={view} table={table} tables={data.tables} isWriting={data.write} />
          )}
          {data?.write && view.kind === 'changes' && <Changes staged={staged} />}
          {data?.write && table && view.kind === 'new' && <NewRow key={subject} table={table} staged={staged} />}
          {data?.write && table && view.kind === 'import' && <Import key={subject} table={table} staged={staged} />}
          {data && table && view.kind === 'list' && (
            <ListOfRows key={addressOf(view)} view={view} table={table} isWriting={data.write} />
          )}
          {data && table && view.kind === 'tree' && (
            <TreeOfRows key={addressOf(view)} view={view} table={table} isWriting={data.write} />
          )}
          {data && table && view.kind === 'versions' && (
            <Versions key={subject} view={view} table={table} tables={data.tables} />
          )}
          {data && table && view.kind === 'translations' && (
            <Translations key={subject} table={table} tables={data.tables} rowKey={view.key} />
          )}
          {data && table && view.kind === 'row' && (
            <Row
              key={subject}
              table={table}
              tables={data.tables}
              rowKey={view.key}
              staged={data.write ? staged : undefined}
            />
          )}
        </main>
      </div>
    </>
  )
}

const titles = { home: undefined, diagram: 'Diagram', query: 'Query', changes: 'Changes', migrations: 'Migrations' }

function titleOf(view: View): string | undefined {
  if ('key' in view) return `${view.table} ${view.key.join(', ')}`
  return 'table' in view ? view.table : titles[view.kind]
}

function Home({ schema }: { schema: Schema }): JSX.Element {
  return (
    <div class="home">
      <h1>{schema.connection}</h1>
      <p class="muted">
        {schema.tables.length} {schema.tables.length === 1 ? 'table' : 'tables'}. Choose one in the list, look at the{' '}
        <a href={addressOf({ kind: 'diagram' })}>diagram</a>, or write a{' '}
        <a href={addressOf({ kind: 'query' })}>query</a>.
      </p>
    </div>
  )
}

/** Lists the tables with their row counts, which are requested one after another. */
function Tables({
  tables,
  current,
  isHome,
}: {
  tables: readonly ShownTable[]
  current: string | undefined
  isHome: boolean
}) {
  const [search, setSearch] = useState('')
  const [counts, setCounts] = useState<Readonly<Record<string, Count>>>({})
  useEffect(() => {
    const gone = new AbortController()
    const load = async () => {
      for (const { name } of tables) {
        if (gone.signal.aborted) return
        const count = await ask<Count>('count', { table: name }, gone.signal).catch(() => undefined)
        if (count) setCounts((all) => ({ ...all, [name]: count }))
      }
    }
    load()
    return () => gone.abort()
  }, [tables])
  const found = tables.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <nav class={isHome ? 'tables home' : 'tables'} aria-label="Tables">
      <input
        type="search"
        placeholder="Find a table"
        aria-label="Find a table"
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <ul>
        {found.map(({ name, isView }) => (
          <li key={name}>
            <a href={addressOf({ kind: 'grid', table: name })} aria-current={name === current ? 'page' : undefined}>
              <span class="name">{name}</span>
              <span class="muted">{counts[name] ? shortCount(counts[name]) : ''}</span>
              {isView && <span class="unseen">view</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const shortCount = (count: Count): JSX.Element => {
  const number = new Intl.NumberFormat('en', { notation: 'compact' }).format(count.rows)
  const sign = { exact: '', 'at least': '>', about: '~' }[count.precision]
  return (
    <span title={countText(count)}>
      {sign}
      {number}
    </span>
  )
}

await keepToken()
followLinks()
render(<App />, document.getElementById('studio')!)
