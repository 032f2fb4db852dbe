import type { Cells, Page, RowDetails, ShownTable } from 'orm-database'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ask, useAnswer } from './client.js'
import { addressOf } from './router.js'
import { RowTitle } from './row.js'
import { Problem, Waiting } from './states.js'
import { LongValue } from './value.js'

/** Maximum number of locales of a row. */
const mostLocales = 50

interface Translation {
  readonly locale: string
  readonly key: readonly string[]
  readonly cells?: Cells
}

interface TranslationsProps {
  readonly table: ShownTable
  readonly tables: readonly ShownTable[]
  readonly rowKey: readonly string[]
}

/** Shows the translations of a row side by side. */
export function Translations({ table, tables, rowKey }: TranslationsProps): JSX.Element {
  const { translations } = table.views
  const other = tables.find(({ name }) => name === translations?.table)
  return (
    <>
      <header class="title">
        <RowTitle table={table} tables={tables} rowKey={rowKey} />
      </header>
      <h2>Translations</h2>
      {translations && other ? (
        <SideBySide table={other} locale={translations.locale} keys={translations.keys} rowKey={rowKey} />
      ) : (
        <p>The rows of this table have no translations.</p>
      )}
    </>
  )
}

interface SideProps {
  readonly table: ShownTable
  readonly locale: string
  readonly keys: readonly string[]
  readonly rowKey: readonly string[]
}

function SideBySide({ table, locale, keys, rowKey }: SideProps): JSX.Element {
  const filters = keys.map((column, at) => ({ column, op: 'eq', value: rowKey[at] }))
  const sort = { column: locale, descending: false }
  const page = useAnswer<Page>('page', { table: table.name, filters, sort, columns: [locale], size: mostLocales })
  const [found, setFound] = useState<readonly Translation[]>([])
  useEffect(() => {
    const gone = new AbortController()
    const rows = page.data?.rows ?? []
    const named = rows.map(({ cursor, cells }) => ({ locale: String(cells[0]), key: cursor.key }))
    setFound(named)
    const whole = named.map((each) =>
      ask<RowDetails>('row', { table: table.name, key: each.key }, gone.signal).then(
        ({ cells }) => ({ ...each, cells }),
        // A translation that cannot be read, for example because it has been deleted, stays without values.
        () => each,
      ),
    )
    Promise.all(whole).then((all) => gone.signal.aborted || setFound(all))
    return () => gone.abort()
  }, [page.data])
  const columns = table.columns.filter(({ name }) => name !== locale && !keys.includes(name))
  return (
    <>
      <Problem of={page} />
      <Waiting of={page} />
      {page.data?.rows.length === 0 && <p class="muted">This row has no translations.</p>}
      {found.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
        <section class="scroll" aria-label="Translations side by side" tabIndex={0}>
          <table class="wide">
            <caption class="unseen">Translations</caption>
            <thead>
              <tr>
                <th scope="col">
                  <span class="unseen">Column</span>
                </th>
                {found.map((each) => (
                  <th key={each.locale} scope="col">
                    <a href={addressOf({ kind: 'row', table: table.name, key: each.key })}>{each.locale}</a>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {columns.map((column) => (
                <tr key={column.name}>
                  <th scope="row">{column.name}</th>
                  {found.map(({ locale: name, cells }) => (
                    <td key={name} lang={name.replace('_', '-')}>
                      {cells ? <LongValue cell={cells[column.name]} column={column} /> : '…'}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}
