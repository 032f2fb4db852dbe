<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use Cinema\DirectorQuery;
use Cinema\Film;
use Cinema\FilmQuery;
use Cinema\Notice;
use Cinema\NoticeQuery;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Exception\UnknownColumnException;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Exception\ExceptionInterface;
use TypeError;

/** A name in a query means what it means when the SQL is written, whatever was called before or after it. */
abstract class NamesTest extends CinemaTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        $lang = $this->director('Lang');
        $murnau = $this->director('Murnau');
        foreach (['Metropolis' => [$lang, 3], 'M' => [$lang, 5], 'Nosferatu' => [$murnau, 4]] as $title => $more) {
            $film = $this->film($title, strlen($title), $more[0]);
            (new Notice())->setFilm($film)->setStars($more[1])->save();
        }
        $this->film('Lost', 4);
    }

    /** @return list<string> */
    private static function titles(ModelCriteria $films): array
    {
        $titles = [];
        foreach ($films->find() as $film) {
            $titles[] = $film instanceof Film ? $film->getTitle() : $film;
        }
        sort($titles);

        return $titles;
    }

    public function testASubQuerySeesTheNamesOfTheQueryAroundIt(): void
    {
        $noticed = static fn (): NoticeQuery => NoticeQuery::create()->where('Notice.FilmId = Film.Id');
        self::assertSame(['M', 'Metropolis', 'Nosferatu'], self::titles(FilmQuery::create()->whereExists($noticed())));
        self::assertSame(['Lost'], self::titles(FilmQuery::create()->whereNotExists($noticed())));
        $good = $noticed()->where('Notice.Stars > ?', 3);
        self::assertSame(['M', 'Nosferatu'], self::titles(FilmQuery::create()->whereExists($good)));
        $ids = NoticeQuery::create()->select('FilmId')->where('Notice.Stars < Film.Minutes');
        self::assertSame(
            ['Metropolis', 'Nosferatu'],
            self::titles(FilmQuery::create()->filterById($ids, Criteria::IN)),
        );
    }

    public function testASubQuerySeesTheAliasesOfTheQueryAroundIt(): void
    {
        $notices = NoticeQuery::create()->where('Notice.FilmId = f.Id')->where('Notice.Stars > ?', 4);
        self::assertSame(['M'], self::titles(FilmQuery::create('f')->whereExists($notices)));
        self::assertSame(['M'], self::titles(FilmQuery::create()->setModelAlias('f', true)->whereExists($notices)));
        $byDirector = NoticeQuery::create()
            ->where('Notice.FilmId = Film.Id')
            ->where('p.Name = ?', 'Murnau');
        self::assertSame(['Nosferatu'], self::titles(FilmQuery::create()->whereExists($byDirector)->joinProducer('p')));
    }

    /**
     * Not on PHP for WebAssembly, which has SQLite 3.51.0: its optimization of EXISTS loses rows of a nested EXISTS
     * that names the outermost table (mended in 3.51.1).
     *
     * @group nested-exists
     */
    public function testASubQuerySeesTheNamesAtEveryDepth(): void
    {
        $notices = NoticeQuery::create()
            ->where('Notice.FilmId = Film.Id')
            ->where('Notice.Stars > ?', 3)
            ->where('Director.Name = ?', 'Lang');
        $films = FilmQuery::create()->where('Film.ProducerId = Director.Id')->whereExists($notices);
        $directors = DirectorQuery::create()->whereExists($films);
        self::assertSame(['Lang'], $directors->find()->getColumnValues('Name'));
    }

    public function testASubQueryOnTheSameModelHasItsOwnAlias(): void
    {
        $longer = FilmQuery::create('other')
            ->where('other.ProducerId = Film.ProducerId')
            ->where('other.Minutes > Film.Minutes');
        self::assertSame(['M'], self::titles(FilmQuery::create()->whereExists($longer)));
    }

    public function testAUsedQueryKeepsItsNames(): void
    {
        $films = FilmQuery::create()
            ->useNoticeQuery('n')
                ->where('Notice.Stars > ?', 3)
                ->useExistsQuery('Film', 'same')
                    ->where('same.Title <> ?', 'Nosferatu')
                ->endUse()
            ->endUse();
        self::assertSame(['M'], self::titles($films));
        $directors = DirectorQuery::create()
            ->useProducedFilmQuery('f')
                ->where('Film.Minutes > ?', 1)
                ->useNoticeQuery()->where('Notice.Stars < f.Minutes')->endUse()
            ->endUse()
            ->orderByName();
        self::assertSame(['Lang', 'Murnau'], $directors->find()->getColumnValues('Name'));
    }

    public function testJoinsMayComeAfterTheirNames(): void
    {
        self::assertSame(
            ['M', 'Nosferatu'],
            self::titles(FilmQuery::create()->where('Notice.Stars > 3')->joinNotice()),
        );
        self::assertSame(
            ['M', 'Nosferatu'],
            self::titles(FilmQuery::create()->where('Notice.Stars > ?', 3)->joinNotice()),
        );
        self::assertSame(['M', 'Nosferatu'], self::titles(
            FilmQuery::create()->condition('good', 'Notice.Stars > ?', 3)->condition('long', 'n.Stars > ?', 3)
                ->where(['good', 'long'], 'AND')
                ->joinNotice()->joinNotice('n'),
        ));
        $joined = FilmQuery::create()
            ->condition('c', 'Film.Id = Notice.FilmId AND Notice.Stars > 4')
            ->innerJoinNotice()
            ->setJoinCondition('Notice', 'c');
        self::assertSame(['M'], self::titles($joined));
        $film = FilmQuery::create()->withColumn('Notice.Stars', 'stars')->joinNotice()->filterByTitle('M')->findOne();
        self::assertEquals(5, $film->getVirtualColumn('stars'));
        $titles = FilmQuery::create()->orderBy('Notice.Stars')->select(['Title', 'Notice.Stars'])->joinNotice()->find();
        self::assertSame(['Metropolis', 'Nosferatu', 'M'], array_column($titles->getArrayCopy(), 'Title'));
        $count = FilmQuery::create()->groupBy('Producer.Name')->select('Producer.Name')->innerJoinProducer()->find();
        self::assertEqualsCanonicalizing(['Lang', 'Murnau'], $count->getArrayCopy());
    }

    public function testAnAliasMayComeAfterItsNames(): void
    {
        self::assertSame(['M'], self::titles(FilmQuery::create()->where('f.Title = ?', 'M')->setModelAlias('f')));
        self::assertSame(['M'], self::titles(
            FilmQuery::create()->filterByTitle('M')->orderByMinutes()->setModelAlias('f', true),
        ));
        self::assertSame(['M'], self::titles(
            FilmQuery::create()->filterByTitle('M')->_or()->filterByTitle('none')
                ->where('f.Minutes > ?', 0)->setModelAlias('f', true)->filterByMinutes(1),
        ));
    }

    public function testIgnoringCaseIsSaidBeforeOrAfter(): void
    {
        $lower = static fn (): FilmQuery => FilmQuery::create()->filterByTitle('metropolis');
        self::assertSame(['Metropolis'], self::titles($lower()->setIgnoreCase(true)));
        self::assertSame(
            ['Metropolis'],
            self::titles(FilmQuery::create()->setIgnoreCase(true)->filterByTitle('metropolis')),
        );
        self::assertSame(
            ['M', 'Metropolis'],
            self::titles(FilmQuery::create()->filterByTitle(['m', 'METROPOLIS'])->setIgnoreCase(true)),
        );
        self::assertSame(['Lost', 'Nosferatu'], self::titles(
            FilmQuery::create()->filterByTitle(['m', 'METROPOLIS'], Criteria::NOT_IN)->setIgnoreCase(true),
        ));
        self::assertSame(['Nosferatu'], self::titles(
            FilmQuery::create()->setIgnoreCase(true)->useProducerQuery()->filterByName('murnau')->endUse(),
        ));
        self::assertSame(['Metropolis'], self::titles(
            FilmQuery::create()->setIgnoreCase(true)->mergeWith(FilmQuery::create()->filterByTitle('metropolis')),
        ));
        self::assertSame(['Metropolis'], self::titles(
            FilmQuery::create()->where('Film.Title = ?', 'metropolis')->setIgnoreCase(true),
        ));
        self::assertSame(['M', 'Metropolis'], self::titles(
            FilmQuery::create()->where('Film.Title IN ?', ['m', 'metropolis'])->setIgnoreCase(true),
        ));
        foreach ([null, ''] as $nothing) {
            self::assertSame([], self::titles(
                FilmQuery::create()->where('Film.Title = ?', $nothing)->setIgnoreCase(true),
            ));
        }
    }

    public function testASubQueryOffersTheNamesThatItSelects(): void
    {
        $notices = NoticeQuery::create()->select(['FilmId'])->where('Notice.Stars > ?', 3);
        $films = FilmQuery::create()->addSelectQuery($notices, 'n', false)->where('Film.Id = n.FilmId');
        self::assertSame(['M', 'Nosferatu'], self::titles($films));
        $several = NoticeQuery::create()->select(['FilmId', 'Stars']);
        $films = FilmQuery::create()->addSelectQuery($several, 'n', false)
            ->where('Film.Id = n.FilmId')->where('n.Stars = ?', 4);
        self::assertSame(['Nosferatu'], self::titles($films));
    }

    public function testOrBindsToTheConditionBeforeIt(): void
    {
        $films = FilmQuery::create()->filterByTitle('Lost')->_or()->filterByTitle('M');
        self::assertSame(['Lost', 'M'], self::titles($films));
        $films = FilmQuery::create()
            ->filterByMinutes(0, Criteria::GREATER_THAN)
            ->filterByTitle('None')
            ->filterByMinutes(100, Criteria::GREATER_THAN)
            ->_or()->filterByTitle('M');
        self::assertSame([], self::titles($films), 'the condition before it is the one on the minutes');
        $films = FilmQuery::create()
            ->filterByMinutes(0, Criteria::GREATER_THAN)
            ->filterByTitle(['M', 'Lost'])
            ->filterByMinutes(100, Criteria::GREATER_THAN)
            ->_or()->filterByTitle('M');
        self::assertSame(['M'], self::titles($films));
        $long = static fn (FilmQuery $query) => $query
            ->filterByMinutes(1000, Criteria::GREATER_THAN)->filterByMinutes(2000, Criteria::LESS_THAN);
        $films = $long(FilmQuery::create())->_or()->filterByTitle('M');
        self::assertSame([], self::titles($films), 'also if the conditions are on one column');
        $films = $long(FilmQuery::create()->combineFilters())->endCombineFilters()->_or()->filterByTitle('M');
        self::assertSame(['M'], self::titles($films));
        $films = FilmQuery::create()
            ->where('Film.Title = ?', 'None')->_or()->where('Film.Title = ?', 'M')
            ->filterByMinutes(1);
        self::assertSame(['M'], self::titles($films));
        $films = FilmQuery::create()
            ->condition('a', 'Film.Title = ?', 'None')->condition('b', 'Film.Title = ?', 'Lost')
            ->filterByMinutes(4)
            ->combine(['a'])->_or()->combine(['b']);
        self::assertSame(['Lost'], self::titles($films));
    }

    public function testUnknownNamesAreRefusedBeforeAStatementIsSent(): void
    {
        foreach (
            [
                'orderBy' => static fn (): mixed => FilmQuery::create()->orderBy('Notice.Stars')->find(),
                'groupBy' => static fn (): mixed => FilmQuery::create()->groupBy('Notice.Stars')->find(),
                'column' => static fn (): mixed => FilmQuery::create()->joinNotice()->orderBy('Notice.Stairs')->find(),
                'where' => static fn (): mixed => FilmQuery::create()->where('Notice.Stars > ?', 3)->find(),
            ] as $what => $run
        ) {
            try {
                $statements = count($this->con->statements);
                $run();
                self::fail($what);
            } catch (ExceptionInterface $failure) {
                self::assertStringContainsString('Notice', $failure->getMessage(), $what);
                self::assertCount($statements, $this->con->statements, $what);
            }
        }
        $this->expectException(UnknownColumnException::class);
        FilmQuery::create()->orderBy('Tittle');
    }

    public function testMessagesSayWhatToDo(): void
    {
        $calls = [
            'joinNotice()' => static fn () => FilmQuery::create()->where('Notice.Stars > ?', 3)->find(),
            'write "Film.Title"' => static fn () => FilmQuery::create()->where('Title = ?', 'M')->find(),
            'Cinema\\Film cannot contain a Cinema\\Director' => fn () => FilmQuery::create()->find()
                ->append($this->director('x')),
            'draft, out, gone' => static fn () => FilmQuery::create()->filterByState('lost')->find(),
            'did you mean "LIKE"?' => static fn () => FilmQuery::create()->filterByTitle('M', 'LIKES')->find(),
            'no Film with the key 99' => static fn () => FilmQuery::create()->requirePk(99),
            'did you mean "min"?' => static fn () => FilmQuery::create()->filterByMinutes(['mn' => 3])->find(),
            '`orm migrate`' => fn () => FilmQuery::create()->where('(SELECT COUNT(*) FROM nowhere) > 0')->find(),
        ];
        foreach ($calls as $text => $call) {
            try {
                $call();
                self::fail($text);
            } catch (ExceptionInterface | TypeError $failure) {
                self::assertStringContainsString($text, $failure->getMessage());
            }
        }
    }
}
