import test from 'ava'
import { databases } from '../support/databases.js'
import { createProject, type Project } from '../support/project.js'

const config = '  generator:\n    objectModel: { generateFactories: true }\n'

const id = '<column name="id" type="integer" primaryKey="true" autoIncrement="true"/>'

const schema = `<database name="default" namespace="Bookstore" defaultIdMethod="native">
  <table name="author">${id}
    <column name="name" type="varchar" size="40" required="true"/>
    <column name="email" type="varchar" size="24" required="true"/>
    <column name="code" type="char" size="3" required="true"/>
    <unique><unique-column name="email"/></unique>
    <unique><unique-column name="code"/></unique>
  </table>
  <table name="book">${id}
    <column name="title" type="varchar" size="12" required="true"/>
    <column name="author_id" type="integer" required="true"/>
    <column name="editor_id" type="integer"/>
    <column name="price" type="decimal" size="5" scale="2" required="true"><check expression="price &gt;= 1 AND price &lt; 10"/></column>
    <column name="stars" type="tinyint" required="true"><check expression="stars BETWEEN 3 AND 4"/></column>
    <column name="size" type="varchar" size="2" required="true"><check expression="size IN ('S', 'XL')"/></column>
    <column name="style" type="enum" valueSet="novel, essay" required="true"/>
    <column name="published" type="date" required="true"/>
    <column name="sold_at" type="timestamp" required="true"/>
    <column name="weight" type="double" required="true"/>
    <column name="is_new" type="boolean" required="true"/>
    <column name="cover" type="blob" required="true"/>
    <column name="code" type="uuid" required="true"/>
    <column name="facts" type="json" required="true"/>
    <column name="tags" type="array" required="true"/>
    <foreign-key foreignTable="author" phpName="Author" refPhpName="Book"><reference local="author_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="author" phpName="Editor" refPhpName="EditedBook"><reference local="editor_id" foreign="id"/></foreign-key>
    <unique><unique-column name="author_id"/><unique-column name="title"/></unique>
  </table>
  <table name="shop">${id}
    <column name="name" type="varchar" size="40" required="true"/>
    <column name="city" type="varchar" size="4" required="true"/>
    <column name="keywords" type="varchar" size="100" required="true"/>
    <column name="style" type="enum" valueSet="large, small" required="true"/>
    <column name="rent" type="decimal" size="8" scale="2" required="true"/>
    <column name="is_open" type="boolean" required="true"/>
    <column name="opened" type="date" required="true"/>
    <column name="visited_at" type="timestamp" required="true"/>
    <column name="opens_at" type="time" required="true"/>
    <column name="token" type="uuid" required="true"/>
    <column name="mark" type="uuid_binary" required="true"/>
    <column name="seal" type="binary" size="20" required="true"/>
    <column name="photo" type="blob" required="true"/>
    <column name="owner_id" type="integer" required="true"/>
    <foreign-key foreignTable="author" phpName="Owner"><reference local="owner_id" foreign="id"/></foreign-key>
  </table>
  <table name="category"><column name="slug" type="varchar" size="20" primaryKey="true"/></table>
  <table name="book_category" isCrossRef="true">
    <column name="book_id" type="integer" primaryKey="true"/>
    <column name="category_slug" type="varchar" size="20" primaryKey="true"/>
    <foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="category"><reference local="category_slug" foreign="slug"/></foreign-key>
  </table>
  <table name="chapter">${id}
    <column name="title" type="varchar" size="40" required="true"/>
    <behavior name="sortable"/>
    <behavior name="timestampable"/>
  </table>
  <table name="section">${id}
    <column name="title" type="varchar" size="40" required="true"/>
    <behavior name="nested_set"/>
  </table>
</database>`

const built = async (
  t: Parameters<typeof createProject>[0],
  database: (typeof databases)[number],
): Promise<Project> => {
  const project = await createProject(t, { schema, database, config })
  await project.build()
  return project
}

const uses = 'use Bookstore\\{AuthorFactory, AuthorQuery, BookFactory, BookQuery, BookCategoryFactory};'

for (const database of databases) {
  test(`${database}: factories make rows that the schema accepts`, async (t) => {
    const project = await built(t, database)
    const code = `${uses}
      $author = AuthorFactory::new()->createOne();
      $books = BookFactory::new()->count(50)->for($author, 'Author')->state(['stars' => 4])->create();
      $more = BookFactory::new()->count(40)->create();
      $links = BookCategoryFactory::new()->count(5)->create();
      Bookstore\\ChapterFactory::new()->count(4)->create();
      Bookstore\\SectionFactory::new()->count(4)->create();
      Bookstore\\SectionFactory::new()->count(2)->create();
      $root = Bookstore\\SectionQuery::create()->findRoot();
      echo json_encode([
          count($books), $books->getFirst()->isNew(), array_unique($books->getColumnValues('AuthorId')) === [$author->getId()],
          array_unique($books->getColumnValues('Stars')), AuthorQuery::create()->count(), BookQuery::create()->count(),
          count($links), Bookstore\\ChapterQuery::create()->orderByRank()->find()->getColumnValues('SortableRank'),
          $root->countDescendants(), Bookstore\\SectionQuery::checkTree(),
      ]);`
    t.deepEqual(JSON.parse(await project.php(code)), [50, false, true, [4], 3, 91, 5, [1, 2, 3, 4], 5, []])
    // Another process goes on where this one has ended.
    t.is(
      await project.php(`${uses} echo BookFactory::new()->count(1500)->insert(), ' ', BookQuery::create()->count();`),
      '1500 1591',
    )
  })
}

/** The columns whose stored form depends on the database. */
const stored = {
  sqlite:
    'opens_at, token, typeof(opens_at), typeof(token), hex(mark), hex(seal), hex(photo), typeof(mark), typeof(seal), typeof(photo)',
  pgsql: "opens_at, token, encode(mark, 'hex'), encode(seal, 'hex'), encode(photo, 'hex')",
  mysql: 'opens_at, HEX(token), HEX(mark), HEX(seal), HEX(photo)',
}

for (const database of databases) {
  test(`${database}: rows without objects are those that objects would have`, async (t) => {
    const project = await built(t, database)
    const rows = (method: string): Promise<string> =>
      project.php(`use Bookstore\\{ShopFactory, ShopQuery};
        ShopQuery::create()->deleteAll();
        ShopFactory::new()->for(Bookstore\\AuthorFactory::new()->createOne())->seed(3)->count(300)->${method}();
        $sql = "SELECT name, city, keywords, style, rent, is_open, opened, visited_at, ${stored[database]} FROM shop ORDER BY id";
        $con = Orm\\Runtime\\Orm::getConnection('default');
        echo json_encode($con->query($sql)->fetchAll(PDO::FETCH_NUM));`)
    const [objects, plain] = [JSON.parse(await rows('create')), JSON.parse(await rows('insert'))]
    t.is(plain.length, 300)
    t.deepEqual(plain, objects)
  })
}

test('the same seed makes the same objects, and values can be replaced', async (t) => {
  const project = await built(t, databases[0]!)
  const made = (chain: string): Promise<string> =>
    project.php(`${uses} use Orm\\Runtime\\Factory\\Fake;
      echo json_encode(AuthorFactory::new()->count(3)${chain}->make()->toArray());`)
  const first = await made('')
  t.is(await made(''), first)
  t.not(await made('->seed(2)'), first)
  t.not(await made("->locale('de')"), first)
  t.deepEqual(
    JSON.parse(await made("->state(['name' => fn (Fake $fake, int $number) => 'No. ' . $number])")).map(
      ({ Name }: { Name: string }) => Name,
    ),
    ['No. 1', 'No. 2', 'No. 3'],
  )
  const failed = (code: string): Promise<string> =>
    project.php(`${uses} try { ${code} } catch (Throwable $e) { echo $e->getMessage(); }`)
  t.is(
    await failed("AuthorFactory::new()->state(['emial' => 1])->make();"),
    'Bookstore\\Author has no column "emial" (did you mean "Email"?)',
  )
  t.is(
    await failed('BookFactory::new()->for(AuthorFactory::new()->makeOne());'),
    'Bookstore\\Book has several relations to Bookstore\\Author; name one of Author, Editor',
  )
})
