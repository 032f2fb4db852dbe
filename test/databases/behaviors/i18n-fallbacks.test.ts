import { testOnEachDatabase } from '../../support/project.js'

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="item">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="code" type="VARCHAR" size="5"/>
      <column name="name" type="VARCHAR" size="50"/>
      <behavior name="i18n"><parameter name="i18n_columns" value="name"/></behavior>
    </table>
  </database>`

testOnEachDatabase('B9: fallbacks are read in one statement', schema, async (t, project) => {
  const printed = await project.php(`
    foreach (['a' => ['fr_CA', 'fr_FR', 'en_US'], 'b' => ['fr_FR', 'en_US'], 'c' => ['en_US'], 'd' => ['de_DE']] as $code => $locales) {
        $item = (new Item())->setCode($code);
        foreach ($locales as $locale) { $item->setLocale($locale)->setName("$code $locale"); }
        $item->save();
    }
    Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
    $con = Orm\\Runtime\\Orm::getConnection('d');
    $con->useDebug(true);
    $before = $con->getQueryCount();
    $items = ItemQuery::create()->joinWithI18nFallbacks('fr_CA', 'fr_FR', 'en_US')->orderByCode()->limit(10)->find();
    foreach ($items as $item) { echo $item->getLocale(), '=', $item->getName() ?? '-', ' '; }
    echo $con->getQueryCount() - $before, ' ', count($items);
    echo ' ', $items[1]->getTranslation('en_US')->getName(), ' ', $con->getQueryCount() - $before;
    echo ' ', ItemQuery::create()->joinWithI18nFallbacks('de_DE')->orderByCode('DESC')->findOne()->getName();
  `)
  t.is(printed, 'fr_CA=a fr_CA fr_FR=b fr_FR en_US=c en_US fr_CA=- 1 4 b en_US 1 d de_DE')
})
