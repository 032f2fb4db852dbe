import type { Connected, Row } from '../session/session.js'

/** A table of the database. */
export interface TableFact {
  /** The name without its schema, in lower case. */
  readonly bare: string
  /** As a statement may write it. */
  readonly written: string
  /** Whether the deletion of rows of another table can act on its rows. */
  readonly refers: boolean
}

/** What statements can reach besides the tables that they name. */
export interface Facts {
  readonly tables: readonly TableFact[]
  /** Whether there are triggers, rules or functions that new rows may run. */
  readonly acts: boolean
  /** Triggers that act on every change of the structure. */
  readonly watchers: readonly string[]
}

/** Reads what is there; `texts` are the statements that may reach other databases of the server. */
export async function readFacts({ session, driver, unreachable }: Connected, texts: readonly string[]): Promise<Facts> {
  const query = async (sql: string | undefined): Promise<readonly Row[]> => {
    if (sql === undefined) return []
    try {
      return await session.execute(sql)
    } catch (error) {
      throw unreachable(driver.problemOf(error))
    }
  }
  const { tables, acts, watchers } = await driver.facts(query, texts)
  return {
    tables: (await query(tables)).map(({ written, name, refers }) => ({
      bare: String(name).toLowerCase(),
      written: String(written),
      refers: Number(refers) > 0,
    })),
    acts: (await query(acts)).length > 0,
    watchers: (await query(watchers)).map(({ name }) => String(name)),
  }
}
