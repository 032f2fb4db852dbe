import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { buildSql } from 'orm-core'
import { insertSql } from 'orm-database'
import { createDatabase, type DatabaseName, databases, type TestDatabase } from '../support/databases.js'
import { memoryProject } from '../support/memory-project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const schema = readFileSync(join(root, 'test/core/dialects/golden/everything/schema.xml'))

async function everything(t: ExecutionContext, name: DatabaseName): Promise<TestDatabase> {
  const database = await createDatabase(name)
  t.teardown(() => database.drop())
  if (name === 'pgsql') await query(database, 'CREATE DOMAIN geometry AS bytea')
  const { config } = await memoryProject(database, {})
  const connections = { everything: config.connections.shop! }
  const generator = { ...config.generator, connections: ['everything'] }
  const options = { config: { ...config, connections, generator } }
  const [sql] = await buildSql([{ path: 'schema.xml', contents: schema }], options)
  await insertSql(await memoryProject(database, { 'everything.sql': sql!.contents }))
  return database
}

/** Bytes are compared in hexadecimal digits, all else as text. */
const shown = (value: unknown): string => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'string' && value.startsWith('\\x') ? value.slice(2) : String(value)
}

const text = (value: string) => ({
  mysql: `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  pgsql: `'${value.replaceAll("'", "''")}'`,
  sqlite: `'${value.replaceAll("'", "''")}'`,
})

const bytes = (hex: string) => ({ mysql: `X'${hex}'`, pgsql: `'\\x${hex}'`, sqlite: `X'${hex}'` })

type Literals = Readonly<Record<DatabaseName, string>>

interface Edge {
  readonly column: string
  readonly literals: Literals
  /** What comes back. */
  readonly expected: string
  /** Databases whose type does not reach that far, and what comes back there, if anything. */
  readonly except?: Readonly<Partial<Record<DatabaseName, string | null>>>
}

const same = (value: string): Literals => ({ mysql: value, pgsql: value, sqlite: value })
const number = (column: string, value: string, except?: Edge['except']): Edge => ({
  column,
  literals: same(value),
  expected: value,
  ...(except && { except }),
})
const string = (column: string, value: string, expected = value, except?: Edge['except']): Edge => ({
  column,
  literals: text(value),
  expected,
  ...(except && { except }),
})
const binary = (column: string, hex: string): Edge => ({ column, literals: bytes(hex), expected: hex })

const allBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')).join('')
const alphabets = 'Ünï漢字עברית😀👩‍👩‍👧\'"`\\;--/*\n\t%_?:x $1'

const edges: readonly Edge[] = [
  string('c_char', 'zehnzeiche'),
  string('c_char', '😀😀😀😀😀😀😀😀😀😀'),
  string('c_varchar', alphabets),
  string('c_varchar', '😀'.repeat(200)),
  string('c_varchar', ''),
  string('c_varchar_any', 'x'.repeat(255)),
  string('c_longvarchar', `${alphabets}${'ä'.repeat(30_000)}`),
  string('c_clob', '漢'.repeat(400_000)),
  number('c_numeric', '12345678901234567890.0123456789', { sqlite: '12345678901234567000' }),
  number('c_numeric', '-0.0000000001', { sqlite: '-1e-10' }),
  number('c_decimal', '999999999999999999'),
  number('c_decimal', '-999999999999999999'),
  number('c_tinyint', '-128'),
  number('c_tinyint', '127'),
  number('c_smallint', '-32768'),
  number('c_smallint', '32767'),
  number('c_integer', '-2147483648'),
  number('c_integer', '2147483647'),
  number('c_bigint', '-9223372036854775808'),
  number('c_bigint', '9223372036854775807'),
  number('c_real', '0.1'),
  number('c_float', '0.5'),
  { column: 'c_double', literals: same('1.7976931348623157e308'), expected: '1.7976931348623157e+308' },
  number('c_double', '-2.2250738585072014e-308'),
  binary('c_binary', '00ff0001'),
  binary('c_varbinary', allBytes),
  binary('c_longvarbinary', allBytes.repeat(100)),
  binary('c_blob', allBytes),
  binary('c_blob', ''),
  string('c_date', '9999-12-31'),
  string('c_date', '1000-01-01'),
  string('c_time', '23:59:59'),
  string('c_time', '00:00:00'),
  string('c_datetime', '9999-12-31 23:59:59'),
  string('c_datetime_six', '1000-01-01 00:00:00.000001'),
  string('c_timestamp', '2038-01-19 03:14:07'),
  string('c_timestamp', '1970-01-02 00:00:01'),
  string('c_timestamp_three', '2001-02-03 04:05:06.789'),
  { column: 'c_boolean', literals: { mysql: '1', pgsql: 'true', sqlite: '1' }, expected: '1', except: { pgsql: 't' } },
  { column: 'c_boolean', literals: { mysql: '0', pgsql: 'false', sqlite: '0' }, expected: '0', except: { pgsql: 'f' } },
  number('c_boolean_emu', '1'),
  number('c_enum', '127'),
  number('c_set', '2147483647'),
  string('c_array', '| a | 😀 |'),
  binary('c_object', Buffer.from('O:8:"stdClass":0:{}').toString('hex')),
  string('c_json', '{"a":[1.0,12345678901234567890.5,"😀"]}'),
  string('c_json', '1.0'),
  string('c_uuid', '00112233-4455-6677-8899-aabbccddeeff', '00112233-4455-6677-8899-aabbccddeeff', {
    mysql: null,
    sqlite: null,
  }),
  binary('c_uuid_binary', 'ffffffffffffffffffffffffffffffff'),
  string('c_own', 'sieben!'),
]

for (const name of databases) {
  test(`${name}: values at the edges of every type come back as they were`, async (t) => {
    const database = await everything(t, name)
    const wanted = edges.filter(({ except }) => except?.[name] !== null)
    await query(
      database,
      ...wanted.map(
        ({ column, literals }, index) =>
          `INSERT INTO every_type (id, ${column}) VALUES (${index + 1}, ${literals[name]})`,
      ),
    )
    for (const [index, { column, expected, except }] of wanted.entries()) {
      const [row] = await query(database, `SELECT ${column} AS value FROM every_type WHERE id = ${index + 1}`)
      const value = shown(row!.value)
      const wish = except?.[name] ?? expected
      t.true(value === wish, `${column}: ${value.slice(0, 80)} is not ${wish.slice(0, 80)}`)
    }
  })

  test(`${name}: a row of nothing but defaults has the values of the schema`, async (t) => {
    const database = await everything(t, name)
    const [now] = await query(
      database,
      "INSERT INTO every_default (t_required) VALUES ('2001-01-01 00:00:00')",
      'SELECT CURRENT_DATE AS today FROM every_default',
    )
    const [row] = await query(database, 'SELECT * FROM every_default')
    const isPgsql = name === 'pgsql'
    const uuid = '66774455001122338899aabbccddeeff'
    const values: Record<string, string> = {
      id: '1',
      d_none: 'null',
      d_char: 'abc',
      d_varchar: 'it\'s "C:\\temp" 😀',
      d_empty: '',
      d_numeric: name === 'sqlite' ? '-1.5' : '-1.50',
      d_tinyint: '0',
      d_smallint: '-32768',
      d_integer: '2147483647',
      d_bigint: '-9223372036854775807',
      d_double: '0.25',
      d_binary: Buffer.from("a'b").toString('hex'),
      d_date: '2001-02-03',
      d_time: '23:59:58',
      d_datetime: '2001-02-03 04:05:06',
      d_timestamp: '2001-02-03 04:05:06',
      d_true: isPgsql ? 't' : '1',
      d_false: isPgsql ? 'f' : '0',
      d_emu: '1',
      d_enum: '2',
      d_set: '5',
      d_uuid: name === 'mysql' ? uuid : '00112233-4455-6677-8899-aabbccddeeff',
      d_uuid_binary: uuid,
      x_today: shown(now!.today),
      x_sum: '3',
      x_literal: '42',
    }
    for (const [column, value] of Object.entries(values)) t.is(shown(row![column]), value, column)
    for (const column of ['x_now', 'x_now_call', 'x_now_digits', 'x_update']) {
      t.regex(shown(row![column]), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, column)
    }
  })

  test(`${name}: foreign keys act as they say`, async (t) => {
    const database = await everything(t, name)
    const enforce = name === 'sqlite' ? ['PRAGMA foreign_keys = ON'] : []
    await query(
      database,
      ...enforce,
      ...[1, 2, 3].map((id) => `INSERT INTO master (id, code, label) VALUES (${id}, 'c${id}', 'l${id}')`),
      "INSERT INTO child (cascade_id, null_id, master_label) VALUES (2, 3, 'l3')",
    )
    const [updated] = await query(
      database,
      ...enforce,
      "UPDATE master SET label = 'new' WHERE id = 3",
      'SELECT * FROM child',
    )
    t.is(updated!.master_label, 'new')
    const [nulled] = await query(
      database,
      ...enforce,
      'UPDATE child SET master_label = NULL',
      'DELETE FROM master WHERE id = 3',
      'SELECT * FROM child',
    )
    t.is(nulled!.null_id, null)
    t.deepEqual(await query(database, ...enforce, 'DELETE FROM master WHERE id = 2', 'SELECT * FROM child'), [])
    await t.throwsAsync(query(database, ...enforce, 'INSERT INTO child (cascade_id) VALUES (99)'), { any: true })
  })
}
