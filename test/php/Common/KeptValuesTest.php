<?php

declare(strict_types=1);

namespace Orm\Tests\Common;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Closure;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;

/** What was bound to statements is not kept by those that are kept for the next time. */
abstract class KeptValuesTest extends DatabaseTestCase
{
    private const LENGTH = 2_000_000;

    protected function setUp(): void
    {
        parent::setUp();
        // As projects have it: MySQL's driver puts values into statements itself.
        self::connect(Orm::getStandardServiceContainer(), 'bookstore', ['attributes' => []] + $this->where());
        $con = Orm::getConnection('bookstore');
        assert($con instanceof ConnectionWrapper);
        $this->con = $con;
        $this->createTables();
        if (static::VENDOR !== 'sqlite') {
            $type = static::VENDOR === 'mysql' ? 'MODIFY email LONGTEXT' : 'ALTER COLUMN email TYPE TEXT';
            $this->con->exec('ALTER TABLE author ' . $type);
        }
    }

    public function testNoLargeValueStaysInMemory(): void
    {
        foreach ($this->operations() as $name => $operation) {
            $operation('short');
            $operation('short');
            gc_collect_cycles();
            $before = memory_get_usage();
            $operation(str_repeat('x', self::LENGTH));
            gc_collect_cycles();
            self::assertLessThan(self::LENGTH / 2, memory_get_usage() - $before, $name);
            $operation('the same statement works again');
        }
    }

    public function testPlansHoldNoSecret(): void
    {
        foreach ($this->operations() as $operation) {
            $operation('a-login-token');
        }
        Orm::reset();
        self::assertStringNotContainsString('a-login-token', print_r(Orm::services()->plans->select, true));
    }

    public function testEveryKindOfConditionHasAPlan(): void
    {
        $this->author();
        $queries = [
            'null' => fn (AuthorQuery $query): mixed => $query->filterByEmail(null)->find(),
            'a list' => fn (AuthorQuery $query): mixed => $query->filterById([1, 2])->find(),
            'LIKE' => fn (AuthorQuery $query): mixed => $query->filterByName('a%', 'LIKE')->find(),
            'a clause with a list' => fn (AuthorQuery $query): mixed => $query->where('Author.Id IN ?', [1])->find(),
            'a clause with null' => fn (AuthorQuery $query): mixed => $query->where('Author.Email IS NULL')->find(),
            'BETWEEN' => fn (AuthorQuery $query): mixed => $query->where('Author.Id BETWEEN ? AND ?', [1, 2])->find(),
            'an alias' => fn (AuthorQuery $query): mixed => $query->setModelAlias('a', true)->find(),
            'DISTINCT' => fn (AuthorQuery $query): mixed => $query->distinct()->find(),
            'exists()' => fn (AuthorQuery $query): mixed => $query->filterById(1)->exists(),
        ];
        foreach ($queries as $name => $ask) {
            Orm::services()->plans->forget();
            $ask(AuthorQuery::create());
            $plans = [];
            array_walk_recursive(Orm::services()->plans->select, static function (mixed $plan) use (&$plans): void {
                $plans[] = $plan;
            });
            self::assertContainsOnlyInstancesOf(SelectPlan::class, $plans, $name);
            self::assertCount(Orm::$hasShortcuts ? 1 : 0, $plans, $name);
        }
    }

    public function testLongListsOfValuesAreNotKept(): void
    {
        $this->author();
        AuthorQuery::create()->filterById([1, 2, 3])->find();
        gc_collect_cycles();
        $before = memory_get_usage();
        foreach ([...range(400, 1_000, 5), ...range(3_000, 3_020)] as $count) {
            AuthorQuery::create()->filterById(range(1, $count))->find();
            AuthorQuery::create()->filterById(range(1, $count))->count();
        }
        gc_collect_cycles();
        self::assertLessThan(12_000_000, memory_get_usage() - $before);
    }

    /** @return array<string, Closure(string): mixed> */
    private function operations(): array
    {
        return [
            'insert' => static fn (string $value) => (new Author())->setName('n')->setEmail($value)->save()
                && AuthorQuery::create()->deleteAll(),
            'update' => function (string $value): void {
                $author = $this->author();
                $author->setEmail($value)->save();
                AuthorQuery::create()->deleteAll();
            },
            'bulk' => function (string $value): void {
                $rows = [];
                for ($i = 0; $i < 250; $i++) {
                    $rows[] = (new Author())->setName('n')->setEmail($i === 0 ? $value : 'e');
                }
                (new ObjectCollection($rows))->save($this->con);
                AuthorQuery::create()->deleteAll();
            },
            'query update' => static fn (string $value) => AuthorQuery::create()->filterByEmail($value)
                ->update(['Email' => $value]),
            'find' => static fn (string $value) => AuthorQuery::create()->filterByEmail($value)->find(),
            'few' => static fn (string $value) => AuthorQuery::create()->filterByEmail($value)->limit(5)->find(),
            'findOne' => static fn (string $value) => AuthorQuery::create()->filterByEmail($value)->findOne(),
            'count' => static fn (string $value) => AuthorQuery::create()->filterByEmail($value)->count(),
            'exists' => static fn (string $value) => AuthorQuery::create()->filterByEmail($value)->exists(),
            'where' => static fn (string $value) => AuthorQuery::create()->where('Author.Email = ?', $value)->find(),
            'array' => static fn (string $value) => AuthorQuery::create()->filterByEmail($value)
                ->setFormatter(AuthorQuery::FORMAT_ARRAY)->find(),
            'delete' => static fn (string $value) => AuthorQuery::create()->filterByEmail($value)->delete(),
        ];
    }

    /** @return array<string, mixed> */
    private function where(): array
    {
        return \Orm\Tests\Support\Databases::configuration(static::VENDOR);
    }
}
