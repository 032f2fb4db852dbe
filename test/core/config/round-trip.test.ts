import test from 'ava'
import fc from 'fast-check'
import { type Config, type ConfigInput, convertConfig, loadConfig } from 'orm-core'
import { type ConfigFormat, configFormats, writeFormat } from 'orm-core/internal'
import { isFuzz } from '../../support/fuzz.js'
import { memoryFiles } from '../../support/memory-files.js'
import { seedOf } from '../../support/seed.mjs'

/** Text that every format can hold, in every shape that has meant trouble somewhere. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'"\'\\;#=[]{}<>&%$,:|!?*@`- \t\n\r') }),
  fc.constantFrom(
    'true',
    'false',
    'yes',
    'no',
    'null',
    '~',
    '0',
    '007',
    '1e5',
    '-1',
    '0x1F',
    '1_000',
    ' x',
    'x ',
    ']]>',
  ),
  fc.constantFrom(
    "'; exit(1); //",
    '?><?php exit(1); ?>',
    '${exit(1)}',
    '{$x}',
    "\\'",
    '\\\\',
    '<<<A\nA;',
    '%%',
    '%',
    '<!--',
  ),
)

const isXmlText = (text: string): boolean => !/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text)

/** A key without an empty text, so that nothing is taken for absent. */
const text = anyText.filter(isXmlText)
const escaped = text.map((value) => value.replaceAll('%', '%%'))
const filled = escaped.filter((value) => value !== '')
/** Other than a text, it has no control characters, and no home of a shell. */
const path = filled.filter((value) => !/[\x00-\x1f\x7f\u2028\u2029]|^~(?:[/\\]|$)/.test(value))
const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,8}$/)
/** Free values have no type in INI and XML but the one that they look like. */
const free = fc.oneof(
  fc.boolean(),
  fc.integer({ min: 0, max: 9999 }),
  fc.constantFrom('PDO::CASE_LOWER', 'on demand', 'é'),
)

const settings = fc.record(
  {
    charset: filled,
    queries: fc.oneof(fc.dictionary(name, filled, { minKeys: 1 }), fc.array(filled, { minLength: 1 })),
  },
  { requiredKeys: [] },
)

const connection = fc.record(
  {
    adapter: fc.constantFrom('mysql', 'pgsql', 'sqlite'),
    dsn: filled,
    user: escaped,
    password: escaped,
    classname: filled,
    options: fc.dictionary(
      fc.constantFrom('ATTR_CASE', 'MYSQL_ATTR_INIT_COMMAND', 'PGSQL_ATTR_DISABLE_PREPARES', '1002'),
      free,
    ),
    attributes: fc.record(
      { ATTR_TIMEOUT: fc.integer({ min: 1 }), ATTR_EMULATE_PREPARES: fc.boolean() },
      { requiredKeys: [] },
    ),
    settings,
    model_paths: fc.array(filled),
    replicas: fc.array(fc.record({ dsn: filled, user: escaped, password: escaped }), { minLength: 1 }),
  },
  { requiredKeys: ['adapter', 'dsn'] },
)

const config = fc
  .record({
    general: fc.record({ project: escaped, version: escaped }, { requiredKeys: [] }),
    exclude_tables: fc.array(filled),
    paths: fc.record({ phpDir: path, sqlDir: path, loaderScriptDir: path }, { requiredKeys: [] }),
    database: fc.record({ connections: fc.dictionary(name, connection, { minKeys: 1, maxKeys: 3 }) }),
    runtime: fc.record(
      {
        log: fc.dictionary(
          name,
          fc.record({ type: fc.constant('stream'), path: escaped, level: fc.constant(300), bubble: fc.boolean() }),
          { minKeys: 1 },
        ),
        profiler: fc.record({ slowThreshold: fc.constantFrom(0, 0.25, 3), innerGlue: escaped }, { requiredKeys: [] }),
      },
      { requiredKeys: [] },
    ),
    generator: fc.record(
      { recursive: fc.boolean(), tablePrefix: path, objectModel: fc.record({ addHooks: fc.boolean() }) },
      { requiredKeys: [] },
    ),
  })
  .map((value) => value as ConfigInput)

async function through(format: ConfigFormat, input: ConfigInput) {
  const write = await writeFormat[format]()
  const php = () => Promise.reject(new Error('what we write is static'))
  return loadConfig({ files: memoryFiles({ [`orm.${format}`]: write(input) }), php })
}

const known = new Map<string, Promise<{ config: Config; contents: string }>>()

/** What the configuration means as JSON. All formats get the same random configurations, of one seed. */
function asJson(input: ConfigInput) {
  const key = JSON.stringify(input)
  const found = known.get(key)
  if (found) return found
  const made = through('json', input).then(async (config) => {
    const [file] = await convertConfig(config)
    return { config, contents: String(file!.contents) }
  })
  if (!isFuzz) known.set(key, made)
  return made
}

for (const format of configFormats) {
  test(`${format}: a configuration that is written and read again is the same`, async (t) => {
    await fc.assert(
      fc.asyncProperty(config, async (input) => {
        const expected = await asJson(input)
        const actual = await through(format, input)
        t.deepEqual(actual, expected.config)
        t.is((await convertConfig(actual))[0]!.contents, expected.contents)
      }),
      { numRuns: isFuzz ? 10_000 : 50, seed: seedOf(), includeErrorInReport: true },
    )
    t.pass()
  })
}

test('json: a text comes out as it went in', async (t) => {
  await fc.assert(
    fc.asyncProperty(text, text, async (project, password) => {
      const escapedText = (value: string) => value.replaceAll('%', '%%')
      const connections = { shop: { adapter: 'sqlite', dsn: 'sqlite:x', password: escapedText(password) } }
      const { connections: read, project: readProject } = await through('json', {
        general: { project: escapedText(project) },
        database: { connections },
      })
      t.deepEqual([readProject, read.shop?.password], [project, password])
    }),
    { seed: seedOf() },
  )
  t.pass()
})
