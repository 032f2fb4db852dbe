import { testOnEachDatabase } from '../support/project.js'

const schema = `
<database name="shop" namespace="Shop" defaultIdMethod="native" identifierQuoting="true">
  <table name="order" phpName="Purchase">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="group" phpName="Party" type="VARCHAR" size="30"/>
  </table>
  <table name="select" phpName="Choice">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="key" phpName="Kind" type="VARCHAR" size="30"/>
    <column name="order_id" type="INTEGER"/>
    <foreign-key foreignTable="order"><reference local="order_id" foreign="id"/></foreign-key>
  </table>
</database>`

testOnEachDatabase('every part of a query quotes reserved words', schema, async (t, project) => {
  const output = await project.php(`
    use Shop\\{Choice, ChoiceQuery, Purchase, PurchaseQuery};

    $purchase = (new Purchase())->setParty('us');
    foreach (['a', 'a', 'b'] as $kind) {
        (new Choice())->setKind($kind)->setPurchase($purchase)->save();
    }
    (new Purchase())->setParty('them')->save();
    assert(PurchaseQuery::create()->groupById()->groupByParty()->find()->count() === 2);
    assert(ChoiceQuery::create()->select('Kind')->groupByKind()->orderByKind()->find()->getData() === ['a', 'b']);
    assert(PurchaseQuery::create()->exists());
    assert(PurchaseQuery::create()->useChoiceExistsQuery()->filterByKind('b')->endUse()->count() === 1);
    assert(PurchaseQuery::create()->useChoiceNotExistsQuery()->endUse()->findOne()->getParty() === 'them');
    assert(PurchaseQuery::create()->useInChoiceQuery()->filterByKind('b')->endUse()->count() === 1);
    assert(ChoiceQuery::create()->joinWithPurchase()->distinct()->count() === 3);
    $counted = ChoiceQuery::create()->select(['Kind'])->withColumn('COUNT(Choice.Id)', 'Nb')->groupByKind()
        ->orderBy('Nb')->find()->toKeyValue('Kind', 'Nb');
    assert($counted == ['b' => 1, 'a' => 2]);
    assert(ChoiceQuery::create()->setModelAlias('c', true)->filterByKind('b')->update(['Kind' => 'c']) === 1);
    $named = ChoiceQuery::create()->usePurchaseQuery('p')->filterByParty('us')->endUse()->orderBy('p.Party');
    assert($named->where('Choice.Kind = ?', 'c')->count() === 1);
    echo 'done';
  `)
  t.is(output, 'done')
})
