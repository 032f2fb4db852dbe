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

test('B12: duplicates get numbers', async (t) => {
  const code = "foreach ([1, 2, 3] as $_) { echo $add('Hello, World!')->getSlug(), ' '; } "
  t.is(await run(code), 'hello-world hello-world-1 hello-world-2')
  t.is(await run(`${code} echo $add('hello')->getSlug();`), 'hello-world hello-world-1 hello-world-2 hello')
})

test('B12: letters outside of ASCII, by intl and by the table', async (t) => {
  t.is(
    await run(`
      foreach (['Été à Paris', 'Привет, мир', 'Straße', '', "don't"] as $title) {
          echo $add($title)->getSlug(), ' ', Orm\\Runtime\\Behavior\\Sluggable\\SlugText::byTable($title), '|';
      }
    `),
    "ete-a-paris ete a paris|privet-mir privet, mir|strasse strasse|n-a |dont don't|",
  )
})

test('B12: intl and the table say the same of letters in both cases', async (t) => {
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

test('B12: a number that begins with 0, as it is known', async (t) => {
  t.is(
    await run(`$add('x', ['Slug' => 'world']); $add('x', ['Slug' => 'world-000']); echo $add('World')->getSlug();`),
    'world-101',
  )
})

test('B12: a pattern with text that regular expressions and LIKE know', async (t) => {
  t.is(
    await run(
      `foreach ([1, 2, 3] as $_) { echo $add('a%_b')->getSlug(), ' '; } $add('aXYb'); echo $add('a%_b')->getSlug();`,
      {
        slug_pattern: '/foo/a+b_{Title}',
      },
    ),
    '/foo/a+b_a-_b /foo/a+b_a-_b-1 /foo/a+b_a-_b-2 /foo/a+b_a-_b-3',
  )
})

test('B12: slugs that are set are kept, made unique, and made anew when empty', async (t) => {
  t.is(
    await run(`
      $one = $add('One', ['Slug' => 'Mine']); $two = $add('Two', ['Slug' => 'Mine']);
      echo $one->getSlug(), ' ', $two->getSlug(), ' ';
      $two->setSlug('')->save();
      echo $two->getSlug();
    `),
    'Mine Mine-1 two',
  )
})

test('B12: sources that change make a new slug, unless it is permanent', async (t) => {
  const code = `$add('a'); $book = $add('a'); $add('a'); $book->setShelf(5)->save(); echo $book->getSlug();
    $book->setTitle('b')->save(); echo ' ', $book->getSlug(); $book->setSlug('')->save(); echo ' ', $book->getSlug();`
  t.is(await run(code), 'a-1 b b')
  t.is(await run(code, { permanent: 'true' }), 'a-1 a-1 b')
  t.is(await run(code, { slug_pattern: 'p-{Title}', separator: '/' }), 'p-a/1 p-b p-b')
})

test('B12: a row without slug gets one, also where another row has it', async (t) => {
  t.is(
    await run(`$con->exec("INSERT INTO book (title) VALUES ('a'), ('a')");
      foreach (BookQuery::create()->find() as $book) { $book->save(); echo $book->getSlug(), ' '; }`),
    'a a-1',
  )
})

test('B12: unique within a scope', async (t) => {
  const code = `foreach ([1, 2, 1, null, null] as $shelf) { echo $add('a', ['Shelf' => $shelf])->getSlug(), ' '; }`
  t.is(await run(code, { scope_column: 'shelf' }), 'a a a-1 a a-1')
})

test('B12: a slug fits into its column, and no character is cut', async (t) => {
  t.is(
    await run(`
      $long = str_repeat('ab', 150);
      echo strlen($add($long)->getSlug()), ' ', substr($add($long)->getSlug(), -4), ' ';
      $set = str_repeat('é', 255);
      echo mb_strlen($add('x', ['Slug' => $set])->getSlug()), ' ';
      foreach (range(1, 11) as $_) { $last = $add('x', ['Slug' => $set])->getSlug(); }
      echo mb_strlen($last), ' ', mb_substr($last, -4);
    `),
    '252 ab-1 255 255 é-11',
  )
})

test('B12: the names getSlug(), filterBySlug() hold for a column of another name', async (t) => {
  t.is(
    await run(
      `$add('Hello'); echo BookQuery::create()->findOneBySlug('hello')->getSlug(), BookQuery::create('b')->filterBySlug('hello')->count();`,
      {
        slug_column: 'address',
      },
    ),
    'hello1',
  )
})

test('B12: the steps can be overridden', async (t) => {
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

test('B12: the unique index decides: a slug that was free a moment ago gets the next number', async (t) => {
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

test('B12: another unique index that is violated is not a matter of the slug', async (t) => {
  t.is(
    await run(
      `$add('a', ['Shelf' => 1]);
      try { $add('a', ['Shelf' => 1]); } catch (Orm\\Runtime\\Exception\\Database\\UniqueViolation) { echo 'refused'; }`,
      {},
      '',
      '<unique><unique-column name="shelf"/></unique>',
    ),
    'refused',
  )
})

test('B12: the column and its index are added unless the table declares the column', async (t) => {
  const added = await buildSchema(schema({ scope_column: 'shelf' }))
  t.regex(added.sql.mysql, /slug` VARCHAR\(255\)|slug VARCHAR\(255\)/)
  t.regex(added.sql.pgsql, /book_slug/)
  t.false((await buildSchema(schema({ unique_constraint: 'false' }))).sql.pgsql.includes('book_slug'))
  const declared = await buildSchema(schema({}, '<column name="slug" type="VARCHAR" size="50"/>'))
  t.false(declared.sql.pgsql.includes('UNIQUE'))
})

test('B12: at most four statements a save', async (t) => {
  t.is(
    await run(`$add('a'); $add('a'); $con->useDebug(true); $before = $con->getQueryCount(); $add('a');
      echo $con->getQueryCount() - $before <= 4 ? 'few' : 'many';`),
    'few',
  )
})

test('wrong parameters are refused', async (t) => {
  await t.throwsAsync(buildSchema(schema({ scope_column: 'nowhere' })), { instanceOf: OrmError, message: /nowhere/ })
  await t.throwsAsync(buildSchema(schema({}, '<column name="slug" type="INTEGER"/>')), { message: /slug.*INTEGER/ })
})
