import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { type DatabaseName, databases } from '../support/databases.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject, type Project, testOnEachDatabase } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const book = (keys: string) => `<database name="shop" defaultIdMethod="native" namespace="Shop">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <column name="isbn" type="VARCHAR" size="20"/>
    <column name="price" type="INTEGER"/>
    <column name="deleted_at" type="INTEGER"/>
    ${keys}
  </table>
</database>`

const partial =
  '<unique name="isbn_alive" where="deleted_at IS NULL" only="pgsql,sqlite,mssql"><unique-column name="isbn"/></unique>'
const lowered = '<unique name="title_once" only="pgsql,sqlite"><unique-column expression="lower(title)"/></unique>'
const descending = '<unique name="price_once"><unique-column name="price" order="desc"/></unique>'

testOnEachDatabase(
  'a row that is there already throws the name of the index or its columns',
  book(partial + lowered + descending),
  async (t, project) => {
    const thrown = await project.php(`
      $try = function (array $values): string {
        try {
          (new Shop\\Book())->fromArray($values)->save();
        } catch (Orm\\Runtime\\Exception\\Database\\UniqueViolation $violation) {
          return $violation->getConstraint() ?? implode(' ', $violation->getColumns());
        }
        return 'written';
      };
      echo implode(', ', [
        $try(['Title' => 'Emma', 'Isbn' => '1', 'Price' => 1]),
        $try(['Title' => 'EMMA']),
        $try(['Isbn' => '1']),
        $try(['Isbn' => '1', 'DeletedAt' => 5]),
        $try(['Price' => 1]),
      ]);
    `)
    const expected: Record<DatabaseName, string> = {
      pgsql: 'written, title_once, isbn_alive, written, price_once',
      // The server names the columns of an index, and the index only where it has none.
      sqlite: 'written, title_once, isbn, written, price',
      mysql: 'written, written, written, written, price_once',
    }
    t.is(thrown, expected[project.database.name])
  },
)

/** Forms of each database, and what its catalog writes of them. */
const forms: Readonly<Record<DatabaseName, readonly (readonly [schema: string, catalog: RegExp])[]>> = {
  pgsql: [
    [
      '<index name="k" where="price &gt; 0 AND title &lt;&gt; \'it\'\'s; --\'"><index-column name="title"/></index>',
      /^CREATE INDEX k .* btree \(title\) WHERE \(\(price > 0\) AND .*'it''s; --'/,
    ],
    ['<index name="k" where="price &gt; 0"><index-column name="title"/></index>', /\(title\) WHERE \(price > 0\)$/],
    ['<index name="k"><index-column expression="lower(title)"/></index>', /\(lower\(\(title\)::text\)\)$/],
    [
      '<index name="k"><index-column expression="price + 1"/><index-column name="id"/></index>',
      /\(\(\(price \+ 1\)\), id\)$/,
    ],
    ['<index name="k"><index-column name="price" order="desc"/></index>', /\(price DESC\)$/],
    ['<index name="k"><index-column name="price" order="desc" nulls="last"/></index>', /\(price DESC NULLS LAST\)$/],
    ['<index name="k"><index-column name="price" nulls="first"/></index>', /\(price NULLS FIRST\)$/],
    [
      '<index name="k"><index-column name="title" opclass="varchar_pattern_ops"/></index>',
      /\(title varchar_pattern_ops\)$/,
    ],
    [
      '<index name="k"><index-column name="title" collate="C" opclass="varchar_pattern_ops" order="desc"/></index>',
      /\(title COLLATE "C" varchar_pattern_ops DESC\)$/,
    ],
    ['<index name="k" method="hash"><index-column name="title"/></index>', / hash \(title\)$/],
    [
      '<index name="k" method="brin"><index-column name="price"/><index-column name="id"/></index>',
      / brin \(price, id\)$/,
    ],
    [
      '<index name="k" method="gin"><index-column expression="to_tsvector(\'english\'::regconfig, title)"/></index>',
      / gin \(to_tsvector\('english'::regconfig, \(title\)::text\)\)$/,
    ],
    [
      '<index name="k" method="gist"><index-column expression="point(price, id)"/></index>',
      / gist \(point\(\(price\)::double precision, \(id\)::double precision\)\)$/,
    ],
    [
      '<index name="k" method="spgist"><index-column expression="point(price, id)" opclass="kd_point_ops"/></index>',
      / spgist \(point\(.* kd_point_ops\)$/,
    ],
    [
      '<index name="k"><index-column name="price"/><index-include name="title"/><index-include name="isbn"/></index>',
      /\(price\) INCLUDE \(title, isbn\)$/,
    ],
    [
      '<unique name="k"><unique-column name="price"/><index-include name="title"/></unique>',
      /^CREATE UNIQUE .* INCLUDE \(title\)$/,
    ],
    ['<unique name="k" method="btree"><unique-column name="price"/></unique>', /^CREATE UNIQUE INDEX k .*\(price\)$/],
    [
      '<unique name="k" where="price &gt; 0"><unique-column name="title"/></unique>',
      /^CREATE UNIQUE INDEX .*\(title\) WHERE/,
    ],
    ['<unique name="k"><unique-column expression="lower(title)"/></unique>', /^CREATE UNIQUE INDEX .*lower/],
  ],
  sqlite: [
    [
      '<index name="k" where="price &gt; 0 AND title &lt;&gt; \'it\'\'s; --\'"><index-column name="title"/></index>',
      /\(\[title\]\) WHERE price > 0 AND title <> 'it''s; --'$/,
    ],
    ['<index name="k" where="price &gt; 0"><index-column name="title"/></index>', /\(\[title\]\) WHERE price > 0$/],
    ['<index name="k"><index-column expression="lower(title)"/></index>', /\(\(lower\(title\)\)\)$/],
    [
      '<index name="k"><index-column expression="price + 1"/><index-column name="id"/></index>',
      /\(\(price \+ 1\),\[id\]\)$/,
    ],
    ['<index name="k"><index-column name="price" order="desc" nulls="last"/></index>', /\(\[price\] DESC\)$/],
    [
      '<index name="k"><index-column name="title" collate="NOCASE" order="desc"/></index>',
      /\(\[title\] COLLATE \[NOCASE\] DESC\)$/,
    ],
    [
      '<index name="k"><index-column expression="title || isbn" collate="NOCASE"/></index>',
      /\(\(title \|\| isbn\) COLLATE \[NOCASE\]\)$/,
    ],
    ['<unique name="k" method="btree"><unique-column name="price"/></unique>', /^CREATE UNIQUE INDEX \[k\]/],
    [
      '<unique name="k" where="price &gt; 0"><unique-column name="title"/></unique>',
      /^CREATE UNIQUE INDEX .* WHERE price > 0$/,
    ],
    ['<unique name="k"><unique-column expression="lower(title)"/></unique>', /^CREATE UNIQUE INDEX .*lower/],
  ],
  mysql: [
    ['<index name="k"><index-column name="price" order="desc" nulls="last"/></index>', /KEY `k` \(`price` DESC\)$/],
    ['<index name="k"><index-column name="title" size="10" order="desc"/></index>', /KEY `k` \(`title`\(10\) DESC\)$/],
    ['<index name="k" method="fulltext"><index-column name="title"/></index>', /FULLTEXT KEY `k` \(`title`\)$/],
    [
      '<index name="k"><index-column name="isbn"/><vendor type="mysql"><parameter name="Index_type" value="FULLTEXT"/></vendor></index>',
      /FULLTEXT KEY `k` \(`isbn`\)$/,
    ],
    [
      '<unique name="k"><unique-column name="price" order="desc"/><unique-column name="id"/></unique>',
      /UNIQUE KEY `k` \(`price` DESC,`id`\)$/,
    ],
  ],
}

/** The index k as the server writes it. */
async function written({ database }: Project, name: string): Promise<string> {
  const sql = {
    pgsql: `SELECT pg_get_indexdef(indexrelid) AS text FROM pg_index WHERE indexrelid = '"${name}"'::regclass`,
    sqlite: `SELECT sql AS text FROM sqlite_master WHERE name = '${name}'`,
    mysql: 'SHOW CREATE TABLE book',
  }[database.name]
  const [row] = await query(database, sql)
  const text = String(row?.text ?? row?.['Create Table'])
  return database.name === 'mysql' ? (new RegExp(`.*KEY \`${name}\`.*?(?=,?\n)`).exec(text)?.[0].trim() ?? text) : text
}

/** All forms at once, each under the name of the one that is so many places before it. */
const keysOf = (database: DatabaseName, shift: number): string =>
  forms[database]
    .map((_, at) => forms[database].at(at + shift - forms[database].length)![0].replace('"k"', `"k${at}"`))
    .join('')

const texts = (project: Project): Promise<string[]> =>
  Promise.all(
    forms[project.database.name].map(async (_, at) =>
      (await written(project, `k${at}`)).replace(new RegExp(`\\bk${at}\\b`), 'k'),
    ),
  )

for (const database of databases) {
  test(`${database}: indexes come, change, get other names and go by migrations, there and back`, async (t) => {
    const project = await createProject(t, { schema: book(''), database })
    const { orm, step } = migrationSteps(t, project)
    await step(book(''))
    await query(
      project.database,
      "INSERT INTO book (title, isbn, price) VALUES ('Emma', '1', 7), ('Persuasion', '2', 8)",
    )
    await step(book(keysOf(database, 0)))
    const first = await texts(project)
    for (const [at, [, expected]] of forms[database].entries()) t.regex(first[at]!, expected)
    // Each index becomes another one.
    await step(book(keysOf(database, 1)), ...(database === 'pgsql' ? ['--online'] : []))
    const second = await texts(project)
    for (const at of forms[database].keys())
      t.regex(second[at]!, forms[database].at(at - forms[database].length + 1)![1])
    const [key] = forms[database].at(-1)!
    t.regex(await step(book(key.replace('"k"', '"other"'))), /renamed to other/)
    await step(book(''))
    for (let steps = 0; steps < 2; steps++) await orm('migration:down', '--allow-loss')
    t.deepEqual(await texts(project), second)
    await orm('migration:down', '--allow-loss')
    t.deepEqual(await texts(project), first)
    t.is(Number((await query(project.database, 'SELECT COUNT(*) AS n FROM book'))[0]!.n), 2)
  })

  test(`${database}: the example of the manual`, async (t) => {
    const page = await readFile(join(root, 'docs/schema.md'), 'utf8')
    const schema = /An index can contain only some of the rows[\s\S]*?```xml\n([\s\S]*?)```/.exec(page)![1]!
    const project = await createProject(t, { schema, database })
    for (const command of ['build', 'sql:insert']) t.is((await project.orm(command)).code, 0)
    const said = await project.php(`
      use Bookstore\\Reader;
      (new Reader())->setEmail('Jane@example.com')->setDeletedAt('2020-01-01')->save();
      (new Reader())->setEmail('jane@example.com')->save();
      try {
        (new Reader())->setEmail('JANE@example.com')->save();
        echo 'written';
      } catch (Orm\\Runtime\\Exception\\Database\\UniqueViolation $violation) {
        echo $violation->getConstraint();
      }
    `)
    t.is(said, database === 'mysql' ? 'written' : 'reader_email')
  })

  test(`${database}: an index is read back as it is`, async (t) => {
    const project = await createProject(t, { schema: book(keysOf(database, 0)), database })
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
      return stderr
    }
    await orm('sql:build')
    await orm('sql:insert')
    const made = await texts(project)
    t.notRegex(await orm('database:reverse', 'shop'), /k\d/)
    const read = await readFile(join(project.folder, 'generated-reversed-database/schema.xml'), 'utf8')
    await project.write('schema.xml', read)
    t.regex((await project.orm('migration:diff', '--from=database')).stdout, /has not changed/)
    const other = await createProject(t, { schema: read, database })
    for (const command of ['sql:build', 'sql:insert']) t.is((await other.orm(command)).code, 0)
    t.deepEqual(await texts(other), made)
  })
}
