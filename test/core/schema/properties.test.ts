import test from 'ava'
import fc from 'fast-check'
import { type BuiltFile, buildModel, buildSql, type Config, dialects, type InputFile, loadConfig } from 'orm-core'
import { isError, Source, splitStatements } from 'orm-core/internal'
import { describeDiff, diffDatabases, readSnapshot, snapshotOf, writeSnapshot } from '#core/evolve/index.js'
import type { Database, DialectName } from '#core/model/index.js'
import { dialectNames } from '#core/model/index.js'
import { writeSchema } from '#core/schema/index.js'
import { isFuzz } from '../../support/fuzz.js'
import { seedOf } from '../../support/seed.mjs'
import { arbitraryTables, mutated, schemaText } from './arbitrary-schema.js'
import { capabilities, schemaOf } from './language/capabilities.js'
import { inMemory, resolve } from './support.js'

const platform = fc.constantFrom<DialectName>(...dialectNames)

/** Reading may find any number of problems, but it ends, and every problem is one that a user can be told. */
async function isReadable(contents: string | Uint8Array, adapter: DialectName): Promise<boolean> {
  const { diagnostics, databases } = await resolve([{ path: 'schema.xml', contents }], { adapter })
  return (
    diagnostics.every(({ code, message }) => /^ORM-[SW]\d{3}$/.test(code) && message !== '') &&
    databases.every(({ tables }) => tables.every(({ columns }) => columns.every(({ name }) => name !== '')))
  )
}

test('any bytes give a model or diagnostics', async (t) => {
  const start = fc.constantFrom('', '<', '<?xml version="1.0" encoding="utf-16"?>', '<database name="shop">', '\ufeff')
  await fc.assert(
    fc.asyncProperty(start, fc.uint8Array({ maxLength: 300 }), platform, (before, bytes, adapter) =>
      isReadable(Buffer.concat([Buffer.from(before), bytes]), adapter),
    ),
    { numRuns: isFuzz ? 50_000 : 250, seed: seedOf() },
  )
  t.pass()
})

test('any mutation of a valid schema gives a model or diagnostics', async (t) => {
  const broken = arbitraryTables.map((tables) => schemaText(tables)).chain(mutated)
  await fc.assert(
    fc.asyncProperty(broken, platform, (schema, adapter) => isReadable(schema, adapter)),
    { numRuns: isFuzz ? 50_000 : 200, seed: seedOf() },
  )
  t.pass()
})

test('what is written reads as the same model', async (t) => {
  const attributes = fc.record({
    tablePrefix: fc.constantFrom(undefined, 'app_'),
    namespace: fc.constantFrom(undefined, 'Root'),
    defaultIdMethod: fc.constantFrom(undefined, 'native'),
  })
  await fc.assert(
    fc.asyncProperty(arbitraryTables, attributes, platform, async (tables, given, adapter) => {
      const first = await resolve(schemaText(tables, given), { adapter })
      const [database] = first.databases
      const second = await resolve(await writeSchema(database!), { adapter })
      t.deepEqual(plain(second.databases[0]!), plain(database!))
    }),
    { numRuns: isFuzz ? 10_000 : 50, seed: seedOf() },
  )
})

/** What no database lacks, and parts of other capabilities. */
const usual: typeof capabilities = [
  {
    name: 'columns and keys',
    attributes: 'description="A table"',
    table: `<column name="cost" type="decimal" size="9" scale="2" required="true" defaultValue="1.5" description="Net"/>
      <column name="made" type="timestamp" defaultExpr="CURRENT_TIMESTAMP"/><column name="up" type="integer"/>
      <foreign-key name="above" foreignTable="u" onDelete="cascade" onUpdate="setnull"><reference local="up" foreign="id"/></foreign-key>
      <unique name="once"><unique-column name="cost"/></unique><index name="sought"><index-column name="made"/></index>`,
  },
  { name: 'zerofill', table: '<column name="x" type="integer" unsigned="true" zerofill="true"/>' },
]

test('whatever a schema can say is written so that it reads as the same model, and to snapshots', async (t) => {
  const orm = { database: { connections: { shop: { adapter: 'sqlite', dsn: 'sqlite::memory:' } } } }
  const { adapters } = await loadConfig({ files: inMemory({ 'orm.json': JSON.stringify({ orm }) }) })
  for (const capability of [...capabilities, ...usual]) {
    const read = await Promise.all(
      dialectNames.map(async (adapter) => {
        const { databases, diagnostics } = await resolve(schemaOf(capability, 'shop'), { adapter })
        return { adapter, database: databases[0], isValid: !diagnostics.some(isError) }
      }),
    )
    const valid = read.filter(({ isValid }) => isValid)
    t.true(valid.length > 0, capability.name)
    for (const { adapter, database } of valid) {
      const written = await writeSchema(database!)
      const { databases, diagnostics } = await resolve(written, { adapter })
      t.deepEqual(diagnostics.filter(isError), [], `${capability.name} ${adapter}\n${written}`)
      t.deepEqual(whole(databases[0]!), whole(database!), `${capability.name} ${adapter}`)
      const snapshot = snapshotOf(database!, adapters)
      const text = writeSnapshot(snapshot)
      const kept = readSnapshot(new Source('schema.json', text), adapters)
      t.is(writeSnapshot(kept), text, `${capability.name} ${adapter}`)
      t.deepEqual(describeDiff(diffDatabases(kept, snapshot)), [], `${capability.name} ${adapter}`)
    }
  }
})

test('order of tables and of files changes no class, and of the SQL only the order of statements', async (t) => {
  const split = arbitraryTables.chain((tables) =>
    fc.record({
      tables: fc.constant(tables),
      shuffled: fc.shuffledSubarray([...tables], { minLength: tables.length }),
      cut: fc.nat({ max: tables.length }),
    }),
  )
  for (const adapter of ['sqlite', 'mysql', 'pgsql'] as const) {
    const config = await configOf(adapter)
    await fc.assert(
      fc.asyncProperty(split, async ({ tables, shuffled, cut }) => {
        const one = [{ path: 'schema.xml', contents: schemaText(tables) }]
        const two = [
          { path: 'z.schema.xml', contents: schemaText(shuffled.slice(0, cut)) },
          { path: 'a.schema.xml', contents: schemaText(shuffled.slice(cut)) },
        ]
        t.deepEqual(await outcome(two, config, adapter), await outcome(one, config, adapter))
      }),
      { numRuns: isFuzz ? 2_000 : 15, seed: seedOf() },
    )
  }
})

const configOf = (adapter: DialectName): Promise<Config> => {
  const connections = { shop: { adapter, dsn: `${adapter}:x` } }
  return loadConfig({ files: inMemory({ 'orm.yaml': JSON.stringify({ orm: { database: { connections } } }) }) })
}

/**
 * Class files by path, byte for byte but for the name of the schema file in their notice, and the statements of the SQL
 * in no order; or the codes of what is wrong.
 */
async function outcome(inputs: InputFile[], config: Config, adapter: 'sqlite' | 'mysql' | 'pgsql'): Promise<unknown> {
  try {
    const classes = (await buildModel(inputs, { config })).filter(({ kind }) => kind === 'base' || kind === 'stub')
    const [sql] = await buildSql(inputs, { config })
    const statements = splitStatements(new Source('shop.sql', sql!.contents), dialects[adapter].lexicon).statements.map(
      ({ text }) => text,
    )
    return { classes: sortedByPath(classes), statements: statements.sort() }
  } catch (error) {
    const { diagnostics } = error as { diagnostics?: readonly { code: string }[] }
    if (!diagnostics) throw error
    return diagnostics.map(({ code }) => code).sort()
  }
}

const sortedByPath = (files: readonly BuiltFile[]) =>
  files
    .map(({ path, contents }) => ({ path, contents: contents.replace(/[az]\.schema\.xml/, 'schema.xml') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))

/** A model without places, and with names for tables, so that it can be compared. */
const plain = ({ tables }: Database): unknown => withoutPlaces(tables)

/** Also what stands beside the tables. */
const whole = (database: Database): unknown => withoutPlaces({ ...database })

const withoutPlaces = (value: object): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, value) => {
      if (key === 'origin' || key.endsWith('Origin')) return undefined
      if (value instanceof Map) return Object.fromEntries(value)
      return (key === 'table' || key === 'crossTable') && value?.columns ? value.name : value
    }),
  )
