import { setTimeout as sleep } from 'node:timers/promises'
import { migrationLocked, OrmError } from 'orm-core/internal'
import { problemOf } from '../session/database-error.js'
import type { Connected } from '../session/session.js'

export interface LockOptions {
  readonly connection: string
  readonly tableName: string
  /** Seconds to wait for others. */
  readonly lockTimeout: number
  /** Called once if the lock is not free. */
  readonly onWait?: ((connection: string) => void) | undefined
}

const pollEvery = 100

/** Runs the work while no other run changes this database, if the vendor supports such a lock. */
export async function withLock<T>(connected: Connected, options: LockOptions, work: () => Promise<T>): Promise<T> {
  const { driver, session } = connected
  const lock = driver.migrations.lock?.(options.tableName)
  if (!lock) return work()
  await waitFor(options, async () => Number(Object.values((await session.execute(lock.take))[0] ?? {})[0]) === 1)
  try {
    return await work()
  } finally {
    // A closed connection has already released the lock.
    await session.execute(lock.release).catch(() => {})
  }
}

/** Starts a transaction, and waits if others must end theirs first. */
export async function begin(statement: string, connected: Connected, options: LockOptions): Promise<void> {
  const { driver, session } = connected
  const { isBusy, timeouts } = driver.migrations
  if (!isBusy) {
    await session.execute(statement)
    return
  }
  // Otherwise the driver would wait, and no notice could be shown.
  for (const [now] of timeouts(0, undefined)) await session.execute(now)
  await waitFor(options, async () => {
    try {
      await session.execute(statement)
      return true
    } catch (error) {
      if (isBusy(problemOf(error))) return false
      throw error
    }
  })
  for (const [later] of timeouts(options.lockTimeout, undefined)) await session.execute(later)
}

async function waitFor(
  { connection, lockTimeout, onWait }: LockOptions,
  isOurs: () => Promise<boolean>,
): Promise<void> {
  const end = Date.now() + lockTimeout * 1000
  if (await isOurs()) return
  onWait?.(connection)
  for (;;) {
    if (Date.now() >= end) throw new OrmError([migrationLocked(connection, lockTimeout)])
    await sleep(pollEvery)
    if (await isOurs()) return
  }
}
