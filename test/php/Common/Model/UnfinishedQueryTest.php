<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use Cinema\DirectorQuery;
use Cinema\FilmQuery;
use Cinema\NoticeQuery;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Util\ConditionalProxy;
use Orm\Runtime\Util\ModelPager;

/** A query with an open part is not executed: it would find, or delete, other rows than the program says. */
abstract class UnfinishedQueryTest extends CinemaTestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        $this->film('Metropolis', 153, $this->director('Lang'));
        $this->film('M', 117, $this->director('Nebenzahl'));
        $this->con->statements = [];
    }

    public function testAQueryInsideOfAnotherIsNotExecuted(): void
    {
        $queries = [
            'use' => static fn () => FilmQuery::create()->useProducerQuery()->filterByName('Lang'),
            'use with an alias' => static fn () => FilmQuery::create()->useProducerQuery('p')->filterByName('Lang'),
            'exists' => static fn () => DirectorQuery::create()->useProducedFilmExistsQuery()->filterByTitle('M'),
            'not exists' => static fn () => DirectorQuery::create()->useProducedFilmNotExistsQuery()->filterById(1),
            'in' => static fn () => DirectorQuery::create()->useInProducedFilmQuery()->filterByTitle('M'),
            'not in' => static fn () => DirectorQuery::create()->useNotInProducedFilmQuery()->filterByTitle('M'),
            'without conditions' => static fn () => FilmQuery::create()->useProducerQuery(),
            'two levels' => static fn () => NoticeQuery::create()->useFilmQuery()->useProducerQuery()->filterById(1),
            'one level ended' => static fn () => NoticeQuery::create()
                ->useFilmQuery()->useProducerQuery()->filterByName('x')->endUse(),
            'copy' => static fn () => clone FilmQuery::create()->useProducerQuery()->filterByName('Lang'),
        ];
        foreach ($queries as $name => $make) {
            foreach (self::executions() as $method => $execute) {
                $this->assertRefused(static fn () => $execute($make()), 'endUse() is missing', "$name, $method");
            }
        }
        self::assertSame(2, FilmQuery::create()->filterByTitle(['M', 'Metropolis'])->count());
    }

    /** The conditions of the inner query would be lost. */
    public function testAQueryAroundAnOpenOneIsNotExecuted(): void
    {
        $outers = [
            'use' => static function (): ModelCriteria {
                $query = FilmQuery::create()->filterByMinutes(1, Criteria::GREATER_THAN);
                $query->useProducerQuery()->filterByName('Lang');

                return $query;
            },
            'exists' => static function (): ModelCriteria {
                $query = DirectorQuery::create()->filterByName('x', Criteria::NOT_EQUAL);
                $query->useProducedFilmExistsQuery();

                return $query;
            },
            'in' => static function (): ModelCriteria {
                $query = DirectorQuery::create()->filterByName('x', Criteria::NOT_EQUAL);
                $query->useInProducedFilmQuery()->filterByTitle('nothing');

                return clone $query;
            },
        ];
        foreach ($outers as $name => $make) {
            foreach (self::executions() as $method => $execute) {
                $this->assertRefused(static fn () => $execute($make()), 'endUse() is missing', "$name, $method");
            }
        }
        $joined = FilmQuery::create();
        $joined->useProducerQuery();
        self::assertSame(2, $joined->count(), 'the join alone says what it says');
        $later = FilmQuery::create();
        $inner = $later->useProducerQuery()->filterByName('Lang');
        $inner->endUse();
        self::assertSame(1, $later->count());
        self::assertSame(1, $inner->count(), 'an ended query is one of its own');
    }

    public function testAQueryInAnOpenBranchIsNotExecuted(): void
    {
        $queries = [
            'false' => static fn () => FilmQuery::create()->_if(false)->filterByTitle('M'),
            'true' => static fn () => FilmQuery::create()->_if(true)->filterByTitle('M'),
            'else' => static fn () => FilmQuery::create()->_if(true)->filterByTitle('M')->_else()->filterByTitle('x'),
            'elseif' => static fn () => FilmQuery::create()->_if(false)->filterByTitle('M')->_elseif(true)->limit(1),
            'nested' => static fn () => FilmQuery::create()->_if(true)->_if(false)->filterByTitle('M')->_endif(),
            'inside' => static fn () => FilmQuery::create()->_if(false)->useProducerQuery()->filterById(1)->endUse(),
        ];
        foreach ($queries as $name => $make) {
            foreach (self::executions() as $method => $execute) {
                $query = $make();
                if ($query instanceof ConditionalProxy && preg_match('/^(as|merge|pager)/', $method)) {
                    // PHP itself refuses what is no query.
                    continue;
                }
                $this->assertRefused(static fn () => $execute($query), '_endif() is missing', "$name, $method");
            }
        }
    }

    public function testAQueryWithAnOpenBranchCannotEnd(): void
    {
        $calls = [
            'true' => static fn () => FilmQuery::create()->useProducerQuery()->_if(true)->filterByName('x')->endUse(),
            'false' => static fn () => FilmQuery::create()->useProducerQuery()->_if(false)->filterByName('x')
                ->endUse()->find(),
        ];
        foreach ($calls as $name => $call) {
            $this->assertRefused($call, '_endif() is missing', $name);
        }
        $open = static fn () => NoticeQuery::create()->useFilmQuery();
        $this->assertRefused(static function () use ($open): void {
            $film = $open();
            $film->useProducerQuery()->filterByName('x');
            $film->endUse();
        }, 'endUse() is missing', 'a level is open');
    }

    public function testWhatIsEndedRuns(): void
    {
        $branch = static fn (bool $condition) => FilmQuery::create()
            ->_if($condition)
                ->useProducerQuery()->_if($condition)->filterByName('Lang')->_endif()->endUse()
                ->orderByTitle()
                ->limit(1)
            ->_endif();
        self::assertSame(['Metropolis'], $branch(true)->select('Title')->find()->getData());
        self::assertCount(2, $branch(false)->find());
        self::assertSame(1, FilmQuery::create()->withProducerQuery(
            static fn (DirectorQuery $query) => $query->filterByName('Lang'),
        )->count());
    }

    /** @return array<string, callable(mixed): mixed> */
    private static function executions(): array
    {
        return [
            'find' => static fn ($query) => $query->find(),
            'findOne' => static fn ($query) => $query->findOne(),
            'findOneOrCreate' => static fn ($query) => $query->findOneOrCreate(),
            'findOneOrSave' => static fn ($query) => $query->findOneOrSave(),
            'findPk' => static fn ($query) => $query->findPk(1),
            'findPks' => static fn ($query) => $query->findPks([1]),
            'requirePk' => static fn ($query) => $query->requirePk(1),
            'requireOne' => static fn ($query) => $query->requireOne(),
            'findBy' => static fn ($query) => $query->findBy('Id', 1),
            'findOneById' => static fn ($query) => $query->findOneById(1),
            'findObjects' => static fn ($query) => $query->findObjects(),
            'findTuples' => static fn ($query) => $query->findTuples(),
            'select' => static fn ($query) => $query->select('Id')->find(),
            'array' => static fn ($query) => $query->setFormatter(ModelCriteria::FORMAT_ARRAY)->find(),
            'on demand' => static fn ($query) => $query->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find(),
            'count' => static fn ($query) => $query->count(),
            'exists' => static fn ($query) => $query->exists(),
            'paginate' => static fn ($query) => $query->paginate(1, 10)->getResults(),
            'foreach' => static fn ($query) => iterator_to_array($query),
            'delete' => static fn ($query) => $query->delete(),
            'deleteAll' => static fn ($query) => $query->deleteAll(),
            'doDelete' => static fn ($query) => $query->doDelete(),
            'update' => static fn ($query) => $query->update(['Id' => 7]),
            'upsert' => static fn ($query) => $query->upsert(['Id' => 7]),
            'doSelect' => static fn ($query) => $query->doSelect(),
            'doCount' => static fn ($query) => $query->doCount(),
            'toString' => static fn ($query) => $query->toString(),
            '(string)' => static fn ($query) => (string) $query,
            'getParams' => static fn ($query) => $query->getParams(),
            'as a sub-query' => static fn ($query) => FilmQuery::create()->addSelectQuery($query, 'x')->find(),
            'as a value' => static fn ($query) => FilmQuery::create()->filterById($query, Criteria::IN)->find(),
            'as a condition' => static fn ($query) => FilmQuery::create()->whereExists($query)->find(),
            'merge' => static fn ($query) => FilmQuery::create()->mergeWith($query),
            'as a criteria' => static fn ($query) => NoticeQuery::create(null, $query)->find(),
            'pager' => static fn ($query) => (new ModelPager($query))->init(),
        ];
    }

    private function assertRefused(callable $call, string $message, string $note): void
    {
        $this->con->statements = [];
        try {
            $call();
            self::fail($note . ' ' . implode('; ', $this->con->statements));
        } catch (LogicException $refusal) {
            self::assertStringStartsWith($message, $refusal->getMessage(), $note);
        }
        self::assertSame([], $this->con->statements, $note);
    }
}
