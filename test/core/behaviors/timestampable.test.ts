import { join } from 'node:path'
import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const schema = (parameters: Readonly<Record<string, string>> = {}, columns = '') => `
  <database name="d" defaultIdMethod="native">
    <table name="author">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="100"/>
    </table>
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="author_id" type="INTEGER"/>
      ${columns}
      <foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>
      <behavior name="timestampable">
        ${Object.entries(parameters)
          .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
          .join('')}
      </behavior>
    </table>
  </database>`

const run = async (code: string, parameters = {}, columns = '') =>
  (await runPhp(await buildSchema(schema(parameters, columns)), code, options)).trim()

test('a stub that says no leaves the object as it was', async (t) => {
  t.is(
    await run(`
      class LoudBook extends Book { public function preSave(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null): bool { return false; } }
      $book = new LoudBook(); $book->setTitle('a'); $book->save();
      var_dump($book->getCreatedAt());
    `),
    'NULL',
  )
})

test('saving one row needs no transaction, unless another behavior asks for rows', async (t) => {
  const code = `
    class WatchedBook extends Book {
      public function setUpdatedAt(DateTimeInterface|string|int|float|bool|null $v): static {
        echo Orm\\Runtime\\Orm::getConnection('d')->inTransaction() ? 'in ' : 'out ';
        return parent::setUpdatedAt($v);
      }
    }
    $book = new WatchedBook(); $book->setTitle('a'); $book->save(); $book->setTitle('b'); $book->save();
    echo BookQuery::create()->filterByUpdatedAt(null, Orm\\Runtime\\ActiveQuery\\Criteria::ISNOTNULL)->count();
    $book->setAuthor((new Author())->setName('x')); echo ' '; $book->save();`
  t.is(await run(code), 'out out 1 in')
  const withSlug = schema().replace('</table>\n  </database>', '<behavior name="sluggable"/></table></database>')
  t.is((await runPhp(await buildSchema(withSlug), code, options)).trim(), 'in in 1 in')
})

test('rows of a collection that are saved together have dates', async (t) => {
  t.is(
    await run(`
      $books = new Orm\\Runtime\\Collection\\ObjectCollection();
      $books->setModel(Book::class);
      for ($i = 0; $i < 5; ++$i) { $books->append((new Book())->setTitle('t')); }
      $books->save();
      echo BookQuery::create()->filterByCreatedAt(null, Orm\\Runtime\\ActiveQuery\\Criteria::ISNOTNULL)->count();
    `),
    '5',
  )
})

test('B13.9: columns can have other names, be declared, and be left out', async (t) => {
  const renamed = await buildSchema(schema({ create_column: 'made', update_column: 'changed' }))
  t.regex(renamed.sql.sqlite, /made\] TIMESTAMP|"made" TIMESTAMP|made TIMESTAMP/)
  t.regex(renamed.php['Base/BookQuery.php']!, /function recentlyUpdated.*\n.*\n.*filterByChanged/)
  const without = await buildSchema(schema({ disable_updated_at: 'true' }))
  t.false(without.sql.sqlite.includes('updated_at'))
  t.false(without.php['Base/Book.php']!.includes('keepUpdateDateUnchanged'))
  t.false(without.php['Base/BookQuery.php']!.includes('recentlyUpdated'))
  const none = await buildSchema(schema({ disable_updated_at: 'true', disable_created_at: 'true' }))
  t.false(none.sql.sqlite.includes('created_at'))
  const declared = await buildSchema(schema({}, '<column name="created_at" type="DATE"/>'))
  t.is(declared.sql.sqlite.match(/created_at/g)!.length, 1)
})

test('B13.9: a column that can hold no date is refused with its place', async (t) => {
  const error = await t.throwsAsync(buildSchema(schema({}, '<column name="created_at" type="VARCHAR" size="20"/>')), {
    instanceOf: OrmError,
  })
  t.regex(error!.message, /created_at.*VARCHAR/)
})

test('on_change: what cannot be watched is refused with a hint', async (t) => {
  const wrong = async (value: string, expected: RegExp) => {
    const columns = '<column name="status" type="ENUM" valueSet="a, b"/><column name="price" type="DECIMAL"/>'
    const error = await t.throwsAsync(buildSchema(schema({ on_change: value }, columns)), { instanceOf: OrmError })
    t.regex(error!.message, expected)
  }
  await wrong(
    'changed_at',
    /"on_change" of behavior "timestampable" must be "column: watched columns".*, not "changed_at"/,
  )
  await wrong('changed_at: title, status = a', /must be/)
  await wrong('changed_at: status =', /must be/)
  await wrong('changed_at: titel', /the watched column "titel" does not exist.*title/)
  await wrong('updated_at: title', /"updated_at" cannot hold two dates/)
  await wrong('id: title', /"id" is the primary key, which no date can replace/)
  await wrong('changed_at: changed_at', /cannot watch itself/)
  await wrong('changed_at: status = c', /never has the value "c".*"a", "b"/)
  await wrong('changed_at: author_id = x', /never has the value "x"/)
  await wrong('changed_at: price = 1', /DECIMAL, whose values cannot be compared/)
  await wrong('title: author_id', /"title" is VARCHAR, which holds neither/)
})

test('on_change: the rules are in the table map, and a translated column cannot be watched', async (t) => {
  const built = await buildSchema(schema({ on_change: 'changed_at:title' }))
  t.regex(built.php['Map/BookTableMap.php']!, /'on_change' => (\[\s*)?'changed_at: title'/)
  const translated = schema({ on_change: 'changed_at: title' }).replace(
    '<behavior name="timestampable">',
    '<behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior><behavior name="timestampable">',
  )
  const error = await t.throwsAsync(buildSchema(translated), { instanceOf: OrmError })
  t.regex(error!.message, /column "title" cannot be translated: behavior "timestampable" needs it in the main table/)
})
