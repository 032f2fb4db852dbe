import { join } from 'node:path'
import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const key = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

const schema = (columns: string, parameters = '') => `
  <database name="d" defaultIdMethod="native">
    <table name="book">${columns}
      <column name="title" type="VARCHAR" size="50"/>
      <behavior name="uuid">${parameters}</behavior>
    </table>
  </database>`

const parameter = (name: string, value: string) => `<parameter name="${name}" value="${value}"/>`

const run = async (xml: string, code: string) => (await runPhp(await buildSchema(xml), code, options)).trim()

const pattern = '/^[0-9a-f]{8}-[0-9a-f]{4}-%d[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/D'

test('uuid: a table without a key gets one that is made on insert', async (t) => {
  t.is(
    await run(
      schema(''),
      `$book = (new Book())->setTitle('a');
       echo var_export($book->getUuid(), true), $book->save(), preg_match(sprintf('${pattern}', 7), $book->getUuid());
       echo BookQuery::create()->findPk($book->getUuid()) === $book ? ' found' : ' lost';
       $uuid = $book->getUuid(); $book->setTitle('b')->save(); echo $uuid === $book->getUuid() ? ' kept' : ' changed';`,
    ),
    'NULL11 found kept',
  )
})

test('uuid: a table with a key gets a unique column', async (t) => {
  const { sql } = await buildSchema(schema(key))
  t.regex(sql.sqlite, /\[uuid\] \w+(\(\d+\))? NOT NULL/)
  t.regex(sql.sqlite, /UNIQUE \(\[uuid\]\)/)
  t.is(
    await run(
      schema(key, parameter('version', '4')),
      `$book = (new Book())->setTitle('a'); $book->save();
       echo $book->getId(), preg_match(sprintf('${pattern}', 4), $book->getUuid()), BookQuery::create()->findOneByUuid($book->getUuid())->getTitle();`,
    ),
    '11a',
  )
})

test('uuid: declared columns are used: a key, the named one, text', async (t) => {
  const save = (getter: string) =>
    `$book = (new Book())->setTitle('a'); $book->save(); echo strlen($book->${getter}());`
  t.is(await run(schema('<column name="id" type="UUID" primaryKey="true"/>'), save('getId')), '36')
  t.is(await run(schema('<column name="id" type="UUID_BINARY" primaryKey="true"/>'), save('getId')), '36')
  t.is(
    await run(
      schema(`${key}<column name="code" type="CHAR" size="36"/>`, parameter('column', 'code')),
      save('getCode'),
    ),
    '36',
  )
  const error = await t.throwsAsync(buildSchema(schema(key, parameter('column', 'id'))), { instanceOf: OrmError })
  t.regex(
    error.message,
    /schema\.xml:3:\d+ ORM-B001 table "book", behavior "uuid": column "id" is INTEGER, which does not hold a UUID/,
  )
  await t.throwsAsync(buildSchema(schema(key, parameter('version', '1'))), {
    message: /must be one of "7", "4", not "1"/,
  })
})

test('uuid: what the user sets is kept, and a copy is another row', async (t) => {
  t.is(
    await run(
      schema(''),
      `$uuid = '6c05c1d0-0f1c-4b1e-8f4f-1d3a1c2b3a4d';
       $book = (new Book())->setTitle('a')->setUuid($uuid); $book->save();
       $copy = $book->copy(); $copy->save();
       echo $book->getUuid() === $uuid ? 'kept' : 'lost', $copy->getUuid() === $uuid ? ' same' : ' other', BookQuery::create()->count();`,
    ),
    'kept other2',
  )
})

test('uuid: those of version 7 ascend, and none comes twice', async (t) => {
  t.is(
    await run(
      schema(''),
      `use Orm\\Runtime\\Behavior\\Uuid\\Uuid;
       for ($i = 0; $i < 20000; ++$i) { $all[] = Uuid::v7(); $random[] = Uuid::v4(); }
       $sorted = $all; sort($sorted);
       echo $sorted === $all ? 'ascending ' : 'mixed ', count(array_unique($all)), ' ', count(array_unique($random));
       echo ' ', abs(hexdec(substr(str_replace('-', '', $all[0]), 0, 12)) / 1000 - time()) < 60 ? 'now' : 'then';`,
    ),
    'ascending 20000 20000 now',
  )
})
