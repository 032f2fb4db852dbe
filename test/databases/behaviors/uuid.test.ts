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
