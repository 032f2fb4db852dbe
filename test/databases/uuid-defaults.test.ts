import { testOnEachDatabase } from '../support/project.js'

const uuid = '6C05C1D0-0F1C-4B1E-8F4F-1D3A1C2B3A4D'

const schema = `
<database name="shop" namespace="Shop" defaultIdMethod="native">
  <table name="item">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="10"/>
    <column name="plain" type="UUID" defaultValue="${uuid}"/>
    <column name="bytes" type="UUID_BINARY" defaultValue="${uuid}"/>
  </table>
</database>`

testOnEachDatabase('a UUID that the database filled in is the one of PHP, and is found', schema, async (t, project) => {
  const output = await project.php(`
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
  `)
  t.is(output, 'done')
})
