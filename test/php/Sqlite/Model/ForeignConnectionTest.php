<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

use Cinema\Director;
use Cinema\Film;
use Cinema\FilmQuery;
use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\QueryExecutor\QueryExecutionException;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\PdoConnection;
use Orm\Runtime\Exception\Database\UniqueViolation;
use Orm\Runtime\Formatter\OnDemandFormatter;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use PHPUnit\Framework\TestCase;
use RuntimeException;

/** Connections that are not of the library's own class, given to a datasource or to single calls. */
final class ForeignConnectionTest extends TestCase
{
    private PdoConnection $con;

    protected function setUp(): void
    {
        $container = new StandardServiceContainer();
        Orm::setServiceContainer($container);
        $container->setAdapterClass('cinema', 'sqlite');
        require dirname(__DIR__, 3) . '/golden/cinema/expected/conf/loadDatabase.php';
        $this->con = $this->open();
        $container->setConnection('cinema', $this->con);
    }

    protected function tearDown(): void
    {
        Orm::setServiceContainer(new StandardServiceContainer());
        InstancePools::clear();
    }

    public function testADatasourceCanHaveOne(): void
    {
        self::assertSame($this->con, Orm::getConnection('cinema'), 'it is given back as it came');
        $film = (new Film())->setTitle('Metropolis')->setMinutes(153)->setProducer((new Director())->setName('Lang'));
        self::assertSame(2, $film->save());
        self::assertSame($film, FilmQuery::create()->findPk($film->getId()), 'its rows are in the pool');
        InstancePools::clear();
        self::assertSame('Metropolis', FilmQuery::create()->findPk($film->getId())?->getTitle());
        self::assertSame('Lang', FilmQuery::create()->joinWithProducer()->findOne()?->getProducer()?->getName());
        $this->writeAndRead(null);
    }

    public function testACallCanHaveOne(): void
    {
        $other = $this->open();
        $this->writeAndRead($other);
        self::assertSame(0, FilmQuery::create()->count(), 'that of the datasource has other rows');
    }

    public function testItsOwnTransactionsAreUsed(): void
    {
        $this->con->beginTransaction();
        (new Film())->setTitle('M')->setMinutes(117)->save();
        self::assertSame(1, FilmQuery::create()->count());
        $this->con->rollBack();
        self::assertSame(0, FilmQuery::create()->count());
        try {
            $this->con->transaction(static function (): void {
                (new Film())->setTitle('M')->setMinutes(117)->save();
                throw new RuntimeException('no');
            });
        } catch (RuntimeException) {
        }
        self::assertSame(0, FilmQuery::create()->count());
    }

    public function testFailuresHaveTheirKinds(): void
    {
        $this->con->exec('CREATE UNIQUE INDEX one_title ON film (title)');
        (new Film())->setTitle('M')->setMinutes(117)->save();
        try {
            (new Film())->setTitle('M')->setMinutes(117)->save();
            self::fail('a second row with the title');
        } catch (UniqueViolation $violation) {
            self::assertStringStartsWith('INSERT failed: ', $violation->getMessage());
        }
        $this->con->exec('DROP TABLE film');
        $this->expectException(QueryExecutionException::class);
        FilmQuery::create()->filterByTitle('M')->find();
    }

    private function writeAndRead(?PdoConnection $con): void
    {
        $before = FilmQuery::create()->count($con);
        $films = new ObjectCollection([], Film::class);
        foreach (['Faust', 'Nosferatu', 'Tartuffe'] as $i => $title) {
            $films[] = (new Film())->setTitle($title)->setMinutes(90 + $i);
        }
        $films->save($con);
        self::assertSame($before + 3, FilmQuery::create()->count($con));
        $faust = FilmQuery::create()->findOneByTitle('Faust', $con);
        self::assertInstanceOf(Film::class, $faust);
        self::assertSame(1, $faust->setMinutes(116)->save($con));
        $faust->setMinutes(1);
        $faust->reload(false, $con);
        self::assertSame(116, $faust->getMinutes());
        self::assertTrue(FilmQuery::create()->filterByMinutes(116)->exists($con));
        self::assertSame('Faust', FilmQuery::create()->requirePk($faust->getId(), $con)->getTitle());
        $titles = FilmQuery::create()->filterByMinutes(90, '>')->orderByTitle()->select('Title')->find($con);
        self::assertContains('Tartuffe', $titles->getData());
        $read = 0;
        foreach (FilmQuery::create()->setFormatter(OnDemandFormatter::class)->find($con) as $film) {
            $read += (int) ($film->getTitle() !== null);
        }
        self::assertSame($before + 3, $read);
        self::assertSame(1, FilmQuery::create()->filterByTitle('Faust')->update(['Minutes' => 2], $con));
        $faust->delete($con);
        self::assertSame(2, FilmQuery::create()->filterByTitle(['Nosferatu', 'Tartuffe'])->delete($con));
        self::assertSame($before, FilmQuery::create()->count($con));
    }

    private function open(): PdoConnection
    {
        $con = new PdoConnection('sqlite::memory:');
        $sql = (string) file_get_contents(dirname(__DIR__, 3) . '/golden/cinema/expected/sql/sqlite.sql');
        $con->getPdo()->exec($sql);

        return $con;
    }
}
