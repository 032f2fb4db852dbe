import test from 'ava'
import type { MigrationPlan, Snapshot } from 'orm-core/internal'
import { qualifiedName } from '#core/model/index.js'
import type { Row } from '#database/session/session.js'
import { type DatabaseName, databases } from '../../support/databases.js'
import { comparable, MigrationBench, same } from '../../support/migration-bench.js'
import { rowsOf } from '../../support/random-rows.js'
import { type History, HistorySchema, type PlainRow, type Version } from '../../support/schema-history.js'
import { histories } from './histories.js'

/** The long form: ORM_MIGRATIONS=1, with `npm run test:migrations`. */
const isLong = process.env.ORM_MIGRATIONS === '1'
/** How many of the applications each database meets. */
const counts: Readonly<Record<DatabaseName, number>> = isLong
  ? { sqlite: 10, pgsql: 10, mysql: 10 }
  : { sqlite: 3, pgsql: 1, mysql: 1 }
/** Which of them comes first: others than on the other databases, where these are few. */
const first: Readonly<Record<DatabaseName, number>> = isLong
  ? { sqlite: 0, pgsql: 0, mysql: 0 }
  : { sqlite: 0, pgsql: 3, mysql: 4 }

type Tables = Map<string, PlainRow[]>

/** A step of the way: the tables on both sides, and how many files it has written. */
interface Step {
  readonly before: Snapshot
  readonly after: Snapshot
  readonly renames: readonly string[]
  readonly version: Version
  readonly files: number
}

/** What a value is, whatever the type of its column has become. */
function plain(value: unknown): string {
  const text = comparable(value)
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return String(Number(text))
  // PostgreSQL's driver gives letters.
  return /^t(?:rue)?$/.test(text) ? '1' : /^f(?:alse)?$/.test(text) ? '0' : text
}

async function read(bench: MigrationBench, snapshot: Snapshot): Promise<Tables> {
  const rows = await bench.read(snapshot)
  const plainRow = (row: Row): PlainRow =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))
  return new Map(snapshot.tables.map((table) => [table.name, rows.get(qualifiedName(table))!.map(plainRow)]))
}

const textOf = (tables: Tables): string =>
  [...tables]
    .flatMap(([name, rows]) => rows.map((row) => `${name} ${JSON.stringify(Object.entries(row).sort())}`))
    .sort()
    .join('\n')

const isNew = 'a number that the server gives'

/** What must remain: what keeps its name or is renamed keeps its values, what is new has its default. */
function remaining(rows: Tables, { tables }: Snapshot, renames: readonly string[]): Tables {
  const pairs = renames.map((text) => text.split(':') as [string, string])
  const bare = (id: string): string => id.replace(/^.*\./, '')
  const oldTable = (name: string): string => {
    const found = pairs.find(
      ([from, to]) => !isColumn(from, rows) && name.startsWith(bare(to)) && isCompanion(name, bare(to)),
    )
    return found ? `${bare(found[0])}${name.slice(bare(found[1]).length)}` : name
  }
  return new Map(
    tables.map((table) => {
      const owner = oldTable(table.name)
      const names = new Map(
        pairs.flatMap(([from, to]): [string, string][] => {
          const [name, column] = from.split('.').slice(-2)
          return column !== undefined && isColumn(from, rows) && isCompanion(owner, name!) ? [[to, column]] : []
        }),
      )
      const kept = (rows.get(owner) ?? []).map((row) =>
        Object.fromEntries(
          table.columns.map(({ name, default: value, autoIncrement, type, valueSet }): [string, string] => {
            const old = names.get(name) ?? name
            if (row[old] !== undefined) return [name, row[old]]
            if (autoIncrement) return [name, isNew]
            if (value?.kind !== 'value') return [name, 'null']
            return [name, plain(type === 'ENUM' ? String(valueSet.indexOf(value.text)) : value.text)]
          }),
        ),
      )
      return [table.name, kept]
    }),
  )
}

const isColumn = (from: string, rows: Tables): boolean =>
  from.split('.').length > 1 && rows.has(from.split('.').at(-2)!)

/** Whether the table is this one, or one that a behavior has added to it. */
const isCompanion = (name: string, owner: string): boolean =>
  name === owner || ['version', 'archive', 'i18n'].some((suffix) => name === `${owner}_${suffix}`)

/** Numbers that only the server knows are taken over. */
function withNumbers(expected: Tables, actual: Tables): Tables {
  for (const [name, rows] of expected) {
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (value !== isNew) continue
        const { [column]: _, ...rest } = row
        const found = actual.get(name)!.find((other) => Object.entries(rest).every(([key, own]) => other[key] === own))
        if (found) row[column] = found[column]!
      }
    }
  }
  return expected
}

async function live(bench: MigrationBench, fresh: MigrationBench, { versions }: History): Promise<void> {
  const { name } = bench.database
  const schema = new HistorySchema(name)
  const steps: Step[] = []
  await bench.clear()
  await fresh.clear()
  for (const [number, given] of versions.entries()) {
    const version = typeof given === 'string' ? { changes: given, up: [], down: [], effect: () => {} } : given
    const renames = schema.change(version.changes)
    const plan: MigrationPlan = await bench.plan(schema.xml, renames)
    const { before, after } = plan.diff
    const rows = number === 0 ? new Map() : await read(bench, before)
    bench.keep(plan)
    if (version.up.length > 0) bench.keepStatements(version.up, version.down)
    const files = plan.files.filter(({ path }) => path.endsWith('.sql')).length + (version.up.length > 0 ? 1 : 0)
    steps.push({ before, after, renames, version, files })
    await bench.up()
    const actual = await read(bench, after)
    const expected = remaining(rows, after, renames)
    version.effect(expected)
    same(textOf(actual), textOf(withNumbers(expected, actual)), `version ${number + 1}: the rows`)
    // In the short form, where what the file leaves is most likely wrong.
    if (isLong || number % 5 === 4) same(await bench.differences(schema.xml), '', `version ${number + 1}: differences`)
    await bench.run(rowsOf(after, name, { from: number + 1, count: 1 }))
  }
  const migrated = await bench.catalog()
  await fresh.create(schema.xml)
  same(migrated, await fresh.catalog(), 'the catalog is that of a new database')
  for (const { before, after, renames, version, files } of [...steps].reverse()) {
    const rows = await read(bench, after)
    for (let file = 0; file < files; file++) await bench.down()
    const back = renames.map((text) => reversed(text, renames))
    if (version.up.length > 0) continue
    same(textOf(await read(bench, before)), textOf(remaining(rows, before, back)), `down from ${version.changes}`)
  }
  same(await bench.catalog(), '', 'nothing is left')
  await bench.up()
  same(await bench.catalog(), migrated, 'up again gives the same')
  same(await bench.differences(schema.xml), '', 'differences after the second time')
}

/** `old.a:b` as it is said of the way back, where the table may have a new name too. */
function reversed(text: string, renames: readonly string[]): string {
  const [from, to] = text.split(':') as [string, string]
  const table = renames.find((each) => from.startsWith(`${each.split(':')[0]}.`))
  const dot = from.lastIndexOf('.')
  const isColumn =
    !renames.some((each) => each === text && !each.split(':')[0]!.includes('.')) && dot >= 0 && !to.includes('.')
  return isColumn ? `${table?.split(':')[1] ?? from.slice(0, dot)}.${to}:${from.slice(dot + 1)}` : `${to}:${from}`
}

for (const name of databases) {
  for (const history of histories.slice(first[name], first[name] + counts[name])) {
    test.serial(`${name}: ${history.name}, 20 versions with rows, back and again`, async (t) => {
      t.is(history.versions.length, 20)
      const options = { sqlSchemas: ['work', 'estate', 'metrics'] }
      const [bench, fresh] = [await MigrationBench.open(name, options), await MigrationBench.open(name, options)]
      try {
        await t.notThrowsAsync(live(bench, fresh, history))
      } finally {
        await bench.close()
        await fresh.close()
      }
    })
  }
}
