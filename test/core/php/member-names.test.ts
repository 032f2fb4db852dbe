import test from 'ava'
import fc from 'fast-check'
import { buildAll, loadConfig, OrmError } from 'orm-core'
import { checkAll } from '#core/compile/builds.js'
import { check } from '../../support/fuzz.js'

// Parts of the names of generated members, so that names of columns and relations meet those of others.
const parts = [
  'Is',
  'Has',
  'Book',
  'Books',
  'Tag',
  'Tags',
  'Join',
  'Query',
  'Exists',
  'Not',
  'In',
  'Loaded',
  'Partial',
  'Key',
]
const phpName = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 3 }).map((words) => words.join(''))
const column = fc.record({
  phpName,
  type: fc.constantFrom('boolean', 'varchar', 'array', 'object', 'clob'),
  lazy: fc.boolean(),
})
const key = fc.record({
  phpName: fc.option(phpName),
  refPhpName: fc.option(phpName),
  to: fc.nat(2),
  isPrimary: fc.boolean(),
  isUnique: fc.boolean(),
})
const table = fc.record({
  columns: fc.uniqueArray(column, { maxLength: 4, selector: (each) => each.phpName }),
  keys: fc.array(key, { maxLength: 3 }),
  isCross: fc.boolean(),
  behavior: fc.constantFrom('', '', '', 'timestampable', 'archivable', 'sluggable', 'versionable'),
})

type Table = typeof table extends fc.Arbitrary<infer Value> ? Value : never

const named = (attribute: string, name: string | null): string => (name === null ? '' : ` ${attribute}="${name}"`)

const tableOf = ({ columns, keys, isCross, behavior }: Table, at: number): string =>
  `<table name="t${at}" isCrossRef="${isCross}">
    ${behavior === '' ? '' : `<behavior name="${behavior}"/>`}
    <column name="id" type="integer" primaryKey="${!isCross || keys.length < 2}"/>
    ${columns.map((each, index) => `<column name="c${index}" phpName="${each.phpName}" type="${each.type}" lazyLoad="${each.lazy}"/>`).join('\n')}
    ${keys
      .map((each, index) => {
        const isKey = each.isPrimary || (isCross && keys.length > 1)
        const unique = each.isUnique ? `<unique><unique-column name="k${index}"/></unique>` : ''
        const names = named('phpName', each.phpName) + named('refPhpName', each.refPhpName)
        return `<column name="k${index}" type="integer" ${isKey ? 'primaryKey' : 'required'}="true"/>${unique}
          <foreign-key foreignTable="t${each.to}"${names}><reference local="k${index}" foreign="id"/></foreign-key>`
      })
      .join('\n')}
  </table>`

const schemaOf = (tables: readonly Table[]): string =>
  `<database name="shop" namespace="Shop">${tables.map(tableOf).join('\n')}</database>`

const files = {
  read: async (path: string) =>
    path.endsWith('orm.json')
      ? Buffer.from('{"orm":{"database":{"connections":{"shop":{"adapter":"sqlite","dsn":"sqlite::memory:"}}}}}')
      : undefined,
  list: async (directory: string) => (directory === '.' ? ['orm.json'] : []),
}

async function problemsOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return ''
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return error.diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n')
  }
}

test('a check reports what a build reports, without making the classes of most tables', async (t) => {
  const config = await loadConfig({ files })
  const found = new Map<string, number>()
  await check(
    t,
    { short: 150, long: 5_000 },
    fc.asyncProperty(fc.array(table, { minLength: 3, maxLength: 3 }), async (tables) => {
      const inputs = [{ path: 'schema.xml', contents: schemaOf(tables) }]
      const built = await problemsOf(buildAll(inputs, { config, files, keepEnv: true }))
      const checked = await problemsOf(checkAll(inputs, { config, files, keepEnv: true }))
      if (built !== checked) throw new Error(`a build reports:\n${built}\na check reports:\n${checked}`)
      const kind = /ORM-S807/.test(built) ? 'member twice' : built === '' ? 'none' : 'other'
      found.set(kind, (found.get(kind) ?? 0) + 1)
    }),
  )
  t.true((found.get('member twice') ?? 0) > 0 && (found.get('none') ?? 0) > 0, JSON.stringify([...found]))
})
