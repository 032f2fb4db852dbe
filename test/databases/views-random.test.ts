import test from 'ava'
import { type DatabaseName, databases } from '../support/databases.js'
import { isFuzz } from '../support/fuzz.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'
import { randomOf } from '../support/random-tables.js'
import { seedOf } from '../support/seed.mjs'

/** Its columns are `id`, `n` and `m`, as those of tables. */
interface View {
  readonly name: string
  /** Names of tables and of other views. */
  readonly sources: readonly string[]
  readonly sql: string
  readonly isStored: boolean
}

const tables = ['t_first', 'm_second', 'a_third'] as const
/** In an order that is not that of their dependencies. */
const names = ['u_one', 'b_two', 'z_three', 'c_four', 'k_five', 'a_six']

/** Whether each row has another id: a materialized view has an index of them. */
const hasKeys = ({ sources, sql }: Pick<View, 'sources' | 'sql'>, views: readonly View[]): boolean =>
  !sql.includes('UNION') && views.filter(({ name }) => sources.includes(name)).every((view) => hasKeys(view, views))

class Views {
  readonly #random: () => number
  readonly #database: DatabaseName

  constructor(seed: number, database: DatabaseName) {
    this.#random = randomOf(seed)
    this.#database = database
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end)
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!
  }

  /** A view of tables and of views before it. */
  #make(name: string, before: readonly View[]): View {
    const known = [...tables, ...before.map((view) => view.name)]
    const [one, other] = [this.#pick(known), this.#pick(known)]
    const [number, column] = [this.#below(5), this.#pick(['n', 'm'])]
    const sql = this.#pick([
      `SELECT id, n, m FROM ${one} WHERE ${column} > ${number}`,
      `SELECT s.id, s.n + ${number} AS n, s.m FROM ${one} s`,
      `SELECT a.id, a.n, b.m FROM ${one} a JOIN ${other} b ON b.id = a.id WHERE b.${column} <> ${number}`,
      `SELECT a.id, a.n, COALESCE(b.m, ${number}) AS m FROM ${one} a LEFT JOIN ${other} b ON b.id = a.${column}`,
      `SELECT id, n, m FROM ${one} WHERE ${column} IN (SELECT ${column} FROM ${other} WHERE n < ${number})`,
      `SELECT MIN(id) AS id, n, MAX(m) AS m FROM ${one} GROUP BY n HAVING MAX(m) >= ${number}`,
      `SELECT id, CASE WHEN n = ${number} THEN 0 ELSE n END AS n, m FROM ${one} WHERE EXISTS (SELECT 1 FROM ${other} x WHERE x.id = ${one}.id)`,
      `SELECT id, n, m FROM ${one} UNION SELECT id, m, n FROM ${other} WHERE n > ${number}`,
    ])
    const sources = [one, other].filter((source) => new RegExp(`\\b${source}\\b`).test(sql))
    const isStored = this.#database === 'pgsql' && this.#below(4) === 0 && hasKeys({ sources, sql }, before)
    return { name, sources, sql, isStored }
  }

  first(): View[] {
    const views: View[] = []
    for (const name of this.#shuffled(names).slice(0, 2 + this.#below(4))) views.push(this.#make(name, views))
    return views
  }

  /** Some go, with those that read them, some change and some come. */
  next(views: readonly View[]): View[] {
    const kept: View[] = []
    for (const view of views) {
      const isReadable =
        view.sources.every((name) => this.#isKnown(name, kept)) && (!view.isStored || hasKeys(view, kept))
      const chance = this.#below(6)
      if (!isReadable || chance === 0) {
        if (chance > 2) kept.push(this.#make(view.name, kept))
      } else kept.push(chance === 1 ? this.#make(view.name, kept) : view)
    }
    for (const name of this.#shuffled(names.filter((each) => !kept.some((view) => view.name === each))))
      if (this.#below(3) === 0) kept.push(this.#make(name, kept))
    return kept
  }

  #isKnown(name: string, views: readonly View[]): boolean {
    return (tables as readonly string[]).includes(name) || views.some((view) => view.name === name)
  }

  /** A schema, in which views stand in any order; tables have a column that no view reads, of any type. */
  schema(views: readonly View[]): string {
    const number = (name: string) => `<column name="${name}" type="${this.#pick(['INTEGER', 'BIGINT'])}"/>`
    const made = [
      ...tables.map(
        (name) =>
          `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/><column name="n" type="INTEGER"/><column name="m" type="INTEGER"/>${this.#pick(['', number('rest')])}</table>`,
      ),
      ...views.map(
        ({ name, sql, isStored }) =>
          `<view name="${name}" identity="id" ${isStored ? 'materialized="true"' : ''}><column name="id" type="INTEGER"/><column name="n" type="INTEGER"/><column name="m" type="INTEGER"/><sql>${sql.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</sql></view>`,
      ),
    ]
    return `<database name="shop">${this.#shuffled(made).join('\n')}</database>`
  }

  #shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((value) => [this.#random(), value] as const)
      .sort(([a], [b]) => a - b)
      .map(([, value]) => value)
  }
}

/** The query of a view with the queries of other views in the places of their names. */
const inlined = (view: View, views: readonly View[]): string =>
  view.sql.replace(/\b(FROM|JOIN) (\w+)(?: (?!WHERE|GROUP|UNION|JOIN|LEFT|ON)(\w+))?/g, (whole, word, name, alias) => {
    const other = views.find((each) => each.name === name)
    return other ? `${word} (${inlined(other, views)}) ${alias ?? name}` : whole
  })

const textOf = (row: Readonly<Record<string, unknown>>): string => Object.values(row).join()

for (const database of databases) {
  test(`${database}: random views that read each other come, change and go by migrations, there and back`, async (t) => {
    for (let run = 0; run < (isFuzz ? 40 : 1); run++) {
      const seed = seedOf() + run
      const random = new Views(seed, database)
      const histories = [random.first()]
      while (histories.length < 3) histories.push(random.next(histories.at(-1)!))
      const schemas = histories.map((views) => random.schema(views))
      const project = await createProject(t, { schema: schemas[0]!, database })
      const { orm, step } = migrationSteps(t, project)
      const look = async (views: readonly View[]) => {
        for (const { name } of views.filter(({ isStored }) => isStored))
          await query(project.database, `REFRESH MATERIALIZED VIEW ${name}`)
        for (const view of views) {
          const order = 'ORDER BY id, n, m'
          const [rows, wanted] = [
            await query(project.database, `SELECT * FROM ${view.name} ${order}`),
            await query(project.database, `SELECT * FROM (${inlined(view, views)}) v ${order}`),
          ]
          t.deepEqual(rows.map(textOf), wanted.map(textOf), `ORM_SEED=${seed} ${view.name}: ${view.sql}`)
        }
      }
      t.log(`ORM_SEED=${seed}`)
      for (const [at, schema] of schemas.entries()) {
        await step(schema)
        if (at === 0) {
          const rows = (shift: number) =>
            [1, 2, 3, 4, 5].map((id) => `(${id}, ${(id * 7 + shift) % 5}, ${(id * 3 + shift) % 6})`).join()
          for (const [shift, name] of tables.entries())
            await query(project.database, `INSERT INTO ${name} (id, n, m) VALUES ${rows(shift)}`)
        }
        await look(histories[at]!)
      }
      for (const views of histories.slice(0, -1).reverse()) {
        await orm('migration:down', '--allow-loss')
        await look(views)
      }
      await orm('migrate')
      await orm('migration:drift')
      await look(histories.at(-1)!)
      const other = await createProject(t, { schema: schemas.at(-1)!, database })
      // The query of a materialized view runs when it is made, and nobody knows what it does.
      for (const args of [['sql:build'], ['sql:insert'], ['sql:insert', '--yes'], ['migration:drift']]) {
        const { code, stdout, stderr } = await other.orm(...args)
        t.is(code, 0, `ORM_SEED=${seed} ${stdout}${stderr}`)
      }
    }
  })
}
