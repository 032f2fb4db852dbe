import type { Dialect, Script, SqlSettings } from '../dialects/index.js'
import { sqlComment } from '../escape/index.js'
import { qualifiedName, type Table, TableCache, textOf } from '../model/index.js'

/** The SQL of a table in a script. */
export interface TableSql {
  /** The title, and the statements that drop and create the table. */
  readonly creation: string
  /** Statements that run after all tables exist. */
  readonly foreignKeys: readonly string[]
}

export function tableSql(table: Table, dialect: Dialect, script: Script): TableSql {
  const statements = [...dialect.dropTable(table, script), ...dialect.createTable(table, script)]
  return {
    creation: [commentBlock(qualifiedName(table)), ...statements.map(terminated)].join('\n\n'),
    foreignKeys: dialect.addForeignKeys(table, script).map(terminated),
  }
}

export const terminated = (statement: string): string => `${statement};`

export const commentBlock = (title: string): string => {
  const rule = `-- ${'-'.repeat(69)}`
  return `${rule}\n-- ${sqlComment(title)}\n${rule}`
}

/** Caches the SQL of tables between builds, for hosts that watch. */
export class SqlStatements {
  #known = new TableCache<TableSql>()
  #settings = ''

  begin(settings: SqlSettings): void {
    const text = textOf(settings)
    if (text !== this.#settings) this.#known = new TableCache()
    this.#settings = text
  }

  statementsOf(table: Table, dialect: Dialect, script: Script): TableSql {
    return this.#known.get(table) ?? this.#known.set(table, tableSql(table, dialect, script))
  }
}
