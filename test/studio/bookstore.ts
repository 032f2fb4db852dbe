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
</database>`

export const attack = `<img src=x onerror="document.title='broken'">'; DROP TABLE book; --`

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`

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
    "INSERT INTO tag VALUES ('novel'), ('horror'), ('a/b?c#d')",
    "INSERT INTO book_tag VALUES (1, 'novel'), (2, 'novel'), (2, 'horror')",
    `INSERT INTO visit (id, place) VALUES ${Array.from({ length: 1000 }, (_, at) => `(${at + 1}, ${at % 10 === 0 ? 'NULL' : at % 7})`).join(', ')}`,
  ]
}
