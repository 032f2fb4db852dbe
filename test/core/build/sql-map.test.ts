import test from 'ava'
import { buildSql, type Config, type FileReader, loadConfig } from 'orm-core'
import { readMapLines, Source } from 'orm-core/internal'

const configFor = (...names: string[]): Promise<Config> => {
  const connections = Object.fromEntries(names.map((name) => [name, { adapter: 'sqlite', dsn: 'sqlite:x' }]))
  const contents = new TextEncoder().encode(JSON.stringify({ orm: { database: { connections } } }))
  return loadConfig({ files: { read: async () => contents, list: async (path) => (path === '.' ? ['orm.json'] : []) } })
}

const schema = (name: string) => ({
  path: `${name}schema.xml`,
  contents: `<database name="${name}"><table name="t"><column name="id" type="integer" primaryKey="true"/></table></database>`,
})

const withMap = (map: string | undefined, path = 'generated-sql/sqldb.map'): FileReader => ({
  read: async (wanted) => (map !== undefined && wanted === path ? new TextEncoder().encode(map) : undefined),
  list: async () => [],
})

const fresh = '# Sqlfile -> Database map\na.sql=a\nb.sql=b\n'

async function mapOf(existing: string | undefined, options: { overwrite?: boolean; outputDir?: string } = {}) {
  const files = withMap(existing, options.outputDir && `${options.outputDir}/sqldb.map`)
  const built = await buildSql([schema('b'), schema('a')], { config: await configFor('a', 'b'), files, ...options })
  builtPaths = built.map(({ path }) => path)
  const { contents, notice } = built.at(-1)!
  return { contents, notice }
}

let builtPaths: string[] = []

test('a new map has a line for each database in load order', async (t) => {
  t.deepEqual(await mapOf(undefined), { contents: fresh, notice: undefined })
  t.deepEqual(builtPaths, ['a.sql', 'b.sql', 'sqldb.map'])
})

test('a map that is right stays, without a word', async (t) => {
  t.deepEqual(await mapOf(fresh), { contents: fresh, notice: undefined })
})

const notice = 'sqldb.map has lines of your own, which were kept; --overwrite replaces them'

test("a user's lines, order and comments stay", async (t) => {
  const own = '; mine\nb.sql = b\ntriggers.sql=b\r\n\n  a.sql=a  \n# end'
  t.deepEqual(await mapOf(own), { contents: own, notice })
})

test('a database that the map lacks is added at the end', async (t) => {
  t.deepEqual(await mapOf('own.sql=a\nb.sql=b'), { contents: 'own.sql=a\nb.sql=b\na.sql=a\n', notice })
  t.deepEqual(await mapOf(''), { contents: 'a.sql=a\nb.sql=b\n', notice })
})

test('a file that the user sends to another connection is not the line of the database', async (t) => {
  t.is((await mapOf('a.sql=b\nb.sql=b\n')).contents, 'a.sql=b\nb.sql=b\na.sql=a\n')
})

test('--overwrite makes the map anew', async (t) => {
  t.deepEqual(await mapOf('own.sql=a\n', { overwrite: true }), { contents: fresh, notice: undefined })
})

test('the map of the directory that is written to counts', async (t) => {
  t.is((await mapOf('own.sql=a\n', { outputDir: 'elsewhere' })).contents, 'own.sql=a\na.sql=a\nb.sql=b\n')
})

test('a database without tables that SQL makes has a file with its header only', async (t) => {
  const contents = schema('a').contents.replace('name="t"', 'name="t" skipSql="true"')
  const built = await buildSql([{ path: 'aschema.xml', contents }], {
    config: await configFor('a'),
    files: withMap(undefined),
  })
  t.is(built[0]!.contents, '-- a (sqlite), written by orm sql:build\n')
})

test('lines are split at the first equals sign and trimmed', (t) => {
  const lines = readMapLines(new Source('sqldb.map', '# c\n ; c\n a.sql = x=y \nno sign\n=x\na=\n'))
  t.deepEqual(
    lines.map(({ text, file, connection }) => [text, file, connection]),
    [
      ['a.sql = x=y', 'a.sql', 'x=y'],
      ['no sign', undefined, undefined],
      ['=x', undefined, undefined],
      ['a=', undefined, undefined],
    ],
  )
})
