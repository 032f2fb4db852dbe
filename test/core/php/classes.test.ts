import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { type BuiltFile, buildModel, buildSql, loadConfig, OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { memoryFiles } from '../../support/memory-files.js'
import { root } from '../../support/root.mjs'

const golden = join(root, 'test', 'golden')

async function build(schemas: Readonly<Record<string, string>>, generator = ''): Promise<BuiltFile[]> {
  const names = new Set(Object.values(schemas).map((text) => /<database\b[^>]*?\sname="([^"]+)"/.exec(text)![1]!))
  const connections = [...names].map((name) => `      ${name}: { adapter: sqlite, dsn: "sqlite::memory:" }\n`).join('')
  const yaml = `orm:\n  database:\n    connections:\n${connections}${generator}`
  const config = await loadConfig({ files: memoryFiles({ 'orm.yaml': yaml }) })
  const inputs = Object.entries(schemas).map(([path, text]) => ({ path, contents: Buffer.from(text) }))
  return buildModel(inputs, { config })
}

const sorted = (files: readonly BuiltFile[]) =>
  files.map(({ path, contents }) => [path, contents]).sort(([a], [b]) => (a! < b! ? -1 : 1))

const contentsOf = (files: readonly BuiltFile[], path: string): string => {
  const found = files.find((file) => file.path === path)
  if (!found) throw new Error(`${path} is not among ${files.map((file) => file.path).join(', ')}`)
  return found.contents
}

const table = (attributes: string, columns = '') =>
  `<table ${attributes}><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>${columns}</table>`

const schema = (body: string, attributes = 'namespace="Shop"') =>
  `<database name="shop" defaultIdMethod="native" ${attributes}>${body}</database>`

for (const name of ['cinema', 'every-shape']) {
  test(`${name}: tables in another order give the same bytes`, async (t) => {
    const text = readFileSync(join(golden, name, 'schema.xml'), 'utf8')
    const tables = text.match(/ {2}<table[\s\S]*?<\/table>\n/g)!
    const reversed = `${text.slice(0, text.indexOf('<table'))}${tables.reverse().join('')}</database>`
    t.deepEqual(sorted(await build({ 'schema.xml': reversed })), sorted(await build({ 'schema.xml': text })))
  })
}

test('files in another order give the same bytes', async (t) => {
  const author = schema(table('name="author"'))
  const reference = '<foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>'
  const book = schema(table('name="book"', `<column name="author_id" type="INTEGER"/>${reference}`))
  const one = await build({ 'a.schema.xml': author, 'b.schema.xml': book })
  const other = await build({ 'b.schema.xml': book, 'a.schema.xml': author })
  t.deepEqual(other, one)
})

const unusedImports = (text: string): string[] => {
  const code = text.replace(/^use .*;$/gm, '')
  return [...text.matchAll(/^use ([\w\\]+)(?: as (\w+))?;$/gm)]
    .map(([, name, alias]) => alias ?? name!.slice(name!.lastIndexOf('\\') + 1))
    .filter((short) => !new RegExp(`\\b${short}\\b`).test(code))
}

test('no generated file imports what it does not use, nor leaves blanks at line ends', (t) => {
  for (const entry of readdirSync(golden, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.php') || entry.parentPath.endsWith('conf')) continue
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
    t.deepEqual(unusedImports(text), [], entry.name)
    t.notRegex(text, /[ \t]$|\r|\n\n\n|\n\n$/m, entry.name)
    t.true(text.startsWith('<?php\n\n') && text.endsWith('}\n'), entry.name)
  }
})

for (const setting of [
  'addClassLevelComment: false',
  'addGenericAccessors: false',
  'addHooks: false',
  'addSaveMethod: false',
  'enumClasses: true',
  'generateCollections: true',
  'generateFactories: true',
  'nativeReturnTypes: false',
  'emulateForeignKeyConstraints: true',
]) {
  test(`${setting}: no generated file imports what it does not use`, async (t) => {
    const text = readFileSync(join(golden, 'every-shape', 'schema.xml'), 'utf8')
    for (const { path, contents } of await build(
      { 'schema.xml': text },
      `  generator:\n    objectModel:\n      ${setting}\n`,
    )) {
      t.deepEqual(unusedImports(contents), [], path)
    }
  })
}

/** Where the classes of a table go: namespace, package, file of the table map. */
const places: Readonly<Record<string, readonly [string, string, string]>> = {
  'no namespace, no package': ['', '', 'Map/FilmTableMap.php'],
  'namespace of the database': ['namespace="Acme\\Model"', '', 'Acme/Model/Map/FilmTableMap.php'],
  'namespace of the table': ['namespace="Acme"', 'namespace="Sub"', 'Acme/Sub/Map/FilmTableMap.php'],
  'absolute namespace': ['namespace="Acme"', 'namespace="\\Abs"', 'Abs/Map/FilmTableMap.php'],
  'package of the table': ['namespace="Acme"', 'package="pk"', 'pk/Map/FilmTableMap.php'],
  'package of the database': ['package="core.db"', '', 'core/db/Map/FilmTableMap.php'],
  'package with slashes': ['package="core/db"', '', 'core/db/Map/FilmTableMap.php'],
}

for (const [title, [database, own, expected]] of Object.entries(places)) {
  test(`directory: ${title}`, async (t) => {
    const files = await build({ 'schema.xml': schema(table(`name="film" ${own}`), database) })
    t.is(files.find(({ path }) => path.endsWith('FilmTableMap.php'))?.path, expected)
    t.true(files.some(({ path }) => path === expected.replace('Map/FilmTableMap', 'Base/Film')))
  })
}

const settings = (text: string) => `  generator:\n    objectModel:\n${text.replace(/^/gm, '      ')}\n`

test('the segment of table maps is namespace and directory, the prefix is on every class', async (t) => {
  const files = await build(
    { 'schema.xml': schema(table('name="film"')) },
    settings('namespaceMap: Tables\nclassPrefix: My'),
  )
  t.deepEqual(files.map(({ path }) => path).sort(), [
    '../generated-conf/loadDatabase.php',
    'Shop/Base/MyFilm.php',
    'Shop/Base/MyFilmQuery.php',
    'Shop/MyFilm.php',
    'Shop/MyFilmQuery.php',
    'Shop/Tables/MyFilmTableMap.php',
  ])
  t.regex(contentsOf(files, 'Shop/Tables/MyFilmTableMap.php'), /namespace Shop\\Tables;/)
  t.regex(contentsOf(files, 'Shop/Base/MyFilm.php'), /use Shop\\Tables\\MyFilmTableMap;/)
})

test('generic methods, hooks and saving are left out when asked', async (t) => {
  const off = 'addGenericAccessors: false\naddGenericMutators: false\naddHooks: false\naddSaveMethod: false'
  const text = contentsOf(
    await build({ 'schema.xml': schema(table('name="film"')) }, settings(off)),
    'Shop/Base/Film.php',
  )
  t.notRegex(text, /GenericFields|PersistenceTrait/)
  t.regex(text, /use ActiveRecordTrait \{\n {8}preSave as private;/)
  t.regex(text, /public function __toString\(\): string/)
})

test('comments of classes, with a time stamp or not at all', async (t) => {
  const input = { 'schema.xml': schema(table('name="film" description="All films."')) }
  const path = 'Shop/Base/Film.php'
  t.regex(contentsOf(await build(input), path), /A row of the table `film`\.\n \*\n \* All films\./)
  t.notRegex(contentsOf(await build(input, settings('addClassLevelComment: false')), path), /A row of/)
  const stamped = contentsOf(await build(input, settings('addTimeStamp: true')), path)
  t.regex(stamped, / \* Version \S+, built at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\./)
})

test('every ENUM column has a backed enum when asked; a class of the user is used and not generated', async (t) => {
  const columns = '<column name="state" type="ENUM" valueSet="draft,in print,2nd,class"/>'
  const files = await build({ 'schema.xml': schema(table('name="film"', columns)) }, settings('enumClasses: true'))
  t.regex(
    contentsOf(files, 'Shop/FilmState.php'),
    /enum FilmState: string\n\{\n {4}case DRAFT = 'draft';\n {4}case IN_PRINT = 'in print';\n {4}case _2ND = '2nd';\n {4}case _CLASS = 'class';\n\}/,
  )
  t.regex(contentsOf(files, 'Shop/Base/Film.php'), /public function getState\(\): \?FilmState/)
  const own = '<column name="state" type="ENUM" valueSet="draft" phpType="\\Acme\\State"/>'
  const others = await build({ 'schema.xml': schema(table('name="film"', own)) })
  t.regex(contentsOf(others, 'Shop/Base/Film.php'), /use Acme\\State;/)
  t.false(others.some(({ path }) => path.endsWith('State.php')))
})

test('an interface is created once in the namespace of the table, one with a namespace is only used', async (t) => {
  const files = await build({
    'schema.xml': schema(table('name="film" interface="Showable"') + table('name="book" interface="\\Acme\\Readable"')),
  })
  t.regex(contentsOf(files, 'Shop/Showable.php'), /interface Showable\n\{\n\}/)
  t.true(files.find(({ path }) => path === 'Shop/Showable.php')?.keepExisting)
  t.regex(contentsOf(files, 'Shop/Base/Film.php'), /implements ActiveRecordInterface, Showable/)
  t.regex(contentsOf(files, 'Shop/Base/Book.php'), /use Acme\\Readable;/)
  t.false(files.some(({ path }) => path.endsWith('Readable.php')))
})

test('a class that two would make is a diagnostic; an interface can be shared', async (t) => {
  const state = '<column name="state" type="ENUM" valueSet="draft"/>'
  const error = await t.throwsAsync<OrmError>(
    build(
      { 'schema.xml': schema(table('name="film"', state) + table('name="film_state"')) },
      settings('enumClasses: true'),
    ),
    { instanceOf: OrmError },
  )
  t.regex(error.message, /ORM-S803 table "film_state": class "Shop\\FilmState" is already used by table "film"/)
  const shared = table('name="film" interface="Showable"') + table('name="book" interface="Showable"')
  t.is((await build({ 'schema.xml': schema(shared) })).filter(({ path }) => path === 'Shop/Showable.php').length, 1)
})

test('a member that two need is a diagnostic, not an error of PHP', async (t) => {
  const clashes: Readonly<Record<string, string>> = {
    '<column name="tag" type="VARCHAR"/><column name="tags" type="ARRAY"/>': 'filterByTag()',
  }
  for (const [columns, member] of Object.entries(clashes)) {
    const error = await t.throwsAsync<OrmError>(build({ 'schema.xml': schema(table('name="film"', columns)) }))
    t.true(error.message.includes(`table "film": two columns or relations need the member "${member}"`), error.message)
  }
})

test('immutable dates and formats come from the configuration', async (t) => {
  const columns = '<column name="opened" type="DATE"/><column name="seen" type="TIMESTAMP"/>'
  const generator =
    '  generator:\n    dateTime:\n      dateTimeClass: DateTimeImmutable\n      defaultDateFormat: "d.m.Y"\n'
  const text = contentsOf(
    await build({ 'schema.xml': schema(table('name="film"', columns)) }, generator),
    'Shop/Base/Film.php',
  )
  t.regex(text, /getOpened\(\?string \$format = 'd\.m\.Y'\): DateTimeImmutable\|string\|null/)
  t.regex(text, /getSeen\(\?string \$format = null\): DateTimeImmutable\|string\|null/)
})

test('onDelete is carried out in PHP when asked', async (t) => {
  const text = readFileSync(join(golden, 'cinema', 'schema.xml'), 'utf8')
  const files = await build({ 'schema.xml': text }, settings('emulateForeignKeyConstraints: true'))
  const query = contentsOf(files, 'Cinema/Base/DirectorQuery.php')
  t.regex(query, /\[ChildFilmQuery::class, 'DirectorRelatedByDirectorId', \[\]\],/)
  t.regex(query, /\[ChildFilmQuery::class, 'Producer', \['ProducerId'\]\],/)
  t.notRegex(contentsOf(files, 'Cinema/Base/ViewerQuery.php'), /emulatedReferrers/)
})

test('onDelete is carried out in PHP where SQL has no foreign keys, and nowhere else', async (t) => {
  const schema = (engine: string) => `<database name="shop">
    <vendor type="mysql">${engine && `<parameter name="Engine" value="${engine}"/>`}</vendor>
    ${table('name="a"')}
    <table name="b"><column name="id" type="INTEGER" primaryKey="true"/><column name="a_id" type="INTEGER"/>
      <foreign-key foreignTable="a" onDelete="cascade"><reference local="a_id" foreign="id"/></foreign-key>
    </table></database>`
  for (const [adapter, engine, settings, isInSql] of [
    ['mysql', '', '', true],
    ['mysql', '', '    adapters: { mysql: { tableType: MyISAM } }\n', false],
    ['mysql', 'InnoDB', '    adapters: { mysql: { tableType: MyISAM } }\n', true],
    ['mysql', 'NDB', '', true],
    ['mysql', 'MyISAM', '', false],
    ['sqlite', '', '', true],
    ['sqlite', '', '    adapters: { sqlite: { foreignKey: false } }\n', false],
  ] as const) {
    const yaml = `orm:\n  database:\n    connections:\n      shop: { adapter: ${adapter}, dsn: "${adapter}:x" }\n${settings}`
    const config = await loadConfig({ files: memoryFiles({ 'orm.yaml': yaml }) })
    const inputs = [{ path: 'schema.xml', contents: schema(engine) }]
    const [sql] = await buildSql(inputs, { config })
    t.is(sql!.contents.includes('FOREIGN KEY'), isInSql, yaml + engine)
    const query = contentsOf(await buildModel(inputs, { config }), 'Base/AQuery.php')
    t.is(!query.includes('emulatedReferrers'), isInSql, yaml + engine)
  }
})

test('text of the schema cannot leave comments or literals', async (t) => {
  const columns = `<column name="a" type="VARCHAR" description="ends */ evil();&#9;/*" defaultValue="' . evil() . '"/>`
  const text = contentsOf(await build({ 'schema.xml': schema(table('name="film"', columns)) }), 'Shop/Base/Film.php')
  t.regex(text, /ends \* \/ evil\(\)/)
  t.notRegex(text, /\t/)
  t.true(text.includes("'\\' . evil() . \\''"))
})

for (const behaviors of ['', '<behavior name="sortable"/>']) {
  test(`the word function in a default is text ${behaviors}`, async (t) => {
    const words = 'a function of time '.repeat(8).trimEnd()
    const columns = `<column name="title" type="VARCHAR" default="a function of time"/>
      <column name="note" type="VARCHAR" size="250" default="${words}"/>
      <column name="kind" type="ENUM" valueSet="a function b,c" default="a function b"/>`
    const built = await buildSchema(schema(table('name="book"', columns + behaviors)))
    const code = '$book = new Shop\\Book(); echo implode("|", [$book->getTitle(), $book->getNote(), $book->getKind()]);'
    const autoload = join(root, 'packages/runtime/autoload.php')
    t.is(await runPhp(built, code, { autoload }), `a function of time|${words}|a function b`)
    const text = built.php['Shop/Base/Book.php']!
    t.true(text.indexOf('$title = ') < text.indexOf('public function'))
  })
}

test('names that a query answers by itself are taken', async (t) => {
  const key = (name: string) =>
    `<foreign-key foreignTable="author" phpName="${name}"><reference local="${name.toLowerCase()}_id" foreign="id"/></foreign-key>`
  const columns = '<column name="author_id" type="INTEGER"/><column name="inauthor_id" type="INTEGER"/>'
  const book = table('name="book"', `${columns}${key('Author')}${key('InAuthor')}`)
  const error = await t.throwsAsync(build({ 'schema.xml': schema(table('name="author"') + book) }), {
    instanceOf: OrmError,
  })
  t.regex(error.message, /useInAuthorQuery\(\)/)
})

test('return types can move to docblocks whatever letters names have', async (t) => {
  const columns = '<column name="é_col" phpName="Été" type="INTEGER"/>'
  const generator = '  generator: { objectModel: { nativeReturnTypes: false } }\n'
  const files = await build({ 'schema.xml': schema(table('name="a"', columns)) }, generator)
  t.regex(contentsOf(files, 'Shop/Base/A.php'), /@return \?int \*\/\n {4}public function getÉté\(\)\n/)
})

test('a description of blanks is none', async (t) => {
  const files = await build({ 'schema.xml': schema(table('name="a" description="&#10;"')) })
  t.regex(contentsOf(files, 'Shop/Base/A.php'), /\n\/\*\* A row of the table `a`\. \*\/\n/)
})

test('objects of which classes may come out of OBJECT columns is a setting, besides phpType', async (t) => {
  const columns = '<column name="a" type="OBJECT"/><column name="b" type="OBJECT" phpType="\\Shop\\Money"/>'
  const classesWith = async (line: string) => {
    const files = await build({ 'schema.xml': schema(table('name="film"', columns)) }, settings(line))
    return /OBJECT_CLASSES = ([\s\S]*?);/.exec(contentsOf(files, 'Shop/Map/FilmTableMap.php'))?.[1]?.replace(/\s+/g, '')
  }
  t.is(await classesWith('objectClasses: []'), "[self::COL_A=>[],self::COL_B=>['Shop\\\\Money']]")
  t.is(
    await classesWith("objectClasses: ['\\Shop\\Money', stdClass]"),
    "[self::COL_A=>['Shop\\\\Money','stdClass'],self::COL_B=>['Shop\\\\Money','stdClass'],]",
  )
  for (const any of ['any', '[any]', '[stdClass, any]'])
    t.is(await classesWith(`objectClasses: ${any}`), '[self::COL_A=>true,self::COL_B=>true]')
  await t.throwsAsync(classesWith('objectClasses: stdClass'), { message: /a list/ })
})
