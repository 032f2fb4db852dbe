import { testOnEachDatabase } from '../support/project.js'

const schema = `
<database name="i18n" namespace="Shop" defaultIdMethod="native">
  <table name="item">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="price" type="INTEGER"/>
    <column name="title" type="VARCHAR" size="100"/>
    <index><index-column name="title"/></index>
    <behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>
    <behavior name="timestampable"/>
  </table>
</database>`

testOnEachDatabase(
  'i18n (B9): translations are written, read with their objects and deleted',
  schema,
  async (t, project) => {
    const output = await project.php(`
    use Shop\\{Item, ItemQuery, ItemI18nQuery};
    for ($i = 1; $i <= 3; ++$i) {
        $item = (new Item())->setPrice($i)->setTitle("e$i");
        if ($i < 3) { $item->setLocale('fr_FR')->setTitle("f$i"); }
        $item->save();
    }
    Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
    foreach (ItemQuery::create()->joinWithI18n('fr_FR')->orderByPrice()->limit(3)->find() as $item) {
        echo $item->getTitle() ?? '-', ' ';
    }
    Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
    echo ItemQuery::create()->joinWithI18n('fr_FR', 'INNER JOIN')->count(), ' ';
    $item = ItemQuery::create()->useI18nQuery('fr_FR')->filterByTitle('f2')->endUse()->findOne();
    echo $item->getPrice(), $item->getTitle(), ' ';
    $item->removeTranslation('fr_FR')->save();
    echo ItemI18nQuery::create()->count(), ' ';
    $item->delete();
    echo ItemI18nQuery::create()->count();
  `)
    t.is(output, 'f1 f2 - 2 2e2 4 3')
  },
)
