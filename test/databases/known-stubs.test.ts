import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { createProject } from '../support/project.js'

const schema = `
<database name="shelf" namespace="Shelf" defaultIdMethod="native">
  <table name="writer">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100" primaryString="true"/>
  </table>
  <table name="novel">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100" required="true"/>
    <column name="pages" type="INTEGER" defaultValue="100"/>
    <column name="writer_id" type="INTEGER"/>
    <foreign-key foreignTable="writer"><reference local="writer_id" foreign="id"/></foreign-key>
  </table>
  <table name="club">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100"/>
  </table>
  <table name="club_novel" isCrossRef="true">
    <column name="club_id" type="INTEGER" primaryKey="true"/>
    <column name="novel_id" type="INTEGER" primaryKey="true"/>
    <foreign-key foreignTable="club"><reference local="club_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="novel"><reference local="novel_id" foreign="id"/></foreign-key>
  </table>
  <table name="ranking" readOnly="true">
    <column name="id" type="INTEGER" primaryKey="true"/>
    <column name="writer_id" type="INTEGER"/>
    <foreign-key foreignTable="writer"><reference local="writer_id" foreign="id"/></foreign-key>
  </table>
</database>`

const head = String.raw`<?php

namespace Shelf;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\TableMap;
`

/** Methods of model stubs as projects have them, apart from accessors and relations. */
const commonMethods = String.raw`
    protected $modifiedColumns = [];

    public function toArray(string $keyType = TableMap::TYPE_PHPNAME, bool $includeLazyLoadColumns = true, array $alreadyDumpedObjects = [], bool $includeForeignObjects = false): array
    {
        return ['Short' => 'yes'] + parent::toArray($keyType, $includeLazyLoadColumns, $alreadyDumpedObjects, $includeForeignObjects);
    }

    public function fromArray(array $arr, string $keyType = TableMap::TYPE_PHPNAME)
    {
        unset($arr['Id']);

        return parent::fromArray($arr, $keyType);
    }

    public function toJson()
    {
        return parent::toJSON();
    }

    public function fromXML($xml)
    {
        return parent::fromXML($xml);
    }

    public function setByName(string $name, $value, string $type = TableMap::TYPE_PHPNAME)
    {
        return parent::setByName($name, $value, $type);
    }

    public function copy(bool $deepCopy = false)
    {
        $copy = parent::copy($deepCopy);
        $copy->setTitle('Copy of ' . $copy->getTitle());

        return $copy;
    }

    public function save(?ConnectionInterface $con = null): int
    {
        $GLOBALS['log'][] = 'save';

        return parent::save($con);
    }

    public function hasOnlyDefaultValues(): bool
    {
        return parent::hasOnlyDefaultValues() && $this->isNew();
    }

    public function buildPkeyCriteria(): Criteria
    {
        return parent::buildPkeyCriteria();
    }

    public function hashCode()
    {
        return 'novel' . parent::hashCode();
    }

    public function clearAllReferences(bool $deep = false)
    {
        return parent::clearAllReferences($deep);
    }

    public function __call($name, $params)
    {
        return $name === 'shout' ? strtoupper($this->getTitle()) : parent::__call($name, $params);
    }
`

/** What the default refuses: accessors and relations without their types, hooks that answer by a number. */
const untypedMethods = String.raw`
    protected $title;

    public function getTitle()
    {
        return trim((string) parent::getTitle());
    }

    public function setTitle($v)
    {
        return parent::setTitle(ucfirst($v));
    }

    public function getPrimaryKey()
    {
        return parent::getPrimaryKey();
    }

    public function getWriter(?ConnectionInterface $con = null)
    {
        return parent::getWriter($con);
    }

    public function setWriter(?Writer $v = null)
    {
        return parent::setWriter($v);
    }

    public function preSave(?ConnectionInterface $con = null)
    {
        $GLOBALS['log'][] = 'preSave';

        return 1;
    }

    public function postSave(?ConnectionInterface $con = null)
    {
        $GLOBALS['log'][] = 'postSave';
    }
`

const query = String.raw`${head}
class NovelQuery extends Base\NovelQuery
{
    public static function create(?string $modelAlias = null, ?Criteria $criteria = null): Criteria
    {
        return parent::create($modelAlias, $criteria);
    }

    public function filterByTitle($title = null, ?string $comparison = null)
    {
        return parent::filterByTitle(is_string($title) ? ucfirst($title) : $title, $comparison);
    }

    public function filterByWriter($writer, ?string $comparison = null)
    {
        return parent::filterByWriter($writer, $comparison);
    }

    public function filterByPrimaryKey($key)
    {
        return parent::filterByPrimaryKey($key);
    }

    public function findPk($key, ?ConnectionInterface $con = null)
    {
        return parent::findPk($key, $con);
    }

    public function find(?ConnectionInterface $con = null)
    {
        return parent::find($con);
    }

    public function orderBy(string $columnName, string $order = Criteria::ASC)
    {
        return parent::orderBy($columnName, $order);
    }

    public function orderByTitle($order = null)
    {
        $GLOBALS['log'][] = 'orderByTitle';

        return parent::orderByTitle($order ?? Criteria::DESC);
    }

    public function orderByPages(?string $direction = Criteria::ASC, bool $isLast = false): static
    {
        return parent::orderByPages($direction);
    }

    public function groupByPages()
    {
        return parent::groupByPages();
    }

    public function leftJoinWriter($relationAlias = null)
    {
        return parent::leftJoinWriter($relationAlias);
    }

    public function joinWithWriter($joinType = Criteria::LEFT_JOIN)
    {
        return parent::joinWithWriter($joinType);
    }

    public function leftJoinWithWriter(): self
    {
        return parent::leftJoinWithWriter();
    }

    public function joinWriter(?string $relationAlias = null, ?string $joinType = Criteria::LEFT_JOIN)
    {
        return parent::joinWriter($relationAlias, $joinType);
    }

    public function useWriterQuery(?string $relationAlias = null, string $joinType = Criteria::LEFT_JOIN)
    {
        return parent::useWriterQuery($relationAlias, $joinType);
    }

    public function withWriterQuery(callable $callable, ?string $relationAlias = null, ?string $joinType = Criteria::LEFT_JOIN)
    {
        return parent::withWriterQuery($callable, $relationAlias, $joinType);
    }

    public function useWriterExistsQuery(?string $modelAlias = null, ?string $queryClass = null, string $typeOfExists = 'EXISTS')
    {
        return parent::useWriterExistsQuery($modelAlias, $queryClass, $typeOfExists);
    }

    public function useInWriterQuery(?string $modelAlias = null, ?string $queryClass = null, string $typeOfIn = 'IN')
    {
        return parent::useInWriterQuery($modelAlias, $queryClass, $typeOfIn);
    }

    public function prune($novel = null)
    {
        return parent::prune($novel);
    }

    public function preDelete(ConnectionInterface $con): ?int
    {
        return $GLOBALS['rows'] ?? null;
    }

    public function postDelete(int $affectedRows, ConnectionInterface $con): ?int
    {
        $GLOBALS['log'][] = "postDelete $affectedRows";

        return null;
    }
}
`

const tableMap = String.raw`${head}
class ShortNovelMap extends Map\NovelTableMap
{
    public static function getOMClass(bool $withPrefix = true): string
    {
        return parent::getOMClass($withPrefix);
    }

    public static function translateFieldName(string $name, string $fromType, string $toType): string
    {
        return parent::translateFieldName($name, $fromType, $toType);
    }

    public static function getTableMap(): TableMap
    {
        return parent::getTableMap();
    }
}
`

const same = String.raw`
    use Orm\Runtime\Collection\ObjectCollection;
    use Shelf\{Club, Novel, NovelQuery, Ranking, ShortNovelMap, Writer};

    $check = static function (mixed $expected, mixed $actual): void {
        if ($expected !== $actual) {
            throw new Exception(var_export($expected, true) . ' is expected, not ' . var_export($actual, true));
        }
    };
    $log = [];
    $writer = (new Writer())->setName('Ada');
    $novel = (new Novel())->setTitle('Night')->setWriter($writer);
    $check(true, $novel->hasOnlyDefaultValues());
    $check(true, $writer->hasOnlyDefaultValues());
    $check(false, (new Novel())->setPages(3)->hasOnlyDefaultValues());
    $novel->save();
    $check(true, in_array('save', $log, true));
    $id = $novel->getId();
    $check(['Short' => 'yes', 'Id' => $id, 'Title' => 'Night', 'Pages' => 100, 'WriterId' => $writer->getId()], $novel->toArray());
    $check('Ada', $novel->toArray('fieldName', true, [], true)['writer']['name']);
    $check('Copy of Night', $novel->copy()->getTitle());
    $check('NIGHT', $novel->shout());
    $check(4, (new Novel())->fromArray(['Id' => 77, 'Pages' => 4])->getPages());
    Shelf\Map\NovelTableMap::clearInstancePool();
    $read = NovelQuery::create()->findPk($id);
    $check($id, $read->getId());
    $check(100, $read->getPages());
    $check($id, NovelQuery::create()->filterByTitle('night')->orderBy('Title')->find()->getFirst()->getId());
    $log = [];
    $check($id, NovelQuery::create()->orderByTitle()->orderByPages()->find()->getFirst()->getId());
    $check(['orderByTitle'], $log);
    $check(['novel.title DESC', 'novel.pages ASC'], NovelQuery::create()->orderByTitle()->orderByPages()->getOrderByColumns());
    $check(['novel.pages'], NovelQuery::create()->groupByPages()->getGroupByColumns());
    $check('LEFT JOIN', NovelQuery::create()->leftJoinWriter('w')->getJoin('w')->getJoinType());
    $check('LEFT JOIN', NovelQuery::create()->joinWithWriter()->getJoin('Writer')->getJoinType());
    $check('INNER JOIN', NovelQuery::create()->joinWithWriter(null)->getJoin('Writer')->getJoinType());
    $check('Ada', NovelQuery::create()->leftJoinWithWriter()->findOne()->getWriter()->getName());
    $check(1, NovelQuery::create()->useWriterExistsQuery()->filterByName('Ada')->endUse()->count());
    $check(0, NovelQuery::create()->useWriterNotExistsQuery()->filterByName('Ada')->endUse()->count());
    $check(1, NovelQuery::create()->useInWriterQuery()->filterByName('Ada')->endUse()->count());
    $check(0, NovelQuery::create()->useNotInWriterQuery()->filterByName('Ada')->endUse()->count());
    $check(1, NovelQuery::create()->withWriterQuery(fn ($query) => $query->filterByName('Ada'))->count());
    $check(0, NovelQuery::create()->prune($read)->count());
    $check('1', ShortNovelMap::translateFieldName('Title', 'phpName', 'num'));
    $check('Shelf.Novel', ShortNovelMap::getOMClass());

    // A hook that did the work itself, and the hook behind it.
    $log = [];
    $rows = 5;
    $check(5, NovelQuery::create()->filterByPages(100)->delete());
    $check(['postDelete 5'], $log);
    $check(1, NovelQuery::create()->count());
    $rows = null;

    // The collection of a many-to-many relation is the one that was set.
    $club = (new Club())->setName('Friday');
    $novels = new ObjectCollection([$read, (new Novel())->setTitle('Day')]);
    $club->setNovels($novels)->save();
    $check(true, $club->getNovels() === $novels);
    $fewer = new ObjectCollection([$novels[1], (new Novel())->setTitle('Dusk')]);
    $club->setNovels($fewer)->save();
    $check(true, $club->getNovels() === $fewer);
    $check([0, 1], array_keys($club->getNovels()->getData()));
    $club->reload(true);
    $titles = static fn (): array => array_map(fn ($each) => $each->getTitle(), $club->getNovels()->getData());
    $check(['Day', 'Dusk'], $titles());
    // Edited in place and set again.
    $kept = $club->getNovels();
    $kept->remove(0);
    $club->setNovels($kept)->save();
    $check(true, $club->getNovels() === $kept);
    $club->reload(true);
    $check(['Dusk'], $titles());

    // Objects of read-only tables have hooks and relations; nobody saves them.
    $ranking = new Ranking();
    $check(true, $ranking->preSave());
    $check(true, $ranking->hasOnlyDefaultValues());
    $ranking->setWriter($writer);
    $check($writer->getId(), $ranking->getWriterId());
    $check(true, $writer->getRankings()->contains($ranking));
    $writer->setName('Ada L.')->save();
    $check(true, $ranking->isNew());
    $writer->removeRanking($ranking);
    $check(null, $ranking->getWriter());
    $writer->addRanking($ranking)->setRankings(new ObjectCollection());
    $check(0, $writer->setName('Ada')->countRankings());
    $check(1, $writer->save());
    $check([], $writer->copy(true)->getRankings()->getData());
    $check(true, (new ReflectionMethod($ranking, 'setId'))->isProtected());
`

async function run(t: ExecutionContext, config: string, methods: string, more: string): Promise<void> {
  const project = await createProject(t, { schema, database: 'sqlite', config })
  await project.build()
  const stubs = {
    Novel: `${head}\nclass Novel extends Base\\Novel\n{${methods}}\n`,
    NovelQuery: query,
    ShortNovelMap: tableMap,
  }
  for (const [name, code] of Object.entries(stubs)) {
    await writeFile(join(project.folder, 'generated-classes', 'Shelf', `${name}.php`), code)
  }
  t.is(await project.php(`${same}\n${more}\necho 'done';`), 'done')
}

test('stubs of before override methods of models, queries and table maps with native types', (t) =>
  run(t, '', commonMethods, ''))

test('stubs of before override accessors, relations, hooks and properties without native types', (t) =>
  run(
    t,
    '  generator:\n    objectModel:\n      nativeReturnTypes: false\n',
    commonMethods + untypedMethods,
    String.raw`
    $log = [];
    $late = (new Novel())->setTitle('late')->setWriter($writer);
    $late->save();
    $check(['save', 'preSave', 'postSave'], $log);
    $check('Late', $late->getTitle());
    $check($writer, $late->getWriter());
    // A row of text, as some drivers give it.
    $text = new Novel();
    $text->hydrate(['7', ' x ', '8', null]);
    $check([7, 'x', 8, null], [$text->getId(), $text->getTitle(), $text->getPages(), $text->getWriterId()]);
    $objects = Shelf\Map\NovelTableMap::fetchObjects([['901', 'y', '8', '2']]);
    $check([901, 8, 2], [$objects[0]->getId(), $objects[0]->getPages(), $objects[0]->getWriterId()]);`,
  ))
