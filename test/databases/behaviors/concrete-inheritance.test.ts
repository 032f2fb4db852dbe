import { scenariosOnEachDatabase } from '../../support/scenarios.js'

const inherits = (parent: string, parameters: Readonly<Record<string, string>> = {}) => `
  <behavior name="concrete_inheritance">
    <parameter name="extends" value="${parent}"/>
    ${Object.entries(parameters)
      .map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
      .join('')}
  </behavior>`

const schema = `
  <database name="d" defaultIdMethod="native" namespace="Cms">
    <table name="review">
      <column name="stars" type="INTEGER"/>
      ${inherits('article', { copy_data_to_child: 'title' })}
    </table>
    <table name="category">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="20"/>
    </table>
    <table name="content" allowPkInsert="true">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="100"/>
      <column name="category_id" type="INTEGER"/>
      <foreign-key foreignTable="category" refPhpName="Piece"><reference local="category_id" foreign="id"/></foreign-key>
      <index name="by_title"><index-column name="title"/></index>
      <behavior name="timestampable"/>
      <behavior name="sortable"/>
    </table>
    <table name="article">
      <column name="body" type="LONGVARCHAR"/>
      ${inherits('content', { descendant_column: 'descendant_class' })}
    </table>
    <table name="thing">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="20"/>
      <behavior name="timestampable"/>
      <behavior name="sortable"/>
      <behavior name="i18n"><parameter name="i18n_columns" value="name"/></behavior>
    </table>
    <table name="tool"><column name="weight" type="INTEGER"/>${inherits('thing', { copy_data_to_parent: 'false', exclude_behaviors: 'sortable' })}</table>
    <table name="topic" idMethod="none">
      <column name="code" type="VARCHAR" size="20" primaryKey="true"/>
      <column name="title" type="VARCHAR" size="20"/>
    </table>
    <table name="lesson" idMethod="none"><column name="hours" type="INTEGER"/>${inherits('topic')}</table>
    <table name="course" idMethod="none"><column name="price" type="INTEGER"/>${inherits('lesson')}</table>
    <table name="remark" idMethod="none">
      <column name="id" type="INTEGER" primaryKey="true"/>
      <column name="topic_code" type="VARCHAR" size="20"/>
      <foreign-key foreignTable="topic" onDelete="cascade"><reference local="topic_code" foreign="code"/></foreign-key>
    </table>
    <table name="step">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="name" type="VARCHAR" size="20"/>
      <column name="way" type="INTEGER" required="true"/>
      <behavior name="nested_set"><parameter name="use_scope" value="true"/><parameter name="scope_column" value="way"/></behavior>
    </table>
    <table name="stair"><column name="height" type="INTEGER"/>${inherits('step')}<unique><unique-column name="height"/></unique></table>
    <table name="spiral"><column name="turns" type="INTEGER"/>${inherits('stair')}</table>
    <table name="toy">${inherits('thing', { descendant_column: 'kind', exclude_behaviors: 'timestampable' })}</table>
  </database>`

const prelude = `
  use Cms\\{Article, ArticleQuery, Category, CategoryQuery, Content, ContentQuery, Review, ReviewQuery, Course, CourseQuery, LessonQuery, Remark, RemarkQuery, TopicQuery, Thing, ThingQuery, Tool, ToolQuery, Toy, ToyQuery, Spiral, SpiralQuery, Stair, StairQuery, Step, StepQuery};
  $count = static fn (): string => ContentQuery::create()->count() . ArticleQuery::create()->count() . ReviewQuery::create()->count() . ' ';
  $clear = static fn () => Orm\\Runtime\\ActiveQuery\\InstancePools::clear();`

scenariosOnEachDatabase(
  schema,
  {
    'a child without rows in the table of its parent has no members of the relations of the parent': [
      `foreach ([fn () => (new Tool())->addThingI18n(new Cms\\ThingI18n()), fn () => (new Cms\\ThingI18n())->setThing(new Tool()), fn () => (new Tool())->getThingI18ns()] as $call) { try { $call(); echo 'accepted'; } catch (Orm\\Runtime\\Exception\\LogicException $e) { echo $e->getMessage(), ';'; } }`,
      'A Cms\\Tool has no thingI18ns: these refer to rows of the table "thing", in which it has none;'.repeat(3),
    ],
    'B6.14: a copy gets a key of its own, from the parent': [
      `$article = (new Article())->setBody('b'); $article->setTitle('t')->save(); $copy = $article->copy(); echo (int) $copy->isNew(), $copy->getId() ?? 'null'; $copy->save(); echo $copy->getId() === $article->getId() ? ' same ' : ' other ', $copy->getTitle(), $copy->getBody(), ArticleQuery::create()->count(), ContentQuery::create()->count();`,
      '1null other tb22',
    ],
    'B6.15: after a rollback the key is that of the next row of the parent': [
      `$rows = static fn (): string => StepQuery::create()->count() . StairQuery::create()->count() . SpiralQuery::create()->count() . ' ';
      $spiral = (new Spiral())->setTurns(2)->setHeight(1)->setName('a')->setWay(1);
      $con->beginTransaction(); $spiral->save(); $con->rollBack(); echo (int) $spiral->isNew(), json_encode($spiral->getId()), (int) $spiral->isColumnModified(Cms\\Map\\SpiralTableMap::COL_ID), $rows(); $spiral->save(); echo $rows();
      $other = (new Stair())->setHeight(1)->setName('b')->setWay(1);
      try { $other->save(); } catch (Orm\\Runtime\\Exception\\OrmException) { echo json_encode($other->getId()), ' '; }
      $other->setHeight(2)->save(); echo $rows(), $other->getParentOrCreate()->getName();`,
      '1null0000 111 null 221 b',
    ],
    'B6.16: the scope of a tree is copied while the parent is in no tree': [
      `$stair = (new Stair())->setName('s')->setWay(7)->makeRoot(); $stair->save(); $step = StepQuery::create()->findOne(); echo $step->getWay(), (int) $step->isInTree(), ' ';
      $stair->setName('t')->setWay(8)->save(); echo $step->getWay(), $step->getName(), ' '; $step->makeRoot()->save(); $stair->setName('u')->setWay(9)->save(); echo $step->getWay(), $step->getName(), count(StepQuery::checkTree(8));`,
      '70 8t 8u0',
    ],
    'B6.17: objects that refer to the row of a parent are saved with the child': [
      `$course = (new Course())->setCode('a')->setTitle('t'); $course->addRemark((new Remark())->setId(1)); $course->save(); echo RemarkQuery::create()->findPk(1)->getTopicCode();
      $clear(); $course = CourseQuery::create()->findOne(); $course->addRemark((new Remark())->setId(2)); echo $course->save(), ' '; $course->removeRemark($course->getRemarks()->getFirst()); $course->save();
      echo implode(',', RemarkQuery::create()->select(['Id'])->find()->getData()); $course->delete(); echo RemarkQuery::create()->count();`,
      'a1 20',
    ],
    'methods for rows that refer to a parent work in the classes of its children': [
      `foreach (['a' => 1, 'b' => 2] as $code => $id) { $course = (new Course())->setCode($code)->setTitle('t'); $course->addRemark((new Remark())->setId($id)); $course->save(); }
      $remark = RemarkQuery::create()->findPk(2); $clear();
      $codes = static fn ($query): string => implode(',', $query->orderByCode()->find()->getColumnValues('Code')) . ' ';
      echo $codes(CourseQuery::create()->useRemarkQuery()->filterById(1)->endUse()), $codes(CourseQuery::create()->useRemarkQuery('r')->filterById(2)->endUse()), $codes(CourseQuery::create()->filterByRemark($remark)),
        $codes(CourseQuery::create()->useRemarkExistsQuery()->filterById(1)->endUse()), $codes(CourseQuery::create()->useInRemarkQuery()->filterById(2)->endUse()), $codes(CourseQuery::create()->useTopicQuery()->filterByCode('a')->endUse());
      $clear(); $course = CourseQuery::create()->joinWithRemark()->orderByCode()->find()->getFirst(); echo count($course->getRemarks()), $course->getRemarks()[0]->getTopic() === $course ? 'self ' : 'other ';
      $clear(); $course = CourseQuery::create()->preload('Remark')->orderByCode()->find()->getFirst(); echo count($course->toArray('phpName', true, [], true)['Remarks']);
      $course->clearAllReferences(); echo isset($course->toArray('phpName', true, [], true)['Remarks']) ? 'kept ' : 'cleared ';`,
      'a b b a b a 1self 1cleared',
    ],
    'B6.2, B6.3, B7.2: a row of the child has one of each parent, found from both sides': [
      `$article = (new Article())->setTitle('A')->setBody('b')->setCategory((new Category())->setName('c'));
      echo $article instanceof Content && ArticleQuery::create() instanceof ContentQuery ? 'extends ' : 'no '; $article->save();
      $review = (new Review())->setTitle('R')->setStars(3); $review->save(); echo $count(); $clear();
      $content = ContentQuery::create()->findOneByTitle('A');
      echo $content->getCategory()->getName(), $content->getDescendantClass(), (int) $content->hasChildObject(), $content->getChildObject()->getBody(), ' ';
      $content = ContentQuery::create()->findOneByTitle('R'); echo $content->getDescendantClass(), ' ', get_class($content->getChildObject()), $content->getChildObject()->getStars(), (int) $review->hasChildObject(), ' ';
      $plain = (new Content())->setTitle('P'); $plain->save(); var_dump($plain->getChildObject(), $plain->hasChildObject());`,
      'extends 221 cCms\\Article1b Cms\\Article Cms\\Review30 NULL\nbool(false)',
    ],
    'B6.4: changes reach the parents, and a delete takes them along': [
      `(new Review())->setTitle('R')->setStars(3)->save(); $clear(); $review = ReviewQuery::create()->findOne(); $review->setTitle('S')->save(); $clear();
      echo ContentQuery::create()->findOne()->getTitle(), ArticleQuery::create()->findOne()->getTitle(), ' '; ReviewQuery::create()->findOne()->delete(); echo $count();
      (new Review())->setTitle('T')->save(); ContentQuery::create()->findOne()->delete(); echo $count();`,
      'SS 000 000',
    ],
    'B6.4: a key that changes takes the rows of the parents along, unless others refer to them': [
      `$rows = static function (): void { foreach ([TopicQuery::class, LessonQuery::class, CourseQuery::class] as $query) { echo implode(',', $query::create()->select(['Code'])->find()->getData()), ' '; } };
      $course = (new Course())->setCode('a')->setTitle('t')->setHours(2)->setPrice(5); $course->save();
      $course->setCode('b')->setPrice(6)->save(); $rows(); $clear(); echo CourseQuery::create()->findPk('b')->getPrice(), ' ';
      $con->beginTransaction(); $course->setCode('c')->save(); $con->rollBack(); $rows(); $course->save(); $rows();
      (new Remark())->setId(1)->setTopicCode('c')->save();
      try { $course->setCode('d')->save(); } catch (Orm\\Runtime\\Exception\\OrmException $e) { echo $e->getMessage(), ' '; }
      $rows(); echo RemarkQuery::create()->count();`,
      'b b b 6 b b b c c c The key of this Cms\\Course cannot be changed: rows of table "remark" refer to its row of table "topic" c c c 1',
    ],
    'B6.4: a change writes the same columns in both rows, and keeps those that others have changed meanwhile': [
      `$load = static function () use ($clear): Article { $clear(); return ArticleQuery::create()->findOne(); };
      (new Article())->setTitle('A')->setBody('a')->save(); $early = $load(); $load()->setTitle('B')->save(); $clear();
      $early->setBody('b')->save(); $article = $load(); echo $article->getTitle(), $article->getBody(), ContentQuery::create()->findOne()->getTitle(), $article->setTitle('C')->getSyncParent()->getTitle();`,
      'BbBC',
    ],
    'B6.5, B6.6: getParentOrCreate() and getSyncParent()': [
      `$article = (new Article())->setTitle('A')->setCategory((new Category())->setName('c')); $parent = $article->getSyncParent();
      echo get_class($parent), $parent->getTitle(), $parent->getCategory()->getName(), (int) $parent->isNew(), $parent->getDescendantClass(), ' ';
      $content = (new Content())->setTitle('old'); $content->save(); $article = (new Article())->setTitle('new'); $article->setId($content->getId());
      echo $article->getParentOrCreate() === $content ? 'reused ' : 'other '; $article->save(); echo $content->getTitle(), $content->getDescendantClass(), ' ', $count();
      $article = (new Article())->setTitle('given'); $article->setId(77); $article->save(); echo ContentQuery::create()->findPk(77)->getTitle(), ' ', $article->getParentOrCreate()->getId();`,
      'Cms\\ContentAc1Cms\\Article reused newCms\\Article 110 given 77',
    ],
    'B6.6: own methods for the parent are called for changes as well': [
      `class OwnSync extends Cms\\Lesson { public array $calls = []; public function getSyncParent(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null): Cms\\Topic { $this->calls[] = 'sync'; return parent::getSyncParent($con)->setTitle('S' . $this->getTitle()); } }
      class OwnParent extends Cms\\Lesson { public array $calls = []; public function getParentOrCreate(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null): Cms\\Topic { $this->calls[] = 'parent'; return parent::getParentOrCreate($con); } }
      foreach ([new OwnSync(), new OwnParent()] as $i => $lesson) {
        $lesson->setCode("own$i")->setTitle('a')->save(); $lesson->calls = []; $clear();
        $lesson->setTitle('b')->save(); $clear(); echo implode(',', array_unique($lesson->calls)), ' ', TopicQuery::create()->findPk("own$i")->getTitle(), ' ';
      }`,
      'sync Sb parent b',
    ],
    'B6.7: columns can be copied back to the child': [
      `$review = (new Review())->setTitle('A'); $review->save(); $content = (new Content())->setTitle('P')->setCategoryId(5); $review->syncParentToChild($content); echo $review->getTitle(), $review->getCategoryId() ?? '-';`,
      'P-',
    ],
    'B6.8, B6.10, C24: without copying there is no row of the parent, and what is excluded is not inherited': [
      `$tool = (new Tool())->setWeight(2); $tool->setName('saw'); $tool->save(); $clear(); $tool = ToolQuery::create()->findOne();
      echo $tool->getId(), $tool->getName(), ThingQuery::create()->count(), (int) method_exists($tool, 'getSyncParent'), $tool->getCreatedAt() === null ? '' : ' dated ', (int) isset(Cms\\Map\\ToolTableMap::getTableMap()->getBehaviors()['sortable']);`,
      '1saw00 dated 0',
    ],
    'B6.9: another name of the descendant column, over a table with translations': [
      `$toy = new Toy(); $toy->setName('top'); $toy->save(); $clear(); $thing = ThingQuery::create()->findOne(); echo $thing->getKind(), ' ', $thing->getChildObject()->getName(), get_class($toy->getTranslation());`,
      'Cms\\Toy topCms\\ToyI18n',
    ],
    'B6.10: behaviors of the parent are those of the child': [
      `$review = (new Review())->setTitle('R'); $review->save(); $clear(); $content = ContentQuery::create()->findOne(); echo $content->getCreatedAt('c') === $review->getCreatedAt('c') ? 'same' : 'other';`,
      'same',
    ],
    'B6.12, C15: places in a list are not copied to the parent': [
      `foreach (['a', 'b', 'c'] as $title) { (new Content())->setTitle($title)->save(); } $article = (new Article())->setTitle('d'); $article->save(); echo $article->getRank(), ContentQuery::create()->findOneByTitle('d')->getRank();`,
      '14',
    ],
  },
  prelude,
)
