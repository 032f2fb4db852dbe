import test from 'ava'
import fc from 'fast-check'
import { buildModel, buildSql, type ConfigInput, convertConfig, OrmError } from 'orm-core'
import { configFormats, writeFormat } from 'orm-core/internal'
import { readConfig } from '#core/config/index.js'
import { dialectNames } from '#core/model/index.js'
import { inMemory } from '../core/schema/support.js'
import { check } from '../support/fuzz.js'
import { hostileSchema, payloads, places } from '../support/hostile.js'

/** Cuts, doubles and inserts, as a broken disk or a hostile hand would. */
const edits = fc.array(
  fc.record({ at: fc.nat(), length: fc.nat({ max: 40 }), text: fc.oneof(fc.constantFrom(...payloads), fc.string()) }),
  { maxLength: 4 },
)

type Edits = readonly { readonly at: number; readonly length: number; readonly text: string }[]

const edited = (text: string, changes: Edits): string => {
  let result = text
  for (const { at, length, text: inserted } of changes) {
    const position = at % (result.length + 1)
    result = result.slice(0, position) + inserted.slice(0, 2000) + result.slice(position + length)
  }
  return result
}

/** Ends soon, and says where it went wrong. */
async function survives(work: () => Promise<unknown>): Promise<void> {
  const start = process.cpuUsage()
  try {
    await work()
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    const lost = error.diagnostics.find(({ place }) => !place)
    if (lost) throw new Error(`no place: ${lost.message}`)
  }
  // Processor time: this machine may do other things too.
  if (process.cpuUsage(start).user > 10e6) throw new Error('it took too long')
}

test('no schema crashes or hangs a build', async (t) => {
  const change = fc.tuple(fc.constantFrom(...places), fc.constantFrom(...payloads))
  await check(
    t,
    { short: 150, long: 100_000 },
    fc.asyncProperty(
      fc.constantFrom(...dialectNames),
      fc.array(change, { maxLength: 4 }),
      edits,
      async (vendor, changes, cuts) => {
        const byElement: Record<string, Record<string, string>> = {}
        for (const [{ element, attribute }, payload] of changes) {
          byElement[element] = { ...byElement[element], [attribute]: payload }
        }
        const contents = edited(hostileSchema(vendor, byElement), cuts)
        const config = await readConfig({
          path: 'orm.json',
          contents: JSON.stringify({ orm: { database: { connections: { shop: { adapter: vendor, dsn: 'x:y' } } } } }),
        })
        const options = { config, files: inMemory({}), plugins: false }
        await survives(() => buildModel([{ path: 'schema.xml', contents }], options))
        await survives(() => buildSql([{ path: 'schema.xml', contents }], options))
      },
    ),
  )
})

const sample: ConfigInput = {
  general: { project: 'x' },
  paths: { phpDir: 'src' },
  database: { connections: { shop: { adapter: 'mysql', dsn: 'mysql:x', user: 'u', password: 'geheim' } } },
  runtime: { connections: ['shop'], log: { defaultLogger: { type: 'stream', path: '%env.HOME%' } } },
  generator: { tablePrefix: 'x_', objectModel: { addHooks: true } },
}

test('no configuration crashes or hangs', async (t) => {
  const texts = await Promise.all(
    configFormats.map(async (format) => [format, (await writeFormat[format]())(sample)] as const),
  )
  await check(
    t,
    { short: 300, long: 50_000 },
    fc.asyncProperty(fc.constantFrom(...texts), edits, async ([format, text], cuts) => {
      const input = { path: `orm.${format}`, contents: edited(text, cuts) }
      await survives(async () => convertConfig(await readConfig(input, { env: { HOME: '/' }, plugins: false })))
    }),
  )
})
