import { type Diagnostic, noSuchVersion, nothingToResolve, OrmError } from 'orm-core/internal'
import { statementsOf } from './apply.js'
import { appliedEntry } from './baseline.js'
import { begin, type LockOptions } from './lock.js'
import { locked, type MigrationState, onMigrations, type RunOptions, type Site, stoppedState } from './migrate.js'
import type { Migration } from './read-migrations.js'
import { type Entry, isApplied, isHalfway, labelOf } from './state.js'

export interface ResolveOptions extends RunOptions {
  readonly version: string
  /** What the user says about the tables: they are as the whole migration leaves them, or as they were before it. */
  readonly as: 'applied' | 'rolled-back'
  /** Change nothing. @default false */
  readonly dryRun?: boolean
  /** Called with each resolved migration, and what was executed of it, before anything is recorded. */
  readonly onFound?: (found: ResolvedMigration) => void
}

/** A migration that stopped halfway, and what it is recorded as. */
export interface ResolvedMigration extends MigrationState {
  readonly as: ResolveOptions['as']
  /** Statements of the direction in which it stopped; empty if the file is missing or has changed. */
  readonly statements: readonly {
    readonly line: number
    readonly text: string
    /** `unknown`: the run was killed at this statement. */
    readonly state: 'executed' | 'failed' | 'unknown' | 'partly executed' | 'not executed'
  }[]
}

/**
 * Resolves a migration that stopped halfway, on each connection where it did: records it as applied or removes its entry. None
 * of its statements is executed.
 */
export async function migrationResolve(options: ResolveOptions): Promise<ResolvedMigration[]> {
  const { version, dryRun = false, onFound } = options
  const refused: Diagnostic[] = []
  const versions = new Set<string>()
  const resolved = await onMigrations(options, { create: false }, async (site) => {
    const migration = site.migrations.find((each) => each.version === version)
    for (const each of site.migrations) versions.add(each.version)
    const find = async (): Promise<Entry | undefined> => {
      const entry = (await site.state.read()).get(version)
      if (isHalfway(entry)) return entry
      const known = migration ?? entry
      if (known) refused.push(nothingToResolve(labelOf(known), site.connection, isApplied(entry)))
      return undefined
    }
    const show = (entry: Entry): ResolvedMigration => {
      const found = described(entry, migration, site, options)
      onFound?.(found)
      return found
    }
    const first = await find()
    if (!first) return []
    if (dryRun) return [show(first)]
    return locked(site, options, (lock) =>
      inTransaction(site, lock, async () => {
        // Another run may have completed it in the meantime.
        const entry = await find()
        if (!entry) return []
        const found = show(entry)
        await site.connected.session.execute(recordOf(entry, migration, site, options))
        return [found]
      }),
    )
  })
  if (resolved.length > 0) return resolved
  throw new OrmError(refused.length > 0 ? refused : [noSuchVersion(version, [...versions].sort())])
}

async function inTransaction<T>({ connected }: Site, lock: LockOptions, work: () => Promise<T>): Promise<T> {
  const { beginStatement } = connected.driver.migrations
  if (beginStatement === undefined) return work()
  await begin(beginStatement, connected, lock)
  // After a failure the connection is closed, which ends the transaction.
  const result = await work()
  await connected.session.execute('COMMIT')
  return result
}

function recordOf(entry: Entry, migration: Migration | undefined, { state, lexicon }: Site, { as }: ResolveOptions) {
  if (as === 'rolled-back') return state.remove(entry)
  if (migration) return state.update(appliedEntry(migration, lexicon))
  const { version, name = '', statements } = entry
  const now = new Date().toISOString()
  return state.update({ version, name, statements, direction: 'up', started: now, finished: now })
}

function described(
  entry: Entry,
  migration: Migration | undefined,
  site: Site,
  { as }: ResolveOptions,
): ResolvedMigration {
  const state = stoppedState(entry, migration, site)
  const statements = migration && state.file === undefined ? statementsOf(migration, entry.direction) : []
  const stateAt = (index: number) => {
    if (index !== entry.statements) return index < entry.statements ? 'executed' : 'not executed'
    if (entry.error !== undefined) return 'failed'
    return state.rows === undefined ? 'unknown' : 'partly executed'
  }
  return {
    ...state,
    as,
    statements: statements.map(({ text, mark }, index) => ({
      line: mark.source.placeAt(mark.offset).line,
      text,
      state: stateAt(index),
    })),
  }
}
