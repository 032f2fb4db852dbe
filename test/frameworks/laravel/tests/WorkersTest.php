<?php

declare(strict_types=1);

namespace Tests;

use App\Orm\Book;
use App\Orm\BookQuery;
use Illuminate\Queue\Events\Looping;
use Illuminate\Support\Facades\Queue;
use Illuminate\Support\Facades\Route;
use Orm\Laravel\Framework;
use Orm\Runtime\Orm;

/** Without RefreshDatabase: requests end as they do in production. */
final class WorkersTest extends TestCase
{
    protected function tearDown(): void
    {
        Orm::reset();
        BookQuery::create()->doDeleteAll();
        parent::tearDown();
    }

    private static function leave(): void
    {
        Orm::getConnection('default')->beginTransaction();
        (new Book())->setTitle('left open')->save();
    }

    private function assertForgotten(): void
    {
        $this->assertFalse(Orm::getConnection('default')->inTransaction());
        $this->assertSame(0, BookQuery::create()->count());
    }

    public function testARequestLeavesNothing(): void
    {
        Route::get('/leave', static fn () => self::leave());
        Route::get('/fail', static function (): never {
            self::leave();
            throw new \DomainException('no');
        });
        $this->get('/leave')->assertOk();
        $this->assertForgotten();
        $this->get('/fail')->assertStatus(500);
        $this->assertForgotten();
    }

    public function testAWorkerOfTheQueueAndOctaneForgetToo(): void
    {
        foreach (Framework::ENDS_OF_WORK as $event) {
            self::leave();
            $this->app['events']->dispatch($event, $event === Looping::class ? [new Looping('sync', 'default')] : []);
            $this->assertForgotten();
        }
    }

    public function testAJobInsideARequestIsPartOfIt(): void
    {
        Route::get('/job', static function (): string {
            $con = Orm::getConnection('default');
            $con->beginTransaction();
            (new Book())->setTitle('kept')->save();
            Queue::push(static fn () => (new Book())->setTitle('by the job')->save());
            $con->commit();

            return (string) BookQuery::create()->count();
        });
        $this->assertSame('2', $this->get('/job')->assertOk()->getContent());
    }
}
