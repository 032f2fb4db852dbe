<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use Cinema\Director;
use Cinema\DirectorQuery;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\Map\DirectorTableMap;
use Cinema\Map\FilmTableMap;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Join;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\ArrayCollection;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\ClassNotFoundException;
use Orm\Runtime\Formatter\AbstractFormatter;
use Orm\Runtime\Formatter\ArrayFormatter;
use Orm\Runtime\Formatter\ObjectFormatter;
use Orm\Runtime\Formatter\SimpleArrayFormatter;
use Orm\Runtime\Parser\AbstractParser;
use Orm\Runtime\Util\ModelPager;
use Orm\Runtime\Util\Profiler;

/** What classes of people that extend the runtime, and code that uses its smaller members, get from it. */
abstract class KnownBehaviourTest extends CinemaTestCase
{
    private Director $lang;

    protected function setUp(): void
    {
        parent::setUp();
        $this->lang = $this->director('Lang');
        $this->film('Metropolis', 153, $this->lang);
        $this->film('M', 111, $this->lang);
        $this->film('Nosferatu', 94);
    }

    public function testAFormatterOfOnesOwn(): void
    {
        $formatter = new class extends AbstractFormatter {
            public function format(?DataFetcherInterface $dataFetcher = null)
            {
                $this->checkInit();
                $titles = $this->getCollection();
                foreach ($dataFetcher ?? $this->getDataFetcher() as $row) {
                    $titles[] = strtoupper($row[1]);
                }

                return $titles;
            }

            public function formatOne(?DataFetcherInterface $dataFetcher = null)
            {
                return $this->format($dataFetcher)->getFirst();
            }

            public function isObjectFormatter(): bool
            {
                return false;
            }

            public function getCollectionClassName(): string
            {
                return ArrayCollection::class;
            }

            public function formatRecord(?ActiveRecordInterface $record = null)
            {
                return $record === null ? null : strtolower($record->getTitle());
            }
        };
        $query = FilmQuery::create()->setFormatter($formatter)->orderByTitle();
        self::assertSame(['M', 'METROPOLIS', 'NOSFERATU'], $query->find()->getData());
        self::assertSame('M', $query->findOne());
        $query = FilmQuery::create()->setFormatter(clone $formatter)->filterByTitle('New');
        self::assertSame('new', $query->findOneOrCreate());
    }

    public function testFormattersThatArePartlyReplaced(): void
    {
        $objects = new class extends ObjectFormatter {
            public function getAllObjectsFromRow(array $row): ActiveRecordInterface
            {
                $film = parent::getAllObjectsFromRow($row);
                $film->setVirtualColumn('seen', 'by ' . ($film instanceof Film ? $film->getTitle() : 'nobody'));

                return $film;
            }
        };
        $film = FilmQuery::create()->setFormatter($objects)->orderByTitle()->find()->getFirst();
        self::assertSame('by M', $film->getVirtualColumn('seen'));
        FilmTableMap::clearInstancePool();
        $one = FilmQuery::create()->setFormatter(clone $objects)->orderByTitle()->findOne();
        self::assertSame('by M', $one->getVirtualColumn('seen'));
        $names = DirectorQuery::create()->joinWith('ProducedFilm')->setFormatter(clone $objects);
        self::assertSame(['Lang'], $names->find()->getColumnValues('Name'));
        self::assertCount(2, $names->findPk($this->lang->getId())->getProducedFilms());
        $arrays = new class extends ArrayFormatter {
            public function getStructuredArrayFromRow(array $row): array
            {
                $result = parent::getStructuredArrayFromRow($row);
                $result['Seen'] = true;

                return $result;
            }
        };
        $rows = FilmQuery::create()->setFormatter($arrays)->find();
        self::assertSame([true, true, true], array_column($rows->getData(), 'Seen'));
        $simple = new class extends SimpleArrayFormatter {
            public function getStructuredArrayFromRow(array $row)
            {
                return '<' . parent::getStructuredArrayFromRow($row) . '>';
            }
        };
        $titles = FilmQuery::create()->select('Title')->orderByTitle()->setFormatter($simple)->find()->getData();
        self::assertSame(['<M>', '<Metropolis>', '<Nosferatu>'], $titles);
    }

    public function testACollectionOfOnesOwn(): void
    {
        $class = (new class extends ObjectCollection {
            /** @return list<string> */
            public function titles(): array
            {
                return $this->getColumnValues('Title');
            }

            public function append($value): void
            {
                parent::append($value);
            }

            public function offsetSet($offset, $value): void
            {
                parent::offsetSet($offset, $value);
            }
        })::class;
        $map = FilmTableMap::getTableMap();
        $map->setCollectionClassName($class);
        try {
            self::assertSame(['M', 'Metropolis', 'Nosferatu'], FilmQuery::create()->orderByTitle()->find()->titles());
        } finally {
            $map->setCollectionClassName(ObjectCollection::class);
        }
    }

    public function testAQueryOfOnesOwn(): void
    {
        $query = new class extends ModelCriteria {
            /** @var list<string> */
            public array $calls = [];

            public function __construct()
            {
                parent::__construct('cinema', Film::class);
            }

            public function add($columnOrAlias, $value = null, $comparison = null)
            {
                $this->calls[] = 'add';

                return parent::add($columnOrAlias, $value, $comparison);
            }

            public function addUsingAlias($p1, $value = null, ?string $operator = null)
            {
                $this->calls[] = 'addUsingAlias';

                return parent::addUsingAlias($p1, $value, $operator);
            }

            public function addJoinObject(Join $join, ?string $name = null)
            {
                $this->calls[] = 'addJoinObject';

                return parent::addJoinObject($join, $name);
            }

            public function doSelect(?ConnectionInterface $con = null): DataFetcherInterface
            {
                $this->calls[] = 'doSelect';

                return parent::doSelect($con);
            }

            public function doCount(?ConnectionInterface $con = null): DataFetcherInterface
            {
                $this->calls[] = 'doCount';

                return parent::doCount($con);
            }

            public function configureSelectColumns(): void
            {
                parent::configureSelectColumns();
                if ($this->getSelect() !== null) {
                    $this->addAsColumn('own', '1');
                }
            }
        };
        $query->keepQuery(false);
        self::assertCount(2, $query->join('Film.Producer')->filterBy('Minutes', 100, Criteria::GREATER_THAN)->find());
        foreach (['addJoinObject', 'addUsingAlias', 'doSelect'] as $call) {
            self::assertContains($call, $query->calls);
        }
        self::assertSame(2, $query->count());
        self::assertContains('doCount', $query->calls);
        $query->calls = [];
        self::assertSame('M', $query->orderBy('Title')->findOne()->getTitle());
        self::assertSame(['doSelect'], array_values(array_intersect($query->calls, ['doSelect'])));
        self::assertEquals(['Title' => 'M', 'own' => 1], (clone $query)->select('Title')->findOne());
    }

    public function testTheRowsOfAQueryAreThoseOfItsObjects(): void
    {
        $rows = FilmQuery::create()->joinWith('Producer')->orderByTitle()->doSelect($this->con);
        [$film, $next] = FilmTableMap::populateObject($row = $rows->fetch());
        self::assertSame(['M', null], [$film->getTitle(), $film->getOpened()]);
        self::assertSame('Lang', DirectorTableMap::populateObject($row, $next)[0]->getName());
        $titles = FilmQuery::create()->select(['Title', 'Minutes'])->orderByTitle()->doSelect($this->con)->fetchAll();
        self::assertEquals([['M', 111], ['Metropolis', 153], ['Nosferatu', 94]], $titles);
        $films = FilmTableMap::populateObjects(FilmQuery::create()->orderByTitle()->doSelect($this->con));
        self::assertSame([111, 153, 94], array_map(static fn (Film $film): int => $film->getMinutes(), $films));
    }

    public function testJoinsOfOnesOwn(): void
    {
        $join = new class (FilmTableMap::COL_PRODUCER_ID, DirectorTableMap::COL_ID) extends Join {
            public function getClause(array &$params): string
            {
                return parent::getClause($params) . ' /* own */';
            }
        };
        $query = FilmQuery::create()->addJoinObject($join, 'own');
        $params = [];
        self::assertStringContainsString(
            'INNER JOIN director ON (film.producer_id=director.id) /* own */',
            $query->createSelectSql($params),
        );
        self::assertSame(2, $query->count());
        $condition = FilmQuery::create();
        $join = new Join();
        $join->setJoinType(Criteria::LEFT_JOIN);
        $join->setLeftTableName('film');
        $join->setRightTableName('director');
        $join->setRightTableAlias('d');
        $join->setJoinCondition($condition->getNewCriterion('d.name', 'Lang', Criteria::EQUAL));
        $condition->addJoinObject($join)->addAlias('d', 'director')->where('d.name IS NOT NULL');
        $params = [];
        self::assertStringContainsString('LEFT JOIN director d ON d.name=:p1', $condition->createSelectSql($params));
        self::assertSame(3, $condition->count());
        $model = new ModelJoin();
        $model->setRelationMap(FilmTableMap::getTableMap()->getRelation('Producer'), null, 'p');
        self::assertSame(['p', 'director', DirectorTableMap::getTableMap()], [
            $model->getRightTableAlias(), $model->getRightTableName(), $model->getTableMap(),
        ]);
        $film = FilmQuery::create()->findOneByTitle('M');
        self::assertSame($film, $model->getObjectToRelate($film));
    }

    public function testTheSqlOfUnfinishedQueries(): void
    {
        $sql = static function (Criteria $query, ?array &$params = null): string {
            $params = [];

            return str_replace(['"', '`', '[', ']'], '', $query->createSelectSql($params));
        };
        self::assertSame(
            'SELECT  FROM film LEFT JOIN director ON (film.producer_id=director.id) WHERE director.name=:p1'
            . ' ORDER BY film.title ASC',
            $sql(FilmQuery::create()->leftJoinProducer()->add(DirectorTableMap::COL_NAME, 'Lang')->orderByTitle()),
        );
        self::assertSame(
            'SELECT film.producer_id, COUNT(film.id) AS n FROM film GROUP BY film.producer_id HAVING n > :p1'
            . ' ORDER BY n DESC LIMIT 5',
            $sql(
                FilmQuery::create()->addSelectColumn(FilmTableMap::COL_PRODUCER_ID)->withColumn('COUNT(Film.Id)', 'n')
                    ->groupBy('ProducerId')->having('n > ?', 1, \PDO::PARAM_INT)->orderBy('n', 'desc')->limit(5),
                $params,
            ),
        );
        self::assertSame([1], array_column($params, 'value'));
        self::assertSame(
            'SELECT  FROM film INNER JOIN director p ON (film.producer_id=p.id) WHERE p.name = :p1',
            $sql(FilmQuery::create()->join('Film.Producer p')->where('p.Name = ?', 'Lang')),
        );
        self::assertSame(
            'SELECT DISTINCT film.title FROM film WHERE (film.title=:p1 OR film.minutes>:p2)',
            $sql(FilmQuery::create()->distinct()->addSelectColumn(FilmTableMap::COL_TITLE)->filterByTitle('M')->_or()
                ->filterByMinutes(100, Criteria::GREATER_THAN)),
        );
        self::assertSame(
            'SELECT COUNT(*) AS n FROM film WHERE film.title LIKE :p1',
            $sql((new Criteria('cinema'))->addAsColumn('n', 'COUNT(*)')
                ->add(FilmTableMap::COL_TITLE, 'M%', Criteria::LIKE)),
        );
        self::assertSame(
            'SELECT  FROM film f WHERE f.title=:p1',
            $sql(FilmQuery::create()->setModelAlias('f', true)->filterByTitle('M')),
        );
        self::assertSame(
            'SELECT  FROM (SELECT film.id FROM film WHERE film.title=:p1) AS s',
            $sql((new Criteria('cinema'))->addSelectQuery(
                FilmQuery::create()->addSelectColumn(FilmTableMap::COL_ID)->filterByTitle('M'),
                's',
                false,
            )),
        );
    }

    public function testPartsOfACriteria(): void
    {
        $criteria = new Criteria('cinema');
        $criteria->add('film.title', 'M')->add('film.minutes', 5, Criteria::GREATER_THAN);
        self::assertSame(['film.title', 'film.minutes'], $criteria->keys());
        self::assertSame([true, false, true, false], [
            $criteria->containsKey('film.title'), $criteria->containsKey('film.id'),
            $criteria->keyContainsValue('film.title'), $criteria->keyContainsValue('film.id'),
        ]);
        self::assertSame(['M', 'M', 'film', 'title', '>', 2], [
            $criteria->get('film.title'), $criteria->getValue('film.title'), $criteria->getTableName('film.title'),
            $criteria->getColumnName('film.title'), $criteria->getComparison('film.minutes'), $criteria->size(),
        ]);
        self::assertSame([null, null, null], [
            $criteria->get('film.id'), $criteria->getComparison('film.id'), $criteria->getCriterion('film.id'),
        ]);
        self::assertSame('M', $criteria->remove('film.title'));
        self::assertNull($criteria->remove('film.title'));
        $criteria->put('film.id', 3);
        $criteria->putAll(['film.title' => 'X', 'film.state' => 1]);
        $criteria->putAll((new Criteria('cinema'))->add('film.tags', 'y'));
        self::assertSame(['film.minutes', 'film.id', 'film.title', 'film.state', 'film.tags'], $criteria->keys());
        self::assertSame($criteria->keys(), array_keys($criteria->getMap()));
        self::assertEquals(['film' => $criteria->keys()], $criteria->getTablesColumns());
        $criteria->addAlias('f', 'film')->addAsColumn('n', 'COUNT(*)')->addSelectColumn('film.id')
            ->addSelectColumn('film.title')->removeSelectColumn('film.id');
        self::assertSame([['f' => 'film'], 'film', ['n' => 'COUNT(*)'], 'COUNT(*)', ['film.title'], true], [
            $criteria->getAliases(), $criteria->getTableForAlias('f'), $criteria->getAsColumns(),
            $criteria->getColumnForAs('n'), $criteria->getSelectColumns(), $criteria->hasSelectClause(),
        ]);
        $criteria->clearSelectColumns()->removeAlias('f');
        self::assertSame([[], [], null, false], [
            $criteria->getAsColumns(), $criteria->getSelectColumns(), $criteria->getTableForAlias('f'),
            $criteria->hasSelectClause(),
        ]);
        $modifier = static::VENDOR === 'mysql' ? 'SQL_NO_CACHE' : 'distinct';
        $criteria->setDistinct()->addSelectModifier($modifier);
        self::assertSame(['DISTINCT', $modifier], $criteria->getSelectModifiers());
        $criteria->setAll();
        self::assertTrue($criteria->hasSelectModifier('ALL'));
        self::assertFalse($criteria->hasSelectModifier('DISTINCT'));
        $criteria->addAscendingOrderByColumn('a')->addDescendingOrderByColumn('b')->addGroupByColumn('c');
        self::assertSame(['a ASC', 'b DESC'], $criteria->getOrderByColumns());
        self::assertSame(['c'], $criteria->getGroupByColumns());
        $criteria->clearOrderByColumns()->clearGroupByColumns();
        self::assertSame([[], []], [$criteria->getOrderByColumns(), $criteria->getGroupByColumns()]);
        $criteria->setSingleRecord(true)->setUseTransaction(true)->setIgnoreCase(true)->setComment('why')->setLimit(4)
            ->setOffset(2)->setPrimaryTableName('film');
        self::assertSame([true, true, true, 'why', 4, 2, 'film', 'cinema'], [
            $criteria->isSingleRecord(), $criteria->isUseTransaction(), $criteria->isIgnoreCase(),
            $criteria->getComment(), $criteria->getLimit(), $criteria->getOffset(), $criteria->getPrimaryTableName(),
            $criteria->getDbName(),
        ]);
        $criteria->addHaving($having = $criteria->getNewCriterion('n', 3));
        self::assertSame($having, $criteria->getHaving());
        self::assertTrue($criteria->hasWhereClause());
        $criteria->clear();
        self::assertSame([0, -1, 0, null, null, false, false, false], [
            $criteria->size(), $criteria->getLimit(), $criteria->getOffset(), $criteria->getComment(),
            $criteria->getHaving(), $criteria->isSingleRecord(), $criteria->isIgnoreCase(),
            $criteria->hasWhereClause(),
        ]);
        self::assertTrue($criteria->equals(new Criteria('cinema')));
    }

    public function testCriterionsOfACondition(): void
    {
        $criteria = new Criteria('cinema');
        $first = $criteria->getNewCriterion('film.title', 'M');
        $second = $criteria->getNewCriterion('director.name', 'Lang');
        $third = $criteria->getNewCriterion('film.minutes', 3, Criteria::LESS_THAN);
        $first->addAnd($second)->addOr($third);
        self::assertSame([[$second, $third], [' AND ', ' OR ']], [$first->getClauses(), $first->getConjunctions()]);
        self::assertSame([$first, $second, $third], $first->getAttachedCriterion());
        self::assertSame(['film', 'director', 'film'], $first->getAllTables());
        $first->setIgnoreCase(true);
        self::assertTrue($first->isIgnoreCase());
        self::assertFalse($second->isIgnoreCase());
    }

    public function testObjectsAndCollectionsInEveryFormat(): void
    {
        $films = FilmQuery::create()->orderByTitle()->find();
        foreach (['JSON', 'XML', 'CSV'] as $format) {
            $one = (new Film())->{'from' . $format}($films[0]->{'to' . $format}());
            self::assertSame($films[0]->toArray(), $one->toArray(), $format);
            foreach ([false, true] as $prefix) {
                $copy = new ObjectCollection();
                $copy->setModel(Film::class);
                $copy->{'from' . $format}($films->{'to' . $format}($prefix));
                $titles = $copy->getColumnValues('Title');
                self::assertSame(['M', 'Metropolis', 'Nosferatu'], $titles, $format);
                self::assertInstanceOf(Film::class, $copy->getFirst());
            }
            $copy = new ObjectCollection();
            $copy->setModel(Film::class);
            $copy->importFrom($format, $films->exportTo($format));
            self::assertCount(3, $copy);
            $copy = new ObjectCollection();
            $copy->setModel(Film::class);
            $parser = AbstractParser::getParser($format);
            $copy->importFrom($parser, $films->exportTo($parser));
            self::assertSame([111, 153, 94], $copy->getColumnValues('Minutes'));
        }
        self::assertStringContainsString('Title: M', $films[0]->toYAML());
        self::assertStringContainsString("Title: M\n", $films->toYAML());
        self::assertStringStartsWith('Films:', $films->toYAML());
        self::assertStringContainsString('Film_0:', $films->toYAML(true));
        self::assertSame($films->exportTo('YAML', false), (string) $films);
        self::assertStringContainsString('<Films>', $films->toXML());
        self::assertStringContainsString('<Film_0>', $films->toXML(true));
        self::assertSame('M', json_decode($films->toJSON(), true)['Films'][0]['Title']);
        self::assertSame('M', json_decode($films->toJSON(false, true, 'fieldName'), true)['Films'][0]['title']);
        $rows = FilmQuery::create()->orderByTitle()->setFormatter(ModelCriteria::FORMAT_ARRAY)->find();
        self::assertSame('M', json_decode($rows->toJSON(), true)['Films'][0]['Title']);
    }

    public function testACollectionHasNoCursorButItsIteratorHas(): void
    {
        $films = FilmQuery::create()->orderByTitle()->find();
        $iterator = $films->getIterator();
        self::assertSame([0, true, false, true, false], [
            $iterator->getPosition(), $iterator->isFirst(), $iterator->isLast(), $iterator->isEven(),
            $iterator->isOdd(),
        ]);
        self::assertSame('M', $iterator->getCurrent()->getTitle());
        self::assertSame('Metropolis', $iterator->getNext()->getTitle());
        self::assertSame([1, 'M'], [$iterator->getPosition(), $iterator->getPrevious()->getTitle()]);
        self::assertNull($iterator->getPrevious());
        self::assertSame('Nosferatu', $iterator->getLast()->getTitle());
        self::assertTrue($iterator->isLast());
        self::assertNull($iterator->getNext());
        self::assertSame('M', $iterator->getFirst()->getTitle());
        self::assertSame([false, $films], [$iterator->isEmpty(), $iterator->getCollection()]);
        $this->expectException(\BadMethodCallException::class);
        $films->isFirst();
    }

    public function testMembersOfACollection(): void
    {
        $collection = new Collection(['a', 'b', 'c']);
        self::assertSame(['a', 'c', 3, false], [
            $collection->getFirst(), $collection->getLast(), count($collection), $collection->isEmpty(),
        ]);
        self::assertSame([1, false, true, false], [
            $collection->search('b'), $collection->search('z'), $collection->contains('c'), $collection->contains('z'),
        ]);
        self::assertSame(['c', 'a', 2], [$collection->pop(), $collection->shift(), $collection->prepend('x')]);
        $collection->push('y');
        $collection->append('z');
        self::assertSame(['x', 'b', 'y', 'z'], $collection->getArrayCopy());
        self::assertSame(['x', 'z'], array_values($collection->diff(new Collection(['b', 'y']))->getData()));
        $collection->remove(1);
        self::assertSame([0, 2, 3], array_keys($collection->getData()));
        $collection->exchangeArray(['q']);
        self::assertSame('q', $collection->get(0));
        $collection->clear();
        self::assertSame([null, null, null, null], [
            $collection->getFirst(), $collection->getLast(), $collection->pop(), $collection->shift(),
        ]);
        $collection->setModel(Film::class);
        self::assertSame(['Film', '\\' . Film::class, FilmTableMap::class], [
            $collection->getModel(), $collection->getFullyQualifiedModel(), $collection->getTableMapClass(),
        ]);
        $this->expectException(\UnexpectedValueException::class);
        $collection->get('none');
    }

    public function testAPagerOfOnesOwn(): void
    {
        $pager = new class (FilmQuery::create()->orderByTitle(), 2) extends ModelPager {
            public function getLinks(int $nb = 5): array
            {
                return array_map(static fn (int $page): string => 'p' . $page, parent::getLinks($nb));
            }
        };
        $pager->setPage(2);
        $pager->init();
        self::assertSame([3, 2, 2, 1, 2, 3, 3, true, false, true, ['p1', 'p2'], 2], [
            $pager->getNbResults(), $pager->getPage(), $pager->getLastPage(), $pager->getPreviousPage(),
            $pager->getNextPage(), $pager->getFirstIndex(), $pager->getLastIndex(), $pager->haveToPaginate(),
            $pager->isFirstPage(), $pager->isLastPage(), $pager->getLinks(), $pager->getCurrentMaxLink(),
        ]);
        self::assertSame(['Nosferatu'], $pager->getResults()->getColumnValues('Title'));
        self::assertSame(['Nosferatu'], $pager->getColumnValues('Title'));
        self::assertCount(1, $pager);
        self::assertCount(1, iterator_to_array($pager));
        $pager->setMaxRecordLimit(2);
        $pager->init();
        self::assertSame([2, 1, 2, false], [
            $pager->getNbResults(), $pager->getLastPage(), $pager->getMaxRecordLimit(), $pager->haveToPaginate(),
        ]);
        self::assertSame(3, FilmQuery::create()->paginate(1, 2)->getNbResults());
        self::assertSame(1, FilmQuery::create()->filterByTitle('none')->paginate(3, 2)->getPage());
    }

    public function testQueriesByTheNameOfTheirModel(): void
    {
        self::assertInstanceOf(FilmQuery::class, OrmQuery::from('Cinema\Film'));
        self::assertSame('f', OrmQuery::from('Cinema\Film f')->getModelAlias());
        self::assertSame(1, OrmQuery::from('\Cinema\Film f')->where('f.Title = ?', 'M')->count());
        $this->expectException(ClassNotFoundException::class);
        OrmQuery::from('Cinema\Nothing');
    }

    public function testConnectionsAndStatementsOfOnesOwn(): void
    {
        $con = new class ($this->con->getWrappedConnection()) extends ConnectionWrapper {
            /** @var list<string> */
            public array $calls = [];

            public function beginTransaction(): bool
            {
                $this->calls[] = 'begin';

                return parent::beginTransaction();
            }

            public function commit(): bool
            {
                $this->calls[] = 'commit';

                return parent::commit();
            }

            public function rollBack(): bool
            {
                $this->calls[] = 'rollBack';

                return parent::rollBack();
            }

            public function exec($statement): int
            {
                $this->calls[] = 'exec';

                return parent::exec($statement);
            }

            public function prepare(string $statement, array $driverOptions = [])
            {
                $this->calls[] = 'prepare';

                return parent::prepare($statement, $driverOptions);
            }

            public function query(string $statement, ...$args): DataFetcherInterface
            {
                $this->calls[] = 'query';

                return parent::query($statement, ...$args);
            }
        };
        (new Film())->setTitle('Caligari')->setProducer((new Director())->setName('Wiene'))->save($con);
        self::assertContains('begin', $con->calls);
        self::assertContains('commit', $con->calls);
        self::assertContains('prepare', $con->calls, 'insert');
        $con->calls = [];
        self::assertCount(2, DirectorQuery::create()->find($con));
        self::assertContains('prepare', $con->calls, 'find');
        $con->calls = [];
        DirectorTableMap::clearInstancePool();
        DirectorQuery::create()->findPk($this->lang->getId(), $con);
        self::assertContains('prepare', $con->calls, 'findPk');
        $con->calls = [];
        DirectorQuery::create()->filterByName('Wiene')->update(['Email' => 'w'], $con);
        DirectorQuery::create()->filterByName('Wiene')->delete($con);
        self::assertContains('prepare', $con->calls, 'delete');
        $con->calls = [];
        $con->exec('DELETE FROM notice');
        $con->query('SELECT 1')->fetchAll();
        self::assertSame(['exec', 'query'], $con->calls);
    }

    public function testAProfilerOfOnesOwn(): void
    {
        $profiler = new class (0.5, '=', ';') extends Profiler {
            public function begin(float $ago): void
            {
                $this->snapshot = ['microtime' => microtime(true) - $ago, 'memoryUsage' => 0, 'memoryPeakUsage' => 0];
            }
        };
        self::assertFalse($profiler->isSlow());
        // An hour ahead and an hour ago, so that no pause of the machine matters.
        $profiler->begin(-3600);
        self::assertFalse($profiler->isSlow());
        $profiler->begin(3600);
        self::assertTrue($profiler->isSlow());
        self::assertMatchesRegularExpression(
            '/^SLOW Time= *3[\d.,]+s ;Memory= *[\d.,]+MB;Memory Delta= *\+[\d.,]+MB;Memory Peak= *[\d.,]+MB;$/',
            $profiler->getProfile(),
        );
        $profiler->setConfiguration(['slowThreshold' => 3, 'innerGlue' => ':', 'outerGlue' => '|', 'details' => [
            'time' => ['name' => 'T', 'precision' => 2, 'pad' => 6],
        ]]);
        $snapshots = [['microtime' => 1.0], ['microtime' => 1.25]];
        self::assertSame('     T: 250ms|', $profiler->getProfileBetween(...$snapshots));
        $profiler->setConfiguration(['slowTreshold' => 0.2]);
        self::assertSame(0.2, $profiler->getSlowThreshold());
        $profiler->setSlowThreshold(0);
        self::assertSame('T: 250ms|', $profiler->getProfileBetween(...$snapshots));
        self::assertSame(
            [0.0, ['time' => ['name' => 'T', 'precision' => 2, 'pad' => 6]], ':', '|'],
            array_values($profiler->getConfiguration()),
        );
    }

    public function testAnObjectThatWasTakenAwayIsAddedAgain(): void
    {
        foreach ([null, $this->director('Other')] as $other) {
            $lang = (new Director())->setName('Lang');
            $film = (new Film())->setTitle('M')->setProducer($lang);
            $film->setProducer($other);
            $lang->addProducedFilm($film);
            self::assertSame($lang, $film->getProducer());
            $lang->save();
            self::assertSame($lang->getId(), $film->getProducerId());
            self::assertSame(1, FilmQuery::create()->filterByProducer($lang)->count());
            $film->setProducer($other)->save();
            $lang->addProducedFilm($film)->save();
            self::assertSame(1, FilmQuery::create()->filterByProducer($lang)->count());
        }
    }

    public function testAPropertyNamesItsGetter(): void
    {
        $film = $this->film('M');
        $getters = ['title' => 'getTitle()', 'director_id' => 'getDirectorId()', 'Title' => 'getTitle()'];
        foreach ($getters as $name => $method) {
            try {
                $film->$name;
                self::fail($name);
            } catch (\Error $failure) {
                self::assertStringEndsWith("::\$$name: call $method", $failure->getMessage());
            }
        }
        self::assertFalse(isset($film->title));
        $this->expectException(\ErrorException::class);
        $this->expectExceptionMessage('Undefined property');
        $film->nothing;
    }
}
