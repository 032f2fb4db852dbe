import { type DialectName, dialects } from 'orm-core/internal'
import { problemOf } from '../session/database-error.js'
import type { Connected, Row } from '../session/session.js'

/** Entry of a migration in the state table. */
export interface Entry {
  readonly version: string
  /** Absent in rows written by another tool. */
  readonly name?: string
  /** Checksum of the done statements; absent if their file was missing when the migration was recorded as applied. */
  readonly checksum?: string
  readonly direction: 'up' | 'down'
  /** ISO 8601 in UTC. */
  readonly started?: string
  /** Absent while a migration is in progress and after it stopped. */
  readonly finished?: string
  /** Number of done statements in this direction. */
  readonly statements: number
  /** Why the next statement failed; absent if it may or may not have been executed. */
  readonly error?: string
  /** Progress of the next statement, if it is executed in batches. */
  readonly progress?: string | undefined
}

/** Returns whether a migration is applied completely. */
export const isApplied = (entry: Entry | undefined): boolean => entry?.finished !== undefined

/** Returns whether only some of the statements are done. */
export const isHalfway = (entry: Entry | undefined): entry is Entry => entry !== undefined && !isApplied(entry)

export const labelOf = ({ version, name }: Pick<Entry, 'version' | 'name'>): string =>
  name ? `${version}_${name}` : version

/** State table, which records the applied migrations (`migrations.tableName`). */
export class StateTable {
  /** Name in SQL. */
  #table: string
  /** Statement after which names are found where the run found them at its start. */
  #back: string | undefined
  readonly #isQualified: boolean
  readonly #adapter: DialectName
  readonly #connected: Connected

  constructor(tableName: string, adapter: DialectName, connected: Connected) {
    this.#adapter = adapter
    this.#connected = connected
    this.#isQualified = tableName.includes('.')
    this.#table = tableName.split('.').map(dialects[adapter].quote).join('.')
  }

  /** Returns the entries by version, oldest first; empty if the table does not exist yet. */
  async read(): Promise<Map<string, Entry>> {
    const rows = await this.#rows()
    const entries = (rows ?? []).map(entryOf).sort((a, b) => Number(a.version) - Number(b.version))
    return new Map(entries.map((entry) => [entry.version, entry]))
  }

  /** Creates the table, or adds the missing columns to a table of the known tool. */
  async ensure(): Promise<void> {
    const { driver, session } = this.#connected
    const { types } = dialects[this.#adapter]
    if ((await this.#rows('1 = 0')) === undefined) {
      const columns = [
        `${this.#name('version')} ${types.BIGINT.name} NOT NULL PRIMARY KEY`,
        ...this.#added().map(([name, type]) => `${this.#name(name)} ${type}`),
      ]
      await session.execute(`CREATE TABLE ${this.#table} (${columns.join(', ')})${driver.migrations.tableOptions}`)
      return
    }
    const missing = await this.#missing()
    if (missing.length === 0) return
    for (const [name, type] of missing) {
      // SQL Server and Oracle have no keyword between ADD and the column name.
      await session.execute(`ALTER TABLE ${this.#table} ADD ${this.#name(name)} ${type}`)
    }
    const widened = driver.migrations.widenVersion?.(this.#table, this.#name('version')) ?? []
    for (const statement of widened) await session.execute(statement)
  }

  /** Keeps finding the table, wherever migrations look up names. */
  async settle(): Promise<void> {
    const { driver, session } = this.#connected
    const place = driver.migrations.place?.(this.#table)
    if (place === undefined) return
    const { home, back } = (await session.execute(place))[0]!
    this.#back = String(back)
    if (!this.#isQualified) this.#table = `${this.#name(String(home))}.${this.#table}`
  }

  /** Makes the session find names where it found them before a migration. */
  async goBack(): Promise<void> {
    if (this.#back !== undefined) await this.#connected.session.execute(this.#back)
  }

  /** Returns whether `ensure` has nothing to do. */
  async isComplete(): Promise<boolean> {
    return (await this.#rows('1 = 0')) !== undefined && (await this.#missing()).length === 0
  }

  insert(entry: Entry): string {
    const values = this.#values(entry)
    return `INSERT INTO ${this.#table} (${Object.keys(values).map(this.#name).join(', ')}) VALUES (${Object.values(values).join(', ')})`
  }

  update(entry: Entry): string {
    const { version, ...others } = this.#values(entry)
    const pairs = Object.entries(others).map(([name, value]) => `${this.#name(name)} = ${value}`)
    return `UPDATE ${this.#table} SET ${pairs.join(', ')} WHERE ${this.#name('version')} = ${version}`
  }

  /** Records why a statement failed, unless another run has executed it in the meantime. */
  fail(entry: Entry): string {
    const { version, direction, statements, error } = this.#values(entry)
    const [id, way, done, finished, why] = (['version', 'direction', 'statements', 'finished', 'error'] as const).map(
      this.#name,
    )
    return `UPDATE ${this.#table} SET ${why} = ${error} WHERE ${id} = ${version} AND ${way} = ${direction} AND ${done} = ${statements} AND ${finished} IS NULL`
  }

  remove({ version }: Pick<Entry, 'version'>): string {
    return `DELETE FROM ${this.#table} WHERE ${this.#name('version')} = ${Number(version)}`
  }

  #values(entry: Entry): Record<string, string> {
    const text = (value: string | undefined) =>
      value === undefined ? 'NULL' : this.#connected.driver.migrations.literal(value)
    return {
      version: String(Number(entry.version)),
      name: text(entry.name?.slice(0, 255)),
      checksum: text(entry.checksum),
      direction: text(entry.direction),
      started: text(entry.started),
      finished: text(entry.finished),
      statements: String(entry.statements),
      error: text(entry.error?.slice(0, 2000)),
      progress: text(entry.progress),
    }
  }

  #added(): (readonly [string, string])[] {
    const { types } = dialects[this.#adapter]
    const text = (size: number) => `${types.VARCHAR.name}(${size})`
    return [
      ['name', text(255)],
      ['checksum', text(64)],
      ['direction', text(4)],
      ['started', text(24)],
      ['finished', text(24)],
      ['statements', types.INTEGER.name],
      ['error', text(2000)],
      ['progress', types.CLOB.name],
    ]
  }

  async #missing(): Promise<(readonly [string, string])[]> {
    const added = this.#added()
    const missing: (readonly [string, string])[] = []
    if (await this.#has(...added.map(([name]) => name))) return missing
    for (const column of added) if (!(await this.#has(column[0]))) missing.push(column)
    return missing
  }

  readonly #name = (column: string): string => dialects[this.#adapter].quote(column)

  /** Returns undefined if the table does not exist. */
  async #rows(where = '1 = 1'): Promise<readonly Row[] | undefined> {
    const { driver, session } = this.#connected
    try {
      return await session.execute(`SELECT * FROM ${this.#table} WHERE ${where}`)
    } catch (error) {
      if (driver.isMissing(problemOf(error))) return undefined
      throw error
    }
  }

  async #has(...columns: readonly string[]): Promise<boolean> {
    const { session } = this.#connected
    try {
      await session.execute(
        `SELECT ${columns.map((column) => `t.${this.#name(column)}`).join(', ')} FROM ${this.#table} t WHERE 1 = 0`,
      )
      return true
    } catch (error) {
      if (problemOf(error).kind === 'statement') return false
      throw error
    }
  }
}

function entryOf(row: Row): Entry {
  const values = Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]))
  const text = (name: string): string | undefined =>
    values[name] === null || values[name] === undefined ? undefined : String(values[name])
  const version = text('version') ?? '0'
  const [name, started, finished, error] = [text('name'), text('started'), text('finished'), text('error')]
  const checksum = text('checksum')
  const progress = text('progress')
  // The known tool writes a row when a migration is done.
  const done = text('execution_datetime') ?? ''
  return {
    version,
    direction: text('direction') === 'down' ? 'down' : 'up',
    statements: Number(values.statements ?? 0),
    ...(name !== undefined && { name }),
    ...(checksum !== undefined && { checksum }),
    ...(started !== undefined && { started }),
    ...(name === undefined ? { finished: done } : finished !== undefined && { finished }),
    ...(error !== undefined && { error }),
    ...(progress !== undefined && { progress }),
  }
}
