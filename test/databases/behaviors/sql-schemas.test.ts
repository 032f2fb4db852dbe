import test from 'ava'
import { databases } from '../../support/databases.js'
import { runPhp } from '../../support/php.js'
import { createProject } from '../../support/project.js'

const key = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const title = '<column name="title" type="VARCHAR" size="20"/>'
const refersTo = (table: string, schema: string) =>
  `<column name="${table}_id" type="INTEGER"/><foreign-key foreignTable="${table}" foreignSchema="${schema}"><reference local="${table}_id" foreign="id"/></foreign-key>`
const kept = (archive: string) =>
  `<behavior name="archivable"><parameter name="archive_phpname" value="${archive}"/></behavior><behavior name="versionable"/><behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>`
const counts = (schema: string) => `
  <behavior name="aggregate_column"><parameter name="name" value="nb"/><parameter name="foreign_table" value="page"/>${schema}<parameter name="expression" value="COUNT(id)"/></behavior>
  <behavior name="aggregate_multiple_columns">
    <parameter name="foreign_table" value="page"/>${schema}
    <parameter-list name="columns"><parameter-list-item><parameter name="column_name" value="last"/><parameter name="expression" value="MAX(id)"/></parameter-list-item></parameter-list>
  </behavior>`

/** Two tables of one name, and behaviors whose tables have the same names then. */
const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="book" schema="old" phpName="OldBook">${key}${title}${kept('OldBookArchive')}</table>
    <table name="book_i18n" schema="old" phpName="OldBookI18n"><behavior name="versionable"/></table>
    <table name="book" schema="new" phpName="NewBook">${key}${title}${kept('NewBookArchive')}${counts('')}</table>
    <table name="book_i18n" schema="new" phpName="NewBookI18n"><behavior name="versionable"/></table>
    <table name="shelf" schema="new">${key}${counts('<parameter name="foreign_schema" value="old"/>')}</table>
    <table name="page" schema="old" phpName="OldPage">${key}${refersTo('shelf', 'new')}</table>
    <table name="page" schema="new" phpName="NewPage">${key}${refersTo('book', 'new')}
      <behavior name="sortable"><parameter name="use_scope" value="true"/><parameter name="scope_column" value="book_id"/></behavior>
    </table>
    <table name="store" schema="new">${key}${title}<behavior name="versionable"/></table>
    <table name="thing" schema="old" phpName="OldThing">${key}<column name="store_id" type="INTEGER"/><behavior name="versionable"/></table>
    <table name="thing" schema="new">${key}${title}${refersTo('store', 'new')}<behavior name="versionable"/></table>
    <table name="node" schema="new">${key}${title}<behavior name="nested_set"/></table>
  </database>`

const scenarios = {
  'B4, B9, B15: archives, translations and versions are those of the same SQL schema': [
    `$book = (new NewBook())->setTitle('a'); $book->save(); echo get_class($book->getOneVersion(1)), ' ', get_class($book->getCurrentTranslation()), ' '; $book->delete();
    echo NewBookArchiveQuery::create()->count(), OldBookArchiveQuery::create()->count();`,
    'NewBookVersion NewBookI18n 10',
  ],
  'B15.7: versions know those of related rows of tables in a SQL schema': [
    `$thing = (new Thing())->setTitle('a'); $store = (new Store())->setTitle('A')->addThing($thing); $store->save(); $thing->setTitle('b'); $store->setTitle('B')->save();
    echo json_encode([$store->getOneVersion(2)->getThingIds(), $store->getOneVersion(2)->getThingVersions()]), $store->toVersion(1)->getThings()[0]->getTitle(), $thing->getOneVersion(2)->getStoreIdVersion();`,
    '[["1"],["2"]]a2',
  ],
  'B1.1, B2.1: aggregates over a table of the same and of another SQL schema': [
    `$book = (new NewBook())->setTitle('a'); $book->save(); $page = (new NewPage())->setNewBook($book); $page->save(); echo $book->getNb(), $book->computeNb($con), $book->computeAggregatedColumnsFromNewPage($con)[0], ' ';
    $shelf = new Shelf(); $shelf->save(); (new OldPage())->setShelf($shelf)->save(); (new OldPage())->setShelf($shelf)->save(); echo $shelf->getNb(), $shelf->getLast(), $shelf->computeNb($con), ' ';
    NewPageQuery::create('p')->filterById($page->getId())->delete(); OldPageQuery::create()->deleteAll(); echo $book->getNb(), $shelf->getNb(), json_encode($shelf->getLast());`,
    '111 222 00null',
  ],
  'B10: LEFT_COL and its like name the SQL schema, as the constants of the table map do': [
    `$root = (new Node())->setTitle('r')->makeRoot(); $root->save(); (new Node())->setTitle('a')->insertAsLastChildOf($root)->save();
    echo Node::LEFT_COL, ' ', NodeQuery::create('n')->addUsingAlias(Node::LEFT_COL, 2)->findOne()->getTitle(), NodeQuery::create()->add(Node::LEVEL_COL, 0)->count();`,
    'new.node.tree_left a1',
  ],
  'sortable: RANK_COL and its like name the SQL schema': [
    `$book = (new NewBook())->setTitle('a'); $book->save(); $pages = []; foreach ([0, 1, 2] as $i) { $pages[] = (new NewPage())->setNewBook($book); $pages[$i]->save(); }
    echo Map\\NewPageTableMap::RANK_COL, ' ', $pages[0]->getNext() === $pages[1] ? 'next ' : '', NewPageQuery::create('p')->filterByRank(2, $book->getId())->findOne() === $pages[1] ? 'second ' : '';
    $pages[0]->moveToRank(3); echo implode(',', NewPageQuery::create()->inList($book->getId())->orderByRank()->select('Id')->find()->getData()) === implode(',', [$pages[1]->getId(), $pages[2]->getId(), $pages[0]->getId()]) ? 'moved' : 'stayed';`,
    'new.page.sortable_rank next second moved',
  ],
} as const

if (databases.includes('sqlite')) {
  // It has no schemas: the name of one is part of the table's.
  test('sqlite: behaviors of tables in emulated SQL schemas', async (t) => {
    for (const [title, [code, prints]] of Object.entries(scenarios)) {
      const project = await createProject(t, { schema, database: 'sqlite' })
      await project.build()
      const expected = prints.replace('new.', 'new§')
      t.is(await project.php(`$con = Orm\\Runtime\\Orm::getConnection('d'); ${code}`), expected, title)
    }
  })
}

// A schema of MySQL is a database of its own.
if (databases.includes('pgsql')) {
  test('pgsql: behaviors of tables in SQL schemas', async (t) => {
    const project = await createProject(t, { schema, database: 'pgsql' })
    const { dsn, user, password } = project.database
    const create = `(new PDO(...array_slice($argv, 1)))->exec('CREATE SCHEMA old; CREATE SCHEMA new');`
    await runPhp(create, { args: [dsn, user, password] })
    await project.build()
    for (const [title, [code, prints]] of Object.entries(scenarios)) {
      t.is(await project.php(`$con = Orm\\Runtime\\Orm::getConnection('d'); ${code}`), prints, title)
      await project.php(
        `Orm\\Runtime\\Orm::getConnection('d')->exec('TRUNCATE new.book, new.shelf, old.page, new.node, new.store RESTART IDENTITY CASCADE');`,
      )
    }
  })
}
