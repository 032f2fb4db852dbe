import type { Connected, Row } from '../session/session.js'

/** A table of the database. */
export interface TableFact {
  /** Lower-case name without the schema. */
  readonly bare: string
  /** Name as used in statements. */
  readonly written: string
  /** Whether deleting rows of another table can affect the rows of this one. */
  readonly refers: boolean
}

/** What statements can reach besides the tables that they name. */
export interface Facts {
  readonly tables: readonly TableFact[]
  /** Whether there are triggers, rules or functions that new rows may run. */
  readonly acts: boolean
  /** Triggers that run on every change of the structure. */
  readonly watchers: readonly string[]
}

/** Reads the facts of a database. `texts` are statements that may reach other databases of the server. */
export async function readFacts({ session, driver }: Connected, texts: readonly string[]): Promise<Facts> {
  const query = async (sql: string | undefined): Promise<readonly Row[]> => {
    return sql === undefined ? [] : session.execute(sql)
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
