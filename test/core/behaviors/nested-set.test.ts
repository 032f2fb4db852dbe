import { join } from 'node:path'
import test from 'ava'
import { OrmError } from 'orm-core'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const nestedSet = (parameters: Readonly<Record<string, string>> = {}) =>
  `<behavior name="nested_set">${Object.entries(parameters)
    .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
    .join('')}</behavior>`

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const title = '<column name="title" type="VARCHAR" size="100"/>'

const schema = (parameters = {}, { columns = '', attributes = '', tables = '' } = {}) => `
  <database name="d" defaultIdMethod="native" ${attributes}>
    <table name="section">${id}${title}${columns}${nestedSet(parameters)}</table>${tables}
  </database>`

const run = async (xml: string, code: string) => (await runPhp(await buildSchema(xml), code, options)).trim()

const problem = async (xml: string): Promise<string> => {
  const error = await buildSchema(xml).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof OrmError ? error.message : 'no problem'
}

test('B10.64: columns are added, those that exist are used', async (t) => {
  const { sql } = await buildSchema(schema())
  t.regex(sql.pgsql!, /"tree_left" INTEGER,\s+"tree_right" INTEGER,\s+"tree_level" INTEGER,\s/)
  t.notRegex(sql.pgsql!, /tree_scope/)
  t.regex(sql.mysql!, /CREATE TABLE IF NOT EXISTS `orm_list_lock`/)
  const scoped = await buildSchema(
    schema(
      { left_column: 'lft', right_column: 'rgt', level_column: 'depth', use_scope: 'true', scope_column: 'menu_id' },
      { columns: '<column name="lft" type="BIGINT"/><column name="menu_id" type="INTEGER" required="true"/>' },
    ),
  )
  t.regex(scoped.sql.pgsql!, /"lft" (?:INT8|BIGINT),\s+"menu_id" INTEGER NOT NULL,\s+"rgt" INTEGER,\s+"depth" INTEGER,/)
  t.notRegex(scoped.sql.pgsql!, /tree_/)
})

test('B10.65: large numbers, odd names and keys of several columns', async (t) => {
  const columns = ['lft', 'rgt', 'depth', 'menu'].map((name) => `<column name="${name}" type="BIGINT"/>`).join('')
  const xml = `<database name="d"><table name="node" phpName="Node">
    <column name="a" type="INTEGER" primaryKey="true"/><column name="b" type="VARCHAR" size="9" primaryKey="true"/>${columns}
    ${nestedSet({ left_column: 'lft', right_column: 'rgt', level_column: 'depth', use_scope: 'true', scope_column: 'menu' })}
  </table></database>`
  t.is(
    await run(
      xml,
      `$add = static fn (string $b): Node => (new Node())->setA(1)->setB($b);
      $root = $add('root')->setMenu('5000000000')->makeRoot(); $root->save();
      $x = $add('x')->insertAsLastChildOf($root); $x->save(); $y = $add('y')->insertAsFirstChildOf($root); $y->save();
      $z = $add('z')->insertAsLastChildOf($x); $z->save(); $x->moveToFirstChildOf($y); $z->moveToLastChildOf($root);
      NodeQuery::create()->filterByB('x')->delete();
      foreach (NodeQuery::create()->findTree(5000000000) as $node) { echo $node->getB(), $node->getLft(), $node->getRightValue(), $node->getLevel(), ' '; }
      echo json_encode([$z->getScopeValue(), NodeQuery::checkTree(5000000000), $root->getRightValue()]);`,
    ),
    'root160 y231 z451 [5000000000,[],6]',
  )
})

test('B10.66: proxies are left out where columns have their names', async (t) => {
  const parameters = {
    left_column: 'left_value',
    level_column: 'depth',
    use_scope: 'true',
    scope_column: 'scope_value',
  }
  const columns = '<column name="depth" phpName="Level" type="INTEGER"/>'
  const { php } = await buildSchema(schema(parameters, { columns }))
  const count = (name: string) => php['Base/Section.php']!.split(`function ${name}(`).length - 1
  t.deepEqual(['getLeftValue', 'getRightValue', 'setLevel', 'getScopeValue'].map(count), [1, 1, 1, 1])
  t.is(
    await run(
      schema(parameters, { columns }),
      `$root = (new Section())->setScopeValue(3)->makeRoot(); $root->save();
      (new Section())->insertAsLastChildOf($root)->save();
      echo SectionQuery::create()->orderByLevel('desc')->findOne()->getLevel(), SectionQuery::create()->orderByLevel('asc')->findOne()->getLevel();`,
    ),
    '10',
  )
})

test('B10.67: what cannot be a tree is refused', async (t) => {
  const column = (name: string, type: string, more = '') => `<column name="${name}" type="${type}" ${more}/>`
  t.regex(await problem(schema({}, { columns: column('tree_left', 'VARCHAR') })), /"tree_left" is VARCHAR/)
  t.regex(
    await problem(schema({ use_scope: 'true', scope_column: 'title' })),
    /"title" is VARCHAR, but must be one of TINYINT/,
  )
  t.regex(await problem(schema({ left_column: 'id' })), /"id" cannot be a part of the primary key/)
  t.regex(await problem(schema({ left_column: 'tree_right' })), /"tree_right" cannot be used twice/)
  t.regex(
    await problem(`<database name="d"><table name="a">${title}${nestedSet()}</table></database>`),
    /a tree needs a primary key/,
  )
  t.regex(await problem(schema({}, { columns: column('level', 'INTEGER') })), /proxy getLevel\(\) have the same name/)
  t.regex(await problem(schema({ lft: 'x' })), /ORM-S703/)
  const parent = `${column('parent_id', 'INTEGER')}<foreign-key foreignTable="section" phpName="Parent" refPhpName="Child"><reference local="parent_id" foreign="id"/></foreign-key>`
  t.regex(
    await problem(schema({}, { columns: parent })),
    /ORM-B003 .* method "addChild" comes from relation "Child" and from behavior "nested_set"/,
  )
})

test('B10.68: a unique index on the numbers is warned of', async (t) => {
  const { warnings } = await buildSchema(
    schema(
      {},
      { columns: '<column name="tree_left" type="INTEGER"/><unique><unique-column name="tree_left"/></unique>' },
    ),
  )
  t.true(warnings.some(({ message }) => message.includes('contains "tree_left"')))
})

test('the numbers are read with every row, and are not computed by the database', async (t) => {
  const left = (attributes: string) =>
    schema({}, { columns: `<column name="tree_left" type="INTEGER" ${attributes}/>` })
  const { warnings } = await buildSchema(left('lazyLoad="true"'))
  t.regex(warnings[0]!.message, /lazyLoad of column "tree_left" has no effect/)
  const code = `
    ($root = new Section())->makeRoot()->save();
    ($child = new Section())->insertAsLastChildOf($root)->save();
    Map\\SectionTableMap::clearInstancePool();
    $root = SectionQuery::create()->findPk($root->getId());
    echo json_encode([$root->isRoot(), $root->countChildren(), $root->getFirstChild()->hasParent()]);`
  t.is(await run(left('lazyLoad="true"'), code), '[true,1,true]')
  t.regex(await problem(left('generated="id * 2"')), /column "tree_left" is generated/)
})

test('B10.69: method_proxies only where they are asked for', async (t) => {
  const code = "echo (int) method_exists('Section', 'createRoot'), (int) method_exists('Section', 'getPath');"
  t.is(await run(schema(), code), '00')
  t.is(await run(schema({ method_proxies: 'true' }), code), '11')
})

test('B10.70: the parameters are known at runtime', async (t) => {
  t.is(
    await run(
      schema({ use_scope: 'true' }),
      "echo json_encode(Map\\SectionTableMap::getTableMap()->getBehaviors()['nested_set']);",
    ),
    '{"left_column":"tree_left","right_column":"tree_right","level_column":"tree_level","use_scope":"true","scope_column":"tree_scope","method_proxies":"false"}',
  )
})

test('B10.71: classes in a namespace, at database level, and of read-only tables', async (t) => {
  t.is(
    await run(
      `<database name="d" namespace="Shop" defaultIdMethod="native">${nestedSet()}<table name="a">${id}</table>
        <table name="b" readOnly="true">${id}</table></database>`,
      `$root = (new Shop\\A())->makeRoot(); $root->save(); (new Shop\\A())->insertAsLastChildOf($root)->save();
      echo count($root->getChildren()), count(Shop\\BQuery::create()->findTree());`,
    ),
    '10',
  )
})

test('B10.72: generated classes grow by at most 60 lines and the accessors', async (t) => {
  const columns = ['tree_left', 'tree_right', 'tree_level', 'tree_scope']
    .map((name) => `<column name="${name}" type="INTEGER"/>`)
    .join('')
  const plain = (
    await buildSchema(`<database name="d"><table name="section">${id}${title}${columns}</table></database>`)
  ).php
  const tree = (await buildSchema(schema({ use_scope: 'true' }, { columns }))).php
  const grown = (file: string) => tree[file]!.split('\n').length - plain[file]!.split('\n').length
  const accessors = 8 * 6
  t.true(grown('Base/Section.php') - accessors <= 60, String(grown('Base/Section.php')))
  t.true(grown('Base/SectionQuery.php') <= 60)
  t.true(grown('Map/SectionTableMap.php') <= 60)
})

test('C: concrete_inheritance gives the child a tree of its own', async (t) => {
  const tables = `<table name="article"><column name="body" type="VARCHAR" size="100"/>
    <behavior name="concrete_inheritance"><parameter name="extends" value="section"/></behavior></table>`
  t.is(
    await run(
      schema({}, { tables }),
      `$root = (new Section())->setTitle('root')->makeRoot(); $root->save();
      $article = (new Article())->setTitle('top')->makeRoot(); $article->save();
      $below = (new Article())->setTitle('below')->insertAsLastChildOf($article); $below->save();
      (new Section())->setTitle('s')->insertAsLastChildOf($root)->save();
      $show = static fn ($query) => implode(' ', array_map(static fn ($n) => $n->getTitle() . $n->getLeftValue() . $n->getRightValue(), [...$query->orderById()->find()]));
      echo $show(SectionQuery::create()), ' | ', $show(ArticleQuery::create()), ' ', json_encode([SectionQuery::checkTree(), ArticleQuery::checkTree()]);`,
    ),
    'root14 top00 below00 s23 | top14 below23 [[],[]]',
  )
})

test('C: sortable with the same scope: getScopeValue() is one method', async (t) => {
  const sortable = (column: string) =>
    `<behavior name="sortable"><parameter name="use_scope" value="true"/><parameter name="scope_column" value="${column}"/></behavior>`
  t.is(
    await run(
      schema({ use_scope: 'true' }, { columns: sortable('tree_scope') }),
      `$root = (new Section())->setTitle('r')->setScopeValue(3)->makeRoot(); $root->save();
      foreach (['a', 'b'] as $title) { $node = (new Section())->setTitle($title)->insertAsFirstChildOf($root); $node->save(); }
      $node->moveToTop(); $root->getChildren()[1]->delete();
      $con = Orm\\Runtime\\Orm::getWriteConnection('d');
      try { $con->transaction(function () use ($node, $root) { $node->moveToBottom(); (new Section())->insertAsFirstChildOf($root)->save(); throw new LengthException(); }); } catch (LengthException) {}
      echo $node->getRank(), $node->getLeftValue(), $node->getScopeValue(), $root->getRank(), $root->getRightValue(), json_encode(SectionQuery::checkTree(3));
      echo json_encode(SectionQuery::create()->inTree(3)->orderByRank()->select(['Title', 'SortableRank'])->find()->getData());`,
    ),
    '12324[][{"Title":"b","SortableRank":1},{"Title":"r","SortableRank":2}]',
  )
  t.regex(await problem(schema({ use_scope: 'true' }, { columns: sortable('other') })), /nested_set \(tree_scope\)/)
})

test('C: versions and archives leave nodes where they are', async (t) => {
  t.is(
    await run(
      schema({}, { columns: '<behavior name="archivable"/><behavior name="versionable"/>' }),
      `$root = (new Section())->setTitle('r')->makeRoot(); $root->save();
      $a = (new Section())->setTitle('a')->insertAsLastChildOf($root); $a->save();
      (new Section())->setTitle('b')->insertAsFirstChildOf($root)->save();
      $a->setTitle('c')->save(); $a->toVersion(1)->save(); echo $a->getTitle(), $a->getLeftValue(), ' ';
      $archive = SectionArchiveQuery::create(); $a->delete();
      $back = (new Section())->populateFromArchive($archive->findOne()); $back->save(); echo $back->getTitle(), $back->getLeftValue(), ' ';
      $back->insertAsLastChildOf($root)->save(); echo $back->getLeftValue(), json_encode(SectionQuery::checkTree());`,
    ),
    'a4 a0 4[]',
  )
})

test('C: archivable archives what is deleted below a node, versionable keeps places', async (t) => {
  t.is(
    await run(
      schema({}, { columns: '<behavior name="archivable"/><behavior name="versionable"/>' }),
      `$root = (new Section())->setTitle('r')->makeRoot(); $root->save();
      $a = (new Section())->setTitle('a')->insertAsLastChildOf($root); $a->save();
      (new Section())->setTitle('b')->insertAsLastChildOf($a)->save();
      $a->delete();
      echo implode(' ', SectionArchiveQuery::create()->orderByTitle()->select('Title')->find()->getData()), ' ', $root->getRightValue(), $root->getVersion();`,
    ),
    'a b 21',
  )
})
