import { scenariosOnEachDatabase } from '../../support/scenarios.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const title = '<column name="title" type="VARCHAR" size="50" primaryString="true"/>'
const parameter = (name: string, value: string) => `<parameter name="${name}" value="${value}"/>`

const schema = `
  <database name="d" defaultIdMethod="native">
    <table name="post">${id}${title}<column name="body" type="VARCHAR" size="50"/>
      <behavior name="sluggable">${parameter('slug_pattern', '{Title}')}</behavior>
    </table>
    <table name="page">${id}${title}<column name="body" type="VARCHAR" size="50"/><behavior name="sluggable"/></table>
    <table name="folder">${id}${title}<column name="parent_id" type="INTEGER"/>
      <foreign-key foreignTable="folder"><reference local="parent_id" foreign="id"/></foreign-key>
      <behavior name="sluggable">${parameter('slug_pattern', '{Title}')}${parameter('tree', 'true')}</behavior>
    </table>
    <table name="node">${id}<behavior name="nested_set">${parameter('use_scope', 'true')}</behavior></table>
    <table name="owner">${id}
      <behavior name="aggregate_column">${parameter('name', 'nb')}${parameter('foreign_table', 'part')}${parameter('expression', 'COUNT(id)')}</behavior>
      <behavior name="aggregate_column" id="total">${parameter('name', 'total')}${parameter('foreign_table', 'part')}${parameter('expression', 'SUM(pages)')}</behavior>
    </table>
    <table name="part">${id}<column name="owner_id" type="INTEGER"/><column name="pages" type="INTEGER"/>
      <foreign-key foreignTable="owner"><reference local="owner_id" foreign="id"/></foreign-key>
    </table>
    <table name="task">${id}${title}<column name="grp" type="INTEGER"/><column name="price" type="DECIMAL" size="10" scale="2"/>
      <behavior name="versionable"/>
      <behavior name="sortable">${parameter('use_scope', 'true')}${parameter('scope_column', 'grp')}</behavior>
    </table>
    <table name="branch">${id}${title}<behavior name="closure_table"/><behavior name="versionable"/></table>
    <table name="content">${id}${title}<column name="hits" type="INTEGER" defaultValue="0"/></table>
    <table name="article"><column name="body" type="VARCHAR" size="50"/>
      <behavior name="concrete_inheritance">${parameter('extends', 'content')}</behavior>
    </table>
    <table name="review"><column name="stars" type="INTEGER"/>
      <behavior name="concrete_inheritance">${parameter('extends', 'article')}</behavior>
    </table>
  </database>`

const clear = 'Orm\\Runtime\\ActiveQuery\\InstancePools::clear();'

scenariosOnEachDatabase(schema, {
  'a slug that was set is kept until its sources change': [
    `foreach (['Post', 'Page'] as $class) {
      $post = (new $class())->setTitle('Ant')->setSlug('mine'); $post->save(); $post->save(); echo $post->getSlug();
      $post->setBody('x')->save(); ${clear} $post = ($class . 'Query')::create()->findOne(); $post->save(); $post->setBody('y')->save(); echo ' ', $post->getSlug();
      $post->setTitle('Bee')->save(); echo ' ', $post->getSlug(), ' ';
    }`,
    'mine mine bee mine mine bee',
  ],
  'a slug whose sources are methods of the application is compared in every save': [
    `class Shop extends Page { public static string $name = 'One'; public function __toString(): string { return self::$name; } }
     $shop = new Shop(); $shop->save(); Shop::$name = 'Two'; $shop->save(); echo $shop->getSlug();`,
    'two',
  ],
  'a slug is written with its sources, even if the object already has it': [
    `foreach (['Post', 'Page', 'Folder'] as $class) {
      $row = (new $class())->setTitle('EMMA'); $row->save(); ${clear}
      ($class . 'Query')::create()->findPk($row->getId())->setTitle('Other')->save();
      $row->setTitle('Emma')->save(); ${clear} $now = ($class . 'Query')::create()->findPk($row->getId()); echo $now->getTitle(), ' ', $now->getSlug(), ' ';
    }`,
    'Emma emma Emma emma Emma emma',
  ],
  'an aggregate includes a row that another request has moved': [
    `[$a, $b] = [new Owner(), new Owner()]; $a->save(); $b->save(); $part = (new Part())->setOwner($a)->setPages(1); $part->save(); ${clear}
     PartQuery::create()->findPk($part->getId())->setOwnerId($b->getId())->save(); $part->setPages(5)->save(); ${clear}
     echo json_encode(OwnerQuery::create()->orderById()->select(['Nb', 'Total'])->find()->getData());`,
    '[{"Nb":0,"Total":null},{"Nb":1,"Total":5}]',
  ],
  'a node that enters a tree gets the scope of the tree, even if the object already has it': [
    `$root = (new Node())->setTreeScope(1)->makeRoot(); $root->save(); $node = (new Node())->setTreeScope(1); $node->save(); ${clear}
     NodeQuery::create()->findPk($node->getId())->setTreeScope(2)->save(); $node->insertAsLastChildOf($root)->save(); ${clear}
     echo NodeQuery::create()->findPk($node->getId())->getTreeScope();`,
    '1',
  ],
  'a copy has no aggregates of the rows that it does not have': [
    `$owner = new Owner(); $owner->addPart(new Part()); $owner->addPart(new Part()); $owner->save();
     $copy = $owner->copy(); echo json_encode($copy->getNb()); $copy->save(); $copy->reload(); echo json_encode($copy->getNb());
     $deep = $owner->copy(true); $deep->save(); $deep->reload(); echo $deep->getNb();`,
    'nullnull2',
  ],
  'a version takes a row neither to its old place nor to its old list': [
    `$a = (new Task())->setTitle('a')->setGrp(1); $a->save(); $b = (new Task())->setTitle('b')->setGrp(1); $b->save();
     $a->setTitle('c')->setGrp(2)->save(); $a->toVersion(1)->save(); echo $a->getTitle(), $a->getGrp(), $a->getRank(), $b->getRank();`,
    'a211',
  ],
  'a version moves neither a node of a tree nor its children': [
    `[$root, $old, $new, $child] = [new Branch(), new Branch(), new Branch(), new Branch()];
     $old->setParent($root->setTitle('root')); $old->setTitle('old')->save(); $new->setTitle('new')->setParent($root)->save();
     $child->setTitle('a')->setParent($old)->save(); $old->setTitle('old 2')->save();
     $child->setTitle('b')->setParent($new)->save(); $old->toVersion(2)->save(); echo $old->getTitle(), $child->getParent()->getTitle();
     $child->toVersion(1)->save(); ${clear} $child = BranchQuery::create()->findPk($child->getId());
     echo $child->getTitle(), $child->getParent()->getTitle(), $child->getAncestors()->count(), BranchQuery::rebuildTree(), BranchClosureQuery::create()->count();`,
    'old 2newanew288',
  ],
  'versions compare decimal numbers by their values': [
    `$a = (new Task())->setPrice('1.5'); $a->save(); $a->setPrice('1.50')->enforceVersioning()->save(); $a->setPrice('1.51')->save();
     echo count($a->compareVersions(1, 2)), count($a->compareVersions(2, 3)), count($a->compareVersion(2));`,
    '011',
  ],
  'a query that changes no row leaves held objects as they are': [
    `foreach (['a', 'b', 'c'] as $title) { $rows[] = (new Task())->setTitle($title)->setGrp(1); end($rows)->save(); } [$a, $b] = $rows;
     TaskQuery::create()->filterByTitle('none')->delete(); TaskQuery::create()->filterByTitle('none')->update(['Title' => 'x']);
     TaskQuery::create()->filterByTitle('none')->update(['Grp' => 2]); TaskQuery::deleteList(9);
     $a->moveToBottom(); $b->moveToBottom(); echo $a->getRank(), $b->getRank(), (int) (TaskQuery::create()->findPk($a->getId()) === $a);
     OwnerQuery::create()->filterByNb(77)->delete(); $owner = new Owner(); $owner->save(); OwnerQuery::create()->filterByNb(77)->update(['Nb' => 1]); echo (int) (OwnerQuery::create()->findPk($owner->getId()) === $owner);`,
    '2311',
  ],
  'individual saves of update() keep the order of a list that moves': [
    `foreach (['a', 'b', 'c'] as $title) { $rows[] = (new Task())->setTitle($title)->setGrp(1); end($rows)->save(); } $rows[2]->moveToTop();
     TaskQuery::create()->filterByGrp(1)->update(['Grp' => 2], null, true); echo implode('', TaskQuery::create()->filterByGrp(2)->orderByRank()->select(['Title'])->find()->getData());`,
    'cab',
  ],
  'delete() and update() of a query on a child write the rows of all parents': [
    `foreach (['a', 'b', 'c', 'd'] as $title) { (new Review())->setTitle($title)->setStars(1)->save(); } (new Article())->setTitle('e')->save();
     $shown = static function (): void { ${clear} foreach (['Content', 'Article', 'Review'] as $class) { echo ' ', implode('', ($class . 'Query')::create()->orderById()->select(['Title'])->find()->getData()); } };
     $raise = (new Orm\\Runtime\\ActiveQuery\\Criteria('d'))->add(Map\\ReviewTableMap::COL_HITS, ['raw' => 'hits + ?', 'value' => 2], Orm\\Runtime\\ActiveQuery\\Criteria::CUSTOM_EQUAL);
     echo ReviewQuery::create()->filterByTitle(['a', 'b'])->update(['Title' => 'x']); $shown();
     echo ReviewQuery::create()->filterByTitle('x')->update($raise); echo ' ', implode('', ContentQuery::create()->orderById()->select(['Hits'])->find()->getData());
     echo ' ', ReviewQuery::create()->filterByTitle(['x', 'c'])->delete(); $shown();
     echo ' ', ReviewQuery::create()->deleteAll(); $shown();`,
    '2 xxcde xxcde xxcd2 22000 3 de de d 1 e e',
  ],
})
