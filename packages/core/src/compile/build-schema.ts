import type { Behavior } from '../behaviors/index.js'
import { loadConfig } from '../config/index.js'
import { type DialectName, dialects, inMemory } from '../dialects/index.js'
import type { Diagnostic } from '../errors/index.js'
import type { FileReader } from '../files.js'
import { buildModel, buildSql } from './builds.js'

/** The result of a schema in memory, for tests of behaviors. */
export interface BuiltSchema {
  /** Name of the database. */
  readonly database: string
  /** SQL by database system. */
  readonly sql: Readonly<Record<DialectName, string>>
  /** PHP files by path below the output directory of classes. */
  readonly php: Readonly<Record<string, string>>
  readonly warnings: readonly Diagnostic[]
}

/**
 * Builds one schema in memory, with already loaded behaviors. Throws an OrmError with all problems.
 *
 * @example const { php } = await buildSchema(xml, { behaviors: [touchable] })
 */
export async function buildSchema(
  schema: string,
  { behaviors = [] }: { readonly behaviors?: readonly Behavior[] } = {},
): Promise<BuiltSchema> {
  const name = databaseNameIn(schema) ?? 'default'
  const inputs = [{ path: 'schema.xml', contents: schema }]
  const warnings: Diagnostic[] = []
  const config = await loadConfig({ files: configFor(name) })
  const options = { config, behaviors, onWarning: (warning: Diagnostic) => warnings.push(warning) }
  const php = await buildModel(inputs, options)
  const sql = {} as Record<DialectName, string>
  for (const dialect of Object.keys(dialects) as DialectName[]) {
    const built = await buildSql(inputs, { behaviors, config, platform: dialect })
    sql[dialect] = built
      .filter(({ path }) => path.endsWith('.sql'))
      .map(({ contents }) => contents)
      .join('\n')
  }
  return { database: name, sql, php: Object.fromEntries(php.map(({ path, contents }) => [path, contents])), warnings }
}

/** Returns the configuration file of a project with one connection. */
const configFor = (name: string): FileReader => ({
  read: async (path) =>
    path === 'orm.json' || path === './orm.json'
      ? new TextEncoder().encode(
          JSON.stringify({
            orm: { database: { connections: { [name]: inMemory } } },
          }),
        )
      : undefined,
  list: async (directory) => (directory === '.' ? ['orm.json'] : []),
})

/** Returns the name of the database in a schema, without reading the rest. */
export const databaseNameIn = (schema: string): string | undefined =>
  /<database\b[^>]*?\sname\s*=\s*["']([^"']+)["']/.exec(schema)?.[1]
