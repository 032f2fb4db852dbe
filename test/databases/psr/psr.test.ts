import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { stepsOf } from '../../support/page-steps.js'
import { createProject, testOnEachDatabase } from '../../support/project.js'
import { root } from '../../support/root.mjs'

const schema = `
<database name="default" namespace="Bookstore" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <behavior name="timestampable"/>
    <behavior name="query_cache"><parameter name="backend" value="psr"/></behavior>
  </table>
  <table name="page">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <column name="changed" type="INTEGER"/>
    <behavior name="timestampable">
      <parameter name="update_column" value="changed"/>
    </behavior>
    <behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>
    <behavior name="soft_delete"/>
    <behavior name="sortable"/>
  </table>
  <table name="draft">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="text" type="VARCHAR" size="100"/>
    <behavior name="versionable">
      <parameter name="log_created_at" value="true"/>
      <parameter name="query_versions" value="true"/>
    </behavior>
    <behavior name="archivable"/>
  </table>
</database>`

const standIns = JSON.stringify(join(root, 'test', 'databases', 'psr', 'stand-ins.php'))

testOnEachDatabase('the time of a PSR-20 clock is what behaviors store', schema, async (t, project) => {
  const output = await project.php(`
    require ${standIns};
    use Bookstore\\{Book, BookQuery, Draft, DraftArchiveQuery, DraftQuery, Page, PageQuery};
    use Orm\\Runtime\\Orm;

    date_default_timezone_set('Europe/Berlin');
    final class Frozen implements Psr\\Clock\\ClockInterface
    {
        public DateTimeImmutable $time;

        public function now(): DateTimeImmutable
        {
            return $this->time;
        }
    }
    $clock = new Frozen();
    $set = function (string $utc) use ($clock): void {
        $clock->time = new DateTimeImmutable($utc, new DateTimeZone('UTC'));
    };
    $set('2001-02-03 04:05:06');
    Orm::getStandardServiceContainer()->setClock($clock);
    $text = static fn (DateTimeInterface $date): string => $date->format('Y-m-d H:i:s');

    $book = (new Book())->setTitle('a');
    $book->save();
    $page = (new Page())->setLocale('en_US')->setTitle('a');
    $page->save();
    $draft = (new Draft())->setText('a');
    $draft->save();
    Orm::reset();
    $book = BookQuery::create()->findOne();
    assert($text($book->getCreatedAt()) === '2001-02-03 05:05:06', $text($book->getCreatedAt()));
    assert($text($book->getUpdatedAt()) === '2001-02-03 05:05:06');
    assert(PageQuery::create()->findOne()->getChanged() === 981173106);
    assert($text(DraftQuery::create()->findOne()->getVersionCreatedAt()) === '2001-02-03 05:05:06');

    $set('2002-02-03 04:05:06');
    $book->setTitle('b')->save();
    assert($text($book->getUpdatedAt()) === '2002-02-03 05:05:06');
    assert($text($book->getCreatedAt()) === '2001-02-03 05:05:06');
    assert(BookQuery::create()->recentlyUpdated()->count() === 1);
    assert(BookQuery::create()->recentlyCreated()->count() === 0);
    DraftQuery::create()->update(['Text' => 'b']);
    Orm::reset();
    assert($text(DraftQuery::create()->findOne()->getVersionCreatedAt()) === '2002-02-03 05:05:06');

    $set('2003-02-03 04:05:06');
    $page = PageQuery::create()->findOne();
    $page->setLocale('de_DE')->setTitle('b')->save();
    assert($page->getChanged() === 1044245106, 'a translation changes the row');
    $page->delete();
    $second = (new Page())->setLocale('en_US')->setTitle('c');
    $second->save();
    PageQuery::create()->filterById($second->getId())->delete();
    Orm::reset();
    foreach (PageQuery::create()->includeDeleted()->find() as $deleted) {
        assert($text($deleted->getDeletedAt()) === '2003-02-03 05:05:06');
    }
    DraftQuery::create()->findOne()->delete();
    (new Draft())->setText('c')->save();
    DraftQuery::create()->deleteAll();
    foreach (DraftArchiveQuery::create()->find() as $archived) {
        assert($text($archived->getArchivedAt()) === '2003-02-03 05:05:06');
    }
    assert(DraftArchiveQuery::create()->count() === 2);

    Orm::getStandardServiceContainer()->setClock(null);
    (new Book())->setTitle('now')->save();
    Orm::reset();
    echo BookQuery::create()->recentlyCreated(1)->count();
  `)
  t.is(output, '1')
})

testOnEachDatabase('query_cache keeps SQL in PSR-6 and PSR-16 caches, which may fail', schema, async (t, project) => {
  const output = await project.php(`
    require 'Psr/SimpleCache/autoload.php';
    require 'Symfony/Component/Cache/autoload.php';
    use Bookstore\\{Book, BookQuery};
    use Orm\\Runtime\\Orm;
    use Symfony\\Component\\Cache\\Adapter\\ArrayAdapter;
    use Symfony\\Component\\Cache\\Psr16Cache;

    (new Book())->setTitle('Emma')->save();
    $find = fn (string $title) => BookQuery::create()->setQueryKey('by {title}/@:' . str_repeat('x', 100))
        ->filterByTitle($title)->find()->count();
    $container = Orm::getStandardServiceContainer();
    assert($find('Emma') === 1 && $find('Persuasion') === 0, 'without a cache, memory is used');
    foreach ([16, 6] as $number) {
        $pool = new ArrayAdapter();
        $container->setQueryCache($number === 6 ? $pool : new Psr16Cache($pool));
        assert($find('Emma') === 1 && $find('Persuasion') === 0 && $find('Emma') === 1);
        Orm::reset();
        assert($find('Emma') === 1 && $find('Persuasion') === 0);
        assert(count($pool->getValues()) === 1, "PSR-$number");
        $key = key($pool->getValues());
        assert(strlen($key) <= 64 && preg_match('~[{}()/\\\\\\\\@:]~', $key) === 0, $key);
        assert(BookQuery::create()->cacheContains('nothing') === false);
        assert(BookQuery::create()->cacheContains('by {title}/@:' . str_repeat('x', 100)));
        assert(BookQuery::create()->cacheFetch('nothing') === null);
    }
    final class Broken extends Exception implements Psr\\SimpleCache\\CacheException
    {
    }
    $broken = new class () implements Psr\\SimpleCache\\CacheInterface {
        public function __call(string $name, array $arguments): never
        {
            throw new Broken('the cache is gone');
        }
        public function get($key, $default = null) { throw new Broken('the cache is gone'); }
        public function set($key, $value, $ttl = null) { throw new Broken('the cache is gone'); }
        public function delete($key) { throw new Broken('the cache is gone'); }
        public function clear() { throw new Broken('the cache is gone'); }
        public function getMultiple($keys, $default = null) { throw new Broken('the cache is gone'); }
        public function setMultiple($values, $ttl = null) { throw new Broken('the cache is gone'); }
        public function deleteMultiple($keys) { throw new Broken('the cache is gone'); }
        public function has($key) { throw new Broken('the cache is gone'); }
    };
    $container->setQueryCache($broken);
    assert(BookQuery::create()->cacheContains('x') === false);
    echo $find('Emma'), $find('Persuasion'), $find('Emma');
  `)
  t.is(output, '101')
})

testOnEachDatabase('PSR-11, PSR-14, PSR-15 and OpenTelemetry', schema, async (t, project) => {
  const output = await project.php(`
    require 'Psr/Container/autoload.php';
    require 'Psr/EventDispatcher/autoload.php';
    require 'Nyholm/Psr7/autoload.php';
    require ${standIns};
    use Bookstore\\{Book, BookQuery};
    use Nyholm\\Psr7\\{Response, ServerRequest};
    use Orm\\Runtime\\Connection\\ConnectionInterface;
    use Orm\\Runtime\\Logger\\{QueryLog, QuerySpans, RecordedQuery};
    use Orm\\Runtime\\Orm;
    use Orm\\Runtime\\Psr\\{Container, RequestMiddleware, TransactionMiddleware};
    use Psr\\Http\\Message\\{ResponseInterface, ServerRequestInterface};
    use Psr\\Http\\Server\\RequestHandlerInterface;

    // PSR-11
    $container = new Container();
    assert($container->get('orm.connection.default') === Orm::getConnection('default'));
    assert($container->get(ConnectionInterface::class) === Orm::getConnection('default'));
    assert($container->get(BookQuery::class) instanceof BookQuery);
    assert($container->get(BookQuery::class) !== $container->get(BookQuery::class));
    assert($container->get(QueryLog::class) === Orm::getQueryLog());
    foreach (['orm.connection.none', Book::class, 'nothing', 'Bookstore\\\\Base\\\\BookQuery', ''] as $id) {
        assert(!$container->has($id), $id);
        try {
            $container->get($id);
            assert(false, $id);
        } catch (Psr\\Container\\NotFoundExceptionInterface $missing) {
            assert($missing instanceof \\Orm\\Runtime\\Exception\\ExceptionInterface);
        }
    }

    // PSR-14
    $dispatcher = new class () implements Psr\\EventDispatcher\\EventDispatcherInterface {
        /** @var list<object> */
        public array $events = [];

        public function dispatch(object $event): object
        {
            return $this->events[] = $event;
        }
    };
    $dispatch = $dispatcher->dispatch(...);
    Orm::getQueryLog()->listen($dispatch);
    BookQuery::create()->count();
    assert(count($dispatcher->events) === 1 && $dispatcher->events[0] instanceof RecordedQuery);
    Orm::getQueryLog()->stopListening($dispatch);
    BookQuery::create()->count();
    assert(count($dispatcher->events) === 1);

    // PSR-15
    final class Handler implements RequestHandlerInterface
    {
        public function __construct(private readonly Closure $work)
        {
        }

        public function handle(ServerRequestInterface $request): ResponseInterface
        {
            return ($this->work)($request) ?? new Response(200);
        }
    }
    $inTransaction = static fn (): bool => Orm::getConnection('default')->inTransaction();
    $serve = static function (string $method, Closure $work, TransactionMiddleware $inner = new TransactionMiddleware()) {
        $rest = new Handler(fn (ServerRequestInterface $request) => $inner->process($request, new Handler($work)));

        return (new RequestMiddleware())->process(new ServerRequest($method, '/'), $rest);
    };
    $save = static function (string $title, ?Response $response = null) use ($inTransaction): ?Response {
        (new Book())->setTitle($title)->save();

        return $response;
    };
    $serve('POST', static function () use ($inTransaction, $save): ?Response {
        assert($inTransaction());

        return $save('kept');
    });
    foreach (['GET', 'head', 'OPTIONS'] as $method) {
        $serve($method, static fn () => assert($inTransaction() === false) ? null : null);
    }
    assert($serve('PUT', static fn () => $save('lost 1', new Response(503)))->getStatusCode() === 503);
    assert($serve('PUT', static fn () => $save('kept 2', new Response(422)))->getStatusCode() === 422);
    $serve('PATCH', static fn () => $save('lost 2', new Response(422)), new TransactionMiddleware('default', 400));
    try {
        $serve('DELETE', static function () use ($save): never {
            $save('lost 3');
            throw new DomainException('fails');
        });
        assert(false);
    } catch (DomainException) {
        assert(!$inTransaction());
    }
    try {
        $serve('POST', static function () use ($save): ?Response {
            $save('lost 4');
            Orm::getConnection('default')->beginTransaction();
            Orm::getConnection('default')->rollBack();

            return null;
        });
        assert(false, 'a nested transaction was rolled back');
    } catch (\\Orm\\Runtime\\Exception\\ExceptionInterface) {
        assert(!$inTransaction());
    }
    $serve('GET', static function () use ($save): ?Response {
        Orm::getConnection('default')->beginTransaction();

        return $save('lost 5');
    });
    $titles = BookQuery::create()->orderById()->select('Title')->find()->getData();
    assert($titles === ['kept', 'kept 2'], implode(', ', $titles));

    // OpenTelemetry
    $spans = new Spans();
    OpenTelemetry\\API\\Globals::$provider = $spans;
    $listener = QuerySpans::start();
    $line = __LINE__ + 1;
    BookQuery::create()->filterByTitle('a secret value')->find();
    try {
        Orm::getConnection('default')->exec('no statement');
    } catch (\\Orm\\Runtime\\Exception\\ExceptionInterface) {
        Orm::getQueryLog()->stopListening($listener);
    }
    BookQuery::create()->count();
    assert(count($spans->made) === 2);
    [$select, $failed] = array_map(static fn (Span $span): array => $span->is, $spans->made);
    $systems = ['sqlite' => 'sqlite', 'pgsql' => 'postgresql', 'mysql' => 'mysql'];
    $driver = Orm::getConnection('default')->getAttribute(PDO::ATTR_DRIVER_NAME);
    assert($select['name'] === 'SELECT' && $select['kind'] === 3 && $select['db.system.name'] === $systems[$driver]);
    assert(str_contains($select['db.query.text'], 'book') && !str_contains(json_encode($select), 'secret value'));
    assert($select['code.line.number'] === $line && !isset($select['status']));
    assert(abs($select['start'] / 1e9 - microtime(true)) < 60 && $select['end'] >= $select['start']);
    assert($failed['status'] === 'Error' && $failed['name'] === 'NO');
    echo 'done';
  `)
  t.is(output, 'done')
})

test('docs/frameworks.md: the files for PSR and for workers without a framework do what the page says', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await project.build()
  t.is((await project.orm('sql:insert')).code, 0)
  await mkdir(join(project.folder, 'src'))
  await mkdir(join(project.folder, 'vendor'))
  await writeFile(join(project.folder, 'vendor', 'autoload.php'), '<?php')
  const page = await readFile(join(root, 'docs', 'frameworks.md'), 'utf8')
  for (const step of stepsOf(page)) {
    if (step.kind === 'file' && ['worker.php', 'src/orm.php'].includes(step.name)) {
      await writeFile(join(project.folder, step.name), step.text)
    }
  }
  const output = await project.php(`
    require 'Psr/Container/autoload.php';
    require 'Psr/EventDispatcher/autoload.php';
    require 'Psr/SimpleCache/autoload.php';
    require 'Psr/Log/autoload.php';
    require 'Symfony/Component/Cache/autoload.php';
    require ${standIns};
    use Bookstore\\{Book, BookQuery};
    use Orm\\Runtime\\Orm;
    use Symfony\\Component\\Cache\\Adapter\\ArrayAdapter;

    final class Services implements Psr\\Container\\ContainerInterface, Psr\\EventDispatcher\\EventDispatcherInterface,
        Psr\\Clock\\ClockInterface
    {
        /** @var list<object> */
        public array $events = [];

        public function __construct(public readonly ArrayAdapter $pool = new ArrayAdapter())
        {
        }

        public function get(string $id): object
        {
            return match ($id) {
                Psr\\Log\\LoggerInterface::class => new Psr\\Log\\NullLogger(),
                Psr\\SimpleCache\\CacheInterface::class => new Symfony\\Component\\Cache\\Psr16Cache($this->pool),
                default => $this,
            };
        }

        public function has(string $id): bool
        {
            return true;
        }

        public function dispatch(object $event): object
        {
            return $this->events[] = $event;
        }

        public function now(): DateTimeImmutable
        {
            return new DateTimeImmutable('2001-02-03 04:05:06');
        }
    }
    $serve = require 'worker.php';
    $services = new Services();
    (require 'src/orm.php')($services);
    ini_set('error_log', '/dev/null');
    $serve([
        static fn () => (new Book())->setTitle('kept')->save(),
        static fn () => Orm::getConnection('default')->beginTransaction() && (new Book())->setTitle('lost')->save(),
        static fn () => throw new DomainException('a request that fails'),
        static fn () => BookQuery::create()->setQueryKey('all')->find(),
    ]);
    assert(count($services->events) >= 3 && count($services->pool->getValues()) === 1);
    echo BookQuery::create()->findOne()->getCreatedAt('Y'), ' ', BookQuery::create()->count();
  `)
  t.is(output, '2001 1')
})
