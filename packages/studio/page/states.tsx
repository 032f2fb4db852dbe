import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Loaded } from './client.js'

/** Shows why a request failed, and a button to retry it. */
export function Problem({ of: { error, reload } }: { of: Loaded<unknown> }): JSX.Element | null {
  if (!error) return null
  return (
    <div class="problem" role="alert">
      <p>{error.message}</p>
      {error.status !== 401 && (
        <button type="button" onClick={reload}>
          Try again
        </button>
      )}
    </div>
  )
}

/** Shows after a second that the database is still working, and a button to cancel. */
export function Waiting({ of: { isLoading, cancel } }: { of: Loaded<unknown> }): JSX.Element | null {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    setSeconds(0)
    if (!isLoading) return
    const timer = setInterval(() => setSeconds((number) => number + 1), 1000)
    return () => clearInterval(timer)
  }, [isLoading])
  if (!isLoading || seconds === 0) return null
  return (
    <div class="waiting" role="status">
      The database has been working for {seconds} s.{' '}
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    </div>
  )
}
