import test from 'ava'
import { buildModel } from 'orm-core'
import { readConfig } from '#core/config/index.js'
import { configKeys } from '#core/config/keys.js'
import { inMemory } from '../core/schema/support.js'
import { PhpLoader } from '../support/php-loader.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true" required="true"/>'
const behavior = (name: string, parameters: Readonly<Record<string, string>> = {}): string =>
  `<behavior name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<parameter name="${key}" value="${value}"/>`)
    .join('')}</behavior>`
const table = (name: string, inside: string, attributes = ''): string =>
  `<table name="${name}" ${attributes}>${id}${inside}</table>`
const title = '<column name="title" type="VARCHAR" size="100" primaryString="true"/>'
const reference = (to: string): string =>
  `<column name="${to}_id" type="INTEGER"/><foreign-key foreignTable="${to}" onDelete="cascade"><reference local="${to}_id" foreign="id"/></foreign-key>`
const count = { name: 'nb', foreign_table: 'comment', expression: 'COUNT(*)' }

/** Schemas as projects have them, one behavior or oddity each; tables of two that belong together stand beside. */
const schemas: Readonly<Record<string, string>> = {
  aggregate_column: table('post', behavior('aggregate_column', count)) + table('comment', reference('post')),
  archivable: table('post', title + behavior('archivable')),
  auto_add_pk: `${behavior('auto_add_pk')}<table name="a"><column name="n" type="VARCHAR"/></table>`,
  'concrete_inheritance, copied and not':
    table('content', title) +
    `<table name="article"><column name="body" type="LONGVARCHAR"/>${behavior('concrete_inheritance', { extends: 'content' })}</table>
     <table name="video">${behavior('concrete_inheritance', { extends: 'content', copy_data_to_parent: 'false' })}</table>
     <table name="clip">${behavior('concrete_inheritance', { extends: 'video' })}</table>`,
  'concrete_inheritance of a table that is read again':
    table('content', title, 'reloadOnInsert="true"') +
    `<table name="article">${behavior('concrete_inheritance', { extends: 'content' })}</table>`,
  delegate: table('account', behavior('delegate', { to: 'profile' })) + table('profile', title),
  event_dispatcher: behavior('event_dispatcher') + table('post', title),
  i18n: table('post', title + behavior('i18n', { i18n_columns: 'title', locale_column: 'culture' })),
  nested_set: table('tree', behavior('nested_set', { use_scope: 'true' })),
  query_cache: behavior('query_cache') + table('post', title),
  sluggable: table('post', title + behavior('sluggable', { slug_pattern: '/posts/{Title}', permanent: 'true' })),
  'sortable, sluggable, archivable and timestampable': table(
    'post',
    `${title}<column name="list_id" type="INTEGER"/>${behavior('sortable', { use_scope: 'true', scope_column: 'list_id' })}${behavior('sluggable')}${behavior('archivable')}${behavior('timestampable')}`,
  ),
  validate: table('post', title + behavior('validate', { rule1: '{column: title, validator: NotNull}' })),
  versionable: table('post', title + behavior('versionable', { log_created_at: 'true', log_created_by: 'true' })),
  'single table inheritance': table(
    'content',
    '<column name="kind" type="VARCHAR" size="20" inheritance="single"><inheritance key="a" class="Article" extends="Content"/><inheritance key="b-c" class="Clip" extends="Article"/></column>',
  ),
  'cross-references with more in their key':
    table('u', '') +
    table('g', '') +
    `<table name="ug" isCrossRef="true"><column name="u_id" type="INTEGER" primaryKey="true"/><column name="g_id" type="INTEGER" primaryKey="true"/><column name="role" type="VARCHAR" size="10" primaryKey="true"/><foreign-key foreignTable="u"><reference local="u_id" foreign="id"/></foreign-key><foreign-key foreignTable="g"><reference local="g_id" foreign="id"/></foreign-key></table>`,
}

const php = new PhpLoader()
test.after.always(() => php.end())

/** Every switch of the generated classes, turned. */
const turned = Object.fromEntries(
  Object.entries(configKeys.keys.generator.keys.objectModel.keys).flatMap(([key, rule]) =>
    rule.type === 'boolean' ? [[key, !rule.default]] : [],
  ),
)

const switches: Readonly<Record<string, object>> = {
  'with native types': {},
  'without native types': { nativeReturnTypes: false },
  'every switch turned': turned,
  'every switch turned, with native types': { ...turned, nativeReturnTypes: true },
}

for (const [what, tables] of Object.entries(schemas)) {
  for (const [how, objectModel] of Object.entries(switches)) {
    test.serial(`classes load: ${what}, ${how}`, async (t) => {
      const orm = {
        database: { connections: { shop: { adapter: 'mysql', dsn: 'mysql:x' } } },
        generator: { objectModel },
      }
      const config = await readConfig({ path: 'orm.json', contents: JSON.stringify({ orm }) })
      const contents = `<database name="shop" defaultIdMethod="native">${tables}</database>`
      const files = await buildModel([{ path: 'schema.xml', contents }], { config, files: inMemory({}) })
      t.is(await php.load({ classes: files.filter(({ kind }) => kind === 'base' || kind === 'stub') }), '')
    })
  }
}
