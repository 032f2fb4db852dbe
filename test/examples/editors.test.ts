import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { LanguageServer } from '../support/language-server.js'
import { ormInProcess } from '../support/orm-in-process.js'
import { root } from '../support/root.mjs'

/** Examples whose classes have namespaces of their own. */
const examples = ['quickstart', 'grunt-php-app', 'npm-scripts', 'vite-php-app']

/** Behaviors that `test/bench/php/behaviors.xml` has no table with. */
const furtherBehaviors = `<database name="more" namespace="More">
  <table name="task">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="varchar" size="80"/>
    <column name="list_id" type="integer"/>
    <column name="text" type="longvarchar"/>
    <behavior name="sortable">
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="list_id"/>
    </behavior>
    <behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>
    <behavior name="validate"><parameter name="rule1" value="{column: text, validator: NotBlank}"/></behavior>
  </table>
  <table name="page">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="site" type="integer"/>
    <behavior name="nested_set">
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="site"/>
      <parameter name="method_proxies" value="true"/>
    </behavior>
  </table>
</database>
`

let folder: string
let storage: string
let editor: LanguageServer

test.before('an editor has opened the runtime, generated classes and the examples', async (t) => {
  folder = await mkdtemp(join(tmpdir(), 'orm-editor-'))
  storage = await mkdtemp(join(tmpdir(), 'orm-editor-storage-'))
  for (const name of ['src', 'stubs']) {
    await cp(join(root, 'packages/runtime', name), join(folder, 'runtime', name), { recursive: true })
  }
  for (const name of ['every-shape', 'cinema']) {
    await cp(join(root, 'test/golden', name, 'expected/php'), join(folder, name), { recursive: true })
  }
  for (const name of examples) {
    const cwd = join(folder, name)
    await cp(join(root, 'examples', name), cwd, {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|generated-[^/]*)$/.test(path),
    })
    for (const command of ['model:build', 'config:convert']) {
      const { code, output } = await ormInProcess(cwd, [command])
      t.is(code, 0, output)
    }
  }
  const behaviors = join(folder, 'behaviors')
  await mkdir(behaviors)
  await cp(join(root, 'test/bench/php/behaviors.xml'), join(behaviors, 'schema.xml'))
  await writeFile(join(behaviors, 'more-schema.xml'), furtherBehaviors)
  const connection = "{ adapter: sqlite, dsn: 'sqlite::memory:' }"
  const connections = `{ bench: ${connection}, more: ${connection} }`
  await writeFile(join(behaviors, 'orm.yaml'), `orm: { database: { connections: ${connections} } }\n`)
  const built = await ormInProcess(behaviors, ['model:build'])
  t.is(built.code, 0, built.output)
  editor = await LanguageServer.start(folder, storage)
})

test.after.always(async () => {
  await editor?.stop()
  for (const path of [folder, storage]) if (path) await rm(path, { recursive: true, force: true })
})

const phpFiles = async (below: string): Promise<string[]> =>
  (await readdir(join(folder, below), { recursive: true }))
    .filter((path) => path.endsWith('.php'))
    .map((path) => join(below, path))

async function problemsOf(paths: readonly string[], kind: RegExp): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    const problems = await editor.problems(join(folder, path), await readFile(join(folder, path), 'utf8'))
    found.push(...problems.filter((problem) => kind.test(problem)).map((problem) => `${path}:${problem}`))
  }
  return found
}

for (const name of ['every-shape', 'cinema', ...examples]) {
  test.serial(`${name}: an editor knows everything that the files use`, async (t) => {
    const files = await phpFiles(name)
    t.true(files.length > 5)
    t.deepEqual(await problemsOf(files, /undefined|arguments|static/i), [])
  })
}

test.serial('runtime: an editor finds no problem', async (t) => {
  t.deepEqual(await problemsOf(await phpFiles('runtime/src'), /./), [])
})

test.serial('behaviors: an editor finds no problem in the classes of a schema with every behavior', async (t) => {
  const files = await phpFiles('behaviors/generated-classes')
  t.true(files.length > 50)
  // The known signatures have parameters without types.
  t.deepEqual(await problemsOf(files, /^(?!.*has no type information)/), [])
})

test.serial('a mistake is marked', async (t) => {
  const code = '<?php\n(new Cinema\\FilmTable())->getTitle();\nCinema\\FilmQuery::create()->find()->getFist();'
  const marked = await editor.problems(join(folder, 'mistake.php'), code)
  t.deepEqual(marked, ["2: Undefined type 'Cinema\\FilmTable'."])
})

const tenCalls = `BookQuery::create()->filterByTitle('x')->filterById(['min' => 5])->_or()->filterByAuthorId(3)
    ->orderByTitle()->joinWithAuthor()->leftJoinAuthor()->limit(5)->offset(1)->distinct()`

/** Code, and what the editor offers behind it. */
const offered: Readonly<Record<string, string>> = {
  [`${tenCalls}->`]: 'filterByTitle',
  [`${tenCalls}->find()->getFirst()->`]: 'getTitle',
  [`${tenCalls}->findOne()->getAuthor()->`]: 'getName',
  [`${tenCalls}->useAuthorQuery()->`]: 'filterByName',
  [`${tenCalls}->useAuthorQuery()->filterByName('x')->orderByName()->endUse()->`]: 'filterByTitle',
  [`${tenCalls}->useAuthorQuery()->useBookQuery()->filterByTitle('x')->endUse()->`]: 'filterByName',
  [`${tenCalls}->useAuthorQuery()->useBookQuery()->endUse()->endUse()->findOne()->`]: 'setTitle',
  'BookQuery::create()->useAuthorExistsQuery()->filterByName(null)->endUse()->': 'filterByTitle',
  'BookQuery::create()->useInAuthorQuery()->endUse()->': 'orderByTitle',
  'foreach (BookQuery::create() as $book) { $book->': 'getTitle',
  'foreach (BookQuery::create()->find() as $book) { $book->getAuthor()->': 'getName',
  'foreach ((new Author())->getBooks() as $book) { $book->': 'getTitle',
  'foreach (BookQuery::create()->paginate(2) as $book) { $book->': 'getTitle',
  "BookQuery::create()->select(['Title'])->findTuples()->": 'getFirst',
  'BookQuery::create()->findObjects()->getFirst()->': 'getTitle',
  'BookQuery::create()->findPk(1)->': 'getTitle',
  "BookQuery::create()->findOneByTitle('x')->": 'getTitle',
  "BookQuery::create()->findByTitle('x')->getFirst()->": 'getTitle',
  'BookQuery::create()->requireOne()->': 'getTitle',
  'BookQuery::create()->findOneOrCreate()->': 'getTitle',
  "(new Book())->setTitle('x')->setAuthor(null)->": 'toJSON',
  "(new Book())->fromJSON('{}')->": 'getTitle',
  '\\More\\PageQuery::create()->findRoot(1)->': 'getSite',
  '\\More\\PageQuery::create()->findTree(1)->getFirst()->': 'getSite',
  '\\More\\PageQuery::retrieveRoots()->getFirst()->': 'getSite',
  '(new \\More\\Page())->getParent()->getChildren()->getFirst()->': 'getSite',
  "BookQuery::create()->_if(true)->filterByTitle('x')->_else()->filterById(1)->_endif()->": 'orderByTitle',
  "BookQuery::create()->combineFilters()->filterByTitle('x')->_or()->filterById(1)->endCombineFilters()->":
    'filterByAuthorId',
  "BookQuery::create()->withColumn('LENGTH(Book.Title)', 'length')->joinWithAuthor()->groupById()->": 'orderByTitle',
  "BookQuery::create()->withColumn('LENGTH(Book.Title)', 'length')->findOne()->": 'getVirtualColumn',
  'array_map(fn (Book $book) => $book->': 'getTitle',
  'BookQuery::create()->find()->getData()[0]->': 'getTitle',
  "BookQuery::create()->find()->toKeyIndex('Id')[1]->": 'getTitle',
  "BookQuery::create()->useAuthorNotExistsQuery()->filterByName('x')->endUse()->": 'orderByTitle',
  'BookQuery::create()->paginate(1, 10)->getResults()->getFirst()->': 'getTitle',
  '(new Author())->addBook(new Book())->': 'getBooks',
  "\\More\\TaskQuery::create()->joinWithI18n('de')->findOne()->setLocale('de')->": 'getTitle',
  "\\More\\TaskQuery::create()->useTaskI18nQuery()->filterByTitle('x')->endUse()->": 'filterByListId',
  "(new \\More\\Task())->getTranslation('de')->": 'getTitle',
  '(new \\More\\Task())->getNext()->moveUp()->': 'getListId',
  '\\More\\TaskQuery::create()->inList(1)->orderByRank()->findOneByRank(1, 1)->': 'moveToTop',
  '\\Bench\\VersionedQuery::create()->findOne()->getOneVersion(1)->': 'getVersion',
  '(new \\Bench\\Versioned())->toVersion(1)->': 'getLastVersionNumber',
  '\\Bench\\ArchivedQuery::create()->findOne()->archive()->': 'getArchivedAt',
  '\\Bench\\NodeQuery::create()->findRoot()->getFirstChild()->insertAsLastChildOf(new \\Bench\\Node())->': 'getLevel',
  '\\Bench\\NodeQuery::create()->descendantsOf(new \\Bench\\Node())->orderByBranch()->': 'findTree',
  'foreach (\\Bench\\NodeQuery::create()->findRoot()->getDescendants() as $node) { $node->': 'getTreeLeft',
  '\\Bench\\DatedQuery::create()->recentlyUpdated()->lastCreatedFirst()->': 'filterByCreatedAt',
  "\\Bench\\SluggedQuery::create()->findOneBySlug('x')->": 'getSlug',
}

const header = '<?php\nuse Bookstore\\{Author, Book, BookQuery};\n'

test.serial('an editor completes chains of queries', async (t) => {
  const missing: string[] = []
  for (const [code, method] of Object.entries(offered)) {
    // Without the first letters an editor is sent a hundred names, and asks again while one types.
    const text = `${header}${code}${method.slice(0, -2)}`
    const names = await editor.completions(join(folder, 'typed.php'), text)
    if (!names.includes(method)) missing.push(`${code} does not offer ${method}, but ${names.join(', ')}`)
    const end = code.startsWith('foreach') ? '; }' : code.startsWith('array_map') ? ', []);' : ';'
    const problems = await editor.problems(join(folder, 'chain.php'), `${header}${code}${method}()${end}`)
    missing.push(...problems.filter((problem) => /undefined/i.test(problem)).map((problem) => `${code} ${problem}`))
  }
  t.deepEqual(missing, [])
})
