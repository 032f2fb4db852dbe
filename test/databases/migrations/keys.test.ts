import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../../support/databases.js'
import { query } from '../../support/query.js'
import { migrationProject } from './runners.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const rank = '<column name="sortable_rank" type="INTEGER"/>'
const database = (...tables: string[]) => `<database name="shop" defaultIdMethod="native">${tables.join('')}</database>`

for (const name of databases) {
  test(`${name}: two tables of the same shape take each other's names, there and back`, async (t) => {
    const project = await migrationProject(t, name)
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    const table = (own: string, column: string) => `<table name="${own}">${id}<column name="${column}" type="INTEGER"/>
      <column name="code" type="VARCHAR" size="20"/><column name="up" type="INTEGER"/>
      <index><index-column name="code"/></index><unique><unique-column name="code"/><unique-column name="up"/></unique>
      <foreign-key foreignTable="${own}"><reference local="up" foreign="id"/></foreign-key></table>`
    await project.write('schema.xml', database(table('a', 'n'), table('b', 'm')))
    await orm('migration:diff', 'first')
    await orm('migrate')
    await query(project.database, 'INSERT INTO a (n) VALUES (1)', 'INSERT INTO b (m) VALUES (2)')
    await project.write('schema.xml', database(table('b', 'n'), table('a', 'm')))
    await orm('migration:diff', 'swap', '--rename=a:b', '--rename=b:a')
    await orm('migrate')
    t.is(Number((await query(project.database, 'SELECT n FROM b'))[0]!.n), 1)
    await orm('migration:drift')
    await orm('migration:down', '--allow-loss')
    t.is(Number((await query(project.database, 'SELECT n FROM a'))[0]!.n), 1)
  })
}

for (const name of databases) {
  test(`${name}: tables and columns get names that differ in case only, also from each other, there and back`, async (t) => {
    const project = await migrationProject(t, name)
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    const sign = name === 'mysql' ? '`' : '"'
    const quote = (word: string) => `${sign}${word}${sign}`
    const table = (own: string, columns: readonly string[]) => `<table name="${own}">${id}
      ${columns.map((column) => `<column name="${column}" type="INTEGER"/>`).join('')}
      <index><index-column name="${columns[0]}"/></index>
      <foreign-key foreignTable="${own}"><reference local="${columns[1]}" foreign="id"/></foreign-key></table>`
    const rowOf = async (own: string) => {
      const [row] = await query(project.database, `SELECT * FROM ${quote(own)}`)
      return Object.fromEntries(Object.entries(row!).map(([column, value]) => [column, Number(value)]))
    }
    await project.write(
      'schema.xml',
      database(table('word', ['n', 'up']), table('a', ['c', 'd']), table('b', ['e', 'f'])),
    )
    await orm('migration:diff', 'first')
    await orm('migrate')
    await query(project.database, 'INSERT INTO word (n) VALUES (1)', 'INSERT INTO a (c, d) VALUES (2, 1)')
    await query(project.database, 'INSERT INTO b (e) VALUES (3)')
    await project.write(
      'schema.xml',
      database(table('Word', ['N', 'up']), table('B', ['D', 'c']), table('X', ['e', 'f'])),
    )
    const renames = ['word:Word', 'word.n:N', 'a:B', 'a.c:D', 'a.d:c', 'b:X']
    await orm('migration:diff', 'case', ...renames.map((each) => `--rename=${each}`))
    await orm('migrate')
    await orm('migration:drift')
    t.like(await rowOf('Word'), { N: 1 })
    t.like(await rowOf('B'), { D: 2, c: 1 })
    t.like(await rowOf('X'), { e: 3 })
    await orm('migration:down', '--allow-loss')
    t.like(await rowOf('word'), { n: 1 })
    t.like(await rowOf('a'), { c: 2, d: 1 })
    t.like(await rowOf('b'), { e: 3 })
  })
}

const withoutNumbers = {
  'its numbers': '<column name="id" type="INTEGER" primaryKey="true"/>',
  'the column of its numbers': '<column name="code" type="INTEGER" primaryKey="true" defaultValue="4"/>',
}
for (const name of databases) {
  for (const [lost, key] of Object.entries(withoutNumbers)) {
    test(`${name}: two tables swap names, and one of them loses ${lost}`, async (t) => {
      const project = await migrationProject(t, name)
      const orm = async (...args: string[]) => {
        const { code, stdout, stderr } = await project.orm(...args)
        t.is(code, 0, stdout + stderr)
      }
      const table = (own: string, columns: string) => `<table name="${own}">${columns}</table>`
      const [n, m] = ['n', 'm'].map((column) => `<column name="${column}" type="INTEGER"/>`)
      await project.write('schema.xml', database(table('a', `${id}${n}`), table('b', `${id}${m}`)))
      await orm('migration:diff', 'first')
      await orm('migrate')
      await query(project.database, 'INSERT INTO a (n) VALUES (1)', 'INSERT INTO b (m) VALUES (2)')
      await project.write('schema.xml', database(table('b', `${key}${n}`), table('a', `${id}${m}`)))
      await orm('migration:diff', 'swap', '--rename=a:b', '--rename=b:a')
      await orm('migrate')
      await orm('migration:drift')
      await query(project.database, 'INSERT INTO a (m) VALUES (3)')
      await orm('migration:down', '--allow-loss')
      await query(project.database, 'INSERT INTO a (n) VALUES (4)', 'INSERT INTO b (m) VALUES (5)')
      const rows = [await query(project.database, 'SELECT n FROM a'), await query(project.database, 'SELECT m FROM b')]
      t.deepEqual(
        rows.map((each) => each.map((row) => Number(row.n ?? row.m)).sort()),
        [
          [1, 4],
          [2, 3, 5],
        ],
      )
    })
  }
}

if (databases.includes('pgsql')) {
  test('pgsql: an identity with numbers below zero becomes a serial, there and back', async (t) => {
    const project = await migrationProject(t, 'pgsql')
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    const table = (key: string) => database(`<table name="a">${key}<column name="n" type="INTEGER"/></table>`)
    await project.write('schema.xml', table(id.replace('/>', ' start="-10"/>')))
    await orm('migration:diff', 'first')
    await orm('migrate')
    await query(project.database, 'INSERT INTO a (n) VALUES (1), (2)')
    await project.write('schema.xml', table(id))
    await orm('migration:diff', 'serial')
    await orm('migrate')
    await orm('migration:drift')
    await query(project.database, 'INSERT INTO a (n) VALUES (3)')
    await orm('migration:down', '--allow-loss')
    await query(project.database, 'INSERT INTO a (n) VALUES (4)')
    const keys = await query(project.database, 'SELECT id FROM a ORDER BY n')
    t.deepEqual(
      keys.map((row) => Number(row.id)),
      [-10, -9, 1, 2],
    )
  })
}

for (const name of databases) {
  test(`${name}: an index stays with its column when a new one takes the name`, async (t) => {
    const project = await migrationProject(t, name)
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    const table = (columns: readonly string[], indexed: string) =>
      database(
        `<table name="book">${id}${columns.map((column) => `<column name="${column}" type="INTEGER"/>`).join('')}<index name="i"><index-column name="${indexed}"/></index></table>`,
      )
    await project.write('schema.xml', table(['a', 'b', 'c'], 'a'))
    await orm('migration:diff', 'first')
    await orm('migrate')
    // c goes, b becomes c, a becomes b, and a is new.
    await project.write('schema.xml', table(['a', 'b', 'c'], 'b').replace('name="a"', 'name="a" defaultValue="7"'))
    await orm('migration:diff', 'names', '--rename=book.a:b', '--rename=book.b:c')
    await query(project.database, 'INSERT INTO book (a, b, c) VALUES (1, 2, 3)')
    await orm('migrate')
    const [row] = await query(project.database, 'SELECT a, b, c FROM book')
    t.deepEqual([row!.a, row!.b, row!.c].map(Number), [7, 1, 2])
    await orm('migration:drift')
    await orm('migration:down', '--allow-loss')
    t.is(Number((await query(project.database, 'SELECT a FROM book'))[0]!.a), 1)
  })
}

if (databases.includes('pgsql')) {
  test('pgsql: a primary key with a name of its own is changed, and its table renamed', async (t) => {
    const project = await migrationProject(t, 'pgsql')
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    const keys = (...columns: string[]) =>
      columns.map((column) => `<column name="${column}" type="INTEGER" primaryKey="true"/>`).join('')
    await query(project.database, 'CREATE TABLE "it\'s" (x INTEGER, y INTEGER, CONSTRAINT "my key" PRIMARY KEY (x))')
    const table = (own: string, columns: string) => database(`<table name="${own}" phpName="Own">${columns}</table>`)
    await project.write('schema.xml', table("it's", `${keys('x')}<column name="y" type="INTEGER"/>`))
    await orm('migration:baseline')
    await project.write('schema.xml', table('other', `${keys('x')}<column name="y" type="INTEGER"/>`))
    await orm('migration:diff', 'rename', "--rename=it's:other")
    await orm('migrate')
    await project.write('schema.xml', table('other', keys('x', 'y')))
    await orm('migration:diff', 'key')
    await orm('migrate')
    await orm('migration:drift')
    await orm('migration:down', '--allow-loss')
    await orm('migration:down', '--allow-loss')
  })
}

for (const name of databases) {
  test(`${name}: columns that i18n moves keep their values as translations in the default locale`, async (t) => {
    const project = await migrationProject(t, name)
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
      return stdout + stderr
    }
    const columns = ['title', 'note', 'isbn'].map((each) => `<column name="${each}" type="VARCHAR" size="20"/>`)
    const i18n =
      '<behavior name="i18n"><parameter name="i18n_columns" value="title, note"/><parameter name="default_locale" value="de"/></behavior>'
    const write = (more: string) => project.write('schema.xml', database(`<table name="book">${id}${more}</table>`))
    await write(columns.join(''))
    await orm('migration:diff', 'first')
    await orm('migrate')
    await query(project.database, "INSERT INTO book (title, note, isbn) VALUES ('Emma', NULL, '1'), ('Ada', 'x', '2')")
    await write(`${columns[0]}${columns[1]}${i18n}`)
    const told = await orm('migration:diff', 'texts')
    t.regex(told, /column title moves to book_i18n/)
    t.deepEqual(told.match(/column "\w+" is dropped, and its values/g), ['column "isbn" is dropped, and its values'])
    await orm('migrate')
    const rows = await query(project.database, 'SELECT id, locale, title, note FROM book_i18n ORDER BY id')
    t.is(rows.map((row) => Object.values(row).join(' ')).join(', '), '1 de Emma , 2 de Ada x')
    await orm('migration:drift')
    await orm('migration:diff', '--check')
    // They come back without the behavior, and with the down part of both migrations.
    await query(project.database, "INSERT INTO book_i18n (id, locale, title) VALUES (1, 'fr', 'Emma la rousse')")
    await write(`${columns[0]!.replace('/>', ' required="true"/>')}${columns[1]}`)
    const toldBack = await orm('migration:diff', 'no_texts')
    t.regex(toldBack, /column title comes back from book_i18n \(locale de\)/)
    t.regex(toldBack, /"title" is required, and rows without one in book_i18n \(locale de\) have no value for it/)
    await orm('migrate')
    const books = async () =>
      (await query(project.database, 'SELECT id, title, note FROM book ORDER BY id'))
        .map((row) => Object.values(row).join(' '))
        .join(', ')
    t.is(await books(), '1 Emma , 2 Ada x')
    await orm('migration:down', '--allow-loss')
    await orm('migration:down', '--allow-loss')
    t.is(await books(), '1 Emma , 2 Ada x')
  })
}

if (databases.includes('mysql')) {
  test('mysql: a list whose column was there before gets the table of its locks', async (t) => {
    const project = await migrationProject(t, 'mysql')
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
      return stdout
    }
    const table = (more: string) => database(`<table name="item">${id}${rank}${more}</table>`)
    await project.write('schema.xml', table(''))
    await orm('migration:diff', 'first')
    await orm('migrate')
    await project.write('schema.xml', table('<behavior name="sortable"/>'))
    t.regex(await orm('migration:diff', 'list'), /table orm_list_lock is created/)
    await orm('migrate')
    await orm('migration:drift')
    await orm('migration:diff', '--check')
    t.is((await query(project.database, 'SELECT * FROM orm_list_lock')).length, 0)
    await query(project.database, 'DROP TABLE orm_list_lock')
    const { code, stdout } = await project.orm('migration:drift')
    t.is(code, 5)
    t.regex(stdout, /orm_list_lock is missing[\s\S]*CREATE TABLE IF NOT EXISTS `orm_list_lock`/)
  })

  test('mysql: the table of locks goes with the last list, and with the migration that made it', async (t) => {
    const project = await migrationProject(t, 'mysql')
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
      return stdout
    }
    const locks = () => query(project.database, "SHOW TABLES LIKE 'orm_list_lock'")
    const table = (more: string) => database(`<table name="item">${id}${rank}${more}</table>`)
    const migrate = async (name: string, more: string) => {
      await project.write('schema.xml', table(more))
      const told = await orm('migration:diff', name)
      await orm('migrate')
      await orm('migration:drift')
      await orm('migration:diff', '--from=database', '--check')
      return told
    }
    await migrate('first', '')
    await migrate('list', '<behavior name="sortable"/>')
    // A row that a lock has left is nothing that anybody misses.
    await query(project.database, 'INSERT INTO orm_list_lock (id) VALUES (7)')
    t.regex(await migrate('plain', ''), /table orm_list_lock is dropped, as nothing needs it any more/)
    t.is((await locks()).length, 0)
    t.notRegex((await project.orm('migration:diff', '--check')).stderr, /ORM-M101/)
    await orm('migration:down')
    t.is((await locks()).length, 1)
    await query(project.database, 'INSERT INTO orm_list_lock (id) VALUES (7)')
    await orm('migration:down')
    t.is((await locks()).length, 0)
    await orm('migrate')
    await orm('migration:drift')
  })
}

if (databases.includes('mysql')) {
  test('mysql: the table of locks of a database with tables stays, whatever needs it', async (t) => {
    const project = await migrationProject(t, 'mysql')
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
      return stdout
    }
    const write = (more: string) =>
      project.write('schema.xml', database(`<table name="item">${id}${rank}${more}</table>`))
    await query(
      project.database,
      'CREATE TABLE item (id INTEGER NOT NULL AUTO_INCREMENT PRIMARY KEY, sortable_rank INTEGER)',
    )
    await query(
      project.database,
      'CREATE TABLE orm_list_lock (id INTEGER UNSIGNED NOT NULL PRIMARY KEY, revision BIGINT UNSIGNED NOT NULL DEFAULT 0)',
    )
    await write('')
    await orm('migration:baseline')
    await orm('migration:diff', '--check')
    await orm('migration:diff', '--from=database', '--check')
    await orm('migration:drift')
    await orm('db:push')
    // Another server gets it with the first migration, so that a list finds it there.
    await write('<behavior name="sortable"/>')
    await orm('migration:diff', '--check')
    await write('<column name="name" type="VARCHAR"/>')
    await orm('migration:diff', 'name')
    await orm('migrate')
    await orm('migration:diff', '--rebase', '--check')
    await orm('migration:down', '--allow-loss')
    t.is((await query(project.database, "SHOW TABLES LIKE 'orm_list_lock'")).length, 1)
  })

  test('mysql: the table of locks of an older version gets its new column', async (t) => {
    const project = await migrationProject(t, 'mysql')
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
      return stdout
    }
    const path = 'generated-migrations/schema.json'
    await project.write(
      'schema.xml',
      database(
        `<table name="item">${id}<column name="name" type="VARCHAR"/>${rank}<behavior name="sortable"/></table>`,
      ),
    )
    await orm('migration:diff', 'first')
    await orm('migrate')
    const snapshot = await readFile(join(project.folder, path), 'utf8')
    // As the older version has left them.
    await query(project.database, 'ALTER TABLE orm_list_lock DROP COLUMN revision')
    const drift = await project.orm('migration:drift')
    t.is(drift.code, 5)
    t.regex(drift.stdout, /orm_list_lock: column revision is missing[\s\S]*ALTER TABLE `orm_list_lock` ADD COLUMN/)
    await project.write(path, snapshot.replace(/,?\s*"orm_list_lock\.revision"/, ''))
    t.regex(await orm('migration:diff', 'lock'), /orm_list_lock: column revision is added, for the library/)
    await orm('migrate')
    await query(project.database, 'INSERT INTO orm_list_lock (id, revision) VALUES (1, 2)')
    await orm('migration:drift')
    await orm('migration:diff', '--check')
    t.true((await readFile(join(project.folder, path), 'utf8')).includes('orm_list_lock.revision'))
  })

  test('mysql: an index over the beginning of a column is not the one that a foreign key needs', async (t) => {
    const project = await migrationProject(t, 'mysql')
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    const code = (name: string, more = '') => `<column name="${name}" type="VARCHAR" size="30" ${more}/>`
    const schema = (indexes: string) =>
      database(
        `<table name="shelf">${code('code', 'primaryKey="true"')}${code('label')}${code('up')}${code('place')}${indexes}
          <foreign-key foreignTable="shelf"><reference local="up" foreign="code"/></foreign-key>
          <foreign-key foreignTable="shelf"><reference local="place" foreign="label"/></foreign-key></table>`,
      )
    await project.write('schema.xml', schema(''))
    await orm('migration:diff', 'first')
    await orm('migrate')
    await project.write(
      'schema.xml',
      schema(`<index><index-column name="up" size="12"/></index>
        <index><index-column name="place"/><vendor type="mysql"><parameter name="Index_type" value="FULLTEXT"/></vendor></index>
        <unique><unique-column name="label" size="12"/></unique>`),
    )
    await orm('migration:diff', 'indexes')
    await orm('migrate')
    await orm('migration:drift')
    await orm('migration:down')
  })
}

// Others do not know the length of bytes.
for (const name of databases.filter((each) => each === 'mysql')) {
  test(`${name}: bytes of a fixed length get longer and shorter again`, async (t) => {
    const project = await migrationProject(t, name)
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    const table = (size: number) => `<table name="a">${id}<column name="code" type="BINARY" size="${size}"/></table>`
    await project.write('schema.xml', database(table(4)))
    await orm('migration:diff', 'first')
    await orm('migrate')
    await query(project.database, "INSERT INTO a (code) VALUES (X'01020304'), (NULL)")
    await project.write('schema.xml', database(table(6)))
    await orm('migration:diff', 'longer')
    await orm('migrate')
    await orm('migration:down', '--allow-loss')
    const rows = await query(project.database, 'SELECT code FROM a ORDER BY id')
    t.deepEqual(
      rows.map(({ code }) => code && Buffer.from(code as Uint8Array).toString('hex')),
      ['01020304', null],
    )
  })
}

if (databases.includes('pgsql')) {
  test('pgsql: the numbers of a key begin below zero, and turn, there and back', async (t) => {
    const project = await migrationProject(t, 'pgsql')
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    const add = async (): Promise<number[]> => {
      await query(project.database, 'INSERT INTO counted (n) VALUES (0), (0)')
      const rows = await query(project.database, 'SELECT id FROM counted ORDER BY id DESC')
      return rows.map((row) => Number(row.id))
    }
    const counted = (numbers: string) =>
      database(`<table name="counted"><column name="id" type="SMALLINT" primaryKey="true" ${numbers}/>
        <column name="n" type="INTEGER"/></table>`)
    await project.write('schema.xml', counted('start="-3" increment="2"'))
    await orm('migration:diff', 'first')
    await orm('migrate')
    await orm('migration:drift')
    t.deepEqual(await add(), [-1, -3])
    await project.write('schema.xml', counted('start="1" increment="-10"'))
    await orm('migration:diff', 'turn')
    await orm('migrate')
    await orm('migration:drift')
    t.deepEqual(await add(), [-1, -3, -13, -23])
    await orm('migration:down', '--allow-loss')
    t.deepEqual(await add(), [3, 1, -1, -3, -13, -23])
  })
}
