import { networkError } from './deadline.js'
import type { Session } from './session.js'

/**
 * Wraps a session: its statements may take as long as they need, but fail if the server is gone. `isAlive` checks at regular
 * intervals whether the server can be reached.
 */
export function watched(session: Session, isAlive: () => Promise<boolean>, everySeconds: number): Session {
  return {
    ...session,
    async execute(statement) {
      const running = session.execute(statement)
      for (;;) {
        const rows = await Promise.race([running, pause(everySeconds, running)])
        if (rows) return rows
        if (!(await isAlive())) {
          session.destroy()
          running.catch(() => {})
          throw networkError('ECONNRESET', 'the server no longer answers')
        }
      }
    },
  }
}

/** Resolves with undefined after some seconds. The timer is cleared as soon as the work is done. */
function pause(seconds: number, work: Promise<unknown>): Promise<undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), seconds * 1000)
    const stop = () => clearTimeout(timer)
    work.then(stop, stop)
  })
}
