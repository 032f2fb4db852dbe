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

test('B1: rows that objects insert, change, move, detach and delete', async (t) => {
  t.is(
    await run(`$show(); $book = $add($a); $show(); $other = $add($a); $show();
      $book->setAuthor($b)->save(); $show();
      $book->setAuthorId($a->getId())->save(); $show();
      $book->setAuthor(null)->save(); $show();
      $other->delete(); $show();
      $book->setAuthorId($b->getId())->save(); $show();`),
    '-/- 1/- 2/- 1/1 2/0 1/0 0/0 0/1',
  )
})

test('B1: update(), delete() and deleteAll() of queries, with an alias too', async (t) => {
  t.is(
    await run(`$add($a); $add($a, 5); $add($a, 7); $add(null); $show();
      BookQuery::create('x')->filterByPages(5)->delete(); $show();
      BookQuery::create('x')->filterByPages(7)->update(['AuthorId' => $b->getId()]); $show();
      BookQuery::create()->filterByAuthorId(null, Orm\\Runtime\\ActiveQuery\\Criteria::ISNULL)->update(['author_id' => $b->getId()]); $show();
      BookQuery::create()->deleteAll(); $show();`),
    '3/- 2/- 1/1 1/2 0/0',
  )
})

test('B1: no rows left: SUM is null', async (t) => {
  t.is(
    await run(
      `$book = $add($a, 5); $add($a, 6)->delete(); $show(); $book->setPages(8)->save(); $show(); $book->delete(); $show();`,
      behavior('aggregate_column', { ...count, expression: 'SUM(pages)' }),
    ),
    '5/- 8/- -/-',
  )
})

test('B1: a condition and quotes in SQL', async (t) => {
  t.is(
    await run(
      `$book = $add($a); $show(); $book->setTitle('other')->save(); $show(); echo $a->computeNb($con);`,
      behavior('aggregate_column', {
        ...count,
        expression: "COUNT(CASE WHEN title = 'it''s' THEN 1 END)",
        condition: "title &lt;> 'x' OR 1 = 0",
      }),
    ),
    '1/- 0/- 0',
  )
})

test('B1: compute and update', async (t) => {
  t.is(
    await run(
      `$add($a); $con->exec('INSERT INTO book (author_id) VALUES (1)'); echo $a->computeNb($con), ' '; $a->updateNb($con); $show();`,
    ),
    '2 2/-',
  )
})

test('B1: several foreign keys: one is named', async (t) => {
  const more = {
    book: '<column name="editor_id" type="INTEGER"/>',
    foreignKeys: `<foreign-key foreignTable="author" phpName="Author"><reference local="author_id" foreign="id"/></foreign-key>
      <foreign-key foreignTable="author" phpName="Editor"><reference local="editor_id" foreign="id"/></foreign-key>`,
  }
  const code = `$book = $add($a); $book->setEditor($b)->save(); $show();`
  t.is(await run(code, behavior('aggregate_column', { ...count, foreign_key: 'Editor' }), more), '-/1')
  t.is(await run(code, behavior('aggregate_column', count), more), '1/-')
})

test('B1: several instances, and other tables that count the same rows', async (t) => {
  const printed = await run(
    `$add($a, 5); $add($a, 3); echo $a->getNb(), ' ', $a->getTotal(), ' ', $a->getPages(), ' ', $a->getMost();
    $a->reload(); echo ' ', $a->getTotal();`,
    behavior('aggregate_column', count) +
      behavior('aggregate_column', { ...count, name: 'total', expression: 'SUM(pages)' }, 'second') +
      behavior(
        'aggregate_multiple_columns',
        { foreign_table: 'book' },
        '',
        `<parameter-list name="columns">
          <parameter-list-item><parameter name="column_name" value="pages"/><parameter name="expression" value="SUM(pages)"/></parameter-list-item>
          <parameter-list-item><parameter name="column_name" value="most"/><parameter name="expression" value="MAX(pages)"/></parameter-list-item>
        </parameter-list>`,
      ),
  )
  t.is(printed, '2 8 8 5 8')
})

test('B1: a table that counts its own rows', async (t) => {
  const built = await buildSchema(`
    <database name="d" defaultIdMethod="native">
      <table name="node">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <column name="parent_id" type="INTEGER"/>
        <foreign-key foreignTable="node" phpName="Parent"><reference local="parent_id" foreign="id"/></foreign-key>
        ${behavior('aggregate_column', { ...count, foreign_table: 'node' })}
      </table>
    </database>`)
  const code = `$root = new Node(); $root->save(); foreach ([1, 2] as $_) { $child = new Node(); $child->setParent($root)->save(); }
    echo $root->getNb(); $child->delete(); echo $root->getNb();`
  t.is(await runPhp(built, code, options), '21')
})

test('B1, Part C: the date of the owner changes with the column, unless keep_update_date', async (t) => {
  const code = `$con->exec("UPDATE author SET updated_at = '2001-01-01 00:00:00'"); $a->reload();
    $book = $add($a, 5); echo $a->getUpdatedAt('Y') === date('Y') ? 'now' : 'old';
    $con->exec("UPDATE author SET updated_at = '2001-01-01 00:00:00'"); $a->reload();
    $book->setPages(6)->save(); echo $a->getUpdatedAt('Y') === date('Y') ? ' now' : ' old';`
  const dates = '<behavior name="timestampable"/>'
  t.is(await run(code, dates + behavior('aggregate_column', count)), 'now old')
  t.is(await run(code, dates + behavior('aggregate_column', { ...count, keep_update_date: 'true' })), 'old old')
})

test('B1: a rollback takes the value in memory back when it is read again', async (t) => {
  t.is(
    await run(`$add($a);
      try { $con->transaction(static function () use ($add, $a): void { $add($a); throw new Exception(); }); } catch (Exception) {}
      echo AuthorQuery::create()->findPk($a->getId())->getNb();`),
    '1',
  )
})

test('B1: sortable rows count too', async (t) => {
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

test('B2: one method for all columns, numbered for the same table', async (t) => {
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

test('B1, B2: what is missing or wrong is said', async (t) => {
  const refused = async (xml: string, message: RegExp) => {
    await t.throwsAsync(buildSchema(xml), { instanceOf: OrmError, message })
  }
  await refused(schema(behavior('aggregate_column', { name: 'nb', foreign_table: 'book' })), /expression/)
  await refused(schema(behavior('aggregate_column', { name: 'nb', expression: 'COUNT(1)' })), /foreign_table/)
  await refused(schema(behavior('aggregate_column', { ...count, foreign_table: 'nowhere' })), /nowhere/)
  await refused(schema(behavior('aggregate_column', { ...count, foreign_key: 'Nobody' })), /Nobody/)
  await refused(schema(behavior('aggregate_multiple_columns', { foreign_table: 'book' })), /columns/)
})
