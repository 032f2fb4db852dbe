import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import {
  type BuildAllOptions,
  type BuiltFile,
  buildAll,
  type Config,
  type Diagnostic,
  formatDiagnostic,
  type InputFile,
  loadConfig,
  OrmError,
} from 'orm-core'
import { BuildMemory, compileSchema } from '#core/compile/index.js'
import { dialectNames } from '#core/model/index.js'
import { isFuzz } from '../../support/fuzz.js'
import { root } from '../../support/root.mjs'
import { seedOf } from '../../support/seed.mjs'
import { arbitraryTables, mutated, schemaText } from '../schema/arbitrary-schema.js'
import { inMemory } from '../schema/support.js'

async function golden(name: string): Promise<{ schema: string; config: Config }> {
  const folder = join(root, 'test/golden', name)
  return {
    schema: await readFile(join(folder, 'schema.xml'), 'utf8'),
    config: await loadConfig({ configDir: join(folder, 'orm.yaml') }),
  }
}

/** The classes of a schema, or undefined where it has errors. */
async function classes(contents: string, config: Config, memory: BuildMemory) {
  try {
    return (await buildAll([{ path: 'schema.xml', contents }], { config, memory })).phpDir
  } catch (error) {
    if (error instanceof OrmError) return undefined
    throw error
  }
}

/** A schema with one of the matches replaced, for each match. */
const edits = (schema: string, pattern: RegExp, replacement: string): string[] =>
  [...schema.matchAll(pattern)].map(
    ({ 0: text, index }) =>
      schema.slice(0, index) + text.replace(pattern, replacement) + schema.slice(index + text.length),
  )

for (const name of ['cinema', 'every-shape']) {
  test(`${name}: after any edit, classes kept from the build before are those that a clean build makes`, async (t) => {
    const { schema, config } = await golden(name)
    const kept = new BuildMemory()
    const changed = [
      ...edits(schema, /<column (?=[^>]*type="varchar")/gi, '<column lazyLoad="true" '),
      ...edits(schema, /<foreign-key /g, '<foreign-key onDelete="cascade" '),
      ...edits(schema, /<foreign-key /g, '<foreign-key phpName="Renamed" '),
      ...edits(schema, /<table name="/g, '<table name="x_'),
      ...edits(schema, /<table /g, '<table phpName="Renamed" '),
      ...edits(schema, /<table /g, '<table readOnly="true" '),
    ]
    let compared = 0
    // A few of them, spread evenly: each is three builds.
    for (const edited of changed.filter((_, index) => index % 5 === 0)) {
      const clean = await classes(edited, config, new BuildMemory())
      if (!clean) continue
      await classes(schema, config, kept)
      t.deepEqual(await classes(edited, config, kept), clean)
      compared++
    }
    t.true(compared > 2, `${compared} edits compared`)
  })
}

test('only the tables that an edit can reach are rendered again', async (t) => {
  const { schema, config } = await golden('every-shape')
  const kept = new BuildMemory()
  const before = await classes(schema, config, kept)
  const after = await classes(
    schema.replace(
      '</database>',
      '<table name="more"><column name="id" type="INTEGER" primaryKey="true"/></table></database>',
    ),
    config,
    kept,
  )
  const known = new Set<BuiltFile>(before)
  const rendered = (after ?? []).filter((file) => !known.has(file))
  t.deepEqual(rendered.map(({ path }) => path.replace(/^.*\//, '')).sort(), [
    'More.php',
    'More.php',
    'MoreQuery.php',
    'MoreQuery.php',
    'MoreTableMap.php',
    'loadDatabase.php',
  ])
})

/** Everything that a build gives: files byte for byte, or what is wrong; and what was warned of. */
async function outcome(inputs: readonly InputFile[], options: BuildAllOptions): Promise<unknown> {
  const warnings: Diagnostic[] = []
  try {
    const { sqlDir, phpDir } = await buildAll(inputs, { ...options, onWarning: (warning) => warnings.push(warning) })
    return { files: [...sqlDir, ...phpDir], warnings: warnings.map(formatDiagnostic) }
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return error.diagnostics.map(formatDiagnostic)
  }
}

/** What people do to a schema, at a place of their choice. */
const habits: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/size="\d+"/g, 'size="77"'],
  [/ type="varchar"/g, ' type="longvarchar"'],
  [/ type="integer"/g, ' type="bigint"'],
  [/<column name="(alpha|gamma)"/g, '<column name="delta"'],
  [/<column name="alpha"/g, '<column name="new_one" type="date"/><column name="alpha"'],
  [/<column name="gamma"[^/]*\/>/g, ''],
  [/<column name="id"/g, '<column description="the key" name="id"'],
  [/<column name="(\w+)"/g, '<column phpName="Renamed" name="$1"'],
  [/required="\w+"/g, ''],
  [/<table name="(\w+)"/g, '<table description="changed" name="$1"'],
  [/<foreign-key /g, '<foreign-key phpName="Linked" '],
  [/<\/table>/g, '<unique><unique-column name="alpha"/></unique></table>'],
  [/(<column name="id"[^>]*>)\n(<column [^>]*>)/g, '$2$1'],
  [/<foreign-key /g, '<foreign-key defaultJoin="LEFT JOIN" '],
  [/<column name="id"/g, '<column required="false" name="id"'],
  [/<column name="other_0"/g, '<column valueSet="a" name="other_0"'],
  [/<\/table>/g, '</table> text'],
  [/ type="(\w+)"/g, ' type="x$1"'],
  [/ type="\w+"/g, ''],
  [/<column name="\w+"/g, '<column nam="x"'],
  [/<column name="(\w+)"/g, '<column required="perhaps" name="$1"'],
  [/<column name="(\w+)"/g, '<column type="enum" name="$1"'],
  [/<column name="alpha"/g, '<column name="gamma" type="date"/><column name="alpha"'],
  [/<column name="(alpha|gamma)"([^/]*)\/>/g, '<column name="$1"$2><check expression="$1 > 0"/></column>'],
  [/<column name="(alpha|gamma)"([^/]*)\/>/g, '<column name="$1"$2><check/></column>'],
  [/<column name="(alpha|gamma)"([^/]*)\/>/g, '<column name="$1"$2><colum/></column>'],
  [/<column name="gamma"[^/]*\/>/g, '<column name="gamma"'],
  [/foreignTable="(\w+)"/g, 'foreignTable="x$1"'],
  [/foreignTable="\w+"/g, 'foreignTable="author"'],
  [/foreignTable="\w+"/g, 'foreignTable="city"'],
  [/foreignTable="\w+"/g, 'foreignTable="person"'],
  [/<\/table>/g, '<!-- nothing -->\n\n</table>'],
]

const edited = (text: string): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...habits), fc.nat()).map(([[pattern, replacement], choice]) => {
    const found = [...text.matchAll(pattern)]
    const match = found[choice % Math.max(found.length, 1)]
    if (!match) return text
    const changed = match[0].replace(new RegExp(pattern.source), replacement)
    return text.slice(0, match.index) + changed + text.slice(match.index + match[0].length)
  })

/** A schema and what becomes of it, each step starting from the one before, or from the first. */
const histories = arbitraryTables
  .map((tables) => schemaText(tables))
  .chain((first) =>
    edited(first).chain((second) =>
      fc.tuple(fc.constant(first), fc.constant(second), edited(second), mutated(second), edited(second), edited(first)),
    ),
  )

test('a build that remembers gives what a build gives that does not, whatever happens to the schema', async (t) => {
  let patched = 0
  await fc.assert(
    fc.asyncProperty(histories, fc.constantFrom(...dialectNames), async (texts, adapter) => {
      const connections = { shop: { adapter, dsn: `${adapter}:x` } }
      const orm = { database: { connections } }
      const config = await loadConfig({ files: inMemory({ 'orm.yaml': JSON.stringify({ orm }) }) })
      const memory = new BuildMemory()
      for (const contents of texts) {
        const inputs = [{ path: 'schema.xml', contents }]
        const model = memory.schema.last?.databases
        t.deepEqual(await outcome(inputs, { config, memory }), await outcome(inputs, { config }), contents)
        if (model && model === memory.schema.last?.databases) patched++
      }
    }),
    { numRuns: isFuzz ? 5_000 : 25, seed: seedOf() },
  )
  t.true(patched > 40, `${patched} builds kept the model`)
})

const shop = (...tables: string[]): string => `<database name="shop">\n${tables.join('\n')}\n</database>\n`

const table = (name: string, more: string): string =>
  `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/>${more}</table>`

const plain = '<column name="title" type="VARCHAR" size="20"/>'

/** Builds one text after the other with one memory; what each gave, and whether it kept the model of the one before. */
async function inTurn(texts: readonly string[], more: Partial<BuildAllOptions> = {}) {
  const orm = { database: { connections: { shop: { adapter: 'mysql', dsn: 'mysql:x' } } } }
  const config = await loadConfig({ files: inMemory({ 'orm.yaml': JSON.stringify({ orm }) }) })
  const memory = new BuildMemory()
  const turns: { files: readonly BuiltFile[]; warnings: string[]; isKept: boolean }[] = []
  for (const contents of texts) {
    const before = memory.schema.last?.databases
    const warnings: string[] = []
    const { phpDir } = await buildAll([{ path: 'schema.xml', contents }], {
      ...more,
      config,
      memory,
      onWarning: (warning) => warnings.push(formatDiagnostic(warning)),
    })
    turns.push({ files: phpDir, warnings, isKept: before !== undefined && before === memory.schema.last?.databases })
  }
  return turns
}

test('a change of a column that is in no key makes the classes of its table, and nothing else', async (t) => {
  const text = shop(table('book', plain), table('author', plain))
  const [first, second] = await inTurn([text, text.replace('size="20"', 'size="30" lazyLoad="true"')])
  t.true(second?.isKept)
  const known = new Set(first?.files)
  const loader = first?.files.find(({ kind }) => kind === 'loader')
  const made = (second?.files ?? [])
    .filter((file) => !known.has(file) && file.contents !== loader?.contents)
    .map(({ path }) => path)
  t.deepEqual(made.sort(), ['Base/Book.php', 'Base/BookQuery.php', 'Book.php', 'BookQuery.php', 'Map/BookTableMap.php'])
})

const doubtful = plain.replace('type="VARCHAR"', 'type="DATE"')

test('a warning about another table is given again, where it is now', async (t) => {
  const text = shop(table('book', plain), table('author', doubtful))
  const [first, second] = await inTurn([text, text.replace('size="20"', '\nsize="30"')])
  t.true(second?.isKept)
  t.regex(first?.warnings.join() ?? '', /^schema\.xml:3:\d+ ORM-W/)
  t.regex(second?.warnings.join() ?? '', /^schema\.xml:4:\d+ ORM-W/)
})

test('a warning that a change answers is not given again', async (t) => {
  const [first, second] = await inTurn([shop(table('book', doubtful)), shop(table('book', plain))])
  t.is(first?.warnings.length, 1)
  t.deepEqual(second?.warnings, [])
})

const sorted = '<column name="title" type="VARCHAR" size="20"/><behavior name="sortable"/>'

test('our own behaviors elsewhere do not matter, those of others do', async (t) => {
  const text = shop(table('book', plain), table('author', sorted))
  const turns = await inTurn([text, text.replace('size="20"', 'size="30"')])
  t.true(turns[1]?.isKept)
  const behavior = { api: 1, name: 'curious', parameters: {} } as const
  const curious = text.replace('sortable', 'curious')
  const others = await inTurn([curious, curious.replace('size="20"', 'size="30"')], { behaviors: [behavior] })
  t.false(others[1]?.isKept)
})

const keys = (first: string, second: string): string =>
  `<table name="a"><column name="${first}" type="INTEGER" primaryKey="true"/>` +
  `<column name="${second}" type="INTEGER" primaryKey="true"/>${plain}</table>`

const pointing = `<column name="ax" type="INTEGER" required="true"/><column name="ay" type="INTEGER" required="true"/>
  <foreign-key foreignTable="a"><reference local="ax" foreign="x"/><reference local="ay" foreign="y"/></foreign-key>`

const more: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'the order of key columns': [shop(keys('x', 'y'), table('b', pointing)), shop(keys('y', 'x'), table('b', pointing))],
  'a default that is written out': [
    shop(keys('x', 'y'), table('b', pointing)),
    shop(keys('x', 'y'), table('b', pointing.replace('<foreign-key ', '<foreign-key defaultJoin="LEFT JOIN" '))),
  ],
  'a condition in a column': [
    shop(table('b', plain)),
    shop(table('b', plain.replace('/>', '><check expression="title > 1"/></column>'))),
  ],
  'a column that becomes a key': [
    shop(table('b', plain)),
    shop(table('b', plain.replace('<column ', '<column primaryKey="true" '))),
  ],
}

for (const [what, texts] of Object.entries(more)) {
  test(`is more than a change of plain columns: ${what}`, async (t) => {
    const [, remembering] = await inTurn(texts)
    const [clean] = await inTurn(texts.slice(1))
    t.false(remembering?.isKept)
    t.deepEqual(remembering?.files, clean?.files)
  })
}

test('while a mistake is typed the model stays, and the mistake goes with its reason', async (t) => {
  const good = shop(table('book', plain), table('author', doubtful))
  const orm = { database: { connections: { shop: { adapter: 'mysql', dsn: 'mysql:x' } } } }
  const config = await loadConfig({ files: inMemory({ 'orm.yaml': JSON.stringify({ orm }) }) })
  const memory = new BuildMemory()
  const build = (contents: string) => outcome([{ path: 'schema.xml', contents }], { config, memory })
  const first = await build(good)
  const kept = memory.schema.last
  for (const [from, to] of [
    ['VARCHAR', 'VARCHR'],
    ['name="title"', 'name=""'],
    ['name="title"', 'nam="title"'],
    ['size="20"', 'size="many"'],
    ['<column name="title"', '<column nam <column name="title"'],
  ] as const) {
    const contents = good.replace(from, to)
    const found = await build(contents)
    t.deepEqual(found, await outcome([{ path: 'schema.xml', contents }], { config }))
    t.regex(String(found), /ORM-S/)
    t.is(memory.schema.last, kept)
  }
  t.deepEqual(await build(good), first)
})

/** What is wrong with a schema, and whether all of it was read to find that out. */
async function problemsOf(contents: string, config: Config, memory?: BuildMemory) {
  let isWhole = false
  const pause = async () => {
    isWhole = true
  }
  const problems = await compileSchema([{ path: 'schema.xml', contents }], {
    config,
    makesSql: true,
    pause,
    ...(memory && { memory }),
  }).then(
    ({ warnings }) => warnings,
    (error) => (error instanceof OrmError ? error.diagnostics : Promise.reject(error)),
  )
  return { problems: problems.map(formatDiagnostic), isWhole }
}

test('while the name of a foreign table is typed, problems are those of a whole reading', async (t) => {
  let kept = 0
  const compare = async (schema: string, config: Config) => {
    const memory = new BuildMemory()
    await problemsOf(schema, config, memory)
    for (const replacement of ['', 'x', 'x$&']) {
      for (const text of edits(schema, /(?<=foreignTable=")\w+/g, replacement)) {
        const { problems, isWhole } = await problemsOf(text, config, memory)
        t.deepEqual(problems, (await problemsOf(text, config)).problems, text)
        if (!isWhole) kept++
      }
    }
    t.deepEqual((await problemsOf(schema, config, memory)).problems, (await problemsOf(schema, config)).problems)
  }
  for (const name of ['author-and-book', 'cinema', 'every-shape']) {
    const { schema, config } = await golden(name)
    await compare(schema, config)
  }
  await fc.assert(
    fc.asyncProperty(arbitraryTables, fc.constantFrom(...dialectNames), async (tables, adapter) => {
      const orm = { database: { connections: { shop: { adapter, dsn: `${adapter}:x` } } } }
      const config = await loadConfig({ files: inMemory({ 'orm.yaml': JSON.stringify({ orm }) }) })
      await compare(schemaText(tables), config)
    }),
    { numRuns: isFuzz ? 2_000 : 10, seed: seedOf() },
  )
  t.true(kept > 10, `${kept} texts were not read whole`)
})

test('a relation from another table that has the name of a column is said once, and goes with the column', async (t) => {
  const pointing = '<column name="b" type="INTEGER"/><foreign-key foreignTable="book" refPhpName="Title">'
  const key = `${pointing}<reference local="b" foreign="id"/></foreign-key>`
  const wrong = shop(table('book', plain), table('author', key))
  const orm = { database: { connections: { shop: { adapter: 'mysql', dsn: 'mysql:x' } } } }
  const config = await loadConfig({ files: inMemory({ 'orm.yaml': JSON.stringify({ orm }) }) })
  const memory = new BuildMemory()
  t.regex(String((await problemsOf(wrong, config, memory)).problems), /ORM-S514/)
  for (const text of [wrong.replace('size="20"', 'size="30"'), wrong.replace('"title"', '"name"'), wrong])
    t.deepEqual((await problemsOf(text, config, memory)).problems, (await problemsOf(text, config)).problems)
})

/** A schema, and which of its foreign keys is pointed at which of its tables, one after the other. */
const walks = fc.tuple(
  fc.oneof(
    arbitraryTables.map((tables) => schemaText(tables)),
    fc.nat({ max: 9 }).map((few) =>
      shop(
        ...['author', 'book', 'city', 'data', 'person'].map((name, at) =>
          table(
            name,
            `${plain}${at < few % 4 ? '<column name="key" type="INTEGER"/>' : '<column name="key" type="INTEGER" required="true"/>'}
            <foreign-key foreignTable="${few > 4 ? 'author' : 'city'}"><reference local="key" foreign="id"/></foreign-key>`,
          ),
        ),
      ),
    ),
  ),
  fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { minLength: 3, maxLength: 6 }),
)

test('foreign keys that point at other tables take their relations with them', async (t) => {
  let moved = 0
  await fc.assert(
    fc.asyncProperty(walks, fc.constantFrom(...dialectNames), async ([schema, steps], adapter) => {
      const orm = { database: { connections: { shop: { adapter, dsn: `${adapter}:x` } } } }
      const config = await loadConfig({ files: inMemory({ 'orm.yaml': JSON.stringify({ orm }) }) })
      const memory = new BuildMemory()
      const names = [...schema.matchAll(/<table name="(\w+)"/g)].map(([, name]) => name!)
      let contents = schema
      for (const [which, where, isMore] of [[0, 0, true] as const, ...steps]) {
        const before = memory.schema.last
        const inputs = [{ path: 'schema.xml', contents }]
        t.deepEqual(await outcome(inputs, { config, memory }), await outcome(inputs, { config }), contents)
        if (before && before.databases === memory.schema.last?.databases && before !== memory.schema.last) moved++
        const keys = edits(contents, /(?<=foreignTable=")\w+/g, names[where % names.length]!)
        contents = keys[which % keys.length] ?? contents
        if (isMore) contents = contents.replace(/(?<=size=")\d+/, (size) => String(Number(size) + 1))
      }
    }),
    { numRuns: isFuzz ? 3_000 : 20, seed: seedOf() },
  )
  t.true(moved > 10, `${moved} builds kept the model`)
})

test('a foreign key that points at another table changes the classes of tables that its table also refers to', async (t) => {
  const table = (name: string, keys = '') =>
    `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/>${keys}</table>`
  const key = (foreign: string, local: string) =>
    `<column name="${local}" type="INTEGER"/><foreign-key foreignTable="${foreign}"><reference local="${local}" foreign="id"/></foreign-key>`
  const schema = (target: string) =>
    `<database name="shop">${['shop', 'city', 'town'].map((name) => table(name)).join('')}${table('author', key('shop', 'a') + key(target, 'b'))}</database>`
  const orm = { database: { connections: { shop: { adapter: 'sqlite', dsn: 'sqlite:x' } } } }
  const config = await loadConfig({ files: inMemory({ 'orm.yaml': JSON.stringify({ orm }) }) })
  const memory = new BuildMemory()
  for (const target of ['city', 'town']) {
    const built = await classes(schema(target), config, memory)
    const base = built?.find(({ path }) => path.endsWith('Base/Shop.php'))
    t.regex(String(base?.contents), target === 'city' ? /getAuthorsJoinCity/ : /getAuthorsJoinTown/)
  }
})

test('a behavior that the configuration no longer replaces is asked again', async (t) => {
  const own = { api: 1, name: 'sortable', parameters: {} } as const
  const contents = shop(table('book', sorted))
  const orm = { database: { connections: { shop: { adapter: 'mysql', dsn: 'mysql:x' } } } }
  const config = await loadConfig({ files: inMemory({ 'orm.yaml': JSON.stringify({ orm }) }) })
  const memory = new BuildMemory()
  const inputs = [{ path: 'schema.xml', contents }]
  await buildAll(inputs, { config, memory, behaviors: [own] })
  t.deepEqual(await outcome(inputs, { config, memory }), await outcome(inputs, { config }))
})
