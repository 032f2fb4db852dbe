import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { type DatabaseName, databases } from '../support/databases.js'
import { runPhp } from '../support/php.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

/** The schema of the dialects' golden files, which has every feature of the language that SQL shows. */
const everything = await readFile(join(root, 'test', 'core', 'dialects', 'golden', 'everything', 'schema.xml'), 'utf8')

/**
 * What a vendor makes unavoidable (docs/reverse.md): lines that are lost, and lines that come instead. Everything else
 * is the same to the byte.
 */
const differences: Readonly<
  Record<DatabaseName, { readonly lost: readonly string[]; readonly instead: readonly string[] }>
> = {
  sqlite: {
    lost: ['ON UPDATE NO ACTION', 'ON DELETE NO ACTION'],
    instead: [],
  },
  pgsql: {
    lost: [
      '"c_geometry" GEOMETRY',
      '"c_set" INT4',
      '"d_set" INT4 DEFAULT 5',
      'ON UPDATE NO ACTION',
      'ON DELETE NO ACTION',
    ],
    // The type is a domain here.
    instead: ['"c_geometry" BYTEA', '"c_set" INTEGER', '"d_set" INTEGER DEFAULT 5'],
  },
  mysql: {
    lost: [
      "`c_char` CHAR(10) COMMENT 'It''s; C:\\\\temp 😀'",
      '`c_set` INT',
      "C:\\\\temp; -- 😀'",
      '`d_set` INT DEFAULT 5',
      'FULLTEXT INDEX `keys_words` (`e`(20))',
      'ON UPDATE RESTRICT',
      'ON DELETE RESTRICT',
    ],
    instead: [
      "`c_char` CHAR(10) COMMENT 'It''s; C:\\\\temp ?'",
      '`c_set` INTEGER',
      "C:\\\\temp; -- ?'",
      '`d_set` INTEGER DEFAULT 5',
      'FULLTEXT INDEX `keys_words` (`e`)',
    ],
  },
}

const notices: Readonly<Partial<Record<DatabaseName, string>>> = {
  pgsql: 'notice: every_type.c_geometry: the domain geometry becomes bytea\n',
}

const createGeometry =
  '[, $dsn, $user, $password] = $argv; (new PDO($dsn, $user, $password))->exec("CREATE DOMAIN geometry AS bytea");'

const shop = `<database name="shop">
  <table name="book"><column name="id" type="integer" primaryKey="true" autoIncrement="true"/></table>
</database>`

for (const database of databases) {
  test(`${database}: build, insert, reverse and build give the same SQL`, async (t) => {
    const project = await createProject(t, {
      schema: everything,
      database,
      config: '  migrations: { addVendorInfo: true }\n',
    })
    // The extension that brings the type is not in every PostgreSQL.
    if (database === 'pgsql')
      await runPhp(createGeometry, { args: [project.database.dsn, project.database.user, project.database.password] })
    for (const command of ['sql:build', 'sql:insert']) t.is((await project.orm(command)).code, 0)
    const reversed = await project.orm('database:reverse', 'everything', '--output-dir=reversed')
    t.deepEqual([reversed.code, reversed.stderr], [0, notices[database] ?? ''])
    t.is(reversed.stdout, 'created reversed/schema.xml\n14 tables of connection "everything" reversed\n')
    const built = await project.orm('sql:build', '--schema-dir=reversed', '--output-dir=reversed/sql')
    t.is(built.code, 0, built.stderr)
    const [before, after] = await Promise.all(
      ['generated-sql', 'reversed/sql'].map((folder) =>
        readFile(join(project.folder, folder, 'everything.sql'), 'utf8'),
      ),
    )
    const [lost, instead] = [linesNotIn(before!, after!), linesNotIn(after!, before!)]
    t.deepEqual(lost, [...differences[database].lost].sort())
    t.deepEqual(instead, [...differences[database].instead].sort())
  })

  test(`${database}: what is excluded, views, a name that PHP cannot have, and our own tables`, async (t) => {
    const project = await createProject(t, {
      schema: shop,
      database,
      config: '  exclude_tables: ["tmp_*", "b_author"]\n',
    })
    await mkdir(join(project.folder, 'generated-sql'))
    const sql = `CREATE TABLE b_author (id INTEGER NOT NULL PRIMARY KEY);
      CREATE TABLE class (id INTEGER NOT NULL PRIMARY KEY, primary_key INTEGER, author_id INTEGER REFERENCES b_author (id));
      CREATE TABLE tmp_1 (id INTEGER);
      CREATE TABLE orm_migration (version INTEGER);
      CREATE VIEW list_view AS SELECT id FROM class;`
    const statements =
      database === 'mysql'
        ? `CREATE TABLE orm_list_lock (id INTEGER);${sql.replace(
            'author_id INTEGER REFERENCES b_author (id)',
            'author_id INTEGER, FOREIGN KEY (author_id) REFERENCES b_author (id)',
          )}`
        : sql
    await writeFile(join(project.folder, 'generated-sql', 'x.sql'), statements)
    await writeFile(join(project.folder, 'generated-sql', 'sqldb.map'), 'x.sql=shop\n')
    const inserted = await project.orm('sql:insert')
    t.is(inserted.code, 0, inserted.stderr)
    const { code, stderr } = await project.orm(
      'database:reverse',
      'shop',
      '--with-views',
      '--namespace=Shop',
      '--output-dir=r',
      '--database-name=db',
    )
    t.is(code, 0)
    const omitted = 'class: the foreign key on author_id is omitted, because its table b_author is'
    t.is(stderr, `notice: ${omitted}\n`)
    const forTools = await project.orm('database:reverse', 'shop', '--dry-run', '--format=json')
    t.deepEqual([JSON.parse(forTools.stdout).notices[0], forTools.stderr], [omitted, ''], forTools.stdout)
    const schema = await readFile(join(project.folder, 'r', 'schema.xml'), 'utf8')
    t.deepEqual(
      [...schema.matchAll(/<table [^>]*>/g)].map(([tag]) => tag.replace(/ (?:\/)?>$/, '>')),
      ['<table name="class" phpName="ClassRow">', '<table name="list_view" skipSql="true" readOnly="true">'],
    )
    t.regex(schema, /<database name="db" defaultIdMethod="native" namespace="Shop">/)
    t.regex(schema, /<column name="primary_key" phpName="PrimaryKeyValue"/)
  })
}

const hard: Readonly<Record<DatabaseName, { readonly sql: readonly string[]; readonly notices: readonly string[] }>> = {
  pgsql: {
    sql: [
      'CREATE DOMAIN posint AS integer CHECK (VALUE > 0)',
      "CREATE TYPE mood AS ENUM ('sad', 'ok')",
      'CREATE FUNCTION f() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
      `CREATE TABLE author (id serial PRIMARY KEY, age posint NOT NULL, "unit price" numeric(10,2), state mood DEFAULT 'ok',
         twice integer GENERATED ALWAYS AS (id * 2) STORED, n integer DEFAULT f(), words text[],
         n2 integer DEFAULT nextval('author_id_seq'), CHECK (id < 1000))`,
      'CREATE INDEX i_words ON author USING gin (words)',
      'CREATE INDEX i_age ON author (age DESC)',
    ],
    notices: [
      'author.n: the default f() calls a function of the database and is omitted',
      'author.n2: its numbering is omitted',
    ],
  },
  mysql: {
    sql: [
      `CREATE TABLE author (id mediumint NOT NULL AUTO_INCREMENT PRIMARY KEY, age int NOT NULL, \`unit price\` decimal(10,2),
         state enum('sad','ok') DEFAULT 'ok', twice int AS (age * 2) STORED, CHECK (age < 1000))`,
      'CREATE TRIGGER watch AFTER INSERT ON author FOR EACH ROW SET @x = 1',
    ],
    notices: ['author: the trigger watch is omitted'],
  },
  sqlite: {
    sql: [
      `CREATE TABLE author (id INTEGER PRIMARY KEY AUTOINCREMENT, age INT NOT NULL, "unit price" DECIMAL(10,2),
         state TEXT DEFAULT 'ok', twice INT GENERATED ALWAYS AS (age * 2) VIRTUAL, CHECK (age < 1000))`,
      'CREATE TRIGGER watch AFTER INSERT ON author BEGIN SELECT 1; END',
    ],
    notices: ['author: the trigger watch is omitted'],
  },
}

for (const database of databases) {
  test(`${database}: tables that no schema can say in full are read with a notice each, and can be used`, async (t) => {
    const project = await createProject(t, { schema: shop, database })
    const key = database === 'mysql' ? 'mediumint' : 'integer'
    const { sql, notices: expected } = hard[database]
    await query(
      project.database,
      ...sql,
      'CREATE TABLE tag (id integer NOT NULL PRIMARY KEY)',
      `CREATE TABLE author_tag (author_id ${key} NOT NULL, tag_id integer NOT NULL, PRIMARY KEY (author_id, tag_id),
         FOREIGN KEY (author_id) REFERENCES author (id), FOREIGN KEY (tag_id) REFERENCES tag (id))`,
      'CREATE VIEW old AS SELECT id FROM author',
    )
    const reversed = await project.orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
    t.is(reversed.code, 0, reversed.stderr)
    const lines = reversed.stderr.split('\n')
    for (const notice of expected) {
      t.true(lines.includes(`notice: ${notice}`), `${notice}\n${reversed.stderr}`)
    }
    const schema = await readFile(join(project.folder, 'schema.xml'), 'utf8')
    t.regex(schema, /<check (?:name="\w+" )?expression="`?\w+`? &lt; 1000"\/>/)
    t.regex(schema, /<view name="old" identity="id">\s*<column name="id" [^>]*>\s*<sql vendor=/)
    t.regex(schema, /<table name="author_tag" isCrossRef="true">/)
    t.regex(schema, /<column name="unit price" phpName="UnitPrice" tableMapName="UNIT_PRICE"/)
    if (database === 'mysql')
      t.regex(schema, /<column name="id" type="INTEGER" sqlType="mediumint\(9\)" primaryKey="true" autoIncrement/)
    for (const command of ['sql:build', 'model:build', 'config:convert']) t.is((await project.orm(command)).code, 0)
    t.is(
      await project.php(`
        $tag = (new Tag())->setId(1);
        $author = (new Author())->setAge(7)->setUnitPrice('1.50')->addTag($tag);
        $author->save();
        AuthorQuery::create()->find();
        Map\\AuthorTableMap::clearInstancePool();
        $read = AuthorQuery::create()->findOne();
        echo json_encode([$read->getAge(), (float) $read->getUnitPrice(), $read->getState(), $read->countTags()]);
      `),
      '[7,1.5,"ok",1]',
    )
    const inserted = await project.orm('sql:insert', '--yes')
    t.is(inserted.code, 0, inserted.stderr)
  })
}

test('sqlite: a DSN needs no configuration, an unknown connection is an error', async (t) => {
  const project = await createProject(t, { schema: shop, database: 'sqlite' })
  for (const command of ['sql:build', 'sql:insert']) await project.orm(command)
  const unknown = await project.orm('database:reverse', 'shp')
  t.deepEqual(
    [unknown.code, unknown.stderr],
    [
      1,
      'ORM-D014 no connection "shp" is configured (did you mean "shop"?)\nrun "orm explain ORM-D014" for causes and fixes\n',
    ],
  )
  const byDsn = await project.orm('database:reverse', project.database.dsn, '--config-dir=nowhere', '--schema-name=my')
  t.is(byDsn.code, 0, byDsn.stderr)
  t.regex(
    await readFile(join(project.folder, 'generated-reversed-database', 'my.xml'), 'utf8'),
    /<database name="default"/,
  )
})

const dotted: Readonly<Record<DatabaseName, string>> = { sqlite: '"a.b"', pgsql: '"a.b"', mysql: '`a.b`' }

for (const database of databases) {
  test(`${database}: a table with a dot in its name is omitted, and no other table gets its place`, async (t) => {
    const project = await createProject(t, { schema: shop, database })
    const name = dotted[database]
    await query(
      project.database,
      `CREATE TABLE ${name} (id INTEGER NOT NULL PRIMARY KEY)`,
      `CREATE TABLE own (id INTEGER NOT NULL PRIMARY KEY, a_id INTEGER, FOREIGN KEY (a_id) REFERENCES ${name} (id))`,
    )
    const reversed = await project.orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
    t.is(reversed.code, 0, reversed.stderr)
    t.regex(reversed.stderr, /table a\.b is omitted: its name contains a dot/)
    const schema = await readFile(join(project.folder, 'schema.xml'), 'utf8')
    t.deepEqual(
      [...schema.matchAll(/<table name="([^"]*)"/g)].map(([, table]) => table),
      ['own'],
    )
    t.notRegex(schema, /foreign-key/)
  })
}

if (databases.includes('sqlite')) {
  test('sqlite: numbers as defaults of columns without a type stay numbers', async (t) => {
    const project = await createProject(t, { schema: shop, database: 'sqlite' })
    await query(
      project.database,
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a DEFAULT 5, b BLOB DEFAULT -1.5, c DEFAULT 'x')",
    )
    t.is((await project.orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')).code, 0)
    const schema = await readFile(join(project.folder, 'schema.xml'), 'utf8')
    const other = await createProject(t, { schema, database: 'sqlite' })
    for (const command of ['sql:build', 'sql:insert']) t.is((await other.orm(command)).code, 0)
    await query(other.database, 'INSERT INTO t (id) VALUES (1)')
    const [row] = await query(other.database, 'SELECT typeof(a) AS a, typeof(b) AS b, typeof(c) AS c, b AS n FROM t')
    t.deepEqual({ ...row }, { a: 'integer', b: 'real', c: 'text', n: -1.5 })
  })
}

if (databases.includes('pgsql')) {
  test('pgsql: expressions keep the functions of extensions, which the schema has, too', async (t) => {
    const project = await createProject(t, { schema: shop, database: 'pgsql' })
    await query(
      project.database,
      'CREATE EXTENSION "uuid-ossp"',
      'CREATE EXTENSION pg_trgm',
      `CREATE DOMAIN odd AS text CHECK (similarity(VALUE, 'x') < 1)`,
      `CREATE TABLE t (id uuid PRIMARY KEY DEFAULT uuid_generate_v4(), a text CHECK (similarity(a, 'x') < 1), b odd,
         c real GENERATED ALWAYS AS (similarity(a, 'y')) STORED)`,
      `CREATE VIEW v AS SELECT id, similarity(a, 'x') AS s FROM t`,
    )
    const reversed = await project.orm('database:reverse', 'shop', '--output-dir=.', '--overwrite')
    t.is(reversed.code, 0, reversed.stderr)
    t.notRegex(reversed.stderr, /omitted/)
    for (const command of ['migration:baseline', 'migration:drift']) {
      const { code, stdout, stderr } = await project.orm(command)
      t.is(code, 0, stdout + stderr)
    }
    const schema = await readFile(join(project.folder, 'schema.xml'), 'utf8')
    const other = await createProject(t, { schema, database: 'pgsql' })
    for (const command of ['sql:build', 'sql:insert', 'migration:drift']) {
      const { code, stdout, stderr } = await other.orm(command)
      t.is(code, 0, stdout + stderr)
    }
    await query(other.database, `INSERT INTO t (a, b) VALUES ('y', 'y')`)
    const [row] = await query(other.database, 'SELECT c::text AS c, (SELECT s::text FROM v) AS s FROM t')
    t.deepEqual({ ...row }, { c: '1', s: '0' })
    await t.throwsAsync(query(other.database, `INSERT INTO t (a) VALUES ('x')`))
    await t.throwsAsync(query(other.database, `INSERT INTO t (b) VALUES ('x')`))
  })
}

/** Lines of one text that the other does not have; comments and the order of what has none do not count. */
function linesNotIn(text: string, other: string): string[] {
  const lines = (sql: string) =>
    sql
      .split('\n')
      .map((line) => line.trim().replace(/[,;]$/, ''))
      .filter((line) => line !== '' && !line.startsWith('--'))
  const left = lines(other)
  return lines(text)
    .filter((line) => {
      const index = left.indexOf(line)
      if (index >= 0) left.splice(index, 1)
      return index < 0
    })
    .sort()
}
