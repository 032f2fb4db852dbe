import { scenariosOnEachDatabase } from '../../support/scenarios.js'

const schema = `
  <database name="d" defaultIdMethod="native">
    <behavior name="i18n"><parameter name="default_locale" value="en_US"/></behavior>
    <table name="item">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="price" type="INTEGER"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="sold_on" type="DATE"/>
      <column name="tags" type="ARRAY"/>
      <index><index-column name="title"/></index>
      <behavior name="i18n"><parameter name="i18n_columns" value="title, sold_on, tags"/><parameter name="locale_alias" value="Culture"/></behavior>
      <behavior name="timestampable"/>
    </table>
    <table name="sale">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="item_id" type="INTEGER"/>
      <foreign-key foreignTable="item"><reference local="item_id" foreign="id"/></foreign-key>
    </table>
    <table name="coded">
      <column name="code" type="VARCHAR" size="20" primaryKey="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>
    </table>
    <table name="métier">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="libellé" type="VARCHAR" size="100"/>
      <behavior name="sluggable"><parameter name="slug_pattern" value="/m/{Libellé}"/></behavior>
      <behavior name="i18n"><parameter name="i18n_columns" value="libellé, slug"/></behavior>
    </table>
    <table name="page">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <behavior name="i18n"><parameter name="default_locale" value="de"/><parameter name="i18n_table" value="page_text"/><parameter name="i18n_phpname" value="Text"/></behavior>
    </table>
    <table name="page_text">
      <column name="locale" type="VARCHAR" size="3" primaryKey="true"/>
      <column name="id" type="INTEGER" primaryKey="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <foreign-key foreignTable="page" onDelete="cascade"><reference local="id" foreign="id"/></foreign-key>
    </table>
  </database>`

const prelude = `
  $clear = static fn () => Orm\\Runtime\\ActiveQuery\\InstancePools::clear();
  $count = static function (callable $code) use ($con): int {
      $con->useDebug(true);
      $before = $con->getQueryCount();
      $code();
      return $con->getQueryCount() - $before;
  };
  $print = static function (iterable $items): void {
      foreach ($items as $item) { echo $item->getLocale(), $item->getTitle() ?? '-', ' '; }
  };`

scenariosOnEachDatabase(
  schema,
  {
    'B9.5: a declared table of translations is used as it is': [
      `(new Page())->setTitle('x')->save(); $clear(); $page = PageQuery::create()->findOne();
      echo $page->getLocale(), $page->getTitle(), get_class($page->getTranslation()), PageTextQuery::create()->count();`,
      'dexPageText1',
    ],
    'B9.6, B9.7: an object shows the translation of its locale, which is found or new': [
      `$item = new Item(); echo $item->getLocale(), $item->getCulture(), Map\\ItemTableMap::DEFAULT_LOCALE;
      $item->setTitle('Hello')->setCulture('fr_FR')->setTitle('Bonjour')->save(); $clear();
      $item = ItemQuery::create()->findOne();
      echo ' ', $item->getTitle(), ' ', $item->setLocale('fr_FR')->getTitle(), ' ', $item->getTranslation()->getTitle();
      echo ' ', $item->getLocale(), ' ', $item->getCurrentTranslation()->getTitle(), ' ', ItemI18nQuery::create()->count();
      $item->getTranslation('it_IT')->setTitle('Ciao'); $item->save(); echo ItemI18nQuery::create()->count();`,
      'en_USen_USen_US Hello Bonjour Hello fr_FR Bonjour 23',
    ],
    'B9.6: names may have letters outside of ASCII, also in the pattern of a slug': [
      `$one = (new Métier())->setLibellé('Été'); $one->addMétierI18n((new MétierI18n())->setLocale('fr_FR')->setLibellé('Hôte')); $one->save();
      echo $one->getLibellé(), ' ', $one->getSlug(), ' ', $one->setLocale('en_US')->getSlug(), ' ', $one->setLibellé('À')->save(), $one->getSlug();`,
      'Hôte /m/hote /m/ete 1/m/a',
    ],
    'B9.6: a query that is known in one locale finds the rows of the next': [
      `$item = (new Item())->setTitle('a')->setLocale('fr_FR')->setTitle('b'); $item->save(); $id = $item->getId();
      foreach (['en_US', 'fr_FR', 'de_DE', 'fr_FR'] as $locale) {
          foreach ([true, false] as $isInTransaction) {
              $clear();
              if ($isInTransaction) { $con->beginTransaction(); }
              $print([ItemQuery::create()->joinWithI18n($locale)->findPk($id)]);
              if ($isInTransaction) { $con->rollBack(); }
          }
      }`,
      'en_USa en_USa fr_FRb fr_FRb de_DE- de_DE- fr_FRb fr_FRb',
    ],
    'B9.8: removeTranslation() deletes the row; a later getter attaches a new one': [
      `$item = (new Item())->setTitle('a')->setLocale('fr_FR')->setTitle('b'); $item->save();
      $item->removeTranslation('fr_FR'); echo ItemI18nQuery::create()->count(), $item->getTitle() ?? '-'; $item->save(); echo ItemI18nQuery::create()->count(); $clear();
      ItemQuery::create()->findOne()->removeTranslation('fr_FR')->removeTranslation('xx'); echo ItemI18nQuery::create()->count(), ' ';
      $item = ItemQuery::create()->findOne(); $con->beginTransaction(); $item->removeTranslation('en_US'); $con->rollBack(); echo $item->getTitle(); $item->removeTranslation('en_US'); echo ItemI18nQuery::create()->count();`,
      '1-21 a0',
    ],
    'B9.8: a translation that is written after its removal, or after it was missed, is found again': [
      `$item = (new Item())->setTitle('a'); $item->save(); $item->removeTranslation()->setTitle('b')->save(); $item->clearItemI18ns(); echo $item->getTitle(); $con->beginTransaction(); $item->removeTranslation(); $con->rollBack(); echo $item->getTitle(), $item->save(), ' ';
      $item->removeTranslation()->addItemI18n((new ItemI18n())->setLocale('en_US')->setTitle('c'))->save(); $item->clearItemI18ns(); echo $item->getTitle(), $item->save(), ' ';
      $clear(); $item = ItemQuery::create()->joinWithI18n('fr_FR')->findOne(); $item->setTitle('d')->save(); $item->clearItemI18ns(); echo $item->getTitle(), $item->save(), ItemI18nQuery::create()->count();`,
      'bb0 c0 d02',
    ],
    'B9.10: a save shows no other locale than before': [
      `$item = (new Item())->setTitle('a')->setLocale('fr_FR')->setTitle('b')->setLocale('en_US'); $item->save(); echo $item->getLocale(), $item->getTitle(), ' '; $copy = $item->copy(true); $copy->save(); echo $copy->getLocale(), ' ';
      $item->getTranslation('fr_FR')->setTitle('c')->save(); echo $item->getLocale(), ' '; $item->addItemI18n($item->getTranslation('fr_FR')); echo $item->getLocale();`,
      'en_USa en_US en_US fr_FR',
    ],
    'B9.10: a copy shows the default locale, whatever translations it has': [
      `$item = (new Item())->setTitle('a')->setLocale('fr_FR')->setTitle('b'); $item->save(); $copy = $item->copy(true); echo $copy->getLocale(), $copy->getTitle(), $copy->getTranslation('fr_FR')->getTitle(), ' '; $copy->save(); echo ItemI18nQuery::create()->count(), $item->copy()->getLocale();`,
      'en_USab 4en_US',
    ],
    'B9.9: proxies have the signatures of the accessors': [
      `$item = (new Item())->setSoldOn('2020-03-04')->addTag('a')->addTag('b')->removeTag('a'); $item->save(); $clear();
      $item = ItemQuery::create()->findOne();
      echo $item->getSoldOn('d.m.Y'), get_class($item->getSoldOn()), json_encode($item->getTags()), (int) $item->hasTag('b');`,
      '04.03.2020DateTime["b"]1',
    ],
    'B9.10, B9.11: setTranslation() takes another one, addItemI18n() shows it, clear() goes back to the default': [
      `$item = (new Item())->setTitle('a'); $item->save();
      $item->setTranslation((new ItemI18n())->setTitle('c'), 'es_ES')->save();
      echo $item->getTranslation('es_ES')->getTitle(), ItemI18nQuery::create()->count(), $item->getLocale(), ' ';
      $item->addItemI18n((new ItemI18n())->setLocale('it_IT')->setTitle('d')); echo $item->getLocale(), $item->getTitle();
      $item->clear(); echo ' ', $item->getLocale();`,
      'c2en_US it_ITd en_US',
    ],
    'B9.10: setTranslation() replaces the row of a locale, read or not': [
      `$item = (new Item())->setTitle('a')->setLocale('fr_FR')->setTitle('b')->setSoldOn('2020-03-04'); $item->save(); $clear();
      $titles = static fn (): string => json_encode(ItemI18nQuery::create()->orderByLocale()->select(['Title', 'SoldOn'])->find()->getData());
      $item = ItemQuery::create()->findOne(); $new = (new ItemI18n())->setTitle('c'); $item->setTranslation($new, 'fr_FR')->save();
      echo (int) ($item->getTranslation('fr_FR') === $new), $titles(), ' ';
      $item->setTranslation((new ItemI18n())->setTitle('d'), 'fr_FR')->setTranslation((new ItemI18n())->setTitle('e'), 'fr_FR');
      $item->setTranslation($item->getTranslation(), 'en_US')->save(); echo $titles(), ' ';
      $clear(); $item = ItemQuery::create()->findOne(); $item->setTranslation($item->getTranslation('fr_FR'), 'en_US')->save(); echo $titles();`,
      '1[{"Title":"a","SoldOn":null},{"Title":"c","SoldOn":null}] [{"Title":"a","SoldOn":null},{"Title":"e","SoldOn":null}] [{"Title":"e","SoldOn":null}]',
    ],
    'B9.20: reload() keeps the locale, and a deep one reads the translation again': [
      `$item = (new Item())->setTitle('a')->setLocale('fr_FR')->setTitle('b'); $item->save(); $con->exec("UPDATE item_i18n SET title = 'c' WHERE locale = 'fr_FR'");
      $item->reload(); echo $item->getLocale(), $item->getTitle(), ' '; $clear(); $item->reload(true); echo $item->getLocale(), $item->getTitle(), ' ';
      $item->setTitle('d')->save(); $clear(); echo ItemQuery::create()->joinWithI18n('fr_FR')->findOne()->getTitle(), ItemI18nQuery::create()->count(), ' '; $item->clearAllReferences(); echo $item->getLocale();`,
      'fr_FRb fr_FRc d2 en_US',
    ],
    'B9.19: translations follow a row whose key changes, read or not': [
      `$row = (new Coded())->setCode('a')->setTitle('x'); $row->save(); $row->setCode('b')->save(); echo $row->getTitle(); $row->setTitle('y')->save();
      $clear(); $row = CodedQuery::create()->findPk('b'); $row->setCode('c')->save(); echo $row->getTitle(); $clear();
      $row = CodedQuery::create()->joinWithI18n()->findPk('c'); $row->setCode('d')->setTitle('z')->save(); $clear();
      echo CodedQuery::create()->findPk('d')->getTitle(), CodedI18nQuery::create()->count();`,
      'xyz1',
    ],
    'B9.12, B9.14: joinI18n() and useI18nQuery() are about one locale': [
      `(new Item())->setTitle('a')->setLocale('fr_FR')->setTitle('b')->save(); (new Item())->setTitle('b')->save();
      $ids = static fn ($query): string => implode(',', $query->orderById()->select('Id')->find()->getData()) . ' ';
      echo $ids(ItemQuery::create()->useI18nQuery()->filterByTitle('b')->endUse());
      echo $ids(ItemQuery::create()->useI18nQuery('fr_FR')->filterByTitle('b')->endUse());
      echo $ids(ItemQuery::create()->useI18nQuery('fr_FR', 'f')->filterByTitle('b')->endUse()->useI18nQuery('en_US', 'e')->filterByTitle('a')->endUse());
      echo $ids(ItemQuery::create()->joinI18n('fr_FR', null, 'INNER JOIN')), $ids(ItemQuery::create()->joinI18n('fr_FR'));
      echo $ids(ItemQuery::create()->joinI18n('en_US')->where('ItemI18n.Title = ?', 'b'));`,
      '2 1 1 1 1,2 2',
    ],
    'B9.13: rows as arrays have a list of translations': [
      `(new Item())->setTitle('a')->setLocale('fr_FR')->setTitle('b')->save(); (new Item())->setTitle('c')->save(); $query = static fn () => ItemQuery::create()->orderById()->setFormatter(Orm\\Runtime\\ActiveQuery\\ModelCriteria::FORMAT_ARRAY);
      foreach ([$query()->joinWithI18n('fr_FR')->limit(5), $query()->joinWithI18nFallbacks('fr_FR', 'en_US')] as $one) { echo json_encode(array_map(static fn ($row) => array_column($row['ItemI18ns'], 'Title'), $one->find()->getData())), ' '; }`,
      '[["b"],[]] [["b","a"],["c"]]',
    ],
    'B9.13: joinWithI18n() reads objects and translations in one statement, one row an object': [
      `for ($i = 1; $i <= 3; ++$i) {
          $item = (new Item())->setPrice($i)->setLocale('fr_FR')->setTitle("f$i");
          if ($i < 3) { $item->setLocale('en_US')->setTitle("e$i"); }
          $item->save();
      }
      $clear();
      echo $count(static fn () => $print(ItemQuery::create()->joinWithI18n('en_US')->orderByPrice()->limit(3)->find())), ' ';
      $clear(); $print(ItemQuery::create()->joinWithI18n('en_US', 'INNER JOIN')->orderByPrice()->find());
      $clear(); $print([ItemQuery::create()->joinWithI18n('fr_FR')->orderByPrice('DESC')->findOne()]);
      echo ItemQuery::create()->joinWithI18n('fr_FR')->count();
      $clear(); $item = ItemQuery::create()->joinWithI18n('fr_FR')->orderByPrice()->findOne();
      echo ' ', $item->setLocale('en_US')->getTitle(), count($item->getItemI18ns()), ' ';
      (new Sale())->setItem($item)->save(); $clear();
      echo $count(static fn () => $print([SaleQuery::create()->useItemQuery()->joinWithI18n('fr_FR')->endUse()->with('Item')->findOne()->getItem()]));`,
      'en_USe1 en_USe2 en_US- 1 en_USe1 en_USe2 fr_FRf3 3 e12 fr_FRf1 1',
    ],
    'B9.15: deleting the object deletes its translations': [
      `$item = (new Item())->setTitle('a'); $item->save(); $item->delete(); echo ItemI18nQuery::create()->count();`,
      '0',
    ],
    'B9.16, C12: the date of the main row tells of a translation that changes': [
      `$now = static fn (Item $item): string => $item->getUpdatedAt('Y') === date('Y') ? 'now ' : 'old ';
      $old = static function (Item $item) use ($con): Item { $con->exec("UPDATE item SET updated_at = '2001-01-01 00:00:00'"); $item->reload(); return $item; };
      $item = (new Item())->setTitle('a'); $item->save(); $old($item)->save(); echo $now($item); $item->setTitle('b')->save(); $item->reload(); echo $now($item);
      $old($item)->keepUpdateDateUnchanged()->setTitle('c')->save(); echo $now($item);`,
      'old now old',
    ],
  },
  prelude,
)
