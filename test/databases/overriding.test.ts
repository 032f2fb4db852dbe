import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { bundled } from '#core/behaviors/bundled.js'
import { runPhpFile } from '../support/php.js'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'

const data = join(root, 'test', 'php')
const script = join(root, 'test', 'databases', 'overriding.php')

const parameters = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
    .join('')
const behavior = (name: string, values: Readonly<Record<string, string>> = {}): string =>
  `<behavior name="${name}">${parameters(values)}</behavior>`
const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const title = '<column name="title" type="VARCHAR" size="50" primaryString="true"/>'
const table = (name: string, inside: string, attributes = ''): string =>
  `<table name="${name}" ${attributes}>${id}${title}${inside}</table>`
const reference = (to: string): string =>
  `<column name="${to}_id" type="INTEGER"/><foreign-key foreignTable="${to}" onDelete="cascade"><reference local="${to}_id" foreign="id"/></foreign-key>`

/** A table for each behavior, and for each form of table that has methods of its own. */
const tables = [
  table(
    'post',
    behavior('aggregate_column', { name: 'nb', foreign_table: 'comment', expression: 'COUNT(*)' }) +
      `<behavior name="aggregate_multiple_columns">${parameters({ foreign_table: 'comment' })}<parameter-list name="columns"><parameter-list-item>${parameters({ column_name: 'last', expression: 'MAX(id)' })}</parameter-list-item></parameter-list></behavior>`,
  ),
  table('comment', reference('post') + behavior('alternative_coding_standards')),
  table(
    'archived',
    behavior('archivable', { archive_on_insert: 'true', archive_on_update: 'true', archive_on_delete: 'true' }),
  ),
  `<table name="keyless"><column name="title" type="VARCHAR" size="50"/>${behavior('auto_add_pk')}</table>`,
  table('content', ''),
  `<table name="article"><column name="body" type="LONGVARCHAR"/>${behavior('concrete_inheritance', { extends: 'content', copy_data_to_child: 'true' })}</table>`,
  table('stored', '<behavior name="config_store" behavior="timestampable" id="times"/>'),
  table('loaded', '<behavior name="config_load" ref="times"/>'),
  table('account', behavior('delegate', { to: 'profile' })),
  `<table name="profile"><column name="email" type="VARCHAR" size="50"/></table>`,
  table('dispatched', behavior('event_dispatcher')),
  table(
    'translated',
    `<column name="text" type="VARCHAR" size="50"/>${behavior('i18n', { i18n_columns: 'text', locale_alias: 'language' })}`,
  ),
  table('tree', behavior('nested_set')),
  table(
    'trees',
    `<column name="s" type="INTEGER"/>${behavior('nested_set', { use_scope: 'true', scope_column: 's' })}`,
  ),
  table('grouped', behavior('output_group')),
  table('cached', behavior('query_cache')),
  table('slugged', behavior('sluggable', { scope_column: 's' }) + '<column name="s" type="INTEGER"/>'),
  table('ranking', behavior('sortable')),
  table('ranked_by_name', behavior('sortable', { rank_column: 'rank' })),
  table(
    'leveled',
    behavior('nested_set', { left_column: 'leftvalue', right_column: 'rightvalue', level_column: 'level' }),
  ),
  table('ranked', reference('ranking') + behavior('sortable', { use_scope: 'true', scope_column: 'ranking_id' })),
  table('synced', behavior('synced_table')),
  table('timed', behavior('timestampable')),
  table('marked', behavior('soft_delete')),
  table('blamed', behavior('blameable')),
  table('branch', behavior('closure_table')),
  table('blamed_too', behavior('blamable')),
  table('unique_id', behavior('uuid')),
  table('validated', behavior('validate', { rule1: '{column: title, validator: NotNull}' })),
  table(
    'versioned',
    reference('ranking') +
      behavior('versionable', { log_created_at: 'true', log_created_by: 'true', log_comment: 'true' }),
  ),
  table('read_again', '<column name="n" type="INTEGER" defaultExpr="1"/>', 'reloadOnInsert="true"'),
  table('shown', '', 'readOnly="true"'),
  table(
    'kind',
    '<column name="kind" type="INTEGER" inheritance="single"><inheritance key="1" class="Kind"/><inheritance key="2" class="Special" extends="Kind"/></column>',
    'phpName="Kind"',
  ),
]

const config = '  generator:\n    objectModel:\n      nativeReturnTypes: false\n'

/** The methods of the known API are those of its own schema. */
const lists: Readonly<Record<string, () => Promise<string>>> = {
  'the known API': () => readFile(join(data, 'signatures-schema.xml'), 'utf8'),
  'every behavior': async () =>
    `<database name="lib" namespace="Lib" defaultIdMethod="native">${tables.join('\n')}</database>`,
  // Methods that a behavior has for its own columns are those of the column then: PHP ignores the case of their names.
  'every behavior, names unchanged': async () =>
    `<database name="lib" namespace="Lib" defaultIdMethod="native" defaultPhpNamingMethod="nochange">${tables.join('\n')}</database>`,
}

test('the tables of this test have every behavior', (t) => {
  const all = tables.join('')
  const named = bundled
    .map(({ name }) => name)
    .filter((name) => !/_relation$|_parent$|_cascade$|_accessors$/.test(name))
  t.deepEqual(
    named.filter((name) => !all.includes(`<behavior name="${name}"`)),
    [],
  )
})

for (const [what, schemaOf] of Object.entries(lists)) {
  test(`stubs without types override every method and property: ${what}`, async (t) => {
    const project = await createProject(t, { schema: await schemaOf(), database: 'sqlite', config })
    await project.build()
    const generated = join(project.folder, 'generated-classes')
    const known = what === 'the known API' ? join(data, 'signatures.tsv') : '/dev/null'
    t.is(await runPhpFile(script, { args: [generated, known] }), '')
    t.is(await project.php(exercise), 'done')
  })
}

/** Saves, reads, changes and deletes a row of each table through stubs that override everything. */
const exercise = String.raw`
  $folder = getcwd() . '/generated-classes';
  foreach (glob($folder . '/Lib/Map/*TableMap.php') as $file) {
      $map = 'Lib\Map\\' . basename($file, '.php');
      $class = $map::OM_CLASS;
      $query = $class . 'Query';
      $object = new $class();
      (string) $object;
      $object->toArray();
      if (!method_exists($object, 'save')) {
          $query::create()->find();
          continue;
      }
      foreach ($map::getTableMap()->getForeignKeys() as $column) {
          $related = $column->getRelatedTable()->getClassName();
          if (!$column->isPrimaryKey()) {
              continue;
          }
          $other = new $related();
          if (method_exists($other, 'setTitle')) {
              $other->setTitle('Other');
          }
          $other->save();
          $object->setByName($column->getPhpName(), $other->getByName($column->getRelatedColumn()->getPhpName()));
      }
      if ($map::getTableMap()->hasColumn('title')) {
          $object->setTitle('One');
      }
      if (method_exists($object, 'makeRoot')) {
          $object->makeRoot();
      }
      foreach ($map::getTableMap()->getPrimaryKeys() as $column) {
          if (!$map::getTableMap()->isUseIdGenerator() && $object->getByName($column->getPhpName()) === null) {
              $object->setByName($column->getPhpName(), 1);
          }
      }
      $object->save();
      $map::clearInstancePool();
      $read = $query::create()->findPk($object->getPrimaryKey());
      assert($read instanceof $class && $read !== $object, $class);
      if ($map::getTableMap()->hasColumn('title')) {
          $read->setTitle('Two')->save();
          assert($query::create()->filterByTitle('Two')->count() === 1, $class);
          $query::create()->filterByTitle('Two')->update([$map::getTableMap()->getColumn('title')->getPhpName() => 'Three']);
      }
      $copy = $read->copy(true);
      $read->reload(true);
      $read->clearAllReferences(true);
      if (method_exists($read, 'makeRoot')) {
          continue;
      }
      $read->delete();
      assert($query::create()->filterByPrimaryKey($object->getPrimaryKey())->count() === 0, $class);
  }
  echo 'done';
`
