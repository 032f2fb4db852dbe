import { testOnEachDatabase } from '../support/project.js'

const uuid = '6C05C1D0-0F1C-4B1E-8F4F-1D3A1C2B3A4D'

const schema = (flag = '') => `
<database name="shop" namespace="Shop" defaultIdMethod="native">
  <table name="item">
    ${flag}
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="10"/>
    <column name="plain" type="UUID" defaultValue="${uuid}"/>
    <column name="bytes" type="UUID_BINARY" defaultValue="${uuid}"/>
  </table>
</database>`

const checks = `
    use Orm\\Runtime\\ActiveQuery\\Criteria;
    use Shop\\{Item, ItemQuery};
    use Shop\\Map\\ItemTableMap;

    (new Criteria('shop'))->add(ItemTableMap::COL_NAME, 'sql')->doInsert();
    (new Item())->setName('php')->save();
    foreach (ItemQuery::create()->find() as $item) {
        assert($item->getPlain() === (new Item())->getPlain(), (string) $item->getName());
        assert($item->getBytes() === (new Item())->getBytes(), (string) $item->getName());
    }
    foreach (['${uuid}', strtolower('${uuid}')] as $uuid) {
        assert(ItemQuery::create()->filterByBytes($uuid)->count() === 2);
    }
    assert(ItemQuery::create()->filterByPlain((new Item())->getPlain())->count() === 2);
    assert(ItemQuery::create()->where('Item.Plain = ?', (new Item())->getPlain())->count() === 2);
    echo 'done';
`

testOnEachDatabase(
  'a UUID that the database filled in is the one of PHP, and is found',
  schema(),
  async (t, project) => {
    t.is(await project.php(checks), 'done')
  },
)

testOnEachDatabase(
  'without the swap flag, SQL, writing, reading and filters take the bytes of UUIDs in the order of the text',
  schema(
    ['mysql', 'pgsql', 'sqlite']
      .map((name) => `<vendor type="${name}"><parameter name="UuidSwapFlag" value="false"/></vendor>`)
      .join(''),
  ),
  async (t, project) => {
    const bytes = `
    $statement = \\Orm\\Runtime\\Orm::getConnection('shop')->query('SELECT bytes FROM item');
    foreach ($statement->fetchAll(PDO::FETCH_COLUMN) as $bytes) {
        $hex = bin2hex(is_resource($bytes) ? stream_get_contents($bytes) : $bytes);
        assert($hex === '${uuid.replaceAll('-', '').toLowerCase()}', $hex);
    }
    `
    t.is(await project.php(checks.replace("echo 'done'", `${bytes}echo 'done'`)), 'done')
  },
)
