import { join } from 'node:path'
import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const parametersOf = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
    .join('')

const schema = (parameters: Readonly<Record<string, string>> = {}, more = '', database = '') => `
  <database name="d" defaultIdMethod="native">
    ${database}
    <table name="shop"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/></table>
    <table name="item">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="price" type="FLOAT"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="sold_on" type="DATE"/>
      <column name="tags" type="ARRAY"/>
      <column name="shop_id" type="INTEGER"/>
      <foreign-key foreignTable="shop" name="fk_shop"><reference local="shop_id" foreign="id"/></foreign-key>
      <index name="by_title"><index-column name="title"/></index>
      <behavior name="i18n">${parametersOf({ i18n_columns: 'title, sold_on, tags', ...parameters })}</behavior>
      ${more}
    </table>
  </database>`

const run = async (code: string, parameters = {}, more = '', database = '') =>
  (await runPhp(await buildSchema(schema(parameters, more, database)), code, options)).trim()

const clear = 'Orm\\Runtime\\ActiveQuery\\InstancePools::clear();'

/** Counts the statements that some code runs. */
const counted = `
  $count = static function (callable $code): int {
      $con = Orm\\Runtime\\Orm::getConnection('d');
      $con->useDebug(true);
      $before = $con->getQueryCount();
      $code();
      return $con->getQueryCount() - $before;
  };`

test('B9: columns move with their foreign keys and indexes', async (t) => {
  const { sql } = await buildSchema(schema({ i18n_columns: 'title,shop_id' }))
  const [main, translations] = sql.pgsql.split('CREATE TABLE "item_i18n"')
  t.false(main!.includes('"title"'))
  t.regex(translations!, /"id" INTEGER NOT NULL,\s+"locale" VARCHAR\(5\) DEFAULT 'en_US' NOT NULL,\s+"title"/)
  t.regex(translations!, /PRIMARY KEY \("id", ?"locale"\)/)
  t.regex(translations!, /INDEX .* ON "item_i18n" \("title"\)/)
  t.regex(translations!, /ALTER TABLE "item_i18n"\s+ADD CONSTRAINT "fk_shop"\s+FOREIGN KEY \("shop_id"\)/)
  t.regex(translations!, /REFERENCES "item" \("id"\)\s+ON DELETE CASCADE/)
})

test('B9: an object shows the translation of its locale', async (t) => {
  t.is(
    await run(`
      $item = new Item();
      echo $item->getLocale(), ' ', Map\\ItemTableMap::DEFAULT_LOCALE;
      $item->setTitle('Hello')->setLocale('fr_FR')->setTitle('Bonjour')->save();
      ${clear}
      $item = ItemQuery::create()->findOne();
      echo ' ', $item->getTitle(), ' ', $item->setLocale('fr_FR')->getTitle(), ' ', $item->getTranslation()->getTitle();
      echo ' ', $item->getLocale(), ' ', $item->getCurrentTranslation()->getTitle(), ' ', ItemI18nQuery::create()->count();
    `),
    'en_US en_US Hello Bonjour Hello fr_FR Bonjour 2',
  )
})

test('B9: proxies have the signatures of the accessors', async (t) => {
  t.is(
    await run(`
      $item = (new Item())->setSoldOn('2020-03-04')->addTag('a')->addTag('b')->removeTag('a');
      echo $item->getSoldOn('d.m.Y'), get_class($item->getSoldOn()), json_encode($item->getTags()), (int) $item->hasTag('b');
      foreach (['getSoldOn', 'setSoldOn', 'setTags', 'hasTag'] as $method) {
          $text = static fn (string $class): string => explode('Method [', (string) new ReflectionMethod($class, $method))[1];
          $signature = static fn (string $class): string => substr($text($class), strpos($text($class), 'Parameters'));
          echo $signature(Item::class) === $signature(ItemI18n::class) ? ' same' : ' other';
      }
    `),
    '04.03.2020DateTime["b"]1 same same same same',
  )
})

test('B9: joinWithI18n() reads objects and translations in one statement, one row an object', async (t) => {
  t.is(
    await run(`${counted}
      for ($i = 1; $i <= 3; ++$i) {
          $item = (new Item())->setPrice($i)->setLocale('fr_FR')->setTitle("f$i");
          if ($i < 3) { $item->setLocale('en_US')->setTitle("e$i"); }
          $item->save();
      }
      ${clear}
      $print = static function (iterable $items): void {
          foreach ($items as $item) { echo $item->getLocale(), $item->getTitle() ?? '-', ' '; }
      };
      echo $count(static function () use ($print): void {
          $print(ItemQuery::create()->joinWithI18n('en_US')->orderByPrice()->limit(3)->find());
      }), ' ';
      ${clear}
      $print(ItemQuery::create()->joinWithI18n('en_US', 'INNER JOIN')->find());
      ${clear}
      $print([ItemQuery::create()->joinWithI18n('fr_FR')->orderByPrice('DESC')->findOne()]);
      echo ItemQuery::create()->joinWithI18n('fr_FR')->count();
      // The other locale is still found.
      ${clear}
      $item = ItemQuery::create()->joinWithI18n('fr_FR')->orderByPrice()->findOne();
      echo ' ', $item->setLocale('en_US')->getTitle(), count($item->getItemI18ns());
    `),
    'en_USe1 en_USe2 en_US- 1 en_USe1 en_USe2 fr_FRf3 3 e12',
  )
})

test('B9: joinI18n() and useI18nQuery() are about one locale', async (t) => {
  t.is(
    await run(`
      (new Item())->setTitle('a')->setLocale('fr_FR')->setTitle('b')->save();
      (new Item())->setTitle('b')->save();
      $ids = static fn ($query): string => implode(',', $query->select('Id')->find()->getData()) . ' ';
      echo $ids(ItemQuery::create()->useI18nQuery()->filterByTitle('b')->endUse());
      echo $ids(ItemQuery::create()->useI18nQuery('fr_FR')->filterByTitle('b')->endUse());
      echo $ids(ItemQuery::create()->useI18nQuery('fr_FR', 'f')->filterByTitle('b')->endUse()->useI18nQuery('en_US', 'e')->filterByTitle('a')->endUse());
      echo $ids(ItemQuery::create()->joinI18n('fr_FR', null, 'INNER JOIN'));
      echo $ids(ItemQuery::create()->joinI18n('en_US')->where('ItemI18n.Title = ?', 'b'));
    `),
    '2 1 1 1 2',
  )
})

test('B9: translations of related objects are read too', async (t) => {
  const built = await buildSchema(`
    <database name="d" defaultIdMethod="native">
      <table name="item">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <column name="title" type="VARCHAR" size="100"/>
        <behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>
      </table>
      <table name="sale">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <column name="item_id" type="INTEGER"/>
        <foreign-key foreignTable="item"><reference local="item_id" foreign="id"/></foreign-key>
      </table>
    </database>`)
  t.is(
    await runPhp(
      built,
      `${counted}
      (new Sale())->setItem((new Item())->setLocale('de_DE')->setTitle('Hut'))->save();
      ${clear}
      echo $count(static function (): void {
          $sale = SaleQuery::create()->useItemQuery()->joinWithI18n('de_DE')->endUse()->with('Item')->findOne();
          echo $sale->getItem()->getLocale(), $sale->getItem()->getTitle(), ' ';
      });`,
      options,
    ),
    'de_DEHut 1',
  )
})

test('B9: removeTranslation(), setTranslation() and addItemI18n()', async (t) => {
  t.is(
    await run(`
      $item = (new Item())->setTitle('a')->setLocale('fr_FR')->setTitle('b'); $item->save();
      $item->removeTranslation('fr_FR');
      echo ItemI18nQuery::create()->count();
      echo $item->getTitle() ?? '-';
      $item->save();
      echo ItemI18nQuery::create()->count();
      ${clear}
      $item = ItemQuery::create()->findOne()->removeTranslation('fr_FR')->removeTranslation('xx');
      echo ItemI18nQuery::create()->count(), ' ';
      $item->setTranslation((new ItemI18n())->setTitle('c'), 'es_ES')->save();
      echo $item->getTranslation('es_ES')->getTitle(), ItemI18nQuery::create()->count(), $item->getLocale(), ' ';
      $item->addItemI18n((new ItemI18n())->setLocale('it_IT')->setTitle('d'));
      echo $item->getLocale(), $item->getTitle();
      $item->clear();
      echo $item->getLocale();
    `),
    '1-21 c2en_US it_ITden_US',
  )
})

test('B9: the alias, other names and the default locale of the database', async (t) => {
  t.is(
    await run(
      `
      $item = new Item();
      echo $item->getCulture(), $item->setCulture('it')->getLanguage(), get_class($item->getTranslation()), Map\\ItemTableMap::DEFAULT_LOCALE;
      echo json_encode(Map\\ItemTableMap::getTableMap()->getBehaviors()['i18n']['default_locale']);
      echo count(Map\\ShopTableMap::getTableMap()->getBehaviors()), count(Map\\TextTableMap::getTableMap()->getBehaviors());
    `,
      {
        i18n_table: 'texts_of_%TABLE%',
        i18n_phpname: 'Text',
        i18n_pk_column: 'item_key',
        locale_column: 'language',
        locale_length: '12',
        locale_alias: 'Culture',
      },
      '',
      '<behavior name="i18n"><parameter name="default_locale" value="de"/></behavior>',
    ),
    'deitTextde"de"00',
  )
  const own = await buildSchema(
    schema(
      { default_locale: 'fr' },
      '',
      '<behavior name="i18n"><parameter name="default_locale" value="de"/></behavior>',
    ),
  )
  t.true(own.php['Map/ItemTableMap.php']!.includes("DEFAULT_LOCALE = 'fr'"))
})

test('B9: a declared table of translations is used as it is', async (t) => {
  const built = await buildSchema(`
    <database name="d" defaultIdMethod="native" tablePrefix="p_">
      <table name="item">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <behavior name="i18n"/>
      </table>
      <table name="item_i18n">
        <column name="locale" type="VARCHAR" size="3" primaryKey="true"/>
        <column name="id" type="INTEGER" primaryKey="true"/>
        <column name="title" type="VARCHAR" size="100"/>
        <foreign-key foreignTable="item"><reference local="id" foreign="id"/></foreign-key>
      </table>
    </database>`)
  t.is(built.sql.sqlite.match(/FOREIGN KEY/g)!.length, 1)
  t.is(
    await runPhp(
      built,
      `(new Item())->setLocale('de')->setTitle('x')->save(); ${clear}
       echo ItemQuery::create()->findOne()->setLocale('de')->getTitle();`,
      options,
    ),
    'x',
  )
})

test('B9: the table of translations is where the main table is', async (t) => {
  const { php, sql } = await buildSchema(`
    <database name="d" defaultIdMethod="native" namespace="All" tablePrefix="p_" schema="base">
      <table name="item" namespace="Shop" schema="store" package="classes.Shop">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <column name="title" type="VARCHAR" size="100"/>
        <behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>
      </table>
    </database>`)
  t.truthy(php['classes/Shop/ItemI18n.php'])
  t.true(php['classes/Shop/ItemI18n.php']!.includes('namespace All\\Shop;'))
  t.regex(sql.pgsql, /CREATE TABLE "store"\."p_item_i18n"/)
})

test('C: i18n and timestampable: the date of the main row tells of its translations', async (t) => {
  const old = `
    $item = (new Item())->setTitle('a'); $item->save();
    Orm\\Runtime\\Orm::getConnection('d')->exec("UPDATE item SET updated_at = '2001-01-01 00:00:00'");
    $item->reload();`
  const now = `echo $item->getUpdatedAt('Y') === date('Y') ? 'now ' : 'old ';`
  for (const order of ['', '<behavior name="timestampable"/>']) {
    t.is(
      await run(
        `${old} $item->save(); ${now} $item->setTitle('b')->save(); ${now}
         ${old} $item->keepUpdateDateUnchanged()->setTitle('c')->save(); ${now}`,
        {},
        order,
        order ? '' : '<behavior name="timestampable"/>',
      ),
      'old now old',
    )
  }
})

test('deleting an object deletes its translations', async (t) => {
  t.is(
    await run(`$i = (new Item())->setTitle('a'); $i->save(); $i->delete(); echo ItemI18nQuery::create()->count();`),
    '0',
  )
})

const refused = async (xml: string) => {
  try {
    await buildSchema(xml)
  } catch (error) {
    if (error instanceof OrmError) return error.message
    throw error
  }
  return ''
}

test('B9: what cannot be translated is refused with its place', async (t) => {
  t.regex(await refused(schema({ i18n_columns: 'titel' })), /no column "titel"/)
  t.regex(await refused(schema({ i18n_columns: 'id' })), /"id" is in the primary key/)
  const composite = schema().replace('name="price" type="FLOAT"', 'name="price" type="INTEGER" primaryKey="true"')
  t.regex(await refused(composite), /primary key of one column/)
  const unique = '<unique><unique-column name="title"/><unique-column name="price"/></unique>'
  t.regex(await refused(schema({}, unique)), /columns that move and others that stay/)
  const index = '<index name="both"><index-column name="title"/><index-column name="price"/></index>'
  const { warnings } = await buildSchema(schema({}, index))
  t.regex(JSON.stringify(warnings.map(({ message }) => message)), /both/)
})
