import test from 'ava'
import { buildSql, type Config, type FileReader, loadConfig } from 'orm-core'
import { readMapLines, Source } from 'orm-core/internal'
import { memoryFiles } from '../../support/memory-files.js'

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

interface Step {
  /** Contents by path; those that end with `schema.xml` are the schema files that exist. */
  readonly files: Readonly<Record<string, string>>
  readonly connections: readonly string[]
  /** The schema files of this build; all by default. */
  readonly inputs?: readonly string[]
  readonly generator?: readonly string[]
  readonly whole?: boolean
}

/** Builds one after the other into the same directory. */
function directory() {
  const written: Record<string, string> = {}
  return async ({ files, connections, inputs = Object.keys(files), generator, whole = false }: Step) => {
    const config = await configFor(...connections)
    const warnings: string[] = []
    const built = await buildSql(
      inputs.map((path) => ({ path, contents: files[path]! })),
      {
        config: generator ? { ...config, generator: { ...config.generator, connections: generator } } : config,
        files: memoryFiles({ ...files, ...written }, { directories: true }),
        strict: true,
        whole,
        onWarning: ({ code, message }) => warnings.push(`${code} ${message}`),
      },
    )
    for (const { path, contents } of built) written[`generated-sql/${path}`] = contents
    return { map: written['generated-sql/sqldb.map']!, warnings, notice: built.at(-1)!.notice, written }
  }
}

const files = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [`${name}schema.xml`, schema(name).contents]))
const onlyA = '# Sqlfile -> Database map\na.sql=a\n'
const gone =
  'ORM-W002 b.sql was written for database "b", which no schema has any more; its line is removed from sqldb.map, so sql:insert does not execute it'

test('the line of a database whose schema is deleted goes, and that is said', async (t) => {
  const build = directory()
  await build({ files: files('a', 'b'), connections: ['a', 'b'] })
  const { map, warnings, notice: said } = await build({ files: files('a'), connections: ['a', 'b'] })
  t.deepEqual([map, warnings, said], [onlyA, [gone], undefined])
  t.deepEqual((await build({ files: files('a'), connections: ['a', 'b'] })).warnings, [])
})

test('the line of a database that has another name now goes', async (t) => {
  for (const connections of [
    ['a', 'c'],
    ['a', 'b', 'c'],
  ]) {
    const build = directory()
    await build({ files: files('a', 'b'), connections: ['a', 'b'] })
    const renamed = { ...files('a'), 'bschema.xml': schema('c').contents }
    const { map, warnings } = await build({ files: renamed, connections })
    t.deepEqual([map, warnings], ['# Sqlfile -> Database map\na.sql=a\nc.sql=c\n', [gone]])
  }
})

test('the line of a database goes although its SQL file was deleted before', async (t) => {
  const build = directory()
  const { written } = await build({ files: files('a', 'b'), connections: ['a', 'b'] })
  delete written['generated-sql/b.sql']
  const { map, warnings } = await build({ files: files('a'), connections: ['a', 'b'] })
  t.deepEqual([map, warnings], [onlyA, [gone]])
})

test('lines and files of a person stay when a database goes', async (t) => {
  const build = directory()
  const { written } = await build({ files: files('a', 'b'), connections: ['a', 'b'] })
  written['generated-sql/sqldb.map'] = '; mine\r\nown.sql=a\r\nb.sql=b\r\nb.sql=a\r\na.sql=a'
  written['generated-sql/own.sql'] = '-- own\n'
  const first = await build({ files: files('a'), connections: ['a', 'b'] })
  t.deepEqual([first.map, first.warnings, first.notice], ['; mine\r\nown.sql=a\r\nb.sql=a\r\na.sql=a', [gone], notice])
  t.true('generated-sql/b.sql' in written)
  // Without its first line, the file is a person's.
  written['generated-sql/sqldb.map'] = 'a.sql=a\nb.sql=b\n'
  written['generated-sql/b.sql'] = written['generated-sql/b.sql']!.replace(/^.*\n/, '')
  const second = await build({ files: files('a'), connections: ['a', 'b'] })
  t.deepEqual([second.map, second.warnings], ['a.sql=a\nb.sql=b\n', []])
})

test('a build of some schemas leaves the lines of the others alone', async (t) => {
  const build = directory()
  await build({ files: files('a', 'b'), connections: ['a', 'b'] })
  for (const part of [{ inputs: ['aschema.xml'] }, { generator: ['a'] }]) {
    const { map, warnings } = await build({ files: files('a', 'b'), connections: ['a', 'b'], ...part })
    t.deepEqual([map, warnings], [fresh, []])
  }
  const later = await build({ files: files('a', 'b'), connections: ['a', 'b'], inputs: ['bschema.xml'] })
  t.is(later.map, fresh)
})

test('a build of the schemas of one directory leaves the lines of other directories alone', async (t) => {
  const build = directory()
  const parts = { 'one/schema.xml': schema('a').contents, 'two/db/tables.xml': schema('b').contents }
  for (const inputs of [['one/schema.xml'], ['two/db/tables.xml'], ['one/schema.xml']]) {
    await build({ files: parts, connections: ['a', 'b'], inputs })
  }
  const { map, warnings } = await build({ files: parts, connections: ['a', 'b'], inputs: ['two/db/tables.xml'] })
  t.deepEqual([map, warnings], [fresh, []])
})

test('a build of the whole project knows that a database is gone, wherever a copy of its schema lies', async (t) => {
  const build = directory()
  await build({ files: files('a', 'b'), connections: ['a', 'b'] })
  const copied = { ...files('a'), 'old/bschema.xml': schema('b').contents }
  const { map, warnings } = await build({
    files: copied,
    connections: ['a', 'b'],
    inputs: ['aschema.xml'],
    whole: true,
  })
  t.deepEqual([map, warnings], [onlyA, [gone]])
})
