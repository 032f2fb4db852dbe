import test from 'ava'
import fc from 'fast-check'
import { type BuiltFile, buildModel, type Config, loadConfig, OrmError } from 'orm-core'
import { type PlatformName, platformNames } from '#core/model/index.js'
import { arbitraryTables, schemaText } from '../core/schema/arbitrary-schema.js'
import { inMemory } from '../core/schema/support.js'
import { check } from '../support/fuzz.js'
import { PhpLoader } from '../support/php-loader.js'

const configOf = (adapter: PlatformName): Promise<Config> => {
  const connections = { shop: { adapter, dsn: `${adapter}:x` } }
  return loadConfig({ files: inMemory({ 'orm.yaml': JSON.stringify({ orm: { database: { connections } } }) }) })
}

test('the classes of an accepted schema can be loaded', async (t) => {
  const php = new PhpLoader()
  t.teardown(() => php.end())
  await check(
    t,
    { short: 100, long: 20_000 },
    fc.asyncProperty(arbitraryTables, fc.constantFrom(...platformNames), async (tables, vendor) => {
      const complaint = await php.load(await classesOf(schemaText(tables), await configOf(vendor)))
      if (complaint !== '') throw new Error(complaint)
    }),
  )
})

/** None for a schema that is refused. */
async function classesOf(contents: string, config: Config): Promise<BuiltFile[]> {
  try {
    const files = await buildModel([{ path: 'schema.xml', contents }], { config })
    return files.filter(({ kind }) => kind === 'base' || kind === 'stub')
  } catch (error) {
    if (error instanceof OrmError) return []
    throw error
  }
}
