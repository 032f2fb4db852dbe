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

const withFallbacks = `
  <database name="d" defaultIdMethod="native">
    <table name="item">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="code" type="VARCHAR" size="5"/>
      <column name="name" type="VARCHAR" size="50"/>
      <column name="tags" type="ARRAY"/>
      <column name="rating" type="INTEGER" defaultValue="3"/>
      <behavior name="i18n">
        <parameter name="i18n_columns" value="name, tags, rating"/>
        <parameter name="default_locale" value="en"/>
        <parameter name="fallback_locales" value="fr, en"/>
      </behavior>
    </table>
  </database>`

const read = `
  $chain = ['de_AT' => ['de_AT', 'de', 'fr', 'en'], 'de' => ['de', 'fr', 'en'], 'fr_CA' => ['fr_CA', 'fr', 'en'], 'fr' => ['fr', 'en'], 'en' => ['en', 'fr']];
  $expected = static function (array $row, string $locale, string $column) use ($chain): mixed {
      foreach ($chain[$locale] as $one) { if (($row[$one][$column] ?? null) !== null) { return $row[$one][$column]; } }
      foreach ($chain[$locale] as $one) { if (array_key_exists($one, $row)) { return $row[$one][$column]; } }
      return $column === 'Rating' ? 3 : null;
  };`

testOnEachDatabase(
  'getters show the fallbacks of a missing value, and add no translation',
  withFallbacks,
  async (t, project) => {
    const printed = await project.php(`
    $item = (new Item())->setCode('a')->setName('hat')->setTags(['x']);
    $item->setLocale('de')->setName('Hut');
    echo $item->setLocale('de_AT')->getName(), ' ', implode($item->getTags()), $item->hasTag('x') ? 'y' : 'n', $item->getRating();
    $item->save();
    echo ' ', ItemI18nQuery::create()->count();
    Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
    $item = ItemQuery::create()->findOne();
    echo ' ', $item->setLocale('de_AT')->getName(), ' ', $item->setLocale('it')->getName(), ' ', $item->getLocale();
    $item->setCode('b')->save();
    echo ' ', ItemI18nQuery::create()->count();
    $item->setLocale('de_AT')->setName('Huat')->save();
    echo ' ', $item->getName(), ' ', $item->setLocale('de')->getName(), ' ', ItemI18nQuery::create()->count();
    echo ' ', (new Item())->getRating(), var_export((new Item())->getName(), true);
  `)
    t.is(printed, 'Hut xy3 2 Hut hat it 2 Huat Hut 3 3NULL')
  },
)

testOnEachDatabase('joinWithI18n() reads the fallbacks too', withFallbacks, async (t, project) => {
  const printed = await project.php(`
    foreach (['a' => ['de_AT', 'en'], 'b' => ['de'], 'c' => ['en', 'fr'], 'd' => []] as $code => $locales) {
        $item = (new Item())->setCode($code);
        foreach ($locales as $locale) { $item->setLocale($locale)->setName("$code $locale"); }
        $item->save();
    }
    Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
    $con = Orm\\Runtime\\Orm::getConnection('d');
    $con->useDebug(true);
    foreach ([1, 2] as $_) {
        $before = $con->getQueryCount();
        foreach (ItemQuery::create()->joinWithI18n('de_AT')->orderByCode()->limit(10)->find() as $item) { echo $item->getLocale(), '=', $item->getName() ?? '-', ' '; }
        echo $con->getQueryCount() - $before, ' ';
    }
    echo ItemQuery::create()->joinWithI18n('de_AT', 'INNER JOIN')->count();
    echo ' ', ItemQuery::create()->joinWithI18n('fr')->useItemI18nQuery()->filterByName('c fr')->endUse()->findOne()->getName();
  `)
  const once = 'de_AT=a de_AT de_AT=b de de_AT=c fr de_AT=- 1 '
  t.is(printed, `${once}${once}1 c fr`)
})

testOnEachDatabase('fallbacks: random translations, compared with plain arrays', withFallbacks, async (t, project) => {
  const printed = await project.php(`${read}
    $steps = (int) (getenv('ORM_MODEL_STEPS') ?: 150);
    $seed = (int) (getenv('ORM_SEED') ?: random_int(1, 1 << 30));
    mt_srand($seed);
    $rows = $items = [];
    foreach ([1, 2, 3] as $i) { $item = (new Item())->setCode("c$i"); $item->save(); $items[$item->getId()] = $item; $rows[$item->getId()] = []; }
    for ($step = 0; $step < $steps; ++$step) {
        $id = array_rand($rows);
        $locale = array_rand($chain);
        $item = $items[$id]->setLocale($locale);
        switch (mt_rand(0, 5)) {
            case 0: case 1:
                $value = mt_rand(0, 3) ? "n$step" : null;
                $item->setName($value)->save();
                $rows[$id][$locale] = ['Name' => $value] + ($rows[$id][$locale] ?? ['Rating' => 3]);
                break;
            case 2:
                $value = mt_rand(0, 3) ? $step : null;
                $item->setRating($value)->save();
                $rows[$id][$locale] = ['Rating' => $value] + ($rows[$id][$locale] ?? ['Name' => null]);
                break;
            case 3:
                $item->removeTranslation($locale);
                unset($rows[$id][$locale]);
                break;
            case 4:
                Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
                $items[$id] = ItemQuery::create()->joinWithI18n($locale)->filterById($id)->findOne();
                break;
            default:
                $items[$id]->reload(true);
        }
        foreach ($items as $key => $one) {
            $shown = array_rand($chain);
            foreach (['Name', 'Rating'] as $column) {
                $is = $one->setLocale($shown)->{"get$column"}();
                $should = $expected($rows[$key], $shown, $column);
                if ($is !== $should) { echo "seed $seed step $step item $key $column in $shown is ", json_encode($is), ', not ', json_encode($should), json_encode($rows[$key]); return; }
            }
        }
        if (ItemI18nQuery::create()->count() !== array_sum(array_map('count', $rows))) { echo "seed $seed step $step: other translations"; return; }
    }
    echo 'same';
  `)
  t.is(printed, 'same')
})
