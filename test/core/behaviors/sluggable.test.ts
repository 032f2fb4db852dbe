import { join } from 'node:path'
import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const schema = (parameters: Readonly<Record<string, string>> = {}, columns = '', more = '') => `
  <database name="d" defaultIdMethod="native">
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="300" primaryString="true"/>
      <column name="shelf" type="INTEGER"/>
      ${columns}
      <behavior name="sluggable">
        ${Object.entries(parameters)
          .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
          .join('')}
      </behavior>
      ${more}
    </table>
  </database>`

const prelude = `
  $add = static function (?string $title, array $more = []): Book {
      $book = (new Book())->setTitle($title); $book->fromArray($more); $book->save(); return $book;
  };
  $con = Orm\\Runtime\\Orm::getConnection('d');
`

const run = async (code: string, parameters = {}, columns = '', more = '') =>
  (await runPhp(await buildSchema(schema(parameters, columns, more)), prelude + code, options)).trim()

test('B12.16: letters outside of ASCII, by intl and by the table', async (t) => {
  t.is(
    await run(`
      foreach (['Été à Paris', 'Привет, мир', 'Straße', '', "don't"] as $title) {
          echo $add($title)->getSlug(), ' ', Orm\\Runtime\\Behavior\\Sluggable\\SlugText::byTable($title), '|';
      }
    `),
    "ete-a-paris ete a paris|privet-mir privet, mir|strasse strasse|n-a |dont don't|",
  )
})

test('B12.16: intl and the table say the same of letters in both cases', async (t) => {
  t.is(
    await run(`
      $text = 'àáâãäåāăąæçćĉċčďđèéêëēĕėęěĝğġģĥħìíîïĩīĭįıĵķĺļľłñńņňòóôõöøōŏőœŕŗřśŝşšșßţťțþùúûüũūŭůűųŵýÿŷźżžабвгдеёжзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψωάέήίόύώ';
      foreach (preg_split('//u', $text . mb_strtoupper($text), -1, PREG_SPLIT_NO_EMPTY) as $letter) {
          $clean = static fn (string $ascii): string => preg_replace('/\\W/', '', $ascii);
          $table = $clean(Orm\\Runtime\\Behavior\\Sluggable\\SlugText::byTable($letter));
          if ($table !== $clean(Orm\\Runtime\\Behavior\\Sluggable\\SlugText::ascii($letter))) { echo $letter; }
      }
    `),
    '',
  )
})

test('B12.15: the steps can be overridden', async (t) => {
  t.is(
    await run(`
      class Own extends Book {
          protected static function cleanupSlugPart(string $slug, string $replacement = '-'): string { return parent::cleanupSlugPart('my ' . $slug, '_'); }
          protected function createSlug(): string { return parent::createSlug() . '.html'; }
      }
      $own = new Own(); $own->setTitle('A b')->save(); echo $own->getSlug();
    `),
    'my_a_b.html',
  )
})

test('B12.13: the unique index decides: a slug that was free a moment ago gets the next number', async (t) => {
  t.is(
    await run(
      `
      class Late extends Book {
          public static bool $inserted = false;
          protected function createSlug(): string {
              $slug = parent::createSlug();
              if (!self::$inserted) {
                  self::$inserted = true;
                  Orm\\Runtime\\Orm::getConnection('d')->exec("INSERT INTO book (title, slug) VALUES ('x', 'a'), ('x', 'a-1')");
              }
              return $slug;
          }
      }
      $con->transaction(static function () use ($add): void {
          $late = new Late(); $late->setTitle('a')->save();
          echo $late->getSlug(), ' ', $late->getSortableRank(), ' ';
          $add('a');
      });
      echo BookQuery::create()->count(), ' ', implode(',', BookQuery::create()->select('SortableRank')->orderById()->find()->getData());
    `,
      {},
      '',
      '<behavior name="sortable"/>',
    ),
    'a-2 1 4 ,,1,2',
  )
})

test('B12.1: the column and its index are added unless the table declares the column', async (t) => {
  const added = await buildSchema(schema({ scope_column: 'shelf' }))
  t.regex(added.sql.mysql, /slug` VARCHAR\(255\)|slug VARCHAR\(255\)/)
  t.regex(added.sql.pgsql, /book_slug/)
  t.false((await buildSchema(schema({ unique_constraint: 'false' }))).sql.pgsql.includes('book_slug'))
  const declared = await buildSchema(schema({}, '<column name="slug" type="VARCHAR" size="50"/>'))
  t.false(declared.sql.pgsql.includes('UNIQUE'))
  for (const type of ['CHAR', 'LONGVARCHAR', 'CLOB']) {
    await t.notThrowsAsync(buildSchema(schema({}, `<column name="slug" type="${type}"/>`)), type)
  }
  const { php } = await buildSchema(schema({ slug_column: 'word', history: 'true' }))
  t.deepEqual(php['Base/BookQuery.php']!.match(/(?<=function )\w+BySlug\w*/g), [
    'filterBySlug',
    'findOneBySlug',
    'findOneBySlugOrHistory',
  ])
})

test('B12.17: wrong parameters are refused', async (t) => {
  await t.throwsAsync(buildSchema(schema({ scope_column: 'nowhere' })), { instanceOf: OrmError, message: /nowhere/ })
  await t.throwsAsync(buildSchema(schema({}, '<column name="slug" type="INTEGER"/>')), { message: /slug.*INTEGER/ })
})

test('slugs that would be made of all columns are warned of', async (t) => {
  const whole = (parameters = {}) => schema(parameters).replace(' primaryString="true"', '')
  const translated = '<behavior name="i18n"><parameter name="i18n_columns" value="title,slug"/></behavior>'
  const said = async (text: string) => (await buildSchema(text)).warnings.map(({ message }) => message).join()
  t.regex(await said(whole()), /^table "book", .*: slugs are made of all columns of the row: set slug_pattern/)
  for (const text of [schema(), schema({}, '', translated), whole({ slug_pattern: '{Title}' })]) {
    t.is(await said(text), '')
  }
})

test('old slugs: the table is added once, and what cannot hold them is refused', async (t) => {
  const history = { history: 'true' }
  const { sql } = await buildSchema(schema({ ...history, scope_column: 'shelf' }))
  t.regex(sql.pgsql, /CREATE TABLE "book_slug_history"/)
  t.regex(sql.pgsql, /\("old_slug","old_scope"\)/)
  t.regex(sql.pgsql, /ON DELETE CASCADE/)
  t.regex(sql.pgsql, /CREATE INDEX "\w+" ON "book_slug_history" \("id"\)/)
  t.is(sql.mysql.match(/INDEX `\w+` \(`id`\)/g)?.length, 1)
  t.regex(sql.oracle, /CREATE SEQUENCE book_slug_history_SEQ/)
  t.notRegex((await buildSchema(schema({ history: 'false' }))).sql.pgsql, /history/)
  const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
  const declare = (columns: string) =>
    schema(history).replace('</database>', `<table name="book_slug_history">${columns}</table></database>`)
  await t.throwsAsync(buildSchema(declare(id)), {
    instanceOf: OrmError,
    message: /table "book_slug_history" has no column "history_id", "old_slug"/,
  })
  await t.throwsAsync(buildSchema(schema(history).replace(id, '<column name="id" type="INTEGER"/>')), {
    message: /old slugs need a primary key/,
  })
  await t.throwsAsync(buildSchema(schema(history).replace('name="id"', 'name="History_id"')), {
    message: /the table of old slugs has a column "History_id" of its own/,
  })
  const ofDatabase = `<behavior name="sluggable"><parameter name="history" value="true"/></behavior>`
  const all = await buildSchema(
    `<database name="d" defaultIdMethod="native">${ofDatabase}<table name="book">${id}<column name="title" type="VARCHAR" size="9" primaryString="true"/></table></database>`,
  )
  t.deepEqual(all.sql.pgsql.match(/CREATE TABLE .*/g), ['CREATE TABLE "book"', 'CREATE TABLE "book_slug_history"'])
})

test('slugs of trees: what is not a tree, and slugs that could not be taken apart, are refused', async (t) => {
  const own = (name: string) =>
    `<column name="${name}" type="INTEGER"/><foreign-key foreignTable="book" phpName="Of${name}"><reference local="${name}" foreign="id"/></foreign-key>`
  const refused = async (parameters: Record<string, string>, more: string, message: RegExp): Promise<void> => {
    const error = await t.throwsAsync(buildSchema(schema(parameters, more)), { instanceOf: OrmError })
    t.regex(String(error?.message), message)
    t.regex(String(error?.message), /ORM-B001/)
  }
  const tree = { tree: 'true' }
  await refused(tree, '', /table "book" has no tree/)
  await refused(tree, own('up') + own('twin'), /columns "up", "twin" all refer to the table itself/)
  await refused({ ...tree, parent_column: 'title' }, own('up'), /column "title" does not refer to the primary key/)
  await refused(
    { ...tree, parent_column: 'parent_id' },
    '<behavior name="closure_table"/>',
    /closure_table says what the parent/,
  )
  await refused({ tree_separator: '.' }, '', /"tree_separator" has no meaning without "tree"/)
  await refused({ parent_column: 'up' }, own('up'), /"parent_column" has no meaning without "tree"/)
  for (const separator of ['', '//', 'x', '1', ' ', '{']) {
    await refused({ ...tree, tree_separator: separator }, own('up'), /cannot separate the slugs of a tree/)
  }
  await refused({ ...tree, slug_pattern: '/books/{Title}' }, own('up'), /"slug_pattern" contains "\/"/)
  await refused({ ...tree, separator: '/' }, own('up'), /"separator" contains "\/"/)
  await refused({ ...tree, tree_separator: '-' }, own('up'), /"separator" contains "-"/)
  await refused({ ...tree, replacement: './' }, own('up'), /"replacement" contains "\/"/)
  const i18n = '<behavior name="i18n"><parameter name="i18n_columns" value="title, slug"/></behavior>'
  await refused(tree, own('up') + i18n, /translated slugs cannot form a tree/)
  const constant = async (parameters: Record<string, string>, more: string): Promise<string | undefined> => {
    const { php: files } = await buildSchema(schema(parameters, more))
    return Object.values(files)
      .join('')
      .match(/SLUG_PARENT = .*/)?.[0]
  }
  t.is(await constant({}, own('up')), undefined)
  t.is(await constant({ ...tree, parent_column: 'twin' }, own('up') + own('twin')), "SLUG_PARENT = 'twin';")
  t.is(await constant(tree, '<behavior name="nested_set"/>'), 'SLUG_PARENT = null;')
  t.is(await constant(tree, `${own('up')}<behavior name="nested_set"/>`), 'SLUG_PARENT = null;')
  t.is(
    await constant(tree, '<behavior name="closure_table"><parameter name="parent_column" value="up"/></behavior>'),
    "SLUG_PARENT = 'up';",
  )
})

test('old slugs on Oracle get their numbers from a sequence', async (t) => {
  t.is(
    await run(
      `
      final class OracleConnection extends Orm\\Runtime\\Connection\\PdoConnection {
          public static array $sent = [];
          public function prepare(string $statement, ?array $options = null): PDOStatement|false {
              self::$sent[] = $statement;
              $text = str_replace([' FOR UPDATE', 'numbers_SEQ.nextval'], ['', '7'], $statement);
              return parent::prepare($text, $options ?? []);
          }
      }
      $oracle = new OracleConnection('sqlite::memory:');
      $oracle->exec('CREATE TABLE book (id, slug)');
      $oracle->exec('CREATE TABLE book_slug_history (history_id, id, old_slug)');
      $oracle->exec("INSERT INTO book VALUES (3, 'a')");
      Orm\\Runtime\\Orm::getServiceContainer()->setAdapter('d', new Orm\\Runtime\\Adapter\\Pdo\\OracleAdapter());
      Map\\BookSlugHistoryTableMap::getTableMap()->setPrimaryKeyMethodInfo('numbers_SEQ');
      $history = Orm\\Runtime\\Behavior\\Sluggable\\SlugHistory::of(Map\\BookTableMap::class);
      $history->keep(new Orm\\Runtime\\Connection\\ConnectionWrapper($oracle), [3], 'b', null);
      echo str_replace(['"', ':p1', ':p2'], ['', '?', '?'], end(OracleConnection::$sent)), ' ', json_encode($oracle->query('SELECT * FROM book_slug_history')->fetchAll(PDO::FETCH_NUM));
    `,
      { history: 'true' },
    ),
    'INSERT INTO book_slug_history (history_id, id, old_slug) SELECT numbers_SEQ.nextval, r.id, r.slug FROM book r' +
      ' WHERE r.id IN (?) AND r.slug IS NOT NULL AND (r.slug <> ?) [[7,3,"a"]]',
  )
})
