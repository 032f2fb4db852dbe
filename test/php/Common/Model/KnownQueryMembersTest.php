<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use Cinema\Director;
use Cinema\DirectorQuery;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\Map\DirectorTableMap;
use Cinema\Map\FilmTableMap;
use Cinema\NoticeQuery;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\BasicModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BinaryModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\InModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\LikeModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\RawModelCriterion;
use Orm\Runtime\ActiveQuery\Criterion\SeveralModelCriterion;
use Orm\Runtime\ActiveQuery\Join;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\ColumnMap;
use PDO;

/** Members of queries, joins and conditions that people call when they extend them. */
abstract class KnownQueryMembersTest extends CinemaTestCase
{
    private Director $lang;
    private Film $metropolis;

    protected function setUp(): void
    {
        parent::setUp();
        $this->lang = $this->director('Lang');
        $this->metropolis = $this->film('Metropolis', 153);
        $this->metropolis->setProducer($this->lang)->save();
        $this->film('M', 111)->setProducer($this->lang)->save();
        $this->film('Nosferatu', 94);
    }

    public function testTheSqlOfAnUnfinishedQueryHasWhatWasSelected(): void
    {
        $sql = static function (ModelCriteria $query): string {
            $params = [];

            return $query->createSelectSql($params);
        };
        self::assertSame('SELECT  FROM film', $sql(FilmQuery::create()));
        self::assertSame('SELECT  FROM film WHERE film.title=:p1', $sql(FilmQuery::create()->filterByTitle('M')));
        self::assertSame(
            'SELECT film.title FROM film',
            $sql(FilmQuery::create()->addSelectColumn(FilmTableMap::COL_TITLE)),
        );
        self::assertMatchesRegularExpression(
            '/^SELECT film\.id, film\.title, .*, UPPER\(film\.title\) AS \W?Upper\W? FROM film$/',
            $sql(FilmQuery::create()->withColumn('UPPER(Film.Title)', 'Upper')),
        );
        self::assertMatchesRegularExpression(
            '/^SELECT film\.id, film\.title, .*, director\.id, director\.name, director\.email FROM film /',
            $sql(FilmQuery::create()->joinWith('Producer')),
        );
        $selected = FilmQuery::create()->addSelectColumn(FilmTableMap::COL_ID)->joinWith('Producer p');
        self::assertSame(['film.id', 'p.id', 'p.name', 'p.email'], $selected->getSelectColumns());
        $virtual = FilmQuery::create()->withColumn('UPPER(Film.Title)', 'Upper');
        self::assertSame(['Upper' => 'UPPER(film.title)'], $virtual->getAsColumns());
        self::assertSame(FilmTableMap::getSelectColumns(), $virtual->getSelectColumns());
        // What was run has all its columns, and so has what is shown to people.
        self::assertStringContainsString('film.minutes', FilmQuery::create()->toString());
        $params = [];
        $query = FilmQuery::create()->filterByTitle(['M', 'Metropolis']);
        $query->createSelectSql($params);
        self::assertSame($params, $query->getParams());
        self::assertSame(['M', 'Metropolis'], array_column($params, 'value'));
    }

    public function testAlternativesTakeAnyValue(): void
    {
        $count = static fn (mixed $first, mixed $second): int => FilmQuery::create()
            ->_if($first)->filterByTitle('M')
            ->_elseif($second)->filterByTitle(['M', 'Metropolis'])
            ->_else()->filterByTitle('none')
            ->_endif()->count();
        self::assertSame([1, 1, 2, 2, 0], [
            $count('x', 0), $count(1, 'x'), $count('', 'x'), $count(null, [1]), $count('0', ''),
        ]);
    }

    /** @return iterable<string, array{string, mixed, class-string, int, 4?: int}> */
    public static function clauses(): iterable
    {
        yield 'one value' => ['Film.Title = ?', 'M', BasicModelCriterion::class, 1];
        yield 'a list' => ['Film.Title IN ?', ['M', 'Nosferatu'], InModelCriterion::class, 2];
        yield 'no list' => ['Film.Title NOT IN ?', ['M'], InModelCriterion::class, 2];
        yield 'a pattern' => ['Film.Title LIKE ?', 'M%', LikeModelCriterion::class, 2];
        yield 'several values' => ['Film.Minutes BETWEEN ? AND ?', [100, 120], SeveralModelCriterion::class, 1];
        yield 'bits' => ['(Film.Minutes & ?) > 0', 1, BinaryModelCriterion::class, 2];
        yield 'a type' => ['UPPER(Film.Title) = ?', 'M', RawModelCriterion::class, 1, PDO::PARAM_STR];
    }

    /**
     * @dataProvider clauses
     * @param class-string $class
     */
    public function testAClauseIsACriterionOfItsKind(
        string $clause,
        mixed $value,
        string $class,
        int $count,
        ?int $type = null,
    ): void {
        $query = FilmQuery::create()->where($clause, $value, $type);
        self::assertSame($class, $query->getLastCriterion()::class);
        self::assertSame($count, $query->count());
        self::assertSame(0, $query->where('Film.Title = ?', 'none')->where($clause, $value, $type)->count());
    }

    public function testACriterionOfAClauseIsMadeByHand(): void
    {
        $query = FilmQuery::create();
        $clause = [$query, 'film.title IN ?', FilmTableMap::COL_TITLE, ['M', 'Metropolis']];
        $titles = new class (...$clause) extends InModelCriterion {
            protected function appendPsForUniqueClauseTo(string &$sb, array &$params): void
            {
                $sb .= 'NOT ';
                parent::appendPsForUniqueClauseTo($sb, $params);
            }
        };
        $params = [];
        $sql = '';
        $titles->appendPsTo($sql, $params);
        self::assertSame('NOT film.title IN (:p1,:p2)', $sql);
        self::assertSame(['M', 'Metropolis'], array_column($params, 'value'));
        self::assertSame(['Nosferatu'], $query->add($titles)->find()->getColumnValues('Title'));
        $column = FilmTableMap::getTableMap()->getColumn('title');
        $basic = new BasicModelCriterion($query, 'f.title = ?', $column, 'M', 'f');
        self::assertSame(['f', 'title', 'M', 'f.title = ?'], [
            $basic->getTable(), $basic->getColumn(), $basic->getValue(), $basic->getClause(),
        ]);
    }

    public function testNamesOfTables(): void
    {
        self::assertSame('film', FilmQuery::create()->getTableNameInQuery());
        self::assertSame('film', FilmQuery::create('f')->getTableNameInQuery());
        self::assertSame('f', FilmQuery::create()->setModelAlias('f', true)->getTableNameInQuery());
        self::assertNull((new ModelCriteria())->getTableNameInQuery());
        $criteria = (new Criteria('cinema'))->addAlias('f', 'film');
        self::assertSame(['film', 'f'], $criteria->getTableNameAndAlias('f'));
        self::assertSame(['film', null], $criteria->getTableNameAndAlias('film'));
        $quote = FilmQuery::create()->getAdapter()->quoteIdentifier(...);
        self::assertSame('film.title', FilmQuery::create()->quoteIdentifier('film.title'));
        $quoting = FilmQuery::create()->setIdentifierQuoting(true);
        self::assertSame($quote('film') . '.' . $quote('title'), $quoting->quoteIdentifier('film.title'));
        self::assertSame($quote('title'), $quoting->quoteIdentifier('title', 'film'));
    }

    public function testNamesInClauses(): void
    {
        $sql = "Film.Title = 'Film.Title' AND Film.Minutes > 3";
        self::assertTrue(FilmQuery::create()->replaceNames($sql));
        self::assertSame("film.title = 'Film.Title' AND film.minutes > 3", $sql);
        $sql = '1 = 1';
        self::assertFalse(FilmQuery::create()->replaceNames($sql));
        self::assertSame('1 = 1', $sql);
    }

    public function testJoinsByTheirTables(): void
    {
        $query = FilmQuery::create()->joinProducer('p');
        $join = $query->getModelJoinByTableName('director');
        self::assertInstanceOf(ModelJoin::class, $join);
        self::assertSame(['Producer', 'p'], [$join->getRelationMap()->getName(), $join->getRightTableAlias()]);
        self::assertSame($join, $query->getJoin('p'));
        self::assertNull($query->getModelJoinByTableName('film'));
        $query->addJoinObject(new Join('film.id', 'notice.film_id'));
        self::assertNull($query->getModelJoinByTableName('notice'));
        $inner = NoticeQuery::create()->joinFilm()->useFilmQuery();
        self::assertSame('Film', $inner->getPreviousJoin()?->getRelationMap()->getName());
        $outer = $inner->joinProducer()->endUse();
        self::assertSame($outer->getJoin('Film'), $outer->getJoin('Producer')->getPreviousJoin());
        self::assertNull(FilmQuery::create()->getPreviousJoin());
    }

    public function testRelationsToMany(): void
    {
        self::assertFalse(FilmQuery::create()->isWithOneToMany());
        self::assertFalse(FilmQuery::create()->joinWith('Producer')->isWithOneToMany());
        self::assertFalse(DirectorQuery::create()->joinProducedFilm()->isWithOneToMany());
        self::assertTrue(DirectorQuery::create()->joinWith('ProducedFilm')->isWithOneToMany());
    }

    public function testAPlanOfARelation(): void
    {
        $with = new ModelWith(DirectorQuery::create()->joinProducedFilm('pf')->getJoin('pf'));
        self::assertSame([Film::class, 'ProducedFilms', 'pf', null, true, true], [
            $with->getModelName(), $with->getRelationName(), $with->getRightPhpName(), $with->getLeftPhpName(),
            $with->isWithOneToMany(), $with->isPrimary(),
        ]);
        self::assertSame('addProducedFilm', $with->getRelationMethod());
        self::assertSame('initProducedFilms', $with->getInitMethod());
        self::assertTrue($with->isAdd());
        $with->setModelName('Cinema\Director');
        $with->setRelationName('Producer');
        $with->setRelationMethod('setProducer');
        $with->setInitMethod('initProducers');
        $with->setResetPartialMethod('resetPartialProducers');
        $with->setLeftPhpName('l');
        $with->setRightPhpName('r');
        $with->setIsAdd(false);
        $with->setIsWithOneToMany(false);
        $with->setIsSingleTableInheritance(true);
        self::assertSame(
            [
                'Cinema\Director', 'Producer', 'setProducer', 'initProducers', 'resetPartialProducers', 'l', 'r', false,
                false, true, false,
            ],
            [
                $with->getModelName(), $with->getRelationName(), $with->getRelationMethod(), $with->getInitMethod(),
                $with->getResetPartialMethod(), $with->getLeftPhpName(), $with->getRightPhpName(), $with->isAdd(),
                $with->isWithOneToMany(), $with->isSingleTableInheritance(), $with->isPrimary(),
            ],
        );
    }

    public function testTheKeyOfTheTable(): void
    {
        $key = FilmQuery::create()->getPrimaryKey();
        self::assertInstanceOf(ColumnMap::class, $key);
        self::assertSame('film.id', $key->getFullyQualifiedName());
        $other = (new Criteria('cinema'))->add(DirectorTableMap::COL_NAME, 'x');
        self::assertSame('director.id', FilmQuery::create()->getPrimaryKey($other)->getFullyQualifiedName());
        self::assertNull((new Criteria('cinema'))->getPrimaryKey());
    }

    public function testUpdatesOfTheRowsOfAQuery(): void
    {
        $lang = FilmQuery::create()->filterByProducer($this->lang);
        self::assertSame(2, (clone $lang)->doUpdate(['Minutes' => 1], $this->con));
        self::assertSame(2, (clone $lang)->filterByMinutes(1)->count());
        $values = (new Criteria('cinema'))->add(FilmTableMap::COL_MINUTES, 2);
        self::assertSame(2, (clone $lang)->doUpdate($values, $this->con, false));
        self::assertSame(2, (clone $lang)->filterByMinutes(2)->count());
        self::assertSame(2, (clone $lang)->doUpdate(['Minutes' => 3], $this->con, true));
        self::assertSame(2, (clone $lang)->filterByMinutes(3)->count());
        self::assertSame(94, FilmQuery::create()->findOneByTitle('Nosferatu')->getMinutes());
        $this->expectException(LogicException::class);
        $lang->doUpdate($values, $this->con, true);
    }

    public function testSubQueriesAndSelectedColumns(): void
    {
        $query = FilmQuery::create()->addSelectQuery(FilmQuery::create());
        self::assertSame(['alias_1'], array_keys($query->getSelectQueries()));
        self::assertSame(2, $query->forgeSelectQueryAlias());
        self::assertFalse(
            (new Criteria())->addSelectColumn('film.id')->addSelectColumn('film.title')->needsSelectAliases(),
        );
        self::assertTrue(
            (new Criteria())->addSelectColumn('film.id')->addSelectColumn('director.id')->needsSelectAliases(),
        );
        $selected = FilmQuery::create()->select(['Title', 'Minutes']);
        $selected->configureSelectColumns();
        $params = [];
        self::assertMatchesRegularExpression(
            '/^SELECT film\.title AS \W?Title\W?, film\.minutes AS \W?Minutes\W? FROM film$/',
            $selected->createSelectSql($params),
        );
    }

    public function testConditionsAreCombinedWithoutName(): void
    {
        $query = FilmQuery::create()
            ->condition('a', 'Film.Title = ?', 'M')->condition('b', 'Film.Minutes = ?', 94)
            ->combine(['a', 'b'], Criteria::LOGICAL_OR);
        self::assertSame(2, $query->count());
        $criteria = (new Criteria('cinema'))->addCond('a', FilmTableMap::COL_TITLE, 'M')->combine(['a']);
        $params = [];
        self::assertStringEndsWith('WHERE film.title=:p1', $criteria->createSelectSql($params));
    }
}
