import { testOnEachDatabase } from '../support/project.js'

const schema = `
<database name="keys" namespace="Keys" defaultIdMethod="native">
  <table name="day">
    <column name="day" type="DATE" primaryKey="true"/>
    <column name="note" type="VARCHAR" size="30"/>
  </table>
  <table name="ratio">
    <column name="ratio" type="DOUBLE" primaryKey="true"/>
    <column name="note" type="VARCHAR" size="30"/>
  </table>
  <table name="price">
    <column name="price" type="DECIMAL" size="10" scale="2" primaryKey="true"/>
    <column name="note" type="VARCHAR" size="30"/>
  </table>
  <table name="flag">
    <column name="flag" type="BOOLEAN" primaryKey="true"/>
    <column name="note" type="VARCHAR" size="30"/>
  </table>
  <table name="size">
    <column name="size" type="ENUM" valueSet="small, large" primaryKey="true"/>
    <column name="note" type="VARCHAR" size="30"/>
  </table>
  <table name="shirt">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="size" phpName="SizeName" type="ENUM" valueSet="small, large"/>
    <foreign-key foreignTable="size"><reference local="size" foreign="size"/></foreign-key>
  </table>
</database>`

testOnEachDatabase('dates, fractions, booleans and enums are keys like others', schema, async (t, project) => {
  const output = await project.php(`
    $keys = [
        'Day' => ['2020-01-01', '2020-01-02'],
        'Ratio' => [1.5, 1.75],
        'Price' => ['1.50', '1.75'],
        'Flag' => [false, true],
        'Size' => ['small', 'large'],
    ];
    foreach ($keys as $name => [$first, $second]) {
        $class = "Keys\\\\$name";
        $query = "Keys\\\\{$name}Query";
        $map = "Keys\\\\Map\\\\{$name}TableMap";
        (new $class())->{"set$name"}($first)->setNote('first')->save();
        (new $class())->{"set$name"}($second)->setNote('second')->save();
        assert($query::create()->findPk($second)->getNote() === 'second', $name);
        $map::clearInstancePool();
        $found = $query::create()->{"orderBy$name"}()->find();
        assert($found->getColumnValues('Note') === ['first', 'second'], $name);
        assert($query::create()->{"orderBy$name"}()->find()[0] === $found[0], $name);
        assert($query::create()->findPk($second) === $found[1], $name);
        assert($query::create()->findPk($found[1]->getPrimaryKey()) === $found[1], $name);
        $query::create()->filterByPrimaryKey($second)->update(['Note' => 'changed']);
        assert($query::create()->findPk($second)->getNote() === 'changed', $name);
        assert($query::create()->findPk($second)->setNote('set')->save() === 1, $name);
        $map::clearInstancePool();
        assert($query::create()->findPks([$second])->getColumnValues('Note') === ['set'], $name);
        $query::create()->findPk($second)->reload();
        assert($query::create()->prune($query::create()->findPk($second))->findOne()->getNote() === 'first', $name);
        $query::create()->findPk($first)->delete();
        assert($query::create()->findPk($first) === null, $name);
    }
    $large = Keys\\SizeQuery::create()->findPk('large');
    (new Keys\\Shirt())->setSize($large)->save();
    Keys\\Map\\ShirtTableMap::clearInstancePool();
    assert(Keys\\ShirtQuery::create()->findOne()->getSize() === $large);
    assert(Keys\\ShirtQuery::create()->filterBySize($large)->count() === 1);
    assert(count($large->getShirts()) === 1);
    echo 'done';
  `)
  t.is(output, 'done')
})

testOnEachDatabase(
  'a UUID is the same key in capital and small letters',
  `<database name="keys" namespace="Keys">
    <table name="token">
      <column name="token" type="UUID" primaryKey="true"/>
      <column name="note" type="VARCHAR" size="30"/>
    </table>
  </database>`,
  async (t, project) => {
    t.is(
      await project.php(`
        use Keys\\{Token, TokenQuery};
        $small = '01890a5d-ac96-774b-bcce-b302099a8057';
        $large = strtoupper($small);
        $token = (new Token())->setToken($large)->setNote('x');
        $token->save();
        foreach ([false, true] as $isPooled) {
            foreach ([$small, $large, ucfirst($small)] as $form) {
                $isPooled || Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
                echo (int) (TokenQuery::create()->findPk($form)?->getToken() === $small);
                echo count(TokenQuery::create()->findPks([$form]));
                echo (int) (TokenQuery::create()->filterByPrimaryKey($form)->findOne()?->getNote() === 'x');
                echo TokenQuery::create()->filterByToken($form)->count();
            }
        }
        echo ' ', TokenQuery::create()->filterByPrimaryKey($large)->delete();`),
      '111111111111111111111111 1',
    )
  },
)
