import { randomBytes } from 'node:crypto'
import {
  bareName,
  dialects,
  OrmError,
  rewritten,
  type Statement,
  significantTokens,
  statementFailed,
  unquotedName,
} from 'orm-core/internal'
import { problemOf } from '../../session/database-error.js'
import type { Connected } from '../../session/session.js'

/**
 * Creates the tables of a run under other names and drops them again, because the server cannot roll back a DROP. Anything that
 * the server rejects (types of foreign keys, names, missing privileges) fails before the existing tables are dropped. Throws an
 * OrmError that names the statement.
 */
export async function rehearse(
  connected: Connected,
  connection: string,
  statements: readonly Statement[],
): Promise<void> {
  const stage = new Stage(statements)
  if (stage.isEmpty) return
  const { session, censor } = connected
  const [settings] = await session.execute('SELECT @@SESSION.foreign_key_checks AS checks')
  let at = statements[0]!
  try {
    for (const step of stage.steps()) {
      at = step.at
      await session.execute(step.sql)
    }
    for (const step of await stage.otherTables(connected)) {
      at = step.at
      await session.execute(step.sql)
    }
  } catch (error) {
    const problem = problemOf(error)
    if (problem.kind !== 'statement') throw error
    const reason = stage.withRealNames(censor([problem.code, problem.text].filter(Boolean).join(' ')))
    throw new OrmError([
      statementFailed(at.mark, connection, at.text, reason, 'nothing was changed on this connection'),
    ])
  } finally {
    await stage.clear(connected, settings?.checks)
  }
}

interface Step {
  readonly sql: string
  /** Statement of the file that this step stands for. */
  readonly at: Statement
}

const { lexicon } = dialects.mysql
const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``

class Stage {
  readonly #statements: readonly Statement[]
  readonly #prefix = `orm_rehearsal_${randomBytes(3).toString('hex')}`
  /** The tables that the run creates, by name, with their rehearsal names and the statements that create them. */
  readonly #tables = new Map<string, { readonly name: string; readonly real: string; readonly at: Statement }>()
  readonly #used: string[] = []
  #count = 0

  constructor(statements: readonly Statement[]) {
    this.#statements = statements
    for (const statement of statements) {
      const table = createdTable(statement.text)
      if (table === undefined || this.#tables.has(bareName(table))) continue
      this.#tables.set(bareName(table), { name: this.#newName(table), real: unquotedName(table), at: statement })
    }
  }

  get isEmpty(): boolean {
    return this.#tables.size === 0
  }

  *steps(): Iterable<Step> {
    for (const at of this.#statements) {
      const tokens = significantTokens(at.text, lexicon).map((token) => token.toUpperCase())
      if (/^SET FOREIGN_KEY_CHECKS = [01]$/.test(tokens.join(' '))) yield { sql: at.text, at }
      else if (tokens[0] === 'DROP' && tokens[1] === 'TABLE') yield* this.#drop(tokens, at)
      else if (createdTable(at.text) !== undefined || this.#isAddition(tokens)) yield { sql: this.#staged(at.text), at }
    }
  }

  /**
   * Returns steps for the tables that stay and refer to a recreated table, because the new table must match their foreign keys.
   */
  async otherTables({ session }: Connected): Promise<Step[]> {
    const rows = await session.execute(
      `SELECT TABLE_NAME AS child, CONSTRAINT_NAME AS name, REFERENCED_TABLE_NAME AS parent,
         GROUP_CONCAT(CONCAT('\`', REPLACE(COLUMN_NAME, '\`', '\`\`'), '\`') ORDER BY ORDINAL_POSITION) AS own,
         GROUP_CONCAT(CONCAT('\`', REPLACE(REFERENCED_COLUMN_NAME, '\`', '\`\`'), '\`') ORDER BY ORDINAL_POSITION) AS other
       FROM information_schema.KEY_COLUMN_USAGE
       WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME IS NOT NULL
       GROUP BY TABLE_NAME, CONSTRAINT_NAME, REFERENCED_TABLE_NAME`,
    )
    return rows.flatMap((row) => {
      const parent = this.#tables.get(String(row.parent).toLowerCase())
      const child = String(row.child)
      if (!parent || this.#tables.has(child.toLowerCase()) || child.startsWith(this.#prefix)) return []
      const name = this.#use(this.#newName(child))
      const { at } = parent
      return [
        { at, sql: `CREATE TABLE ${quoted(name)} LIKE ${quoted(child)}` },
        {
          at,
          sql: `ALTER TABLE ${quoted(name)} ADD FOREIGN KEY (${row.own}) REFERENCES ${quoted(parent.name)} (${row.other})`,
        },
      ]
    })
  }

  withRealNames(text: string): string {
    let result = text
    for (const { name, real } of this.#tables.values()) result = result.replaceAll(name, real)
    return result
  }

  /** Drops everything, even if the server has just rejected a statement. */
  async clear({ session }: Connected, checks: unknown): Promise<void> {
    try {
      await session.execute('SET SESSION foreign_key_checks = 0')
      for (const name of [...this.#used].reverse()) await session.execute(`DROP TABLE IF EXISTS ${quoted(name)}`)
      await session.execute(`SET SESSION foreign_key_checks = ${Number(checks ?? 1)}`)
    } catch (error) {
      // The connection is closed, which the run is about to notice.
      problemOf(error)
    }
  }

  #use(name: string): string {
    if (!this.#used.includes(name)) this.#used.push(name)
    return name
  }

  /** Returns a name at least as long as the real one, so that a name that is too long is still rejected. */
  #newName(real: string): string {
    return `${this.#prefix}_${++this.#count}`.padEnd([...unquotedName(real)].length, '_')
  }

  *#drop(tokens: readonly string[], at: Statement): Iterable<Step> {
    for (const token of tokens) {
      const table = this.#tables.get(bareName(token))
      if (table && this.#used.includes(table.name)) yield { sql: `DROP TABLE IF EXISTS ${quoted(table.name)}`, at }
    }
  }

  /** Returns whether the statement is `ALTER TABLE a ADD …` or `CREATE INDEX b ON a` for a rehearsed table. */
  #isAddition(tokens: readonly string[]): boolean {
    const text = tokens.join(' ')
    const [, table] =
      /^ALTER TABLE (\S+) ADD /.exec(text) ??
      /^CREATE (?:UNIQUE |FULLTEXT |SPATIAL )?INDEX \S+ ON (\S+) \(/.exec(text) ??
      []
    const staged = table === undefined ? undefined : this.#tables.get(bareName(table))
    return staged !== undefined && this.#used.includes(staged.name)
  }

  #staged(sql: string): string {
    return rewritten(sql, lexicon, (token, before) => {
      const last = before.at(-1) ?? ''
      if (last === 'CONSTRAINT' && token.toUpperCase() !== 'CHECK' && !/^(?:FOREIGN|PRIMARY|UNIQUE)$/i.test(token)) {
        return quoted(this.#newName(token))
      }
      const isTable = /^(?:TABLE|REFERENCES|EXISTS)$/.test(last) || (last === 'ON' && before[0] === 'CREATE')
      const table = isTable ? this.#tables.get(bareName(token)) : undefined
      if (!table) return token
      if (last !== 'REFERENCES') this.#use(table.name)
      return quoted(table.name)
    })
  }
}

/** Returns the table that a statement creates, unless it is a copy or in another database. */
function createdTable(text: string): string | undefined {
  const tokens = significantTokens(text, lexicon)
  const upper = tokens.map((token) => token.toUpperCase())
  const start = upper[0] === 'CREATE' && upper[1] === 'TABLE' ? 2 : undefined
  if (start === undefined) return undefined
  const at = upper[start] === 'IF' ? start + 3 : start
  if (tokens[at + 1] !== '(' || upper.includes('SELECT') || upper.includes('LIKE') || text.includes('/*!'))
    return undefined
  return tokens[at]
}
