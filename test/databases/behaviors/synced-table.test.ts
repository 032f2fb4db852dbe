import { testOnEachDatabase } from '../../support/project.js'

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    </table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="50" required="true"/>
      <column name="author_id" type="INTEGER"/>
      <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
      <index><index-column name="title"/></index>
      <unique><unique-column name="title"/><unique-column name="author_id"/></unique>
      <behavior name="synced_table">
        <parameter name="add_pk" value="true"/>
        <parameter name="column_prefix" value="true"/>
        <parameter name="sync_indexes" value="true"/>
        <parameter name="sync_unique_as" value="unique"/>
        <parameter name="inherit_foreign_key_constraints" value="true"/>
        <parameter-list name="relation">
          <parameter-list-item><parameter name="onDelete" value="cascade"/></parameter-list-item>
        </parameter-list>
      </behavior>
      <behavior name="timestampable"/>
    </table>
  </database>`

testOnEachDatabase('B17.12: the other table has keys, indexes and relations of its own', schema, async (t, project) => {
  const printed = await project.php(`
    $author = new Author();
    $author->save();
    $book = (new Book())->setTitle('a')->setAuthor($author);
    $book->save();
    $copy = (new BookSynced())->setBook($book)->setBookTitle('a')->setAuthor($author)->setBookCreatedAt($book->getCreatedAt());
    echo $copy->save(), $copy->getId(), $copy->getBookId();
    try { (new BookSynced())->setBook($book)->setBookTitle('a')->setAuthor($author)->save(); } catch (Orm\\Runtime\\Exception\\Database\\UniqueViolation) { echo ' unique '; }
    $book->delete();
    echo BookSyncedQuery::create()->count();
  `)
  t.is(printed, '111 unique 0')
})
