<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use Cinema\DirectorQuery;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\FilmViewer;
use Cinema\Map\FilmTableMap;
use Cinema\Notice;
use Cinema\NoticeQuery;
use Cinema\Viewer;
use Closure;
use Exception;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Orm;
use Orm\Tests\Support\Part;

/**
 * Chains of calls on a query, in random order: what a chain finds does not depend on the order of its calls, nor on
 * whether plans are remembered.
 */
abstract class RandomChainsTest extends CinemaTestCase
{
    private const SHORT = 160;
    private const LONG = 20_000;

    /** One value of the clauses of a run: another type may need other SQL. */
    private static int|float|string $number = 0;

    protected function setUp(): void
    {
        parent::setUp();
        mt_srand(7);
        $directors = array_map($this->director(...), ['Lang', 'Murnau', 'Pabst']);
        $viewers = [];
        foreach (['ann', 'Bob'] as $nick) {
            $viewers[] = $viewer = (new Viewer())->setNick($nick);
            $viewer->save();
        }
        foreach (['M', 'Metropolis', 'Spies', 'Faust', 'Sunrise', 'Pandora', 'm'] as $i => $title) {
            $film = $this->film($title, 80 + 10 * $i, $i === 6 ? null : $directors[$i % 3]);
            $film->setState(['draft', 'out', 'gone'][$i % 3])
                ->setTags([['a', 'b'], ['b', 'a'], ['c']][$i % 3])->setGenres([['sf'], ['noir'], []][$i % 3])
                ->setDirectorId($directors[($i + 1) % 3]->getId())->save();
            for ($n = 0; $n < $i % 4; $n++) {
                (new Notice())->setFilm($film)->setStars($n + 1)->save();
            }
            (new FilmViewer())->setFilm($film)->setViewer($viewers[$i % 2])->save();
        }
    }

    public function testTheOrderOfCallsMakesNoDifference(): void
    {
        $seed = (int) (getenv('ORM_SEED') ?: random_int(1, 1_000_000_000));
        mt_srand($seed);
        $units = self::units();
        $runs = getenv('ORM_FUZZ') ? self::LONG : Part::of(self::SHORT);
        for ($run = 0; $run < $runs; $run++) {
            self::$number = [85, 92.5, '85', '92.5', '-85', -1][mt_rand(0, 5)];
            $names = array_keys($units);
            shuffle($names);
            $chosen = self::compatible(array_slice($names, 0, mt_rand(1, 5)));
            $canonical = $chosen;
            sort($canonical);
            $what = sprintf('ORM_SEED=%d, run %d: %s', $seed, $run, implode(', ', $chosen));
            $expected = self::found($canonical, $units, $what);
            self::assertSame($expected, self::found($chosen, $units, $what), $what);
            self::assertSame($expected, self::found(array_reverse($chosen), $units, $what), "$what, reversed");
            $enabled = Orm::$hasShortcuts;
            Orm::$hasShortcuts = !$enabled;
            try {
                self::assertSame($expected, self::found($chosen, $units, $what), "$what, without shortcuts");
            } finally {
                Orm::$hasShortcuts = $enabled;
            }
        }
    }

    /**
     * @param list<string> $names
     * @return list<string> the same without two that give one relation to the query in different ways
     */
    private static function compatible(array $names): array
    {
        $kept = [];
        foreach ($names as $name) {
            [$group] = explode(':', $name);
            $kept[ctype_upper($group[0]) ? $group : $name] ??= $name;
        }

        return array_values($kept);
    }

    /**
     * @param list<string> $chain
     * @param array<string, Closure(FilmQuery): mixed> $units
     * @return list<array<mixed>>
     */
    private static function found(array $chain, array $units, string $what): array
    {
        $query = FilmQuery::create();
        foreach ($chain as $name) {
            $units[$name]($query);
        }
        // Objects in the pool keep the virtual columns of earlier queries.
        FilmTableMap::clearInstancePool();
        $what .= "\n" . $query->toString();
        $count = (clone $query)->count();
        $written = count($chain) % 3 !== 1 ? [] : [
            self::written(static fn (): int => (clone $query)->update(['Minutes' => 1, 'State' => 'gone'])),
            self::written(static fn (): int => (clone $query)->delete()),
        ];
        $rows = [];
        foreach ($query->find() as $film) {
            self::assertInstanceOf(Film::class, $film, $what);
            $rows[] = [
                $film->getTitle(), $film->hasVirtualColumn('x') ? (string) $film->getVirtualColumn('x') : null,
            ];
        }
        $titles = array_column($rows, 0);
        self::assertSame($count, count($rows), "$what, count()");
        sort($rows);
        sort($titles);
        $columns = count($chain) % 2 === 0 ? 'Film.Title' : ['Film.Minutes', 'Film.Title'];
        $query->select($columns);
        $first = $query->findOne();
        $selected = $query->find()->getData();
        self::assertTrue($first === null ? $selected === [] : in_array($first, $selected, true), $what);
        // A virtual column is selected too.
        $selected = array_map(static fn (mixed $row): mixed => is_array($row) ? $row['Film.Title'] : $row, $selected);
        sort($selected);
        self::assertSame($titles, $selected, "$what, select()");

        return [...$rows, ...$written];
    }

    /**
     * @param Closure(): int $write
     * @return list<mixed> the number of rows, or why there is none, and what is left; all of it is taken back
     */
    private static function written(Closure $write): array
    {
        $con = Orm::getConnection(FilmTableMap::DATABASE_NAME);
        $con->beginTransaction();
        try {
            $rows = $con->savepoint(static fn (): int => $write());
        } catch (Exception $failure) {
            $rows = $failure::class;
        }
        $left = FilmQuery::create()->select(['Minutes', 'State'])->orderById()->find()->getData();
        $con->rollBack();

        return [$rows, $left];
    }

    /**
     * Calls that belong together. Those whose names begin alike, with a capital letter, join the same relation.
     *
     * @return array<string, Closure(FilmQuery): mixed>
     */
    private static function units(): array
    {
        $good = static fn (): NoticeQuery => NoticeQuery::create()->where('Notice.FilmId = Film.Id');

        return [
            'title' => static fn (FilmQuery $q) => $q->filterByTitle('Faust', Criteria::NOT_EQUAL),
            'title again' => static fn (FilmQuery $q) => $q->filterByTitle('M%', Criteria::NOT_LIKE),
            'titles' => static fn (FilmQuery $q) => $q->filterByTitle(['m', 'SPIES', 'Faust', 'Sunrise', 'Pandora']),
            'minutes' => static fn (FilmQuery $q) => $q->filterByMinutes(['min' => 90]),
            'minutes again' => static fn (FilmQuery $q) => $q->filterByMinutes(130, Criteria::LESS_THAN),
            'state' => static fn (FilmQuery $q) => $q->filterByState(['draft', 'out']),
            'no case' => static fn (FilmQuery $q) => $q->setIgnoreCase(true),
            'an or' => static fn (FilmQuery $q) => $q->filterByTitle('Spies')->_or()->filterByMinutes(85, '>'),
            'a clause' => static fn (FilmQuery $q) => $q->where('Film.Minutes > ?', 85),
            'a clause with an enum' => static fn (FilmQuery $q) => $q->where('Film.State <> ?', 'gone'),
            'a clause with a list' => static fn (FilmQuery $q) => $q->where('Film.Minutes NOT IN ?', [100, 110]),
            'a clause with two values' => static fn (FilmQuery $q) => $q
                ->where('Film.Minutes BETWEEN ? AND ?', [80, 130]),
            'a clause and an or' => static fn (FilmQuery $q) => $q
                ->where('Film.Title = ?', 'Faust')->_or()->where('Film.Minutes < ?', 125),
            'a list of a set' => static fn (FilmQuery $q) => $q
                ->where('Film.Genres IN ?', self::$number === 85 ? ['sf', 'noir'] : ['noir', 'doc']),
            'a list that is no set' => static fn (FilmQuery $q) => $q
                ->where('Film.Genres NOT IN ?', self::$number === 85 ? ['sf'] : ['doc']),
            'the list of a column' => static fn (FilmQuery $q) => $q
                ->where('Film.Tags IN ?', self::$number === 85 ? ['a', 'b'] : ['b', 'a']),
            'an expression' => static fn (FilmQuery $q) => $q->where('Film.Minutes + 0.5 > ?', self::$number),
            'an expression without a column' => static fn (FilmQuery $q) => $q
                ->where('COALESCE(NULLIF(Film.Minutes, 90), 80) * 1.5 > ?', self::$number),
            'an or in a clause' => static fn (FilmQuery $q) => $q
                ->where('(Film.Minutes * 1.5 > ? OR Film.Title = ?)', [self::$number, 'M']),
            'a function' => static fn (FilmQuery $q) => $q->where('UPPER(Film.Title) <> ?', 'FAUST'),
            'named conditions' => static fn (FilmQuery $q) => $q
                ->condition('a', 'Film.Minutes < ?', 100)->condition('b', 'Film.Title LIKE ?', 'S%')
                ->combine(['a', 'b'], Criteria::LOGICAL_OR),
            'alias' => static fn (FilmQuery $q) => $q->setModelAlias('f', true),
            'Producer: a clause before its join' => static fn (FilmQuery $q) => $q
                ->where('Producer.Name <> ?', 'Pabst')->joinProducer(),
            'Producer: a filter' => static fn (FilmQuery $q) => $q
                ->useProducerQuery()->filterByName(['LANG', 'Lang', 'Murnau'])->endUse(),
            'Producer: a clause of a used query' => static fn (FilmQuery $q) => $q
                ->useProducerQuery('p')->where('Director.Name <> ?', 'Lang')->endUse(),
            'Producer: its objects' => static fn (FilmQuery $q) => $q->joinWithProducer(),
            'Producer: a left join' => static fn (FilmQuery $q) => $q->leftJoinWith('Producer p'),
            'Producer: a condition of its join' => static fn (FilmQuery $q) => $q->leftJoinProducer('p')
                ->addJoinCondition('p', 'p.Name <> ?', ['Lang', 'Pabst'][self::$number === 85])
                ->where('p.Name IS NOT NULL'),
            'Producer: a condition of two' => static fn (FilmQuery $q) => $q->joinProducer('p')
                ->addJoinCondition('p', 'p.Name = ?', 'Lang')->addJoinCondition('p', 'p.Name = ?', 'Murnau', 'OR'),
            'Other: the other director' => static fn (FilmQuery $q) => $q
                ->where('d.Name <> ?', 'Lang')->join('DirectorRelatedByDirectorId d'),
            'Virtual: a column of the model' => static fn (FilmQuery $q) => $q->withColumn('Film.Minutes + 1', 'x'),
            'Virtual: a column of a relation' => static fn (FilmQuery $q) => $q
                ->withColumn('q.Name', 'x')->leftJoin('DirectorRelatedByDirectorId q'),
            'a join of a join' => static fn (FilmQuery $q) => $q
                ->join('FilmViewer fv')->join('fv.Viewer v')->where('v.Nick <> ?', 'ann'),
            'a filter by rows between' => static fn (FilmQuery $q) => $q
                ->useFilmViewerQuery()->useViewerQuery()->filterByNick('ann')->endUse()->endUse(),
            'exists' => static fn (FilmQuery $q) => $q->whereExists($good()->where('Notice.Stars > ?', 1)),
            'not exists' => static fn (FilmQuery $q) => $q->whereNotExists($good()->filterByStars(3)),
            'a used exists' => static fn (FilmQuery $q) => $q
                ->useExistsQuery('Notice')->filterByStars(1)->endUse(),
            'a used not exists' => static fn (FilmQuery $q) => $q
                ->useNotExistsQuery('Notice')->filterByStars(3)->endUse(),
            'in' => static fn (FilmQuery $q) => $q->useInQuery('Notice')->filterByStars(2)->endUse(),
            'exists with a clause' => static fn (FilmQuery $q) => $q->useExistsQuery('Notice')
                ->where('Notice.Stars * 50.5 > ?', self::$number)->endUse(),
            'exists with an enum' => static fn (FilmQuery $q) => $q->useExistsQuery('DirectorRelatedByDirectorId', 'd2')
                ->useExistsQuery('ProducedFilm', 'f2')
                ->where('f2.State = ?', ['out', 'gone'][self::$number === 85])->endUse()->endUse(),
            'SQL of the caller' => static fn (FilmQuery $q) => $q
                ->add('sql', '1 = 1 OR 1 = 2', Criteria::CUSTOM),
            'a list by a query' => static fn (FilmQuery $q) => $q
                ->filterById(NoticeQuery::create()->select('FilmId')->where('Notice.Stars > ?', 1), Criteria::IN),
            'two deep' => static fn (FilmQuery $q) => $q->whereExists(
                DirectorQuery::create()->where('Director.Id = Film.DirectorId')->whereExists(
                    FilmQuery::create('other')
                        ->where('other.ProducerId = Director.Id')
                        ->where('other.Minutes < Film.Minutes'),
                ),
            ),
            'two deep, used' => static fn (FilmQuery $q) => $q
                ->useExistsQuery('DirectorRelatedByDirectorId', 'd1')
                    ->useExistsQuery('ProducedFilm', 'f1')->where('f1.Minutes > ?', 85)->endUse()
                ->endUse(),
            'an order' => static fn (FilmQuery $q) => $q->orderByTitle()->orderBy('Film.Minutes', 'desc'),
            'a comment' => static fn (FilmQuery $q) => $q->setComment('random'),
            'a merged query' => static fn (FilmQuery $q) => $q
                ->mergeWith(FilmQuery::create()->where('Film.Minutes <> ?', 110)->filterByMinutes(70, '>')),
            'a raw condition' => static fn (FilmQuery $q) => $q
                ->addAnd($q->getAliasedColName(FilmTableMap::COL_MINUTES), 0, '>'),
            'prune' => static fn (FilmQuery $q) => $q->prune(FilmQuery::create()->findOneByTitle('Pandora')),
        ];
    }
}
