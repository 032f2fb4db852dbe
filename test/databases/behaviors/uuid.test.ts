import { testOnEachDatabase } from '../../support/project.js'

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="author">
      <column name="name" type="VARCHAR" size="50"/>
      <behavior name="uuid"><parameter name="column" value="id"/></behavior>
    </table>
    <table name="book">
      <column name="id" type="UUID_BINARY" primaryKey="true"/>
      <column name="title" type="VARCHAR" size="50"/>
      <column name="author_id" type="UUID"/>
      <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
      <behavior name="uuid"/>
    </table>
  </database>`

testOnEachDatabase(
  'uuid: keys are given on insert, and reach the rows that refer to them',
  schema,
  async (t, project) => {
    const printed = await project.php(`
    $author = (new Author())->setName('jane');
    foreach (['a', 'b', 'c'] as $title) { $author->addBook((new Book())->setTitle($title)); }
    echo $author->save();
    Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
    $author = AuthorQuery::create()->findPk($author->getId());
    $titles = implode('', array_map(static fn ($book) => $book->getTitle(), $author->getBooks(BookQuery::create()->orderByTitle())->getData()));
    $book = BookQuery::create()->findPk(BookQuery::create()->filterByTitle('b')->findOne()->getId());
    echo " $titles ", $book->getTitle(), $book->getAuthor() === $author ? ' one' : ' two';
    $deep = $author->copy(true);
    $deep->save();
    echo ' ', AuthorQuery::create()->count(), BookQuery::create()->count();
    $author->delete();
    echo ' ', BookQuery::create()->count();
  `)
    t.is(printed, '4 abc b one 26 3')
  },
)

testOnEachDatabase(
  'uuid, B4, B1: rows whose keys are bytes are archived and counted by queries',
  `<database name="d" defaultIdMethod="native">
    <table name="author">
      <column name="id" type="UUID_BINARY" primaryKey="true"/>
      <behavior name="uuid"/>
      <behavior name="aggregate_column">
        <parameter name="name" value="nb"/><parameter name="foreign_table" value="book"/><parameter name="expression" value="COUNT(id)"/>
      </behavior>
    </table>
    <table name="book">
      <column name="id" type="UUID_BINARY" primaryKey="true"/>
      <column name="title" type="VARCHAR" size="50"/>
      <column name="author_id" type="UUID_BINARY"/>
      <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
      <behavior name="uuid"/>
      <behavior name="archivable"><parameter name="archive_on_update" value="true"/></behavior>
    </table>
    <table name="file">
      <column name="hash" type="BINARY" size="4" primaryKey="true"/>
      <column name="title" type="VARCHAR" size="50"/>
      <behavior name="archivable"/>
    </table>
  </database>`,
  async (t, project) => {
    const printed = await project.php(`
    $author = new Author();
    foreach (['a', 'b', 'c'] as $title) { $author->addBook((new Book())->setTitle($title)); }
    $author->save();
    $nb = static function (): int { Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); return AuthorQuery::create()->findOne()->getNb(); };
    echo $nb(), BookQuery::create()->filterByTitle('a')->update(['Title' => 'd']), BookArchiveQuery::create()->findOne()->getTitle();
    echo ' ', BookQuery::create()->archive(), BookQuery::create()->filterByTitle('b')->delete(), $nb(), BookArchiveQuery::create()->count();
    foreach (['abcd', "\\0\\1\\2\\3"] as $hash) { (new File())->setHash($hash)->setTitle('f')->save(); }
    echo ' ', FileQuery::create()->archive(), FileQuery::create()->filterByTitle('f')->delete(), FileArchiveQuery::create()->count();
  `)
    t.is(printed, '31d 3123 222')
  },
)
