import { randomBytes } from 'node:crypto'
import {
  type CatalogDomain,
  type CatalogTable,
  type CatalogValueType,
  type Config,
  type Dialect,
  dialects,
  diffDatabases,
  emptySnapshot,
  migrationStatements,
  noScratchDatabase,
  OrmError,
  placedTokens,
  type Snapshot,
  sqlSchemaOf,
  type Table,
  unquotedName,
} from 'orm-core/internal'
import type { CatalogQuery } from '../dialects/catalog-reader.js'
import { catalogReaderOf } from '../dialects/index.js'
import { problemOf } from '../session/database-error.js'
import type { Connected } from '../session/session.js'
import type { Site } from './migrate.js'
import { inScratch } from './scratch.js'

type Place = Pick<Site, 'connected' | 'config'>

/** Reads the catalog. The number of queries does not depend on the number of tables. */
export async function catalogOf(
  { connected, config: { adapter } }: Place,
  config: Config,
  found: Partial<Pick<CatalogQuery, 'extension' | 'sequence' | 'notice'>> = {},
): Promise<CatalogTable[]> {
  const read = await catalogReaderOf(adapter)
  return read({
    query: (sql) => connected.session.execute(sql),
    withOptions: config.migrations.addVendorInfo,
    withLosses: found.notice !== undefined,
    settings: config.adapters,
    notice: () => {},
    ...found,
  })
}

/** Answers of servers within a command, which has one configuration, by connection, database and statements. */
const answers = new WeakMap<Config, Map<string, CatalogTable[]>>()

/**
 * Returns the catalog entries of these tables once created. They are removed again, and other tables are not touched. Within a
 * command, a server is asked only once about the same statements.
 */
export async function rehearsed(site: Site, config: Config, desired: Snapshot): Promise<CatalogTable[]> {
  const known = answers.get(config) ?? new Map<string, CatalogTable[]>()
  answers.set(config, known)
  const { driver, session } = site.connected
  const place = driver.stage && (await session.execute(driver.stage.ownSchema))
  const key = JSON.stringify([site.connection, place, statementsOf(desired)])
  const answer = known.get(key) ?? (await asked(site, withAll(config), desired))
  known.set(key, answer)
  return answer
}

/** Returns a configuration in which all table options are compared. */
export const withAll = (config: Config): Config => ({
  ...config,
  migrations: { ...config.migrations, addVendorInfo: true },
})

async function asked(site: Site, config: Config, desired: Snapshot): Promise<CatalogTable[]> {
  if (site.connected.driver.stage) return onStage(site, config, desired)
  const work = async (connected: Connected): Promise<CatalogTable[]> => {
    await create(connected, desired)
    return catalogOf({ ...site, connected }, config)
  }
  return inScratch(site.connection, site.config, [], work, prefix)
}

const prefix = 'orm_rehearsal'

/** Creates the tables in other SQL schemas of the same database, and rolls back. */
async function onStage(site: Site, config: Config, desired: Snapshot): Promise<CatalogTable[]> {
  const { session, driver } = site.connected
  const stage = driver.stage!
  const [row] = await session.execute(stage.ownSchema)
  const own = String(row!.schema)
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  const standIns = new Map<string, string>()
  const standIn = (schema = own): string => {
    if (!standIns.has(schema)) standIns.set(schema, `${name}_${standIns.size}`)
    return standIns.get(schema)!
  }
  const tables = desired.tables.map((table): Table => {
    const foreignKeys = table.foreignKeys.map((key) => ({
      ...key,
      foreignSchema: standIn(key.foreignSchema ?? sqlSchemaOf(table)),
    }))
    const columns = table.columns.map(({ enumType, domain, ...column }) => ({
      ...column,
      ...(enumType && { enumType: { ...enumType, schema: standIn(enumType.schema ?? sqlSchemaOf(table)) } }),
      ...(domain && { domain: { ...domain, schema: standIn(domain.schema) } }),
    }))
    return { ...table, schema: standIn(sqlSchemaOf(table)), columns, foreignKeys }
  })
  const real = new Map([...standIns].map(([schema, name]) => [name, schema]))
  await session.execute(stage.begin)
  try {
    for (const schema of real.keys()) await createSchema(schema, site)
    // Expressions refer to a sequence by its real name, and the real one may already exist.
    for (const { name } of desired.sequences) {
      await session.execute(`CREATE SEQUENCE IF NOT EXISTS ${dialects[desired.platform].quote(name)}`)
    }
    // Expressions can also name types, without their SQL schema if it is the own one.
    if (standIns.has(own)) await session.execute(stage.searchFirst(standIn(own)))
    const names = typeNames(desired.tables, own)
    const inStandIns = (text: string): string => inOtherSchemas(text, dialects[desired.platform], standIns, names)
    await create(site.connected, { ...desired, tables, sequences: [] }, inStandIns)
    const catalog = await catalogOf(site, config)
    const spelled = await session.execute(stage.spelling([...standIns.keys()]))
    const words = new Map(spelled.map((row) => [standIns.get(String(row.name))!, String(row.spelled)]))
    const renamed = (text: string): string =>
      [...words].reduce(
        (one, [name, word]) => one.replaceAll(`${name}.`, real.get(name) === own ? '' : `${word}.`),
        text,
      )
    return catalog.flatMap((table) => {
      const schema = real.get(table.schema ?? '')
      const foreignKeys = table.foreignKeys.map((key) => ({
        ...key,
        foreignSchema: real.get(key.foreignSchema ?? '')!,
      }))
      return schema === undefined
        ? []
        : [{ ...withRealNames(table, real, renamed), schema, isInDefaultSchema: schema === own, foreignKeys }]
    })
  } finally {
    await session.execute(stage.end)
  }
}

/** Returns types and expressions as the catalog would show them in the real schemas instead of the stand-ins. */
function withRealNames(
  table: CatalogTable,
  real: ReadonlyMap<string, string>,
  renamed: (text: string) => string,
): CatalogTable {
  return {
    ...table,
    columns: table.columns.map((column) => ({
      ...column,
      ...(column.ownType !== undefined && { ownType: renamed(column.ownType) }),
      ...(column.default !== undefined && { default: renamed(column.default) }),
      ...(column.ownDefault !== undefined && { ownDefault: renamed(column.ownDefault) }),
      ...(column.generated && { generated: { ...column.generated, expression: renamed(column.generated.expression) } }),
      ...(column.valueType && { valueType: inRealSchema(column.valueType, real) }),
      ...(column.domain && { domain: inRealSchema(column.domain, real) }),
    })),
    indexes: table.indexes.map((index) => ({
      ...index,
      ...(index.where !== undefined && { where: renamed(index.where) }),
      columns: index.columns.map((column) =>
        column.expression === undefined ? column : { ...column, expression: renamed(column.expression) },
      ),
    })),
    checks: (table.checks ?? []).map((check) => ({ ...check, expression: renamed(check.expression) })),
  }
}

/** Replaces a stand-in schema by the real one. A type that existed before keeps its schema. */
function inRealSchema<T extends CatalogValueType | CatalogDomain>(type: T, real: ReadonlyMap<string, string>): T {
  const schema = real.get(type.schema ?? '')
  return schema === undefined ? type : { ...type, schema }
}

async function createSchema(name: string, { connection, connected }: Site): Promise<void> {
  const { driver, session, censor } = connected
  try {
    await session.execute(`CREATE SCHEMA ${name}`)
  } catch (error) {
    const reason = censor(problemOf(error).text)
    throw new OrmError([noScratchDatabase(connection, reason, { right: driver.stage!.right, what: 'schema' })])
  }
}

/** Returns the types that the tables bring along, as `schema.name`. */
function typeNames(tables: readonly Table[], own: string): ReadonlySet<string> {
  return new Set(
    tables.flatMap((table) =>
      table.columns
        .flatMap(({ enumType, domain }) => [enumType ?? [], domain ?? []].flat())
        .map(({ schema, name }) => `${schema ?? sqlSchemaOf(table) ?? own}.${name}`),
    ),
  )
}

/** Replaces the SQL schemas of these types in a statement. */
function inOtherSchemas(
  statement: string,
  { lexicon }: Dialect,
  others: ReadonlyMap<string, string>,
  types: ReadonlySet<string>,
): string {
  const tokens = placedTokens(statement, lexicon)
  const named = (text = ''): string => (/^\w/.test(text) ? text.toLowerCase() : unquotedName(text))
  let [result, done] = ['', 0]
  for (const [at, { text, start, end }] of tokens.entries()) {
    const schema = named(text)
    const isType = tokens[at + 1]?.text === '.' && types.has(`${schema}.${named(tokens[at + 2]?.text)}`)
    if (!isType || !others.has(schema)) continue
    result += statement.slice(done, start) + others.get(schema)
    done = end
  }
  return result + statement.slice(done)
}

async function create({ session }: Connected, desired: Snapshot, spelled = (text: string) => text): Promise<void> {
  for (const text of statementsOf(desired)) await session.execute(spelled(text))
}

function statementsOf(desired: Snapshot): string[] {
  const nothing = emptySnapshot(desired.platform, desired.settings)
  const diff = diffDatabases(nothing, {
    ...desired,
    ownTables: [],
    foundOwnTables: [],
    leftAlone: [],
    extensions: [],
    objects: [],
  })
  return migrationStatements(diff).map(({ text }) => text)
}
