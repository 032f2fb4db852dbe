<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\Map\DirectorTableMap;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\AbstractQueryExecutor;
use Orm\Runtime\ActiveQuery\QueryExecutor\SelectQueryExecutor;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectQuerySqlBuilder;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\ConditionalProxy;
use Orm\Runtime\Util\UuidConverter;
use Orm\Tests\Common\Model\CinemaTestCase;
use Orm\Tests\Support\MemoryLogger;
use Orm\Tests\Support\PlainTableMap;

/** What code that was written for the known API does with generated classes. */
final class KnownUsesTest extends CinemaTestCase
{
    protected const VENDOR = 'sqlite';

    private function savedFilm(): Film
    {
        $film = (new Film())->setTitle('Alien')->setGenres(['sf'])->setTags(['dark']);
        $film->save();

        return $film;
    }

    public function testAnEmptyListOfElementsIsNoCondition(): void
    {
        $this->savedFilm();
        foreach ([null, Criteria::CONTAINS_ALL, Criteria::CONTAINS_SOME] as $comparison) {
            self::assertSame(1, FilmQuery::create()->filterByGenres([], $comparison)->count());
            self::assertSame(1, FilmQuery::create()->filterByTags([], $comparison)->count());
        }
        self::assertSame(0, FilmQuery::create()->filterByGenres([], Criteria::CONTAINS_NONE)->count());
    }

    public function testASetInAListHasOneOfItsElements(): void
    {
        $this->savedFilm();
        $both = (new Film())->setTitle('Brazil')->setGenres(['sf', 'noir']);
        $both->save();
        (new Film())->setTitle('Untold')->save();
        $found = static fn (string $clause, mixed $value): array
            => FilmQuery::create()->where($clause, $value)->orderByTitle()->find()->getColumnValues('Title');
        self::assertSame(['Brazil'], $found('Film.Genres IN ?', ['noir', 'doc']));
        self::assertSame(['Alien', 'Brazil'], $found('Film.Genres IN ?', ['sf', 'noir']));
        self::assertSame(['Alien'], $found('Film.Genres NOT IN ?', ['noir', 'doc']));
        self::assertSame(['Alien'], $found("Film.Title <> 'x' AND Film.Genres not in ?", ['noir']));
        self::assertSame([], $found('Film.Genres IN ?', null));
        self::assertSame(['Alien', 'Brazil', 'Untold'], $found('Film.Genres NOT IN ?', []));
        self::assertSame(['Brazil'], $found('Film.Genres = ?', ['sf', 'noir']));
        self::assertSame(['Alien'], $found('Film.Genres LIKE ?', 'sf'));
        self::assertSame(['Brazil'], $found('Film.Genres LIKE ?', ['noir', 'sf']));
    }

    public function testTheDatasourceOfARowIsThatOfItsTable(): void
    {
        $values = (new Criteria('elsewhere'))->add('director.name', 'Lang');
        self::assertSame(1, (int) DirectorTableMap::doInsert($values));
        self::assertSame('elsewhere', $values->getDbName());
        self::assertSame(1, DirectorTableMap::doDelete((new Criteria('elsewhere'))->add('director.name', 'Lang')));
    }

    public function testFindOneOrCreateTakesOverASet(): void
    {
        $film = FilmQuery::create()->filterByGenres(['noir', 'doc'])->filterByState('out')->findOneOrCreate();
        self::assertSame([['noir', 'doc'], 'out'], [$film->getGenres(), $film->getState()]);
    }

    public function testUuidsBesideNull(): void
    {
        $uuid = 'aab5d5fd-70c1-11e5-a4fb-b026b977eb28';
        $bytes = UuidConverter::uuidToBinRecursive([null, [$uuid]]);
        self::assertNull($bytes[0]);
        self::assertSame([null, [$uuid]], UuidConverter::binToUuidRecursive($bytes));
    }

    public function testGroupByNothing(): void
    {
        foreach ([null, '', []] as $nothing) {
            try {
                FilmQuery::create()->groupBy($nothing);
                self::fail('no column');
            } catch (OrmException $refusal) {
                self::assertSame('groupBy() needs at least one column', $refusal->getMessage());
            }
        }
    }

    public function testNamesThatAreNotStrings(): void
    {
        $calls = [
            'upsert() takes names, not a value of type array'
                => static fn (FilmQuery $films) => $films->upsert(['Title' => 'x'], [['x']]),
            'select() takes names, not a value of type array'
                => static fn (FilmQuery $films) => $films->select([['x']]),
            'groupBy() takes names, not a value of type array'
                => static fn (FilmQuery $films) => $films->groupBy([['x']]),
            'lockForUpdate() takes names, not a value of type int'
                => static fn (FilmQuery $films) => $films->lockForUpdate([1]),
        ];
        foreach ($calls as $message => $call) {
            try {
                $call(FilmQuery::create());
                self::fail($message);
            } catch (InvalidArgumentException $refusal) {
                self::assertSame($message, $refusal->getMessage());
            }
        }
    }

    public function testOperatorsWithOtherSpaces(): void
    {
        $this->savedFilm();
        foreach (['like', 'ILIKE', ' Ilike', 'NOT  ILIKE'] as $operator) {
            $found = FilmQuery::create()->filterByTitle('%', $operator)->count();
            self::assertSame(str_starts_with($operator, 'NOT') ? 0 : 1, $found, $operator);
        }
        $messages = [
            'NOT IN' => '"NOT IN" is not a valid comparison operator (write Criteria::NOT_IN)',
            ' not  in' => '" not  in" is not a valid comparison operator (write Criteria::NOT_IN)',
            'IS NULL' => '"IS NULL" is not a valid comparison operator (write Criteria::ISNULL)',
            'LIKEE' => '"LIKEE" is not a valid comparison operator (did you mean "LIKE"?)',
        ];
        foreach ($messages as $operator => $message) {
            try {
                FilmQuery::create()->filterByTitle(['x'], $operator)->count();
                self::fail($operator);
            } catch (InvalidClauseException $refusal) {
                self::assertSame($message, $refusal->getMessage());
            }
        }
    }

    public function testTheIteratorOfNothingIsAtItsEnd(): void
    {
        $iterator = (new ObjectCollection())->getIterator();
        self::assertSame([true, true], [$iterator->isFirst(), $iterator->isLast()]);
    }

    public function testAnOnDemandResultAsArrays(): void
    {
        $film = $this->savedFilm();
        $found = FilmQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find();
        self::assertSame(['Film_Alien'], array_keys($found->toArray('Title', true)));
        $found = FilmQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find();
        self::assertSame($film->getId(), $found->toArray()[0]['Id']);
    }

    public function testARowWithPartOfTheColumns(): void
    {
        $film = new Film();
        self::assertSame(9, $film->hydrate([3, 'Alien']));
        self::assertSame([3, 'Alien', null], [$film->getId(), $film->getTitle(), $film->getOpened()]);
        $film = new Film();
        $film->hydrate(['Id' => 4], 0, false, TableMap::TYPE_PHPNAME);
        self::assertSame([4, null], [$film->getId(), $film->getTitle()]);
    }

    public function testNumbersThatAreNoneAreTakenWithAWarning(): void
    {
        $logger = new MemoryLogger();
        Orm::getStandardServiceContainer()->setLogger('defaultLogger', $logger);
        $query = FilmQuery::create()->limit('123.9')->offset(-3);
        self::assertSame([123, 0], [$query->getLimit(), $query->getOffset()]);
        self::assertCount(2, $logger->lines);
        self::assertStringContainsString('limit "123.9"', $logger->lines[0]);
        self::assertStringContainsString('offset -3', $logger->lines[1]);
        self::assertSame(0, FilmQuery::create()->filterByMinutes(3, ' >= ')->count());
    }

    public function testConditionsOfAJoinStandInBracketsAsThoseOfWhere(): void
    {
        $query = FilmQuery::create()->joinProducer();
        $query->addJoinCondition('Producer', 'Producer.Name = ?', 'x');
        $query->addJoinCondition('Producer', 'Producer.Id > ?', 1, Criteria::LOGICAL_OR);
        self::assertStringContainsString(
            'ON ((film.producer_id=director.id AND director.name = :p1) OR director.id > :p2)',
            $query->toString(),
        );
    }

    public function testMapsByTheirClass(): void
    {
        $map = new DatabaseMap('other');
        $map->registerTableMapClass(PlainTableMap::class);
        self::assertSame('plain', $map->getTable('plain')->getName());
        $named = new class ('named') extends DatabaseMap {
            /** @return list<string> */
            public function names(): array
            {
                return array_keys($this->tables);
            }
        };
        $named->addTable('one');
        self::assertSame(['one'], $named->names());
    }

    public function testBuildersAndExecutorsOfStatements(): void
    {
        $this->savedFilm();
        $query = FilmQuery::create()->filterByTitle('Alien')->addSelectColumn('film.id');
        $params = [];
        $statement = SelectQuerySqlBuilder::createSelectSql($query, $params);
        self::assertSame('SELECT film.id FROM film WHERE film.title=:p1', $statement->getSqlStatement());
        self::assertSame(['Alien'], array_column($statement->getParameters(), 'value'));
        self::assertCount(1, SelectQueryExecutor::execute($query, $this->con)->fetchAll());
        $executor = new class ($query, $this->con) extends AbstractQueryExecutor {
            public function value(): mixed
            {
                $params = [];
                $statement = SelectQuerySqlBuilder::createSelectSql($this->criteria, $params);

                return $this->executeStatement($statement)->fetchColumn();
            }
        };
        self::assertSame(FilmQuery::create()->findOne()->getId(), (int) $executor->value());
    }

    public function testTheQueryOfAConditionalProxyIsForChildren(): void
    {
        $proxy = new class (FilmQuery::create(), false) extends ConditionalProxy {
            public function query(): Criteria
            {
                return $this->criteria;
            }
        };
        self::assertInstanceOf(FilmQuery::class, $proxy->query());
    }
}
