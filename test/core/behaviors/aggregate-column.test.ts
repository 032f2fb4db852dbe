import { join } from 'node:path'
import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const behavior = (name: string, parameters: Readonly<Record<string, string>>, id = '', more = '') =>
  `<behavior name="${name}" ${id && `id="${id}"`}>${Object.entries(parameters)
    .map(([key, value]) => `<parameter name="${key}" value="${value}"/>`)
    .join('')}${more}</behavior>`

const count = { name: 'nb', foreign_table: 'book', expression: 'COUNT(id)' }

const schema = (behaviors: string, { author = '', book = '', foreignKeys = '' } = {}) => `
  <database name="d" defaultIdMethod="native">
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="100"/>
      ${author}${behaviors}
    </table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="pages" type="INTEGER"/>
      <column name="author_id" type="INTEGER"/>
      ${book}
      ${foreignKeys || '<foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>'}
    </table>
  </database>`

const prelude = `
  $con = Orm\\Runtime\\Orm::getConnection('d');
  $a = (new Author())->setName('a'); $a->save(); $b = (new Author())->setName('b'); $b->save();
  $add = static function (?Author $author, int $pages = 1): Book {
      $book = (new Book())->setPages($pages)->setTitle("it's"); $book->setAuthor($author); $book->save(); return $book;
  };
  $show = static function () use ($a, $b, $con): void {
      $rows = array_column(iterator_to_array($con->query('SELECT nb FROM author ORDER BY id')), 0);
      $text = implode('/', array_map(static fn ($v) => $v ?? '-', $rows));
      $memory = ($a->getNb() ?? '-') . '/' . ($b->getNb() ?? '-');
      echo $text === $memory ? $text : "$text but $memory", ' ';
  };`

const run = async (code: string, behaviors = behavior('aggregate_column', count), more = {}) =>
  (await runPhp(await buildSchema(schema(behaviors, more)), prelude + code, options)).trim()

test('B1.1: the column is a nullable INTEGER, unless the table declares it', async (t) => {
  const added = await buildSchema(schema(behavior('aggregate_column', count)))
  t.regex(added.sql.pgsql, /"nb" INTEGER,\n/)
  const author = '<column name="nb" type="BIGINT" required="true" defaultValue="0"/>'
  const declared = await buildSchema(schema(behavior('aggregate_column', count), { author }))
  t.is(declared.sql.pgsql.match(/"nb"/g)!.length, 1)
  t.regex(declared.sql.pgsql, /"nb" INT8 DEFAULT 0 NOT NULL/)
})

test('C23: two behaviors that write one column are told', async (t) => {
  const second = behavior('aggregate_column', { ...count, expression: 'MAX(id)' }, 'second')
  await t.throwsAsync(buildSchema(schema(behavior('aggregate_column', count) + second)), {
    instanceOf: OrmError,
    message: /"second": column "nb" is name of behavior "aggregate_column" already$/,
  })
})

test('B1.4: sortable rows count too', async (t) => {
  t.is(
    await run(
      `$add($a); $add($a); $show(); BookQuery::create()->filterByPages(1)->delete(); $show();`,
      behavior('aggregate_column', count),
      {
        book: '<behavior name="sortable"/>',
      },
    ),
    '2/- 0/-',
  )
})

test('B2.2: one method for all columns, numbered for the same table', async (t) => {
  const list = (name: string) =>
    `<parameter-list name="columns"><parameter-list-item><parameter name="column_name" value="${name}"/><parameter name="expression" value="SUM(pages)"/></parameter-list-item></parameter-list>`
  const built = await buildSchema(
    schema(
      behavior('aggregate_multiple_columns', { foreign_table: 'book' }, '', list('one')) +
        behavior('aggregate_multiple_columns', { foreign_table: 'book' }, 'two', list('two')),
    ),
  )
  const code = `$a = new Author(); $a->save(); (new Book())->setPages(4)->setAuthor($a)->save(); $con = Orm\\Runtime\\Orm::getConnection('d');
    echo json_encode($a->computeAggregatedColumnsFromBook($con)), $a->computeAggregatedColumnsFromBook1($con)[0], $a->getTwo();
    $a->updateAggregatedColumnsFromBook($con);`
  t.is(await runPhp(built, code, options), '[4]44')
})

test('B1.2, B2.3: what is missing or wrong is said', async (t) => {
  const refused = async (xml: string, message: RegExp) => {
    await t.throwsAsync(buildSchema(xml), { instanceOf: OrmError, message })
  }
  await refused(schema(behavior('aggregate_column', { name: 'nb', foreign_table: 'book' })), /expression/)
  await refused(schema(behavior('aggregate_column', { name: 'nb', expression: 'COUNT(1)' })), /foreign_table/)
  await refused(schema(behavior('aggregate_column', { ...count, foreign_table: 'nowhere' })), /nowhere/)
  await refused(schema(behavior('aggregate_column', { ...count, foreign_key: 'Nobody' })), /Nobody/)
  await refused(schema(behavior('aggregate_multiple_columns', { foreign_table: 'book' })), /columns/)
})

test('a foreign key with lazyLoad is read with every row', async (t) => {
  const key = '<column name="author_id" type="INTEGER"'
  const sum = behavior('aggregate_column', { ...count, expression: 'SUM(pages)' })
  const built = await buildSchema(schema(sum).replace(key, `${key} lazyLoad="true"`))
  t.regex(built.warnings[0]!.message, /lazyLoad of column "author_id" has no effect/)
  const code = `
    $add($a, 3);
    Map\\BookTableMap::clearInstancePool();
    BookQuery::create()->findOne()->setPages(4)->save();
    $a->reload();
    $show();`
  t.is((await runPhp(built, prelude + code, options)).trim(), '4/-')
})
