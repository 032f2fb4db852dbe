import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../support/databases.js'
import { migrationSteps } from '../support/migration-steps.js'
import { createProject } from '../support/project.js'
import { query } from '../support/query.js'
import { root } from '../support/root.mjs'

const able = databases.filter((name) => name !== 'sqlite')

const book = (more: string, extra = '') => `<database name="shelf" defaultIdMethod="native" namespace="Shelf">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    ${more}
  </table>${extra}
</database>`
const state = (values: string, more = '') =>
  `<column name="state" type="ENUM" valueSet="${values}" native="true" ${more}/>`

const companions = ['archivable', 'versionable'].map((name) => `<behavior name="${name}"/>`).join('')
const models = book(
  `${state('to read, it\\, is &quot;2&quot;, done', 'required="true" default="to read"')}
  <column name="mood" type="ENUM" valueSet="glad, sad" native="true" phpEnum="true" default="sad"/>
  <column name="tags" type="SET" valueSet="old, new one, l'ent" native="true" default="old"/>
  <column name="marks" type="SET" valueSet="a, b, c" native="true" phpEnum="true"/>
  ${companions}`,
  `<table name="paper"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>${state('new, done')}</table>
  <table name="special"><behavior name="concrete_inheritance"><parameter name="extends" value="paper"/></behavior></table>
  <table name="shelf"><column name="code" type="ENUM" valueSet="x, y" native="true" primaryKey="true"/></table>
  <table name="place"><column name="id" type="INTEGER" primaryKey="true"/>
    <column name="code" type="ENUM" valueSet="x, y" native="true" enumName="shelf_code"/>
    <foreign-key foreignTable="shelf"><reference local="code" foreign="code"/></foreign-key></table>`,
)

for (const database of able) {
  test(`${database}: native enums and sets in models`, async (t) => {
    const project = await createProject(t, { schema: models, database })
    for (const args of [['build'], ['sql:insert', '--yes'], ['sql:insert', '--yes']]) {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    t.is(
      await project.php(`
        use Shelf\\Map\\BookTableMap; use Shelf\\{Book, BookQuery, BookArchiveQuery, PaperQuery, Special, Shelf, ShelfQuery, Place, PlaceQuery};
        use Shelf\\Enum\\{BookMood, BookMarks};
        use Orm\\Runtime\\ActiveQuery\\Criteria;
        $book = new Book();
        assert($book->getState() === 'to read' && $book->getMood() === BookMood::SAD);
        assert($book->getTags() === ['old'] && $book->getMarks() === []);
        $book->save();
        BookTableMap::clearInstancePool();
        $book = BookQuery::create()->findOne();
        assert($book->getState() === 'to read' && $book->getMood() === BookMood::SAD && $book->getTags() === ['old']);
        $book->setState('it, is "2"')->setMood('GLAD')->setTags(["l'ent", 'new one'])->setMarks([BookMarks::C, 'A'])->save();
        BookTableMap::clearInstancePool();
        $book = BookQuery::create()->filterByState('it, is "2"')->filterByMood(BookMood::GLAD)->findOne();
        assert($book->getTags() === ['new one', "l'ent"] && $book->getMarks() === [BookMarks::A, BookMarks::C]);
        assert($book->hasTag('new one') && !$book->hasTag('old'));
        $book->setTags(["l'ent", 'new one']);
        assert(!$book->isModified());
        $book->addTag('old')->save();
        assert($book->getTags() === ['old', 'new one', "l'ent"]);
        $second = (new Book())->setState('done')->setTags([])->setMarks(null);
        $second->save();
        $many = new Orm\\Runtime\\Collection\\ObjectCollection();
        $many->setModel(Book::class);
        foreach (['to read', 'done'] as $value) {
          $many[] = (new Book())->setState($value)->setTags(['new one']);
        }
        $many->save();
        $counts = [
          BookQuery::create()->filterByState(['done', 'it, is "2"'])->count(),
          BookQuery::create()->filterByState('done', Criteria::NOT_EQUAL)->count(),
          BookQuery::create()->filterByState('%o%', Criteria::LIKE)->count(),
          BookQuery::create()->filterByState('%O%', Criteria::ILIKE)->count(),
          BookQuery::create()->filterByState('it, is "2"', Criteria::GREATER_EQUAL)->count(),
          BookQuery::create()->filterByState('it, is "2"', Criteria::LESS_THAN)->count(),
          BookQuery::create()->where('Book.State = ?', 'done')->count(),
          BookQuery::create()->where('Book.Mood IN ?', [BookMood::GLAD])->count(),
          BookQuery::create()->filterByTags(['old', 'new one'])->count(),
          BookQuery::create()->filterByTags(['old', 'new one'], Criteria::CONTAINS_SOME)->count(),
          BookQuery::create()->filterByTags(['old', 'new one'], Criteria::CONTAINS_NONE)->count(),
          BookQuery::create()->filterByTags([], Criteria::CONTAINS_NONE)->count(),
          BookQuery::create()->filterByTags(['new one'], Criteria::EQUAL)->count(),
          BookQuery::create()->filterByTag("l'ent")->count(),
          BookQuery::create()->filterByMarks(null)->count(),
          BookQuery::create()->filterByMark(BookMarks::C)->count(),
          BookQuery::create()->where('Book.Tags IN ?', ['old', "l'ent"])->count(),
          BookQuery::create()->where('Book.Tags NOT IN ?', ['old', "l'ent"])->count(),
          BookQuery::create()->filterByState('done')->update(['State' => 'to read', 'Tags' => ['old'], 'Mood' => BookMood::GLAD]),
        ];
        echo implode(' ', $counts), "\\n";
        echo implode('|', array_map(fn (Book $each) => $each->getState(), BookQuery::create()->orderByState()->find()->getData())), "\\n";
        assert($book->toArray()['State'] === 'it, is "2"' && $book->toArray()['Marks'] === ['a', 'c']);
        assert((new Book())->fromArray($book->toArray())->getMarks() === [BookMarks::A, BookMarks::C]);
        assert($book->copy()->getTags() === $book->getTags());
        $book->setMarks([])->save();
        assert($book->toVersion(2)->getMarks() === [BookMarks::A, BookMarks::C]);
        $book->delete();
        $archive = BookArchiveQuery::create()->findOne();
        assert($archive->getState() === 'it, is "2"');
        assert((new Book())->populateFromArchive($archive)->getTags() === $archive->getTags());
        $special = (new Special())->setState('done');
        $special->save();
        assert(PaperQuery::create()->findPk($special->getId())->getState() === 'done');
        (new Shelf())->setCode('y')->save();
        assert(ShelfQuery::create()->findPk('y')->getCode() === 'y');
        (new Place())->setId(1)->setCode('y')->save();
        assert(PlaceQuery::create()->filterByShelf(ShelfQuery::create()->findPk('y'))->count() === 1);
        foreach ([fn () => $second->setState('gone'), fn () => $second->setTags(['gone']),
          fn () => BookQuery::create()->filterByState('gone'), fn () => ShelfQuery::create()->findPk('z')] as $wrong) {
          try {
            $wrong();
            echo "\\nno error";
          } catch (Orm\\Runtime\\Exception\\OrmException $error) {
            echo "\\n", $error->getMessage();
          }
        }`),
      [
        '3 2 3 3 3 1 2 1 1 3 1 1 2 1 3 1 1 3 2',
        'to read|to read|to read|it, is "2"',
        '',
        'Enum column book.state has no value "gone": it has to read, it, is "2", done',
        'Column book.tags: the value "gone" is not one of: old, new one, l\'ent',
        'Enum column book.state has no value "gone": it has to read, it, is "2", done',
        'Enum column shelf.code has no value "z": it has x, y',
      ].join('\n'),
    )
  })
}

for (const database of able) {
  test(`${database}: values come, go, move and get other names by migrations, there and back, with the rows`, async (t) => {
    const project = await createProject(t, { schema: book(''), database })
    const { orm, step } = migrationSteps(t, project)
    const states = async () =>
      (await query(project.database, 'SELECT state FROM book ORDER BY id')).map((row) => row.state)
    const archive = '<behavior name="archivable"/>'
    const check = `<check name="not_c" expression="state &lt;&gt; 'c'"/>
      <index name="as" where="state = 'a'" only="pgsql"><index-column name="id"/></index>`
    await step(book('<column name="state" type="ENUM" valueSet="a, b" default="b"/>'))
    await query(project.database, 'INSERT INTO book (state) VALUES (0), (1), (NULL)')
    await step(book(state('a, b', 'default="b"')))
    t.deepEqual(await states(), ['a', 'b', null])
    await step(book(state('z, a, x, b, c', 'default="c"')))
    await step(book(state('z, a, x, b, c', 'default="b"') + archive + check))
    await query(project.database, "INSERT INTO book (state) VALUES ('x')", 'INSERT INTO book (id) VALUES (50)')
    t.deepEqual(await states(), ['a', 'b', null, 'x', 'b'])
    const renamed = await step(
      book(state("z, b, it's, a", `default="it's"`) + archive + check.replace(/<check.*>/, '')),
      '--rename=book.state.a:b',
      '--rename=book.state.b:a',
      "--rename=book.state.x:it's",
    )
    t.regex(renamed, /ORM-M104.*value "c", which is removed/)
    t.deepEqual(await states(), ['b', 'a', null, "it's", 'a'])
    await step(book(state("a, it's, b", 'required="false"') + archive))
    await step(book(`<column name="state" type="VARCHAR" size="20"/>${archive}`))
    t.deepEqual(await states(), ['b', 'a', null, "it's", 'a'])
    await step(book(state("a, it's, b", 'enumName="mood"')))
    await step(book(`<column name="state" type="ENUM" valueSet="b, a, it's"/>`))
    t.deepEqual(
      (await states()).map((value) => (value === null ? null : Number(value))),
      [0, 1, null, 2, 1],
    )
    for (let steps = 0; steps < 5; steps++) await orm('migration:down', '--allow-loss')
    t.deepEqual(await states(), ['a', 'b', null, 'x', 'b'])
    await orm('migration:down', '--allow-loss')
    const { code, stdout, stderr } = await project.orm('migration:down', '--allow-loss')
    t.is(code, 1, stdout + stderr)
    await query(project.database, "UPDATE book SET state = 'a' WHERE state = 'x'")
    for (let steps = 0; steps < 2; steps++) await orm('migration:down', '--allow-loss')
    t.deepEqual(
      (await states()).map((value) => (value === null ? null : Number(value))),
      [0, 1, null, 0, 1],
    )
  })
}

for (const database of databases) {
  test(`${database}: rows keep the values of an ENUM that becomes a VARCHAR, and back, and times that changes set`, async (t) => {
    const time = '<column name="changed" type="TIMESTAMP" onUpdate="CURRENT_TIMESTAMP"/>'
    const own = database === 'mysql' ? time : ''
    const project = await createProject(t, { schema: book(''), database })
    const { orm, step } = migrationSteps(t, project)
    const rows = async () => await query(project.database, 'SELECT * FROM book ORDER BY id')
    const states = async () => (await rows()).map(({ state }) => (state === null ? null : String(state)))
    const coded = `<column name="state" type="ENUM" valueSet="x, it's, 2" default="it's"/>${own}`
    await step(book(coded))
    await query(project.database, 'INSERT INTO book (state) VALUES (0), (1), (NULL), (2)')
    if (own) await query(project.database, "UPDATE book SET changed = '2001-01-01'")
    await step(book(`<column name="state" type="VARCHAR" size="30"/>${own}`))
    t.deepEqual(await states(), ['x', "it's", null, '2'])
    await step(book(`<column name="state" type="ENUM" valueSet="2, x, it's"/>${own}`))
    t.deepEqual(await states(), ['1', '2', null, '0'])
    await step(book(`<column name="state" type="CLOB"/>${own}`))
    t.deepEqual(await states(), ['x', "it's", null, '2'])
    for (let steps = 0; steps < 3; steps++) await orm('migration:down', '--allow-loss')
    t.deepEqual(await states(), ['0', '1', null, '2'])
    if (own) for (const { changed } of await rows()) t.is(new Date(String(changed)).getFullYear(), 2001)
  })
}

for (const database of able) {
  test(`${database}: a SET without values is not the same as NULL when native is taken away`, async (t) => {
    const project = await createProject(t, { schema: book(''), database })
    const { step } = migrationSteps(t, project)
    const column = '<column name="tags" type="SET" valueSet="a, b" native="true"/>'
    await step(book(column))
    await query(project.database, `INSERT INTO book (tags) VALUES (NULL), ('${database === 'mysql' ? '' : '{}'}')`)
    await step(book(column.replace('native="true"', '')))
    const rows = await query(project.database, 'SELECT tags FROM book ORDER BY id')
    t.deepEqual(
      rows.map(({ tags }) => (tags === null ? null : Number(tags))),
      [null, 0],
    )
  })
}

for (const database of databases) {
  test(`${database}: the example of the manual for native enums`, async (t) => {
    const page = await readFile(join(root, 'docs/schema.md'), 'utf8')
    const schema = /### Native enums and sets[\s\S]*?```xml\n([\s\S]*?)```/.exec(page)![1]!
    const project = await createProject(t, { schema, database })
    const built = await project.orm('build')
    if (database === 'sqlite') {
      t.is(built.code, 1)
      t.regex(built.stdout + built.stderr, /ORM-S914 column "state": sqlite has no native ENUM columns/)
      return
    }
    t.is(built.code, 0, built.stdout + built.stderr)
    t.is((await project.orm('sql:insert', '--safe')).code, 0)
    const code = `$book = (new Bookstore\\Book())->setFormats(['e-book', 'paper']); $book->save(); $book->reload();
      echo $book->getState(), ' ', implode(' ', $book->getFormats());`
    t.is(await project.php(code), 'draft paper e-book')
  })
}

const natives: Readonly<Record<string, string[]>> = {
  pgsql: [
    "CREATE TYPE mood AS ENUM ('glad', 'it''s', 'a, \\ b', '\u00e9')",
    'CREATE TYPE "Odd Type" AS ENUM (\'x\')',
    'CREATE TYPE empty AS ENUM ()',
    "CREATE TYPE hostile AS ENUM ('a-b', 'a_b', ' c ')",
    'CREATE SCHEMA other',
    "CREATE TYPE other.far AS ENUM ('l', 'm')",
    "CREATE TYPE t_own AS ENUM ('m', 'n')",
    `CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a mood DEFAULT 'it''s', b t_own[] NOT NULL DEFAULT '{n,m}', c "Odd Type",
       d hostile, e other.far DEFAULT 'l', own t_own, CHECK (a <> 'glad' OR e IN ('l', 'm')))`,
    'CREATE INDEX by_a ON t (a)',
  ],
  mysql: [
    `CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a ENUM('glad', 'it''s', 'a, \\\\ b', '\u00e9') DEFAULT 'it''s',
       b SET('x', 'y') NOT NULL DEFAULT 'x,y', c SET('x') DEFAULT '', d ENUM('a-b', 'a_b'), e ENUM('l', 'm') DEFAULT 'l',
       CHECK (a <> 'glad' OR e IN ('l', 'm'))) DEFAULT CHARSET=utf8mb4`,
    'CREATE INDEX by_a ON t (a)',
  ],
}

for (const database of able) {
  test(`${database}: native types are read back as they are`, async (t) => {
    const project = await createProject(t, { schema: book(''), database })
    await query(project.database, ...natives[database]!)
    const reversed = await project.orm('database:reverse', 'shelf', '--output-dir=.', '--overwrite')
    t.is(reversed.code, 0, reversed.stderr)
    const schema = await readFile(join(project.folder, 'schema.xml'), 'utf8')
    t.true(schema.includes('name="a" type="ENUM" valueSet="glad, it\'s, a\\, \\\\ b, \u00e9" native="true"'), schema)
    t.is([...schema.matchAll(/native="true"/g)].length, database === 'pgsql' ? 5 : 4, schema)
    if (database === 'pgsql') {
      t.regex(schema, /enumName="mood"/)
      t.regex(schema, /enumName="other.far"/)
      t.regex(schema, /name="own" type="ENUM" valueSet="m, n" native="true"\/>/)
      t.regex(reversed.stdout + reversed.stderr, /t.d: the enum hostile \('a-b', 'a_b', ' c '\) becomes VARCHAR\(3\)/)
    }
    for (const command of ['build', 'migration:baseline', 'migration:drift']) {
      const { code, stdout, stderr } = await project.orm(command)
      if (database === 'mysql' || command !== 'migration:drift') t.is(code, 0, stdout + stderr)
    }
    const other = await createProject(t, { schema, database })
    if (database === 'pgsql') await query(other.database, 'CREATE SCHEMA other')
    for (const command of ['sql:build', 'sql:insert']) {
      const { code, stdout, stderr } = await other.orm(command)
      t.is(code, 0, stdout + stderr)
    }
    await query(other.database, 'INSERT INTO t (id) VALUES (1)')
    const [row] = await query(other.database, 'SELECT a, e FROM t')
    t.deepEqual({ ...row }, { a: "it's", e: 'l' })
  })
}

const nowhereElse =
  `CREATE SCHEMA "Own Types"; CREATE TYPE "Odd Type" AS ENUM ('x', 'y'); CREATE TYPE "Own Types".far AS ENUM ('l', 'm');
  CREATE DOMAIN "Own Types".pos AS integer CHECK (VALUE > 0)`.split(';')

if (able.includes('pgsql')) {
  test('pgsql: expressions name types in any SQL schema, and are no drift', async (t) => {
    const project = await createProject(t, { schema: book(''), database: 'pgsql' })
    await query(
      project.database,
      ...nowhereElse,
      `CREATE TABLE t (id INTEGER PRIMARY KEY, a "Odd Type" DEFAULT (CASE WHEN 1 > 2 THEN 'x' ELSE 'y' END)::"Odd Type",
         b "Own Types".far[] DEFAULT ARRAY['m'::"Own Types".far], n "Own Types".pos DEFAULT 2, price money DEFAULT 0,
         c text GENERATED ALWAYS AS (CASE WHEN a = 'x' THEN 'a' END) STORED, CHECK (a <> 'x' OR b[1] = 'l'))`,
      `CREATE INDEX by_a ON t (id) WHERE a = 'x'`,
      `CREATE INDEX by_b ON t ((b[1] = 'l'::"Own Types".far))`,
      `CREATE TABLE "Own Types".u (id INTEGER PRIMARY KEY, b "Own Types".far CHECK (b <> 'l'))`,
    )
    const reversed = await project.orm('database:reverse', 'shelf', '--output-dir=.', '--overwrite')
    t.is(reversed.code, 0, reversed.stderr)
    const schema = await readFile(join(project.folder, 'schema.xml'), 'utf8')
    const other = await createProject(t, { schema, database: 'pgsql' })
    await query(other.database, 'CREATE SCHEMA "Own Types"')
    for (const [place, commands] of [
      [project, ['migration:baseline', 'migration:drift']],
      [other, ['sql:build', 'sql:insert', 'migration:drift']],
    ] as const) {
      for (const command of commands) {
        const { code, stdout, stderr } = await place.orm(command)
        t.is(code, 0, stdout + stderr)
        t.notRegex(stderr, /could not be asked/)
      }
    }
    await query(other.database, 'INSERT INTO t (id) VALUES (1)')
    const [row] = await query(other.database, 'SELECT a, b[1]::text AS b FROM t')
    t.deepEqual({ ...row }, { a: 'y', b: 'm' })
  })
}

// Their constants in PHP differ.
const hostile = [
  'a',
  "it's",
  'b\\',
  '"q"',
  '{x}',
  '$1',
  ':pp',
  '%c',
  'null',
  '0',
  '-- d',
  '日本',
  'e?',
  "'",
  'f`',
  'ÿ',
  '&g;',
]
const pool: Readonly<Record<string, readonly string[]>> = {
  pgsql: [...hostile, 'x'.repeat(63)],
  mysql: [...hostile, 'x'.repeat(250)],
}

const seed = Number(process.env.ORM_SEED ?? 1)

/** The same numbers from 0 to 1 for the same seed. */
function* numbers(start: number): Generator<number, never> {
  for (let state = start; ; ) {
    state = (state * 48271) % 2147483647
    yield state / 2147483647
  }
}

for (const database of able) {
  test(`${database}: random lists of hostile values follow each other, and rows keep theirs`, async (t) => {
    const random = numbers(seed * 7919 + 17)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next().value * list.length)]!
    const shuffled = (list: readonly string[]): string[] =>
      list
        .map((value) => [random.next().value, value] as const)
        .sort(([one], [other]) => one - other)
        .map(([, value]) => value)
    const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    const list = (values: readonly string[]) => xml(values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(', '))
    const all = pool[database]!
    const used = shuffled(all).slice(0, 3)
    let isNative = false
    const schemaOf = (): string => {
      // Numbers get another meaning when their list changes.
      isNative = !isNative || random.next().value < 0.7
      const attributes = () => {
        const values = shuffled([...used, ...all.filter((value) => !used.includes(value) && random.next().value < 0.4)])
        const given = random.next().value < 0.5 ? ` defaultValue="${xml(pick(values).replace(/[\\,]/g, '\\$&'))}"` : ''
        return `valueSet="${list(values)}"${isNative ? ' native="true"' : ''}${given}`
      }
      const name = isNative && random.next().value < 0.3 ? ' enumName="other"' : ''
      const one = attributes().replace(
        /defaultValue="([^"]*)"/,
        (_, text) => `defaultValue="${text.replace(/\\(.)/g, '$1')}"`,
      )
      return book(`<column name="one" type="ENUM" ${one}${name}/>
        <column name="some" type="SET" ${attributes()}/>
        ${random.next().value < 0.5 ? '<behavior name="archivable"/>' : ''}`)
    }
    const first = schemaOf()
    const project = await createProject(t, { schema: first, database })
    const { orm, step } = migrationSteps(t, project)
    await step(first)
    const php = async (code: string) => {
      await orm('build')
      return project.php(
        `use Shelf\\{Book, BookQuery}; $used = json_decode(<<<'E'\n${JSON.stringify(used)}\nE, true); ${code}`,
      )
    }
    const rows = `$found = []; foreach (BookQuery::create()->orderById()->find() as $book) {
        $values = $book->getSome(); sort($values); $found[] = [$book->getOne(), $values];
      } echo json_encode($found), "\\n";
      foreach ($used as $value) { echo BookQuery::create()->filterByOne($value)->count(), BookQuery::create()->filterBySome([$value])->count(), ' '; }`
    const expected = await php(`foreach ($used as $i => $value) {
        (new Book())->setOne($value)->setSome(array_slice($used, $i))->save();
      }
      (new Book())->setOne(null)->setSome([])->save(); ${rows}`)
    t.regex(expected, /\n11 12 13 $/)
    const steps = Number(process.env.ORM_ENUM_STEPS ?? 4)
    for (let number = 0; number < steps; number++) {
      await step(schemaOf())
      t.is(await php(rows), expected, `ORM_SEED=${seed}, step ${number}`)
    }
    for (let number = 0; number < steps; number++) await orm('migration:down', '--allow-loss')
    await project.write('schema.xml', first)
    t.is(await php(rows), expected)
  })
}
