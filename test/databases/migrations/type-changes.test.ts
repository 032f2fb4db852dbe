import test from 'ava'
import type { OrmError } from 'orm-core/internal'
import { databases } from '../../support/databases.js'
import { MigrationBench } from '../../support/migration-bench.js'

const schema = (column: string) =>
  `<database name="shop"><table name="book"><column name="id" type="INTEGER" primaryKey="true"/><column name="v" ${column}/></table></database>`
const rows = (values: readonly string[]) =>
  values.map((value, index) => `INSERT INTO book (id, v) VALUES (${index + 1}, ${value})`)
const read = async ({ session, database }: MigrationBench): Promise<unknown[]> => {
  const value = database.name === 'pgsql' ? 'v::text AS v' : 'v'
  return (await session.execute(`SELECT ${value} FROM book ORDER BY id`)).map(({ v }) => v)
}

/** Changes of a type on PostgreSQL that keep every value there and back, with the values in between. */
const kept: readonly (readonly [from: string, to: string, values: string[], between: string[]])[] = [
  ['type="DOUBLE"', 'type="VARCHAR" size="30"', ['1e20', "'-Infinity'", "'NaN'"], ['1e+20', '-Infinity', 'NaN']],
  ['type="VARCHAR" size="30"', 'type="BLOB"', ["'\\101 é'", "'a\\b'"], ['\\x5c31303120c3a9', '\\x615c62']],
  ['type="BLOB"', 'type="VARCHAR" size="3"', ["'\\x61c3a9'"], ['aé']],
  ['type="BIT" size="4"', 'type="VARBIT" size="8"', ["B'1010'"], ['1010']],
]
/** Changes to a type that is too short for a value. */
const short: readonly (readonly [from: string, to: string, value: string])[] = [
  ['type="JSON"', 'type="VARCHAR" size="5"', "'[1, 2, 3]'"],
  ['type="TIMESTAMP"', 'type="CHAR" size="10"', "'2020-02-03 04:05:06'"],
  ['type="ENUM" valueSet="draft" native="true"', 'type="VARCHAR" size="3"', "'draft'"],
  ['type="VARCHAR" array="true" size="8"', 'type="VARCHAR" array="true" size="4"', "'{abcdef}'"],
  ['type="INTEGER" array="true"', 'type="VARCHAR" size="2"', "'{123}'"],
  ['type="BIT" size="8"', 'type="BIT" size="4"', "B'10100000'"],
  ['type="VARCHAR" size="8"', 'type="VARBIT" size="4"', "'10100000'"],
]
/** Changes to a type that has no such value. */
const strange: readonly (readonly [from: string, to: string, value: string])[] = [
  ['type="INTEGER" array="true"', 'type="INTEGER"', "'{1,2}'"],
  ['type="INTEGER" array="true"', 'type="INTEGER"', "'{}'"],
  ['type="ENUM" valueSet="a, b"', 'type="ENUM" valueSet="a, b" native="true"', '7'],
  ['type="ENUM" valueSet="a, b" native="true"', 'type="ENUM" valueSet="a"', "'b'"],
  ['type="SET" valueSet="a, b"', 'type="SET" valueSet="a, b" native="true"', '5'],
  ['type="SET" valueSet="a, b" native="true"', 'type="SET" valueSet="a"', "'{a,b}'"],
]
/** Texts that are no numbers of a type, and texts that are, with the numbers. */
const texts: readonly (readonly [type: string, bad: string[], good: string[], numbers: number[]])[] = [
  [
    'type="INTEGER"',
    ['abc', '1e5', '1,234', '', '1.5', '0x1f', '- 1', '99999999999999999999'],
    ['7', '-8', ' +09 '],
    [7, -8, 9],
  ],
  [
    'type="DECIMAL" size="6" scale="2"',
    ['abc', '1,234', '', '1.2.3', '.'],
    ['7', '-8.25', ' 1e3 ', '.5'],
    [7, -8.25, 1000, 0.5],
  ],
  ['type="DOUBLE"', ['x', '1e', '--1'], ['7', '-8.25', '1e-3'], [7, -8.25, 0.001]],
]

if (databases.includes('pgsql')) {
  test('pgsql: a type that can hold all values of a column keeps them, there and back', async (t) => {
    const bench = await MigrationBench.open('pgsql')
    for (const [from, to, values, between] of kept) {
      await bench.clear()
      bench.keep(await bench.plan(schema(from)))
      await bench.up()
      await bench.run(rows(values))
      const before = await read(bench)
      bench.keep(await bench.plan(schema(to)))
      await bench.up()
      t.deepEqual(await read(bench), between, to)
      await bench.down()
      t.deepEqual(await read(bench), before, from)
    }
    await bench.close()
  })

  test('pgsql: a value that does not fit the new type of its column stops the migration and is kept', async (t) => {
    const bench = await MigrationBench.open('pgsql')
    for (const [from, to, value] of [...short, ...strange]) {
      await bench.clear()
      bench.keep(await bench.plan(schema(from)))
      await bench.up()
      await bench.run(rows([value]))
      const before = await read(bench)
      bench.keep(await bench.plan(schema(to)))
      await t.throwsAsync(bench.up(), undefined, to)
      t.deepEqual(await read(bench), before, from)
    }
    await bench.close()
  })
}

for (const name of databases) {
  test(`${name}: a text that is no number of the new type stops the migration before anything changed`, async (t) => {
    const bench = await MigrationBench.open(name)
    const tables = (column: string) =>
      `${schema(column).replace('</database>', '')}<table name="a_first"><column name="id" type="INTEGER" primaryKey="true"/>${
        column.includes('VARCHAR') ? '' : '<column name="new" type="INTEGER"/>'
      }</table></database>`
    for (const [type, bad, good, numbers] of texts) {
      await bench.clear()
      bench.keep(await bench.plan(tables('type="VARCHAR" size="30"')))
      await bench.up()
      bench.keep(await bench.plan(tables(type)))
      for (const text of bad) {
        await bench.run(['DELETE FROM book', ...rows([`'${text}'`, "'1'"])])
        const found = await t.throwsAsync(bench.up(), undefined, `${type}: ${text}`)
        // The message has the query that finds the row.
        const [, condition] = /FROM \S*book\S* WHERE (.*?)(?: LIMIT 1\)\) AS |$)/m.exec(
          (found as OrmError).diagnostics[0]!.message,
        )!
        const query = `SELECT id FROM book WHERE ${condition}`
        t.deepEqual(
          (await bench.session.execute(query)).map(({ id }) => Number(id)),
          [1],
          query,
        )
        t.deepEqual(await read(bench), [text, '1'], text)
        await t.throwsAsync(bench.session.execute('SELECT new FROM a_first'), undefined, text)
      }
      await bench.run(['DELETE FROM book', ...rows([...good.map((text) => `'${text}'`), 'NULL'])])
      await bench.up()
      t.deepEqual(
        (await read(bench)).map((value) => value && Number(value)),
        [...numbers, null],
        type,
      )
    }
    await bench.close()
  })

  test(`${name}: a VARCHAR becomes an ENUM whose values differ in accents only`, async (t) => {
    const bench = await MigrationBench.open(name)
    bench.keep(await bench.plan(schema('type="VARCHAR" size="9"')))
    await bench.up()
    await bench.run(rows(["'e'", "'é'"]))
    bench.keep(await bench.plan(schema('type="ENUM" valueSet="e, é"')))
    await bench.up()
    t.deepEqual((await read(bench)).map(Number), [0, 1])
    await bench.down()
    t.deepEqual(await read(bench), ['e', 'é'])
    await bench.close()
  })
}

if (databases.includes('sqlite')) {
  test('sqlite: texts become bytes, and back', async (t) => {
    const bench = await MigrationBench.open('sqlite')
    const kinds = async () =>
      (await bench.session.execute('SELECT typeof(v) AS kind FROM book')).map(({ kind }) => kind)
    bench.keep(await bench.plan(schema('type="VARCHAR" size="9"')))
    await bench.up()
    await bench.run(rows(["'\\101 é'", 'NULL']))
    bench.keep(await bench.plan(schema('type="BLOB"')))
    await bench.up()
    t.deepEqual(await kinds(), ['blob', 'null'])
    await bench.down()
    t.deepEqual(await kinds(), ['text', 'null'])
    t.deepEqual(await read(bench), ['\\101 é', null])
    await bench.close()
  })

  test('sqlite: days become their midnights, as filters look for them, and back', async (t) => {
    const bench = await MigrationBench.open('sqlite')
    bench.keep(await bench.plan(schema('type="DATE"')))
    await bench.up()
    await bench.run(rows(["'2020-02-03'", 'NULL', "'2020-02-03 04:05:06.000000'", "'never'"]))
    const given = await read(bench)
    bench.keep(await bench.plan(schema('type="TIMESTAMP"')))
    await bench.up()
    t.deepEqual(await read(bench), ['2020-02-03 00:00:00.000000', ...given.slice(1)])
    await bench.down()
    t.deepEqual(await read(bench), given)
    await bench.close()
  })
}
