<?php

declare(strict_types=1);

namespace Tests;

use App\Orm\BookQuery;
use Illuminate\Database\Events\QueryExecuted;
use Orm\Laravel\Log\StatementExecuted;
use Orm\Laravel\OrmServiceProvider;
use Orm\Laravel\Testing\RefreshDatabase;

final class QueryEventsTest extends TestCase
{
    use RefreshDatabase;

    /** @var list<object> */
    private array $events = [];

    public function testStatementsHaveEventsWhereSomebodyListens(): void
    {
        BookQuery::create()->filterByTitle('Emma')->find();
        $this->assertSame([], $this->events);
        config(['orm.query_events' => true]);
        (new OrmServiceProvider($this->app))->boot();
        $this->app['events']->listen(QueryExecuted::class, fn (object $event) => $this->events[] = $event);
        $this->app['events']->listen(StatementExecuted::class, fn (object $event) => $this->events[] = $event);
        BookQuery::create()->filterByTitle("Emma's")->find();
        [$ours, $laravels] = $this->events;
        $this->assertInstanceOf(StatementExecuted::class, $ours);
        $this->assertSame(__FILE__, $ours->query->file);
        $this->assertInstanceOf(QueryExecuted::class, $laravels);
        $this->assertSame('default', $laravels->connectionName);
        $this->assertStringContainsString('WHERE book.title=:p1', $laravels->sql);
        $this->assertSame(['p1' => "Emma's"], $laravels->bindings);
        $this->assertIsFloat($laravels->time);
        // What Telescope and Debugbar do with it.
        $this->assertSame(['p1' => "Emma's"], $laravels->connection->prepareBindings($laravels->bindings));
        $quoted = $laravels->connection->getPdo()->quote("Emma's");
        $this->assertContains($quoted, ["'Emma''s'", "'Emma\\'s'"]);
        $this->assertContains($laravels->connection->getDriverName(), ['sqlite', 'pgsql', 'mysql']);
    }
}
