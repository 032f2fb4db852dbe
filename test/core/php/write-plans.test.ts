import { join } from 'node:path'
import test from 'ava'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const built = buildSchema(`
  <database name="shop" namespace="Shop" defaultIdMethod="native">
    ${[
      ['number', 'INTEGER'],
      ['text', 'VARCHAR'],
      ['uuid', 'UUID'],
      ['day', 'DATE'],
      ['amount', 'DECIMAL'],
      ['kind', 'ENUM" valueSet="a,b,c,d'],
    ]
      .map(
        ([name, type]) => `<table name="of_${name}"><column name="value" type="${type}" primaryKey="true"/>
        <column name="part" type="BIGINT" primaryKey="true"/></table>
        <table name="only_${name}"><column name="value" type="${type}" primaryKey="true"/></table>`,
      )
      .join('')}
  </database>`)

const keys = {
  Number: '[1, 2, -3, 2147483647]',
  Text: "['a', '12', '1e3', 'CURRENT_DATE']",
  Uuid: "array_map(static fn (int $i) => sprintf('00000000-0000-4000-8000-%012d', $i), [1, 2, 3, 4])",
  Day: "['2020-01-01', '2020-01-02', '2020-01-03', '2020-01-04']",
  Amount: "['1', '2', '3', '40']",
  Kind: "['a', 'b', 'c', 'd']",
}

/** Deletes all objects but the last, and shows what is left in the table and in the pool. */
const deleteAllButOne = (name: string) => `
  foreach (['Shop\\\\Only${name}', 'Shop\\\\Of${name}'] as $class) {
      $query = $class . 'Query';
      $map = str_replace('Shop\\\\', 'Shop\\\\Map\\\\', $class) . 'TableMap';
      $objects = [];
      foreach (${keys[name as keyof typeof keys]} as $i => $value) {
          $objects[] = $object = (new $class())->setValue($value);
          str_contains($class, 'Of') && $object->setPart([1, 2, 5000000000, 4][$i]);
          $object->save();
      }
      $last = array_pop($objects);
      foreach ($objects as $i => $object) {
          $object->delete();
          echo $query::create()->count(), count($map::objectPool()), $object->isDeleted() ? 'd' : '-', ' ';
      }
      $con = Orm\\Runtime\\Orm::getConnection('shop');
      $con->beginTransaction();
      $last->delete();
      $con->rollBack();
      echo $query::create()->count(), $last->isDeleted() ? 'd' : '-', "\\n";
  }`

for (const name of Object.keys(keys))
  test(`delete() of objects with a key of type ${name} does what its query does`, async (t) => {
    const code = deleteAllButOne(name)
    const [shortcut, query] = await Promise.all(
      ['true', 'false'].map(async (isOn) =>
        runPhp(await built, `Orm\\Runtime\\Orm::$hasShortcuts = ${isOn}; ${code}`, options),
      ),
    )
    t.is(shortcut, query)
    t.regex(shortcut!, /^3\dd 2\dd 1\dd 1-\n3\dd 2\dd 1\dd 1-\n$/)
  })

for (const [what, method] of Object.entries({
  'a constructor':
    'public function __construct() { parent::__construct(); $this->filterByValue(1, Criteria::LESS_EQUAL); }',
  'create()':
    'public static function create(?string $alias = null, ?Criteria $criteria = null) { return parent::create($alias, $criteria)->filterByValue(1, Criteria::LESS_EQUAL); }',
  'delete()': 'public function delete(?ConnectionInterface $con = null) { return 1; }',
  'filterByPrimaryKey()': "public function filterByPrimaryKey(mixed $key) { return $this->where('1 = 0'); }",
  'preDelete()': 'public function preDelete(ConnectionInterface $con): ?int { return 1; }',
}))
  test(`delete() of an object calls ${what} of its query class`, async (t) => {
    const { php, ...rest } = await built
    const stub = `<?php
namespace Shop;
use Orm\\Runtime\\ActiveQuery\\Criteria;
use Orm\\Runtime\\Connection\\ConnectionInterface;
class OnlyNumberQuery extends Base\\OnlyNumberQuery { ${method} }`
    const changed = { ...rest, php: { ...php, 'Shop/OnlyNumberQuery.php': stub } }
    const code = `
      foreach ([2, 3, 4] as $value) {
          ($objects[] = (new Shop\\OnlyNumber())->setValue($value))->save();
      }
      foreach ($objects as $object) { $object->delete(); }
      echo Orm\\Runtime\\Orm::getConnection('shop')->query('SELECT COUNT(*) FROM only_number')->fetchColumn();`
    t.is((await runPhp(changed, code, options)).trim(), '3')
  })

const samples = Object.entries({
  INTEGER: '[1, "2", 3.0, null, true]',
  BIGINT: '[5000000000, "9223372036854775807", null]',
  DOUBLE: '[1.5, 2, "3.25", null]',
  DECIMAL: '["1.50", 2, 2.5, null]',
  VARCHAR: '["a", 7, "CURRENT_DATE", "", null]',
  BOOLEAN: '[true, 0, "1", null]',
  DATE: '["2020-01-02", new DateTimeImmutable("2021-02-03"), null]',
  TIMESTAMP: '["2020-01-02 03:04:05", new DateTime("2021-02-03 04:05:06.5"), null]',
  VARBINARY: '["a\\0b", fopen("data:,bytes", "r"), null]',
  UUID_BINARY: '["00000000-0000-4000-8000-000000000001", null]',
  JSON: '[["a" => 1], "[2]", null]',
  ARRAY: '[["a", "b"], null]',
}).map(([type, values], i) => ({ type, values, table: `sample${i}`, model: `Shop\\Sample${i}` }))

test('upsert() by a plan writes what it writes without one, whatever the kinds of values', async (t) => {
  const project = await buildSchema(`
    <database name="shop" namespace="Shop" defaultIdMethod="native">
      ${samples
        .map(
          ({ table, type }) => `<table name="${table}">
          <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
          <column name="code" type="VARCHAR" size="20"/><column name="value" type="${type}"/>
          <unique><unique-column name="code"/></unique></table>`,
        )
        .join('')}
    </database>`)
  const write = samples.map(
    ({ type, values, table, model }) => `
    foreach (${values} as $i => $value) {
        foreach (["c$i", "c$i", 'one'] as $code) {
            $object = ${model}Query::create()->findOneByCode($code);
            is_resource($value) && rewind($value);
            $rows[] = ${model}Query::create()->upsert(['Code' => $code, 'Value' => $value], ['Code']);
            $object === null || $rows[] = ${model}Query::create()->findPk($object->getId()) === $object;
        }
    }
    $con = Orm\\Runtime\\Orm::getConnection('shop');
    $stored = $con->query('SELECT code, typeof(value), hex(value) FROM ${table} ORDER BY id')->fetchAll(PDO::FETCH_NUM);
    echo '${type} ', json_encode([$rows, $stored]), "\\n";
    $rows = [];`,
  )
  const [planned, written] = await Promise.all(
    ['true', 'false'].map((isOn) =>
      runPhp(project, `Orm\\Runtime\\Orm::$hasShortcuts = ${isOn}; $rows = []; ${write.join('')}`, options),
    ),
  )
  t.is(planned, written)
  t.is(planned!.trim().split('\n').length, samples.length)
})
