import {
  type Config,
  type ConnectionConfig,
  type Diagnostic,
  dialects,
  OrmError,
  type Statement,
  splitStatements,
} from 'orm-core/internal'
import type { SqlMap } from './sql-map.js'

/** What a run would do to one connection. */
export interface Plan {
  readonly connection: string
  readonly config: ConnectionConfig
  readonly statements: readonly Statement[]
}

/** Splits every file before any statement runs, so that a broken one stops the run in time. */
export function planOf(map: SqlMap, config: Config): Plan[] {
  const problems: Diagnostic[] = []
  const plans: Plan[] = []
  for (const [name, sources] of map) {
    const connection = config.connections[name]!
    const { lexicon } = dialects[connection.adapter]
    const statements: Statement[] = []
    for (const source of sources) {
      const split = splitStatements(source, lexicon)
      statements.push(...split.statements)
      if (split.problem) problems.push(split.problem)
    }
    plans.push({ connection: name, config: connection, statements })
  }
  if (problems.length > 0) throw new OrmError(problems)
  return plans
}
