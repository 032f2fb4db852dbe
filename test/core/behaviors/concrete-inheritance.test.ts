import { join } from 'node:path'
import test from 'ava'
import { buildSql, loadConfig, OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { memoryFiles } from '../../support/memory-files.js'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const inherits = (parent: string, parameters: Readonly<Record<string, string>> = {}) => `
  <behavior name="concrete_inheritance">
    <parameter name="extends" value="${parent}"/>
    ${Object.entries(parameters)
      .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
      .join('')}
  </behavior>`

/** The child of the child stands first: the order of tables does not matter. */
const schema = (parameters = {}, onParent = '', onChild = '') => `
  <database name="d" defaultIdMethod="native" namespace="Cms">
    <table name="review">
      <column name="stars" type="INTEGER"/>
      ${inherits('article', parameters)}
    </table>
    <table name="category">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="20"/>
    </table>
    <table name="content">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="category_id" type="INTEGER"/>
      <foreign-key foreignTable="category" refPhpName="Piece"><reference local="category_id" foreign="id"/></foreign-key>
      <index name="by_title"><index-column name="title"/></index>
      <unique><unique-column name="title"/><unique-column name="category_id"/></unique>
      ${onParent}
    </table>
    <table name="article">
      <column name="body" type="LONGVARCHAR"/>
      ${inherits('content', parameters)}
      ${onChild}
    </table>
  </database>`

const imports = `use Cms\\{Article, ArticleQuery, Category, CategoryQuery, Content, ContentQuery, Review, ReviewQuery};
  $count = static fn (): string => ContentQuery::create()->count() . ArticleQuery::create()->count() . ReviewQuery::create()->count() . ' ';
  $clear = static fn () => Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
`

const run = async (code: string, parameters = {}, onParent = '', onChild = '') =>
  (await runPhp(await buildSchema(schema(parameters, onParent, onChild)), imports + code, options)).trim()

test('B6.1, B7.1: the child has the columns, foreign keys and indexes of its parent', async (t) => {
  const { sql } = await buildSchema(schema())
  const article = sql.pgsql.slice(sql.pgsql.indexOf('CREATE TABLE "article"'))
  t.regex(
    article,
    /"body" TEXT,\s+"id" INTEGER NOT NULL,\s+"title" VARCHAR\(100\),\s+"category_id" INTEGER,\s+"descendant_class"/,
  )
  t.regex(article, /CREATE INDEX "article_i_\w+" ON "article" \("title"\)/)
  t.regex(article, /UNIQUE \("title", ?"category_id"\)/)
  t.regex(article, /ALTER TABLE "article"[^;]*REFERENCES "category"/)
  t.regex(article, /ALTER TABLE "article"[^;]*REFERENCES "content" \("id"\)\s+ON DELETE CASCADE/)
  const review = sql.sqlite.slice(sql.sqlite.indexOf('CREATE TABLE [review]')).split(');')[0]!
  t.regex(review, /REFERENCES \[article\]/)
  t.false(review.includes('[content]'))
  t.false(review.includes('descendant_class'))
})

test('B6.1: a child in another SQL schema refers to what its parent refers to', async (t) => {
  const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
  const key =
    '<foreign-key foreignTable="topic"><reference local="topic_id" foreign="id"/></foreign-key><column name="topic_id" type="INTEGER"/>'
  const contents = `<database name="d"><table name="topic" schema="cms">${id}</table>
    <table name="content" schema="cms">${id}${key}</table>
    <table name="article" schema="press"><behavior name="concrete_inheritance">
      <parameter name="extends" value="content"/><parameter name="schema" value="cms"/></behavior></table></database>`
  const orm = { database: { connections: { d: { adapter: 'pgsql', dsn: 'pgsql:x' } } } }
  const config = await loadConfig({ files: memoryFiles({ 'orm.json': JSON.stringify({ orm }) }) })
  const [sql] = await buildSql([{ path: 'schema.xml', contents }], { config })
  const keys = /ALTER TABLE "(\w+)"\."(\w+)" ADD CONSTRAINT[\s\S]*?REFERENCES ("\w+"\."\w+")/g
  t.deepEqual(
    [...sql!.contents.matchAll(keys)].map(([, from, table, to]) => [`${from}.${table}`, to]),
    [
      ['cms.content', '"cms"."topic"'],
      ['press.article', '"cms"."topic"'],
      ['press.article', '"cms"."content"'],
    ],
  )
})

test('B6.8: without copying to the parent there is no row and no method', async (t) => {
  const off = { copy_data_to_parent: 'false' }
  t.is(
    await run(
      `
      $article = (new Article())->setTitle('A'); $article->save();
      echo $article->getId(), $article instanceof Content, $count(), (int) method_exists($article, 'getSyncParent'), (int) method_exists(Content::class, 'hasChildObject');
    `,
      off,
    ),
    '11010 00',
  )
  const { sql } = await buildSchema(schema(off))
  t.false(sql.sqlite.includes('descendant_class'))
  t.regex(sql.sqlite, /CREATE TABLE \[article\][^;]*AUTOINCREMENT/)
})

test('B6.7: columns can be copied back to the child', async (t) => {
  const code = `
    $article = (new Article())->setTitle('A'); $article->save();
    $content = (new Content())->setTitle('P')->setCategory((new Category())->setName('c'));
    $content->getCategory()->save();
    $article->syncParentToChild($content->setCategoryId($content->getCategory()->getId()));
    echo $article->getTitle(), $article->getCategoryId() ?? '-';`
  t.is(await run(code, { copy_data_to_child: 'true' }), 'P1')
  t.is(await run(code, { copy_data_to_child: 'title' }), 'P-')
})

test('B6.9: another name of the descendant column', async (t) => {
  t.is(
    await run(
      `(new Review())->setTitle('R')->save(); $clear();
       echo ContentQuery::create()->findOne()->getKind(), get_class(ContentQuery::create()->findOne()->getChildObject());`,
      { descendant_column: 'kind' },
    ),
    'Cms\\ArticleCms\\Review',
  )
})

test('B6.10: behaviors of the parent are those of the child, unless they are excluded', async (t) => {
  const dated = '<behavior name="timestampable"/>'
  t.is(
    await run(
      `$review = (new Review())->setTitle('R'); $review->save(); $clear();
       $content = ContentQuery::create()->findOne();
       echo $content->getCreatedAt() == $review->getCreatedAt() && $review->getCreatedAt() !== null ? 'same' : 'other';`,
      {},
      dated,
    ),
    'same',
  )
  const { sql } = await buildSchema(schema({ exclude_behaviors: 'timestampable' }, dated))
  t.is(sql.sqlite.match(/created_at/g)!.length, 1)
  t.is(
    await run(
      `(new Article())->setTitle('R')->save(); $clear(); echo count(Cms\\Map\\ArticleTableMap::getTableMap()->getBehaviors());`,
      { exclude_behaviors: 'timestampable' },
      dated,
    ),
    '2',
  )
})

test('B5.4, C17: auto_add_pk: the child takes the key of its parent', async (t) => {
  const { sql } = await buildSchema(`
    <database name="d" defaultIdMethod="native">
      <behavior name="auto_add_pk"/>
      <table name="article">${inherits('content')}</table>
      <table name="content"><column name="title" type="VARCHAR" size="100"/></table>
    </database>`)
  t.regex(sql.sqlite, /CREATE TABLE \[article\]\s*\([^;]*\[id\] INTEGER NOT NULL,[^;]*PRIMARY KEY \(\[id\]\)/)
})

test('B6.13: a stub of the parent is asked, and a child that it refuses leaves no row', async (t) => {
  t.is(
    await run(`
      class Strict extends Article { public function preInsert(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null): bool { return false; } }
      (new Strict())->setTitle('x')->save();
      echo $count();
    `),
    '000',
  )
  t.is(
    await run(`
      class StrictContent extends Content { public function preSave(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null): bool { return false; } }
      class Odd extends Article { public function getSyncParent(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null): Content { return new StrictContent(); } }
      try { (new Odd())->setTitle('x')->save(); } catch (Orm\\Runtime\\Exception\\OrmException $e) { echo $e->getMessage(), ' ', $count(); }
    `),
    'This Odd cannot be saved: a hook of StrictContent has refused to save the row of its parent 000',
  )
})

test('B6.11: what cannot be inherited is refused', async (t) => {
  const refused = async (xml: string) => (await t.throwsAsync(buildSchema(xml), { instanceOf: OrmError }))!.message
  t.regex(
    await refused(schema().replace('value="content"', 'value="kontent"')),
    /"article" extends the table "kontent"/,
  )
  t.regex(await refused(schema().replace('value="content"', 'value="review"')), /extends itself/)
  const table = (name: string, parent: string) =>
    `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true"/>
      <behavior name="concrete_inheritance"><parameter name="extends" value="${parent}"/></behavior></table>`
  const cycle = [table('d', 'a'), table('a', 'b'), table('b', 'c'), table('c', 'a')].join('')
  const problems = (await refused(`<database name="d">${cycle}</database>`)).match(/ORM-[A-Z]\d+.*/g)
  t.deepEqual(
    problems?.map((line) => line.replace(/^.*: /, '')),
    ['a > b > c > a (let one of them extend another table, or none)'],
  )
  t.regex(await refused(schema().replace('<parameter name="extends" value="content"/>', '')), /extends/)
})

test('B6.11: members that PHP does not let a child redeclare are refused, all in one run', async (t) => {
  const comment = (name: string, foreign: string, attributes = '') => `
    <table name="${name}">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="about" type="INTEGER"/>
      <foreign-key foreignTable="${foreign}"${attributes}><reference local="about" foreign="id"/></foreign-key>
    </table>`
  const build = (onChild: string, tables: string) =>
    buildSchema(schema({}, '', onChild).replace('</database>', `${tables}</database>`))
  const wrong = build(
    '<column name="title" type="INTEGER"/><column name="descendant_class" type="ENUM" valueSet="a, b"/>',
    comment('remark', 'content') + comment('note', 'article', ' refPhpName="Remark"'),
  )
  const { message } = (await t.throwsAsync(wrong, { instanceOf: OrmError }))!
  t.regex(message, /column "title" of table "article" has another PHP type .* table "content", which it extends/)
  t.regex(message, /column "descendant_class" of table "article"/)
  t.regex(message, /relation "Remark" of table "article" is to table "note", .*, to "remark"/)
  const readOnly = buildSchema(schema().replace('<table name="article">', '<table name="article" readOnly="true">'))
  t.regex(
    (await t.throwsAsync(readOnly))!.message,
    /"article" is readOnly, but table "content", which it extends, is not/,
  )
  // What PHP takes stays possible: another type of texts, and relations whose methods have other names.
  const fine = await build(
    `<column name="title" type="CHAR" size="9" required="true"/>
    <column name="video_id" type="INTEGER"/>
    <foreign-key foreignTable="video"><reference local="video_id" foreign="id"/></foreign-key>`,
    `<table name="video">${inherits('content')}</table>${comment('remark', 'content')}${comment('note', 'article')}`,
  )
  t.is(
    await runPhp(
      fine,
      `foreach (['Article', 'ArticleQuery', 'Review', 'Video', 'VideoQuery'] as $class) { echo (int) class_exists("Cms\\\\$class"); }`,
      options,
    ),
    '11111',
  )
})

test('generated classes grow by less than 60 lines', async (t) => {
  const lines = async (xml: string) => (await buildSchema(xml)).php['Base/B.php']!.split('\n').length
  const columns = '<column name="id" type="INTEGER" primaryKey="true"/><column name="title" type="VARCHAR" size="9"/>'
  const xml = (b: string) =>
    `<database name="d"><table name="a">${columns}</table><table name="b">${columns}${b}</table></database>`
  const key = '<foreign-key foreignTable="a" onDelete="cascade"><reference local="id" foreign="id"/></foreign-key>'
  t.true((await lines(xml(inherits('a')))) - (await lines(xml(key))) < 60)
})
