import test from 'ava'
import { type BuiltFile, buildModel, buildSql, type Config, convertConfig, OrmError } from 'orm-core'
import { Source, splitStatements } from 'orm-core/internal'
import { compile } from '#core/compile/compile.js'
import { schemaModule } from '#core/compile/schema-module.js'
import { readConfig } from '#core/config/index.js'
import { configKeys } from '#core/config/keys.js'
import { dialects } from '#core/dialects/index.js'
import { type DialectName, dialectNames } from '#core/model/index.js'
import type { KeyRule } from '#core/settings/key-rules.js'
import { isFuzz } from '../support/fuzz.js'
import { hostileSchema, payloads, places } from '../support/hostile.js'
import { PhpLoader } from '../support/php-loader.js'

const noFiles = { read: async () => undefined, list: async () => [] }

const configFor = (vendor: DialectName): Promise<Config> => {
  const connections = { shop: { adapter: vendor, dsn: `${vendor}:x` } }
  return readConfig({ path: 'orm.json', contents: JSON.stringify({ orm: { database: { connections } } }) })
}

/** What a build gives, or undefined where the input is refused; then every problem has a place. */
async function accepted<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    const lost = error.diagnostics.filter(({ place }) => !place)
    if (lost.length > 0) throw new Error(`a problem without a place: ${lost[0]!.message}`)
    return undefined
  }
}

const isInside = (path: string): boolean =>
  path === '../generated-conf/loadDatabase.php' ||
  (!/^[/\\]|^[A-Za-z]:|\0|[\r\n]/.test(path) && !path.split(/[/\\]/).includes('..'))

/** Loads classes, each set of them once; a class that the schema names and nobody wrote is no complaint. */
class Classes {
  readonly #php = new PhpLoader()
  readonly #seen = new Set<string>()

  async check(files: readonly BuiltFile[]): Promise<void> {
    const made = classes(files)
    const key = made.map(({ contents }) => contents.replace(/built at \S+Z/, '')).join('')
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    const complaint = await this.#php.load({ classes: made })
    if (complaint !== '' && !/^Error: (?:Class|Interface) ".*" not found/s.test(complaint)) throw new Error(complaint)
  }

  async checkFile({ path, contents }: BuiltFile): Promise<void> {
    if (this.#seen.has(contents)) return
    this.#seen.add(contents)
    const complaint = await this.#php.load({
      classes: [{ path, contents: `${contents.replace(/^require_once/m, '$loader =')}\nclass Dummy {}` }],
    })
    if (complaint !== '') throw new Error(complaint)
  }

  end(): void {
    this.#php.end()
  }
}

const classes = (files: readonly BuiltFile[]): BuiltFile[] =>
  files.filter(({ kind }) => kind === 'base' || kind === 'stub')

/** All of a list in `npm run test:fuzz`, else one of so many, from another start each time that it is asked. */
const some = <T>(list: readonly T[], step: number, start = 0): readonly T[] =>
  isFuzz ? list : list.filter((_, at) => (at + start) % step === 0)

/** Attributes that are SQL and go into the statement as they are. */
const isSql: ReadonlySet<string> = new Set(['sqlType', 'defaultExpr'])

function refuseStatements(sql: string, vendor: DialectName): void {
  for (const { text } of splitStatements(new Source('x.sql', sql), dialects[vendor].lexicon).statements) {
    if (/^\s*(?:--.*\n\s*)*DROP TABLE canary/i.test(text)) throw new Error(`a statement came in: ${text.slice(0, 200)}`)
  }
}

;(globalThis as { canary?: () => never }).canary = () => {
  throw new Error('the canary sings')
}

const imported = new Set<string>()

async function checkJavaScript(config: Config, contents: string): Promise<void> {
  const { databases } = await compile([{ path: 'schema.xml', contents }], { config, files: noFiles })
  const { code } = schemaModule(databases, 'schema.xml')
  if (imported.has(code) || code.length > 100_000) return
  imported.add(code)
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, unknown>
  const found = Object.values(module) as { columns: object }[]
  const tables = databases.flatMap(({ tables }) => tables)
  if (found.length !== tables.length) throw new Error('a table is missing in the module')
  for (const { columns } of found) {
    if (Object.getPrototypeOf(columns) !== Object.prototype) throw new Error('a column is a prototype')
  }
}

test('no attribute of a schema leaves its place', async (t) => {
  const php = new Classes()
  t.teardown(() => php.end())
  const configs = new Map<DialectName, Config>()
  for (const vendor of dialectNames) configs.set(vendor, await configFor(vendor))
  const failures: string[] = []
  let count = 0
  let built = 0
  for (const [at, { element, attribute }] of places.entries()) {
    for (const payload of some(payloads, 53, at)) {
      const vendors = isFuzz ? dialectNames : [dialectNames[count % dialectNames.length]!]
      for (const vendor of vendors) {
        count++
        const contents = hostileSchema(vendor, { [element]: { [attribute]: payload } })
        const config = configs.get(vendor)!
        const inputs = [{ path: 'schema.xml', contents }]
        try {
          const files = await accepted(() => buildModel(inputs, { config, files: noFiles }))
          if (!files) continue
          built++
          const outside = files.find(({ path }) => !isInside(path))
          if (outside) throw new Error(`${outside.path} is outside`)
          await php.check(files)
          const sql = await accepted(() => buildSql(inputs, { config, files: noFiles }))
          for (const { path, contents } of sql ?? []) {
            if (!isInside(path)) throw new Error(`${path} is outside`)
            if (path.endsWith('.sql') && !isSql.has(attribute)) refuseStatements(contents, vendor)
          }
          await accepted(() => checkJavaScript(config, contents))
        } catch (error) {
          failures.push(
            `${vendor} ${element}.${attribute} = ${JSON.stringify(payload.slice(0, 60))}: ${String(error).slice(0, 300)}`,
          )
        }
      }
    }
  }
  t.deepEqual(failures, [])
  t.true(built > count / 10, `${built} of ${count} were built`)
})

/** Every key that holds a value, as the way to it; names that the user gives are the payload themselves. */
function* keysOf(rule: KeyRule, path: readonly string[] = []): Generator<readonly string[]> {
  if (rule.type === 'map') {
    for (const [key, inner] of Object.entries(rule.keys)) yield* keysOf(inner, [...path, key])
    if (rule.others) yield* keysOf(rule.others, [...path, 'shop'])
    if (rule.others) yield [...path, '*']
  } else if (rule.type === 'list' || rule.type === 'list or map') yield* keysOf(rule.items, [...path, '0'])
  else yield path
}

function withValue(path: readonly string[], payload: string): object {
  const root: Record<string, unknown> = {
    database: { connections: { shop: { adapter: 'sqlite', dsn: 'sqlite:x' } } },
    generator: { objectModel: { addTimeStamp: true, enumClasses: true } },
    general: { version: '1' },
  }
  let node = root
  for (const [at, key] of path.entries()) {
    const name = key === '*' ? payload : key
    const next = path[at + 1]
    const value = next === undefined ? (key === '*' ? 'x' : payload) : next === '0' ? [] : (node[name] ?? {})
    Object.defineProperty(node, name, { value, enumerable: true, configurable: true, writable: true })
    node = value as Record<string, unknown>
  }
  return { orm: root }
}

test('no key of a configuration leaves its place', async (t) => {
  const php = new Classes()
  t.teardown(() => php.end())
  const failures: string[] = []
  const keys = [...keysOf(configKeys)]
  for (const [at, path] of keys.entries()) {
    for (const payload of some(payloads, 41, at)) {
      try {
        const contents = JSON.stringify(withValue(path, payload))
        const config = await accepted(() => readConfig({ path: 'orm.json', contents }, { env: { HOME: '*/canary()' } }))
        if (!config) continue
        const schema = hostileSchema('sqlite', {})
        const inputs = [{ path: 'schema.xml', contents: schema }]
        // Where files go is the configuration's business; what it names inside of files is not.
        const files = await accepted(() => buildModel(inputs, { config, files: noFiles }))
        if (files) await php.check(files)
        await accepted(() => buildSql(inputs, { config, files: noFiles }))
        const [file] = await convertConfig(config)
        await php.checkFile(file!)
      } catch (error) {
        failures.push(`${path.join('.')} = ${JSON.stringify(payload.slice(0, 60))}: ${String(error).slice(0, 300)}`)
      }
    }
  }
  t.deepEqual(failures, [])
})
