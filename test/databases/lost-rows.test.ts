import { testOnEachDatabase } from '../support/project.js'

const schema = `
<database name="shop" namespace="Shop" defaultIdMethod="native">
  <table name="author">
    <column name="code" type="INTEGER" primaryKey="true"/>
    <column name="name" type="VARCHAR" size="50"/>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="50" required="true"/>
    <column name="author_code" type="INTEGER"/>
    <foreign-key foreignTable="author" onDelete="setnull" onUpdate="cascade">
      <reference local="author_code" foreign="code"/>
    </foreign-key>
  </table>
  <table name="price">
    <column name="amount" type="DECIMAL" size="5" scale="2" primaryKey="true"/>
    <column name="name" type="VARCHAR" size="50"/>
  </table>
  <table name="moment">
    <column name="at" type="TIMESTAMP" primaryKey="true"/>
    <column name="name" type="VARCHAR" size="50"/>
  </table>
</database>`

const prelude = `
  use Orm\\Runtime\\Exception\\OrmException;
  use Shop\\{Author, AuthorQuery, Book, BookQuery, Moment, MomentQuery, Price, PriceQuery};
  use Shop\\Map\\{AuthorTableMap, BookTableMap};

  $expect = static function (mixed $value, mixed $expected, string $what): void {
      $value === $expected || throw new LogicException($what . ': ' . json_encode($value));
  };
  $refused = static function (Closure $do, string $what): void {
      try {
          $do();
      } catch (OrmException $failure) {
          str_contains($failure->getMessage(), $what) || throw $failure;

          return;
      }
      throw new LogicException('It is not refused');
  };
`

testOnEachDatabase('an object whose row is gone is not saved', schema, async (t, project) => {
  const output = await project.php(`${prelude}
    $book = (new Book())->setTitle('a');
    $book->save();
    $id = $book->getId();
    $expect($book->setTitle('b')->save(), 1, 'a change');
    // The row has these values already, which some databases do not count.
    BookQuery::create()->filterById($id)->update(['Title' => 'c']);
    $book->setTitle('c')->save();

    BookQuery::create()->filterById($id)->update(['Id' => 77]);
    $refused(static fn () => $book->setTitle('d')->save(), "cannot be saved: no row has the key $id.");
    $expect($book->isModified(), true, 'it stays to be saved');
    $expect(BookQuery::create()->filterById(77)->findOne()->getTitle(), 'c', 'the row');

    $other = (new Book())->setTitle('e');
    $other->save();
    BookQuery::create()->filterById($other->getId())->delete();
    $refused(static fn () => $other->setTitle('f')->save(), 'no row has the key');
    // That is what is wanted.
    $other->delete();
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase('a key that the database has rounded is found out', schema, async (t, project) => {
  const output = await project.php(`${prelude}
    foreach ([
        [Price::class, 'Amount', '1.005', '1.01'],
        [Moment::class, 'At', '2020-01-02 03:04:05.678', '2020-01-02 03:04:05'],
    ] as [$class, $column, $given, $fitting]) {
        $query = $class . 'Query';
        $object = new $class();
        $object->{'set' . $column}($given);
        $object->setName('a')->save();
        try {
            $object->setName('b')->save();
            $expect($query::create()->filterByName('b')->count(), 1, $class);
            $object->delete();
            $expect($query::create()->count(), 0, $class);
        } catch (OrmException $failure) {
            str_contains($failure->getMessage(), 'no row has the key') || throw $failure;
            $refused(static fn () => $object->delete(), 'cannot be deleted: no row has the key');
            $expect($query::create()->count(), 1, $class);
        }
        $query::create()->deleteAll();
        $object = new $class();
        $object->{'set' . $column}($fitting);
        $object->setName('a')->save();
        $expect($object->setName('b')->save(), 1, $class);
        $object->delete();
        $expect($query::create()->count(), 0, $class);
    }
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase(
  'a row that has moved stays when the key of its former parent changes',
  schema,
  async (t, project) => {
    const output = await project.php(`${prelude}
    $one = (new Author())->setCode(1);
    $one->save();
    (new Author())->setCode(2)->save();
    foreach (['moved', 'stayed'] as $title) {
        (new Book())->setTitle($title)->setAuthor($one)->save();
    }
    $one->clearBooks();
    $expect(count($one->getBooks()), 2, 'members');
    // Somebody who knows nothing of these objects.
    BookTableMap::clearInstancePool();
    BookQuery::create()->filterByTitle('moved')->findOne()->setAuthorCode(2)->save();
    BookTableMap::clearInstancePool();
    $one->setCode(5)->save();
    BookTableMap::clearInstancePool();
    $codes = BookQuery::create()->orderByTitle()->select(['AuthorCode'])->find()->toArray();
    $expect(array_map(intval(...), $codes), [2, 5], 'authors of the books');

    // A parent that gets its key now is followed.
    $book = BookQuery::create()->filterByTitle('moved')->findOne();
    $book->setAuthorCode(null)->save();
    $book->setAuthor((new Author())->setCode(9))->save();
    $expect(BookQuery::create()->filterByAuthorCode(9)->count(), 1, 'a new author');
    echo 'done';
  `)
    t.is(output, 'done')
  },
)
