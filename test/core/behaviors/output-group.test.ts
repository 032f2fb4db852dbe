import { join } from 'node:path'
import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const schema = (parameters = '') => `
  <database name="d" defaultIdMethod="native">
    <table name="author" outputGroup="short">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true" ignoreGroup="short" outputGroup="key"/>
      <column name="name" type="VARCHAR" size="50"/>
      <behavior name="output_group"/>
    </table>
    <table name="book" outputGroup="short, long">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="50" outputGroup="title"/>
      <column name="day" type="DATE" ignoreGroup="short"/>
      <column name="note_text" type="VARCHAR" size="50" lazyLoad="true" ignoreGroup="short, long"/>
      <column name="author_id" type="INTEGER" ignoreGroup="short"/>
      <foreign-key foreignTable="author" ignoreGroup="short" outputGroup="title" refOutputGroup="key" refIgnoreGroup="short">
        <reference local="author_id" foreign="id"/>
      </foreign-key>
      <behavior name="output_group">${parameters}</behavior>
    </table>
    <table name="review">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="book_id" type="INTEGER"/>
      <foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key>
    </table>
  </database>`

const rows = `
  $book = (new Book())->setTitle('Emma')->setDay('1815-12-23')->setNoteText('n');
  $book->setAuthor((new Author())->setName('Jane'))->save();
  $show = static fn (array $value): string => json_encode($value) . "\\n";
`

const run = async (code: string, xml = schema(), first = '') =>
  (await runPhp(await buildSchema(xml), `${first}${rows}${code}`, options)).trim()

test('B16.1: groups of the table, of columns and of relations', async (t) => {
  t.is(
    await run(`
      foreach (['short', 'long', 'title'] as $group) { echo $show($book->toOutputGroup($group)); }
      echo $show($book->getAuthor()->toOutputGroup('short')), $show($book->getAuthor()->toOutputGroup('key'));
    `),
    [
      '{"Id":1,"Title":"Emma"}',
      '{"Id":1,"Title":"Emma","Day":"1815-12-23","AuthorId":1,"Author":{"Id":1,"Name":"Jane","Books":[["*RECURSION*"]]}}',
      '{"Title":"Emma","Author":{"Id":1,"Name":"Jane","Books":[["*RECURSION*"]]}}',
      '{"Name":"Jane"}',
      '{"Id":1,"Books":[{"Id":1,"Title":"Emma","Day":"1815-12-23","NoteText":"n","AuthorId":1,"Author":["*RECURSION*"]}]}',
    ].join('\n'),
  )
})

test('B16.2: only what is loaded is exported, and names follow the key type', async (t) => {
  t.is(
    await run(`
      Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
      $book = BookQuery::create()->findOne();
      echo $show($book->toOutputGroup('long')), $show($book->toOutputGroup('short', Orm\\Runtime\\Map\\TableMap::TYPE_FIELDNAME));
      $book->getAuthor();
      echo $show($book->toOutputGroup('title', Orm\\Runtime\\Map\\TableMap::TYPE_CAMELNAME));
    `),
    '{"Id":1,"Title":"Emma","Day":"1815-12-23","AuthorId":1}\n{"id":1,"title":"Emma"}\n{"title":"Emma","author":{"id":1,"name":"Jane"}}',
  )
})

test('B16.3: a map names a group for each model; a model without it exports everything', async (t) => {
  t.is(
    await run(`
      echo $show($book->toOutputGroup([Book::class => 'title', Author::class => 'short']));
      echo $show($book->toOutputGroup([Author::class => 'short']));
      $book->addReview(new Review());
      echo $show($book->toOutputGroup([Book::class => 'long', Author::class => 'short']));
    `),
    [
      '{"Title":"Emma","Author":{"Name":"Jane"}}',
      '{"Id":1,"Title":"Emma","Day":"1815-12-23","NoteText":"n","AuthorId":1,"Author":{"Name":"Jane"}}',
      '{"Id":1,"Title":"Emma","Day":"1815-12-23","AuthorId":1,"Author":{"Name":"Jane"},"Reviews":[{"Id":null,"BookId":1,"Book":["*RECURSION*"]}]}',
    ].join('\n'),
  )
})

test('B16.4: collections export lists, or rows by a column', async (t) => {
  t.is(
    await run(`
      (new Book())->setTitle('Persuasion')->save();
      $books = BookQuery::create()->orderByTitle()->find();
      echo $show($books->toOutputGroup('short')), $show($books->toOutputGroup('title', 'Id')), $books::class;
      echo ' ', $book->getAuthor()->getBooks()::class, $book instanceof Orm\\Runtime\\Behavior\\OutputGroup\\ObjectWithOutputGroupInterface ? ' ok' : '';
      echo ' ', BookQuery::create()->filterByTitle('Emma')->find()->getFirst()->getTitle();
    `),
    `[{"Id":1,"Title":"Emma"},{"Id":2,"Title":"Persuasion"}]
{"1":{"Title":"Emma","Author":{"Id":1,"Name":"Jane","Books":[["*RECURSION*"]]}},"2":{"Title":"Persuasion"}}
Orm\\Runtime\\Behavior\\OutputGroup\\OutputGroupCollection Orm\\Runtime\\Behavior\\OutputGroup\\OutputGroupCollection ok Emma`,
  )
})

test('B16.5: object_collection_class is the class of results', async (t) => {
  const shelf = `class Shelf extends Orm\\Runtime\\Collection\\ObjectCollection {
    use Orm\\Runtime\\Behavior\\OutputGroup\\OutputGroupCollectionTrait;
  }`
  const own = `$books = BookQuery::create()->find(); echo $books::class, $show($books->toOutputGroup('short'));`
  const parameter = (value: string) => `<parameter name="object_collection_class" value="${value}"/>`
  t.is(await run(own, schema(parameter('Shelf')), shelf), 'Shelf[{"Id":1,"Title":"Emma"}]')
  const error = await t.throwsAsync(buildSchema(schema(parameter('not a class'))), { instanceOf: OrmError })
  t.regex(
    error.message,
    /table "book", behavior "output_group": parameter "object_collection_class" must be a PHP class/,
  )
})

test('B16.6: the table map has the groups; a group that is ignored in vain is a warning', async (t) => {
  t.is(
    await run('echo json_encode(Map\\BookTableMap::OUTPUT_GROUPS);'),
    '{"short":{"columns":[0,1],"relations":["Review"]},"long":{"columns":[0,1,2,4],"relations":["Author","Review"]},"title":{"columns":[1],"relations":["Author"]}}',
  )
  const { warnings } = await buildSchema(schema().replace('ignoreGroup="short, long"', 'ignoreGroup="shrot"'))
  t.is(warnings.length, 1)
  t.regex(warnings[0]!.message, /column "note_text" ignores the group "shrot", but the table is not in it/)
})

test('B16.7: columns that other behaviors add are in the groups of the table', async (t) => {
  const xml = `
    <database name="d" defaultIdMethod="native">
      <behavior name="output_group"/><behavior name="timestampable"/>
      <table name="book" outputGroup="all"><column name="id" type="INTEGER" primaryKey="true"/></table>
    </database>`
  t.is(
    await runPhp(await buildSchema(xml), `echo implode(',', array_keys((new Book())->toOutputGroup('all')));`, options),
    'Id,CreatedAt,UpdatedAt',
  )
})
