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

test('B9.1, B9.2: columns move with their foreign keys and indexes', async (t) => {
  const { sql } = await buildSchema(schema({ i18n_columns: 'title,shop_id' }))
  const [main, translations] = sql.pgsql.split('CREATE TABLE "item_i18n"')
  t.false(main!.includes('"title"'))
  t.regex(translations!, /"id" INTEGER NOT NULL,\s+"locale" VARCHAR\(5\) DEFAULT 'en_US' NOT NULL,\s+"title"/)
  t.regex(translations!, /PRIMARY KEY \("id", ?"locale"\)/)
  t.regex(translations!, /INDEX .* ON "item_i18n" \("title"\)/)
  t.regex(translations!, /ALTER TABLE "item_i18n"\s+ADD CONSTRAINT "fk_shop"\s+FOREIGN KEY \("shop_id"\)/)
  t.regex(translations!, /REFERENCES "item" \("id"\)\s+ON DELETE CASCADE/)
})

test('B9.9: proxies have the signatures of the accessors', async (t) => {
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

test('B9.4: the alias, other names and the default locale of the database', async (t) => {
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

test('B9.5: a declared table of translations is used as it is', async (t) => {
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

test('B9.5: a declared table of translations may have the key of the main row under another name', async (t) => {
  const built = await buildSchema(`
    <database name="d" defaultIdMethod="native">
      <table name="item">
        <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
        <behavior name="i18n"/>
      </table>
      <table name="item_i18n">
        <column name="item_key" type="INTEGER" primaryKey="true"/>
        <column name="locale" type="VARCHAR" size="5" primaryKey="true"/>
        <column name="title" type="VARCHAR" size="100"/>
        <foreign-key foreignTable="item" phpName="Owner" refPhpName="Text" onDelete="cascade"><reference local="item_key" foreign="id"/></foreign-key>
      </table>
    </database>`)
  const code = `$item = (new Item())->setTitle('x')->setLocale('de')->setTitle('y'); $item->save(); ${clear}
    echo ItemQuery::create()->joinWithI18n('de')->findOne()->getTitle(), ItemI18nQuery::create()->filterByItemKey($item->getId())->count();
    $item->delete(); echo ItemI18nQuery::create()->count();`
  t.is(await runPhp(built, code, options), 'y20')
})

test('B9.1: the table of translations is where the main table is', async (t) => {
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

const refused = async (xml: string) => {
  try {
    await buildSchema(xml)
  } catch (error) {
    if (error instanceof OrmError) return error.message
    throw error
  }
  return ''
}

test('B9.3: what cannot be translated is refused with its place', async (t) => {
  t.regex(await refused(schema({ i18n_columns: 'titel' })), /no column "titel"/)
  t.regex(await refused(schema({ i18n_columns: 'id' })), /"id" is in the primary key/)
  const composite = schema().replace('name="price" type="FLOAT"', 'name="price" type="INTEGER" primaryKey="true"')
  t.regex(await refused(composite), /primary key of one column/)
  const unique = '<unique><unique-column name="title"/><unique-column name="price"/></unique>'
  t.regex(await refused(schema({}, unique)), /columns that move and columns that stay/)
  const index = '<index name="both"><index-column name="title"/><index-column name="price"/></index>'
  const { warnings } = await buildSchema(schema({}, index))
  t.regex(JSON.stringify(warnings.map(({ message }) => message)), /both/)
})

const slugged = (pattern: string, columns: string, { primary = false } = {}) => `
  <database name="d" defaultIdMethod="native">
    <table name="item">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100" ${primary ? 'primaryString="true"' : ''}/>
      <column name="code" type="VARCHAR" size="100"/>
      <behavior name="sluggable">${pattern && `<parameter name="slug_pattern" value="${pattern}"/>`}</behavior>
      <behavior name="i18n"><parameter name="i18n_columns" value="${columns}"/></behavior>
    </table>
  </database>`

test('B9: a slug that is translated is made of translated columns, in any case of letters', async (t) => {
  const slugTableOf = async (text: string) => {
    const { sql } = await buildSchema(text)
    const tables = [...sql.pgsql.matchAll(/CREATE TABLE "(\w+)"[^;]*"slug"/g)]
    return tables.map(([, name]) => name).join()
  }
  t.is(await slugTableOf(slugged('{Title}', 'title, slug')), 'item_i18n')
  t.is(await slugTableOf(slugged('{title}-{CODE}', 'title, code, slug')), 'item_i18n')
  t.is(await slugTableOf(slugged('', 'title, slug', { primary: true })), 'item_i18n')
  t.is(await slugTableOf(slugged('{Code}', 'title')), 'item')
})

const untranslated: Readonly<Record<string, [schema: string, message: RegExp]>> = {
  'a column that stays': [
    slugged('{Title}-{Code}', 'title, slug'),
    /column "slug" is translated, but "Code", which the slug is made from, is not/,
  ],
  'two columns that stay': [
    slugged('{Code}-{Id}-{Title}', 'title, slug'),
    /column "slug" is translated, but "Code", "Id", which the slug is made from, is not/,
  ],
  'the text of the object': [
    slugged('', 'title, slug'),
    /column "slug" is translated, but the text of the object, which the slug is made from, is not/,
  ],
}

for (const [what, [text, message]] of Object.entries(untranslated)) {
  test(`B9: a slug cannot be translated that is made from ${what}`, async (t) => {
    const error = await t.throwsAsync(buildSchema(text), { instanceOf: OrmError, message })
    t.regex(error.diagnostics[0]!.hint ?? '', /translate all columns of slug_pattern, or keep the slug/)
  })
}

test('fallback_locales: those of the database reach its tables, and wrong ones are refused', async (t) => {
  const database = `<behavior name="i18n">${parametersOf({ fallback_locales: 'de, en' })}</behavior>`
  const code = "echo (new Item())->setTitle('a')->setLocale('de')->setTitle('b')->setLocale('de_AT')->getTitle();"
  t.is(await run(code, {}, '', database), 'b')
  t.is(await run(code, { fallback_locales: 'en_US' }, '', database), 'b')
  t.is(await run(code.replaceAll("'de'", "'fr'"), { fallback_locales: 'en_US' }, '', database), 'a')
  for (const [list, message] of [
    ['de,,en', /"fallback_locales" must be a list of locales, not "de,,en"/],
    ['', /must be a list of locales, not ""/],
    ['de, zh_Hant', /locale "zh_Hant" is longer than locale_length, which is 5/],
  ] as const) {
    const error = await t.throwsAsync(buildSchema(schema({ fallback_locales: list })), { instanceOf: OrmError })
    t.regex(error!.message, message)
  }
})
