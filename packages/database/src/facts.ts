import { bareName } from 'orm-core/internal'
import type { Connected, Row } from './session.js'

/** A table of the database. */
export interface TableFact {
  /** The name without its schema, in lower case. */
  readonly bare: string
  /** As a statement may write it. */
  readonly written: string
  /** Whether a new row takes the place of one with the same key. */
  readonly replacesRows: boolean
}

/** What a statement can reach besides the tables that it names. */
export interface Facts {
  readonly tables: readonly TableFact[]
  readonly triggers: readonly Trigger[]
  /** Views, in lower case and without schema: a write to one goes to other tables. */
  readonly views: ReadonlySet<string>
  /** Functions and procedures that somebody wrote, in lower case. */
  readonly routines: ReadonlySet<string>
  /** What may run such functions when it is read or written, in lower case: views, and tables and types with calls. */
  readonly callers: ReadonlySet<string>
  /** What such functions do at every statement that changes the structure: event triggers, with their names. */
  readonly watchers: readonly string[]
  /** From a table to those whose foreign keys refer to it, as `written` and in lower case. */
  readonly references: readonly Reference[]
}

export interface Trigger {
  readonly name: string
  /** The table or view whose statements fire it, without schema and in lower case. */
  readonly table: string
}

export interface Reference {
  readonly parent: string
  readonly child: string
  /** Whether the foreign key changes or removes rows of the child by itself. */
  readonly acts: boolean
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
  const queries = await driver.facts(query, texts)
  const names = async (sql: string | undefined) =>
    new Set((await query(sql)).map(({ name }) => String(name).toLowerCase()))
  const views = await names(queries.views)
  const routines = await names(queries.routines)
  const callers = routines.size === 0 ? new Set<string>() : new Set([...views, ...(await names(queries.callers))])
  return {
    tables: (await query(queries.tables)).map(({ written, name, replaces }) => ({
      bare: String(name).toLowerCase(),
      written: String(written),
      replacesRows: Number(replaces ?? 0) === 1,
    })),
    triggers: (await query(queries.triggers)).map(({ name, does }) => ({
      name: String(does),
      table: String(name).toLowerCase(),
    })),
    views,
    routines,
    callers,
    watchers: [...(await names(queries.watchers))],
    references: (await query(queries.references)).map(({ parent, child, acts }) => ({
      parent: String(parent).toLowerCase(),
      child: String(child).toLowerCase(),
      acts: Number(acts) === 1,
    })),
  }
}

/** The tables that lose or change rows with this one, besides itself. */
export function reachOf(written: string, { tables, references }: Facts, everyReference: boolean): TableFact[] {
  const own = tables.filter(({ bare }) => bare === bareName(written)).map((table) => table.written.toLowerCase())
  const reached = new Set(own)
  for (const table of reached) {
    for (const { parent, child, acts } of references) {
      if (parent === table && (acts || everyReference)) reached.add(child)
    }
  }
  return tables.filter((table) => {
    const name = table.written.toLowerCase()
    return reached.has(name) && !own.includes(name)
  })
}
