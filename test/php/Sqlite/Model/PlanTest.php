<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

use Cinema\FilmQuery;
use Cinema\Map\FilmTableMap;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\RareClauses;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\Orm;
use Orm\Tests\Common\Model\CinemaTestCase;
use ReflectionClass;
use ReflectionProperty;

/** What is said of a property by its PlanRule is true: no query runs by the plan of another one. */
final class PlanTest extends CinemaTestCase
{
    protected const VENDOR = 'sqlite';

    /** @dataProvider changes */
    public function testChangedQueryHasItsOwnStatement(string $what, string $property, callable $change): void
    {
        $this->film();
        $plain = $this->selectOf(static fn (ModelCriteria $query) => $query);
        $this->selectOf(static fn (ModelCriteria $query) => $query);
        $changed = $this->selectOf($change);
        $enabled = Orm::$hasShortcuts;
        Orm::$hasShortcuts = false;
        try {
            self::assertSame($this->selectOf($change), $changed, "$what ($property)");
        } finally {
            Orm::$hasShortcuts = $enabled;
        }
        self::assertNotSame(end($plain), end($changed), "$what ($property)");
    }

    /** A function of the application may write, and a lock does: they are not sent again when the connection is lost. */
    public function testPlanOfAFunctionIsNoPlainRead(): void
    {
        $kindOf = static function (callable $change): int {
            Orm::$plans->forget();
            $change(FilmQuery::create())->find();
            $plan = current(Orm::$plans->select['rows'][FilmTableMap::DATABASE_NAME]['Cinema\\Film']);

            return (fn (): int => $this->kind)->call($plan->statement);
        };
        $column = static fn (string $clause): callable => static fn (ModelCriteria $q) => $q->withColumn($clause, 'n');
        $where = static fn (string $clause, ?string $value = null): callable
            => static fn (ModelCriteria $q) => $q->where($clause, $value);
        $enabled = Orm::$hasShortcuts;
        Orm::$hasShortcuts = true;
        try {
            self::assertSame(Statement::READ, $kindOf($column('UPPER(Film.Title)')));
            self::assertSame(Statement::WRITE, $kindOf($column('HEX(Film.Title)')));
            self::assertSame(Statement::READ, $kindOf($where('UPPER(Film.Title) = ?', 'x')));
            self::assertSame(Statement::WRITE, $kindOf($where('HEX(Film.Title) = ?', 'x')));
            self::assertSame(Statement::WRITE, $kindOf($where("HEX(Film.Title) = 'x'")));
            self::assertSame(Statement::WRITE, $kindOf(static fn (ModelCriteria $q) => $q->lockForUpdate()));
        } finally {
            Orm::$hasShortcuts = $enabled;
        }
    }

    public function testEveryPartOfTheStatementIsTried(): void
    {
        $tried = [];
        foreach (self::changes() as [, $property]) {
            $tried[$property] = true;
        }
        $expected = [];
        for ($class = new ReflectionClass(ModelCriteria::class); $class; $class = $class->getParentClass()) {
            foreach ($class->getProperties() as $property) {
                $attributes = $property->getAttributes(PlanRule::class);
                $rule = $attributes === [] ? null : $attributes[0]->newInstance()->rule;
                if ($rule === PlanRule::IN_SHAPE || $rule === PlanRule::DISABLES) {
                    $expected[$property->getName()] = true;
                }
            }
        }
        // Another datasource has other plans, and other connections: TenantTest.
        unset($expected['dbName'], $expected['rare']);
        foreach ((new ReflectionClass(RareClauses::class))->getProperties(ReflectionProperty::IS_PUBLIC) as $property) {
            $expected['rare.' . $property->getName()] = true;
        }
        // The SQL is the same with them.
        unset($expected['rare.queryKey'], $expected['rare.hasVirtualColumns'], $expected['rare.identifierQuoting']);
        // The table has no column for it: query-names.test.ts.
        unset($expected['rare.jsonOrders']);
        self::assertSame([], array_keys(array_diff_key($expected, $tried)));
    }

    /** @return list<array{string, string, callable(ModelCriteria): mixed}> */
    public static function changes(): array
    {
        $title = FilmTableMap::COL_TITLE;

        return [
            ['a condition', 'map', static fn (ModelCriteria $q) => $q->filterByTitle('x')],
            ['another type of value', 'map', static fn (ModelCriteria $q) => $q->filterByTitle(null)],
            ['an OR', 'map', static fn (ModelCriteria $q) => $q->filterByTitle('x')->_or()->filterByMinutes(1)],
            ['a clause', 'map', static fn (ModelCriteria $q) => $q->where('Film.Title = ?', 'x')],
            ['a number in a clause', 'map', static fn (ModelCriteria $q) => $q->where('Film.Minutes > ?', 3)],
            ['a literal', 'map', static fn (ModelCriteria $q) => $q->where("Film.Title <> 'why?'")],
            ['a literal and a value', 'map', static fn (ModelCriteria $q) => $q->where("Film.Title || '?' = ?", 'x')],
            ['an expression', 'map', static fn (ModelCriteria $q) => $q->where('Film.Minutes * 2 > ?', 3)],
            ['a float in it', 'map', static fn (ModelCriteria $q) => $q->where('Film.Minutes * 2 > ?', 1.5)],
            ['a fraction in it', 'map', static fn (ModelCriteria $q) => $q->where('Film.Minutes * 2 > ?', '1.5')],
            ['a text in it', 'map', static fn (ModelCriteria $q) => $q->where('Film.Minutes * 2 > ?', '-1')],
            ['a function', 'map', static fn (ModelCriteria $q) => $q->where('LOWER(Film.Title) = ?', 'x')],
            ['two values', 'map', static fn (ModelCriteria $q) => $q
                ->where('Film.Title = ? OR Film.Minutes = ?', ['x', 3])],
            ['no value', 'map', static fn (ModelCriteria $q) => $q->where('Film.Title = ?', null)],
            ['a list', 'map', static fn (ModelCriteria $q) => $q->where('Film.Title IN ?', ['x', 'y'])],
            ['named conditions', 'map', static fn (ModelCriteria $q) => $q->condition('a', 'Film.Title = ?', 'x')
                ->condition('b', 'Film.Minutes > ?', 3)->where(['a', 'b'], 'or')],
            ['a clause of a join', 'map', static fn (ModelCriteria $q) => $q->joinProducer()
                ->where('Producer.Name = ?', 'x')],
            ['a join', 'joins', static fn (ModelCriteria $q) => $q->joinProducer()],
            ['a left join', 'joins', static fn (ModelCriteria $q) => $q->leftJoinProducer()],
            ['SQL of the caller', 'map', static fn (ModelCriteria $q) => $q
                ->add($title, "film.title <> 'x'", Criteria::CUSTOM)],
            ['rows that exist', 'map', static fn (ModelCriteria $q) => $q
                ->useExistsQuery('Notice')->filterByStars(1)->endUse()],
            ['rows that do not exist', 'map', static fn (ModelCriteria $q) => $q
                ->useNotExistsQuery('Notice')->filterByStars(1)->endUse()],
            ['a clause in them', 'map', static fn (ModelCriteria $q) => $q
                ->useExistsQuery('Notice')->where('Notice.Stars + 0 = ?', '1.5')->endUse()],
            ['an enum in them', 'map', static fn (ModelCriteria $q) => $q->useExistsQuery('DirectorRelatedByDirectorId')
                ->useExistsQuery('ProducedFilm', 'f1')->where('f1.State = ?', 'out')->endUse()->endUse()],
            ['a list by a query', 'map', static fn (ModelCriteria $q) => $q
                ->filterById(\Cinema\NoticeQuery::create()->select('FilmId')->filterByStars(1), Criteria::IN)],
            ['another list by a query', 'map', static fn (ModelCriteria $q) => $q->filterById(
                \Cinema\NoticeQuery::create()->select('FilmId')->filterByStars(1)->limit(1),
                Criteria::IN,
            )],
            ['a join with a condition', 'joins', static fn (ModelCriteria $q) => $q->joinProducer()
                ->addJoinCondition('Producer', 'Producer.Name = ?', 'x')],
            ['a join with another operator', 'joins', static fn (ModelCriteria $q) => $q->joinProducer()
                ->addJoinCondition('Producer', 'Producer.Name = ?', 'x', 'OR')],
            ['a join with a condition of its own', 'joins', static fn (ModelCriteria $q) => $q->joinProducer()
                ->condition('own', 'Producer.Name = ?', 'x')->setJoinCondition('Producer', 'own')],
            ['a join of columns', 'joins', static fn (ModelCriteria $q) => $q
                ->addJoin(FilmTableMap::COL_DIRECTOR_ID, 'director.id')],
            ['another join of columns', 'joins', static fn (ModelCriteria $q) => $q
                ->addJoin(FilmTableMap::COL_PRODUCER_ID, 'director.id', Criteria::LEFT_JOIN)],
            ['a join of a join', 'joins', static fn (ModelCriteria $q) => $q->joinFilmViewer()
                ->join('FilmViewer.Viewer')],
            ['relations of a relation', 'with', static fn (ModelCriteria $q) => $q->joinWithFilmViewer()
                ->joinWith('FilmViewer.Viewer')],
            ['an alias', 'joins', static fn (ModelCriteria $q) => $q->joinProducer('p')],
            ['a relation', 'with', static fn (ModelCriteria $q) => $q->joinWithProducer()],
            ['an order', 'orderByColumns', static fn (ModelCriteria $q) => $q->orderByTitle()],
            ['a reverse order', 'orderByColumns', static fn (ModelCriteria $q) => $q->orderByTitle('desc')],
            ['an order of a relation', 'rare.pendingNames', static fn (ModelCriteria $q) => $q->orderBy('Producer.Name')
                ->joinProducer()],
            ['an enum in a clause', 'map', static fn (ModelCriteria $q) => $q->where('Film.State = ?', 'out')],
            ['a float in a clause', 'map', static fn (ModelCriteria $q) => $q->where('Film.Minutes > ?', 1.5)],
            ['a clause of an alias', 'map', static fn (ModelCriteria $q) => $q->setModelAlias('x')
                ->where('x.Minutes > ?', 3)],
            ['a clause of a used query', 'map', static fn (ModelCriteria $q) => $q->useProducerQuery('p')
                ->where('Director.Name = ?', 'x')->endUse()],
            ['a limit', 'limit', static fn (ModelCriteria $q) => $q->limit(3)],
            ['an offset', 'offset', static fn (ModelCriteria $q) => $q->offset(3)],
            ['a model', 'modelName', static fn (ModelCriteria $q) => \Cinema\DirectorQuery::create()],
            ['a table', 'primaryTableName', static fn (ModelCriteria $q) => $q->addAlias('f', 'film')
                ->setPrimaryTableName('f')->addSelectColumn('f.id')->setFormatter(ModelCriteria::FORMAT_STATEMENT)],
            ['another table', 'primaryTableName', static function (ModelCriteria $q): ModelCriteria {
                FilmQuery::create()->setPrimaryTableName('film')->find();

                return $q->setPrimaryTableName('main.film');
            }],
            ['an alias in SQL', 'useAliasInSQL', static fn (ModelCriteria $q) => $q->setModelAlias('f', true)],
            ['names', 'rare.select', static fn (ModelCriteria $q) => $q->select('Title')],
            ['another name', 'rare.select', static fn (ModelCriteria $q) => $q->select('Minutes')],
            ['several names', 'rare.select', static fn (ModelCriteria $q) => $q->select(['Title', 'Minutes'])],
            ['names and groups', 'rare.select', static fn (ModelCriteria $q) => $q->select(['State', 'n'])
                ->withColumn('COUNT(Film.Id)', 'n')->groupByState()],
            ['columns', 'rare.selectColumns', static fn (ModelCriteria $q) => $q->addSelectColumn($title)
                ->setFormatter(ModelCriteria::FORMAT_STATEMENT)],
            ['a virtual column', 'rare.asColumns', static fn (ModelCriteria $q) => $q->withColumn('Film.Minutes', 'm')],
            ['another virtual column', 'rare.asColumns', static fn (ModelCriteria $q) => $q
                ->withColumn('Film.Minutes + 1', 'm')],
            ['a modifier', 'rare.selectModifiers', static fn (ModelCriteria $q) => $q->distinct()],
            ['a group', 'rare.groupByColumns', static fn (ModelCriteria $q) => $q->groupBy('Id')],
            ['a having', 'rare.having', static fn (ModelCriteria $q) => $q->groupBy('Id')
                ->addHaving($title, 'x', Criteria::NOT_EQUAL)],
            ['a clause in it', 'rare.having', static fn (ModelCriteria $q) => $q->groupBy('Id')
                ->having('COUNT(Film.Id) > ?', 0)],
            ['a condition beside it', 'rare.having', static fn (ModelCriteria $q) => $q->groupBy('Id')
                ->where('Film.Minutes > 0')->having("Film.Title <> 'x'")],
            ['an alias', 'rare.aliases', static fn (ModelCriteria $q) => $q->setModelAlias('g', true)],
            ['a sub-query', 'rare.selectQueries', static fn (ModelCriteria $q) => $q
                ->addSelectQuery(FilmQuery::create()->limit(2), 'few')],
            ['a column by a query', 'rare.columnQueries', static fn (ModelCriteria $q) => $q
                ->withQueryColumn(FilmQuery::create('f')->addAsColumn('n', 'COUNT(*)'), 'n')],
            ['a common table', 'rare.commonTables', static fn (ModelCriteria $q) => $q
                ->withCommonTable('few', FilmQuery::create()->limit(2))],
            ['case', 'rare.ignoreCase', static fn (ModelCriteria $q) => $q->setIgnoreCase(true)->filterByTitle('x')],
            ['a comment', 'rare.comment', static fn (ModelCriteria $q) => $q->setComment('why')],
            // SQLite has no locks of rows, so that there is a comment to see.
            ['a lock', 'rare.lock', static fn (ModelCriteria $q) => $q->lockForUpdate()->setComment('locked')],
        ];
    }

    /**
     * @param callable(ModelCriteria): mixed $change
     * @return list<string>
     */
    private function selectOf(callable $change): array
    {
        return $this->statementsOf(static function () use ($change): void {
            $found = $change(FilmQuery::create())->find();
            foreach ($found as $_) {
                break;
            }
        });
    }
}
