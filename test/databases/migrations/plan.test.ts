import test from 'ava'
import { type DatabaseName, databases } from '../../support/databases.js'
import { createProject } from '../../support/project.js'
import { query } from '../../support/query.js'
import { writeMigrations } from './runners.js'

const schema = `<database name="shop"><table name="book">
  <column name="id" type="INTEGER" primaryKey="true"/><column name="title" type="VARCHAR" size="100"/><column name="pages" type="INTEGER"/>
</table></database>`

interface Planned {
  readonly statements: readonly {
    readonly locks: readonly { readonly table: string; readonly lock: string; readonly waits: string }[]
    readonly work: string
    readonly rows: number
  }[]
}

/** Statements, with the locks that the manual of each vendor says they take. */
const expected: Readonly<Record<DatabaseName, readonly (readonly [statement: string, effect: string])[]>> = {
  pgsql: [
    ['ALTER TABLE book ADD isbn VARCHAR(24)', 'book AccessExclusiveLock reads and writes: none'],
    ['ALTER TABLE book ALTER pages TYPE BIGINT', 'book AccessExclusiveLock reads and writes: rewrites'],
    ['ALTER TABLE book ALTER title TYPE VARCHAR(200)', 'book AccessExclusiveLock reads and writes: none'],
    ['CREATE INDEX by_title ON book (title)', 'book ShareLock writes: reads'],
    ['CREATE INDEX CONCURRENTLY by_pages ON book (pages)', 'book ShareUpdateExclusiveLock nothing: reads'],
    ['CREATE TABLE book_item (id INTEGER)', ': none'],
    ['CREATE INDEX CONCURRENTLY by_item ON book_item (id)', 'book_item ShareUpdateExclusiveLock nothing: reads'],
    ['CREATE TABLE author (id INTEGER PRIMARY KEY)', ': none'],
    [
      'ALTER TABLE book ADD CONSTRAINT k FOREIGN KEY (id) REFERENCES author (id) NOT VALID',
      'author ShareRowExclusiveLock writes, book ShareRowExclusiveLock writes: none',
    ],
    [
      'ALTER TABLE book VALIDATE CONSTRAINT k',
      'author RowShareLock nothing, book ShareUpdateExclusiveLock nothing: reads',
    ],
    ['ALTER TABLE book ALTER title SET NOT NULL', 'book AccessExclusiveLock reads and writes: reads'],
    ['ALTER TABLE book ALTER title DROP NOT NULL', 'book AccessExclusiveLock reads and writes: none'],
    ['ALTER TABLE book ADD CHECK (pages IS NOT NULL)', 'book AccessExclusiveLock reads and writes: reads'],
    ['ALTER TABLE book ALTER pages SET NOT NULL', 'book AccessExclusiveLock reads and writes: none'],
    ['UPDATE book SET title = NULL', 'book RowExclusiveLock nothing: reads'],
    ['DROP TABLE book', 'author AccessExclusiveLock reads and writes, book AccessExclusiveLock reads and writes: none'],
  ],
  mysql: [
    ['ALTER TABLE book ADD isbn VARCHAR(24)', 'book ALGORITHM=INSTANT nothing: none'],
    ['ALTER TABLE book MODIFY pages BIGINT', 'book ALGORITHM=COPY, LOCK=SHARED writes: rewrites'],
    ['CREATE INDEX by_title ON book (title)', 'book ALGORITHM=INPLACE, LOCK=NONE nothing: reads'],
    ['ALTER TABLE `book` ADD INDEX by_pages (pages)', 'book ALGORITHM=INPLACE, LOCK=NONE nothing: reads'],
    ['UPDATE book SET title = NULL', 'book locks of rows writes: reads'],
    ['UPDATE IGNORE book SET title = NULL', 'book locks of rows writes: reads'],
    ['DELETE b FROM book b WHERE b.id = 7', 'book locks of rows writes: reads'],
    ['CREATE INDEX `a ON b` ON book (title, id)', 'book ALGORITHM=INPLACE, LOCK=NONE nothing: reads'],
    ['DROP INDEX `a ON b` ON book', 'book ALGORITHM=INPLACE, LOCK=NONE nothing: reads'],
    ["ALTER TABLE book COMMENT 'ALGORITHM=COPY'", 'book ALGORITHM=INSTANT nothing: none'],
    ['DROP TABLE IF EXISTS book', 'book metadata lock reads and writes: none'],
  ],
  sqlite: [
    ['ALTER TABLE book ADD isbn VARCHAR(24)', 'book lock of the database writes: none'],
    ['CREATE INDEX by_title ON book (title)', 'book lock of the database writes: reads'],
    ['CREATE TABLE other (id INTEGER)', ': none'],
    ['INSERT INTO other SELECT id FROM book', 'other lock of the database writes: none'],
    ['WITH a AS (SELECT 1) INSERT OR IGNORE INTO other SELECT id FROM book', 'other lock of the database writes: none'],
    ['UPDATE OR IGNORE "main"."book" SET title = NULL', 'book lock of the database writes: reads'],
    ['CREATE UNIQUE INDEX IF NOT EXISTS "a ON b" ON book (id)', 'book lock of the database writes: reads'],
    ['DROP TABLE IF EXISTS other', 'other lock of the database writes: none'],
    ['CREATE TABLE book__new (id INTEGER)', ': none'],
    ['INSERT INTO book__new SELECT id FROM book', 'book lock of the database writes: rewrites'],
    ['DROP TABLE book', 'book lock of the database writes: none'],
  ],
}

for (const database of databases) {
  test.serial(`${database}: migrate --plan shows the locks that the server takes, and executes nothing`, async (t) => {
    const project = await createProject(t, { schema, database })
    await project.orm('migration:diff', 'first')
    await project.orm('migrate')
    await query(project.database, "INSERT INTO book VALUES (1, 'a', 2), (2, 'b', 3), (3, NULL, NULL)")
    if (database !== 'sqlite') await query(project.database, `ANALYZE ${database === 'mysql' ? 'TABLE ' : ''}book`)
    const statements = expected[database].map(([statement]) => `${statement};\n`).join('')
    await writeMigrations(project, {
      '30000101000000_all.sql': `-- orm: no-transaction\n-- orm: up\n${statements}-- orm: down\n`,
    })
    const { code, stdout, stderr } = await project.orm('migrate', '--plan', '--format=json')
    t.is(code, 0, stdout + stderr)
    const [plan] = (JSON.parse(stdout) as { planned: Planned[] }).planned
    t.deepEqual(
      plan!.statements.map(({ locks, work }) => {
        const texts = locks.map(({ table, lock, waits }) => `${table} ${lock} ${waits}`)
        return `${texts.sort().join(', ')}: ${work}`
      }),
      expected[database].map(([, effect]) => effect),
    )
    t.is(plan!.statements[0]!.rows, 3)
    t.regex((await project.orm('migrate', '--plan')).stdout, /3 rows, \d+\.\d MB/)
    t.is((await query(project.database, 'SELECT title FROM book')).length, 3)
    t.regex((await project.orm('migration:status')).stdout, /all\s+pending/)
    await writeMigrations(project, { '30000101000000_all.sql': '-- orm: up\nUPDATE book\n  SET nothing = 1;\n' })
    const wrong = await project.orm('migrate', '--plan')
    t.is(wrong.code, 1, wrong.stdout)
    t.regex(wrong.stderr, /30000101000000_all\.sql:2:1 ORM-D002 .*nothing.*was not changed/)
  })
}
