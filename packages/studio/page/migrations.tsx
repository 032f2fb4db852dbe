import type { Drift, MigrationState } from 'orm-database'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useAnswer } from './client.js'
import { Problem, Waiting } from './states.js'

/** Lists the applied and pending migrations, and whether the database matches them. */
export function Migrations(): JSX.Element {
  const states = useAnswer<readonly MigrationState[]>('migrations', {})
  const [isComparing, setComparing] = useState(false)
  return (
    <>
      <header class="title">
        <h1>Migrations</h1>
      </header>
      <Problem of={states} />
      <Waiting of={states} />
      {states.data?.length === 0 && <p class="muted">There are no migrations.</p>}
      {states.data && states.data.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
        <section class="scroll" aria-label="List of migrations" tabIndex={0}>
          <table>
            <caption class="unseen">Migrations</caption>
            <thead>
              <tr>
                {['Version', 'Name', 'State', 'Finished'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {states.data.map(({ version, name, state, finished }) => (
                <tr key={version}>
                  <td>{version}</td>
                  <td>{name}</td>
                  <td>
                    <span class="chip">{state}</span>
                  </td>
                  <td>{finished ?? ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <h2>Drift</h2>
      {isComparing ? (
        <Differences />
      ) : (
        <div>
          <button type="button" onClick={() => setComparing(true)}>
            Compare the database with the snapshot
          </button>
        </div>
      )}
    </>
  )
}

function Differences(): JSX.Element {
  const drift = useAnswer<Drift>('drift', {})
  const { data } = drift
  return (
    <>
      <Problem of={drift} />
      <Waiting of={drift} />
      {data && data.changes.length === 0 && <p role="status">The database matches the snapshot.</p>}
      {data && data.changes.length > 0 && (
        <>
          <p role="status">The database differs from the snapshot:</p>
          <ul>
            {data.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          <p>These statements change the database to match the snapshot:</p>
          <pre>{data.undo.map((sql) => `${sql};`).join('\n')}</pre>
        </>
      )}
    </>
  )
}
