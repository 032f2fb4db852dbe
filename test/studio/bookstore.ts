export const attack = `<img src=x onerror="document.title='broken'">'; DROP TABLE book; --`

/** Names and values that would do harm in SQL, HTML, CSV and names of files. */
export const oddTable = '<b>x</b> & y; z'
export const oddColumn = '@SUM(1)<script>'
export const oddKey = `../../etc/<b>:"x"\u202Egpj.exe`

const xml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A bookstore with a column of every kind, and names and values that would do harm in a careless page. */
export const schema = `
<database name="default" namespace="Bookstore">
  <table name="author" phpName="Author" description="People who write">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100" required="true" primaryString="true"/>
  </table>
  <table name="book" phpName="Book" description="&lt;b&gt;Books&lt;/b&gt;">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="500" required="true" primaryString="true"/>
    <column name="author_id" type="INTEGER"/>
    <column name="price" type="DECIMAL" size="10" scale="2"/>
    <column name="weight" type="FLOAT"/>
    <column name="big" type="BIGINT"/>
    <column name="state" type="ENUM" valueSet="draft, sold, out of print"/>
    <column name="available" type="BOOLEAN" defaultValue="true"/>
    <column name="published" type="DATE"/>
    <column name="created_at" type="TIMESTAMP"/>
    <column name="details" type="JSON"/>
    <column name="cover" type="BLOB"/>
    <column name="code" type="UUID"/>
    <column name="note" type="LONGVARCHAR"/>
    <foreign-key foreignTable="author" onDelete="CASCADE"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
  <table name="tag" phpName="Tag">
    <column name="word" type="VARCHAR" size="50" primaryKey="true"/>
  </table>
  <table name="book_tag" phpName="BookTag" isCrossRef="true">
    <column name="book_id" type="INTEGER" primaryKey="true"/>
    <column name="tag_word" type="VARCHAR" size="50" primaryKey="true"/>
    <foreign-key foreignTable="book" onDelete="CASCADE"><reference local="book_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="tag" onDelete="CASCADE"><reference local="tag_word" foreign="word"/></foreign-key>
  </table>
  <table name="visit" phpName="Visit">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="place" type="INTEGER"/>
  </table>
  <table name="${xml(oddTable)}" phpName="Odd" description="${xml(attack)}">
    <column name="${xml(oddColumn)}" phpName="Word" tableMapName="WORD" type="VARCHAR" size="200" primaryKey="true"/>
    <column name="=1+1" phpName="Sum" tableMapName="SUM" type="ENUM" valueSet="&lt;i&gt;, =2"/>
    <column name="data" type="BLOB"/>
  </table>
  <table name="event" phpName="Event">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="place" type="INTEGER"/>
    <column name="note" type="VARCHAR" size="50"/>
    <index><index-column name="place"/></index>
  </table>
  <table name="chapter" phpName="Chapter">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100" primaryString="true"/>
    <column name="book_id" type="INTEGER"/>
    <unique><unique-column name="book_id"/><unique-column name="sortable_rank"/></unique>
    <behavior name="sortable">
      <parameter name="use_scope" value="true"/>
      <parameter name="scope_column" value="book_id"/>
    </behavior>
  </table>
  <table name="track" phpName="Track">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <column name="place" type="BIGINT"/>
    <behavior name="sortable">
      <parameter name="rank_type" value="fractional"/>
      <parameter name="rank_column" value="place"/>
    </behavior>
  </table>
  <table name="favorite" phpName="Favorite">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <behavior name="timestampable"/>
    <behavior name="sortable"><parameter name="touch" value="true"/></behavior>
  </table>
  <table name="category" phpName="Category">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <behavior name="nested_set"/>
  </table>
  <table name="topic" phpName="Topic">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <behavior name="closure_table"/>
  </table>
  <table name="review" phpName="Review">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="text" type="LONGVARCHAR"/>
    <column name="stars" type="INTEGER"/>
    <column name="headline" type="VARCHAR" size="100"/>
    <behavior name="i18n"><parameter name="i18n_columns" value="headline"/></behavior>
    <behavior name="versionable"><parameter name="log_comment" value="true"/></behavior>
    <behavior name="archivable"/>
  </table>
  <table name="review_i18n"><behavior name="versionable"/></table>
</database>`

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

const quoted = (database: string, name: string): string =>
  database === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`

/** Rows for the tables, in SQL that every database accepts. */
export function rows(database: string): string[] {
  const bytes = database === 'pgsql' ? String.raw`'\x00ff'` : "X'00ff'"
  const uuid =
    database === 'mysql' ? "UNHEX('4b1a4d4d8f5c11e1b0b0c4d4d4b1ab0b')" : "'8f5c11e1-4d4d-4b1a-b0b0-c4d4d4b1ab0b'"
  return [
    `INSERT INTO author (name) VALUES ('Jane Austen'), ('Mary Shelley'), (${text(attack)})`,
    `INSERT INTO book (title, author_id, price, weight, big, state, available, published, created_at, details, cover, code, note)
     VALUES ('Emma', 1, 12.50, 0.1, 9007199254740993, 1, '1', '1815-12-23', '2026-01-02 03:04:05',
       '{"pages": 474, "parts": [1, {"b": "<i>x</i>"}]}', ${bytes}, ${uuid}, '')`,
    `INSERT INTO book (title, author_id, price, state, available) VALUES ('Frankenstein', 2, 9.99, 0, '0')`,
    `INSERT INTO book (title, author_id) VALUES (${text(attack)}, 3)`,
    `INSERT INTO ${quoted(database, oddTable)} VALUES (${text(oddKey)}, 1, ${bytes}), (${text('=1+2')}, 0, NULL)`,
    "INSERT INTO tag VALUES ('novel'), ('horror'), ('a/b?c#d')",
    "INSERT INTO book_tag VALUES (1, 'novel'), (2, 'novel'), (2, 'horror')",
    `INSERT INTO visit (id, place) VALUES ${Array.from({ length: 1000 }, (_, at) => `(${at + 1}, ${at % 10 === 0 ? 'NULL' : at % 7})`).join(', ')}`,
  ]
}

/** Many rows for the table "event", and what the database needs to know about them. */
export const manyRows = (database: string, count: number): string[] => {
  const source = {
    sqlite: `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n)`,
    pgsql: `generate_series(1, ${count}) AS n(i)`,
    mysql: `(SELECT seq AS i FROM seq_1_to_${count}) n`,
  }[database]!
  const note = database === 'mysql' ? "CONCAT('note ', i)" : "'note ' || i"
  return [
    `INSERT INTO event (id, place, note) SELECT i, i % 1000, ${note} FROM ${source}`,
    database === 'mysql' ? 'ANALYZE TABLE event' : 'ANALYZE event',
  ]
}

/** Rows of tables with behaviors, by the library itself. */
export const behaviorRows = `
  foreach (['Preface', 'Letters', 'Epilogue'] as $title) {
      (new Bookstore\\Chapter())->setBookId(1)->setTitle($title)->save();
  }
  (new Bookstore\\Chapter())->setBookId(2)->setTitle('Alone')->save();
  foreach (['Overture', 'Aria', 'Finale'] as $title) {
      (new Bookstore\\Track())->setTitle($title)->save();
  }
  (new Bookstore\\Favorite())->save();
  $category = fn (string $title) => (new Bookstore\\Category())->setTitle($title);
  $books = $category('Books');
  $books->makeRoot()->save();
  foreach (['Fiction', 'Science'] as $title) {
      $category($title)->insertAsLastChildOf($books)->save();
      $books->reload();
  }
  $fiction = Bookstore\\CategoryQuery::create()->findOneByTitle('Fiction');
  $category('Horror')->insertAsLastChildOf($fiction)->save();
  $topics = [];
  foreach (['History' => null, 'Rome' => 'History', 'Caesar' => 'Rome', 'Nature' => null] as $title => $parent) {
      $topic = (new Bookstore\\Topic())->setTitle($title);
      $topic->setParentId($parent === null ? null : $topics[$parent]->getId());
      $topic->save();
      $topics[$title] = $topic;
  }
  $review = (new Bookstore\\Review())->setText('A good book.')->setStars(4);
  $review->setLocale('en_US')->setHeadline('Good');
  $review->setLocale('de_DE')->setHeadline('Gut');
  $review->setVersionComment('first');
  $review->save();
  $review->setText('A very good book.')->setStars(5)->setVersionComment('second');
  $review->save();
  (new Bookstore\\Review())->setText('Gone.')->setStars(1)->save();
  Bookstore\\ReviewQuery::create()->findOneByStars(1)->delete();
`
