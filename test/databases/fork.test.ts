import test from 'ava'
import { databases } from '../support/databases.js'
import { createProject, type Project, testOnEachDatabase } from '../support/project.js'

const schema = `
<database name="shop" namespace="Shop" defaultIdMethod="native">
  <table name="item">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="40"/>
  </table>
</database>`

/** `child()` forks and runs its work there; `session()` names the connection on the server. */
const prelude = `
  use Orm\\Runtime\\Orm;
  use Orm\\Runtime\\ActiveQuery\\ModelCriteria;
  use Orm\\Runtime\\Connection\\ConnectionManagerPrimaryReplica;
  use Shop\\{Item, ItemQuery};
  use Shop\\Map\\ItemTableMap;

  $con = Orm::getConnection('shop');
  $vendor = $con->getAttribute(PDO::ATTR_DRIVER_NAME);
  function session(?object $con = null): string {
      $con ??= Orm::getConnection('shop');

      return match ($con->getAttribute(PDO::ATTR_DRIVER_NAME)) {
          'pgsql' => (string) $con->query('SELECT pg_backend_pid()')->fetchColumn(),
          'mysql' => (string) $con->query('SELECT CONNECTION_ID()')->fetchColumn(),
          'sqlite' => 'the file',
      };
  }
  function start(callable $work): array {
      [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
      $pid = pcntl_fork();
      if ($pid === 0) {
          fclose($ours);
          try {
              $said = json_encode($work());
          } catch (Throwable $failure) {
              $said = json_encode($failure::class . ': ' . $failure->getMessage());
          }
          fwrite($theirs, $said);
          fclose($theirs);
          exit(7);
      }
      fclose($theirs);

      return [$pid, $ours];
  }
  function finish(array $started): mixed {
      $said = json_decode(stream_get_contents($started[1]), true);
      pcntl_waitpid($started[0], $status);
      assert(pcntl_wifexited($status) && pcntl_wexitstatus($status) === 7, 'status ' . $status);

      return $said;
  }
  function child(callable $work): mixed {
      return finish(start($work));
  }
  function equal(mixed $expected, mixed $seen): void {
      assert($expected === $seen, json_encode($seen) . ' is not ' . json_encode($expected));
  }
  for ($i = 1; $i <= 300; $i++) {
      (new Item())->setName("item $i")->save();
  }
  ItemTableMap::clearInstancePool();
  $before = session();
`

const run = (project: Project, code: string) =>
  project.php(`${prelude}\n${code}\nequal($before, session()); echo 'done';`)

testOnEachDatabase(
  'parent and children read and write at the same time, each on its own connection',
  schema,
  async (t, project) => {
    const work = `
    $read = function (int $first): array {
        $names = [];
        for ($i = 0; $i < 60; $i++) {
            ItemTableMap::clearInstancePool();
            $id = $first + $i;
            $names[] = ItemQuery::create()->findPk($id)->getName() === "item $id"
                && ItemQuery::create()->filterById($id)->findOne()->getName() === "item $id"
                && ItemQuery::create()->filterByName("item $id")->count() === 1;
        }

        return [session(), array_filter($names, fn ($right) => !$right)];
    };
    $read(1);
    $children = array_map(fn ($n) => start(fn () => $read(1 + 60 * $n)), [1, 2, 3]);
    [$own, $wrong] = $read(1);
    equal([], $wrong);
    $sessions = [$own];
    foreach ($children as $child) {
        [$session, $wrong] = finish($child);
        equal([], $wrong);
        $sessions[] = $session;
    }
    equal($vendor === 'sqlite' ? 1 : 4, count(array_unique($sessions)));
    equal([1, true], child(fn () => [(new Item())->setName('of a child')->save(), $con->isInTransaction()
        || ItemQuery::create()->filterByName('of a child')->count() === 1]));
    equal(1, ItemQuery::create()->filterByName('of a child')->count());
  `
    t.is(await run(project, work), 'done')
  },
)

testOnEachDatabase('a child that ends without a query leaves the parent its connection', schema, async (t, project) => {
  const work = `
    equal(null, child(fn () => null));
    equal(null, child(fn () => Orm::closeConnections()));
    equal(null, child(fn () => Orm::reset()));
    $con->beginTransaction();
    (new Item())->setName('kept')->save();
    equal(null, child(fn () => null));
    equal(null, child(fn () => Orm::closeConnections()));
    equal($before, session());
    $con->commit();
    ItemTableMap::clearInstancePool();
    equal(1, ItemQuery::create()->filterByName('kept')->count());
  `
  t.is(await run(project, work), 'done')
})

testOnEachDatabase('a child has no part in the open transaction of its parent', schema, async (t, project) => {
  const work = `
    $con->beginTransaction();
    (new Item())->setName('open')->save();
    $seen = child(function () use ($con, $vendor): array {
        $seen = [$con->isInTransaction(), $con->inTransaction(), ItemQuery::create()->filterByName('open')->count()];
        if ($vendor !== 'sqlite') {
            $con->transaction(fn () => (new Item())->setName('child')->save());
            (new Item())->setName('child')->save();
        }

        return [...$seen, $con->commit(), $con->rollBack()];
    });
    equal([false, false, 0, true, true], $seen);
    equal([true, true], [$con->isInTransaction(), $con->inTransaction()]);
    (new Item())->setName('open')->save();
    $con->commit();
    equal(2, ItemQuery::create()->filterByName('open')->count());
    equal($vendor === 'sqlite' ? 0 : 2, ItemQuery::create()->filterByName('child')->count());

    // A fork within the callable of a transaction: the child runs the rest of it, too.
    [$pid, $ours] = [0, null];
    $con->transaction(function () use (&$pid, $con): void {
        (new Item())->setName('halfway')->save();
        $con->savepoint(function () use (&$pid): void {
            $pid = pcntl_fork();
        });
    });
    if ($pid === 0) {
        exit($con->isInTransaction() ? 8 : 7);
    }
    pcntl_waitpid($pid, $status);
    equal(7, pcntl_wexitstatus($status));
    equal(1, ItemQuery::create()->filterByName('halfway')->count());

    // The same with an exception, which rolls back in the parent only.
    try {
        $con->transaction(function () use (&$pid): void {
            (new Item())->setName('thrown')->save();
            $pid = pcntl_fork();
            if ($pid === 0) {
                throw new DomainException('of the child');
            }
            pcntl_waitpid($pid, $status);
        });
    } catch (DomainException) {
        exit(7);
    }
    equal(1, ItemQuery::create()->filterByName('thrown')->count());
  `
  t.is(await run(project, work), 'done')
})

testOnEachDatabase(
  'statements and results of the parent say nothing to the server when a child drops them',
  schema,
  async (t, project) => {
    const work = `
    $own = $con->prepare('SELECT name FROM item WHERE id = ?');
    $own->execute([5]);
    $rows = $con->query('SELECT name FROM item ORDER BY id');
    $rows->fetch();
    $found = ItemQuery::create()->orderById()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find();
    $walk = $found->getIterator();
    $walk->rewind();
    equal(null, child(function () use (&$own, &$rows, &$found, &$walk) {
        $own = $rows = $found = $walk = null;
    }));
    equal('item 5', $own->fetchColumn());
    $own->closeCursor();
    $own->execute([6]);
    equal('item 6', $own->fetchColumn());
    equal('item 2', $rows->fetch()[0]);
    $count = 0;
    for (; $walk->valid(); $walk->next()) {
        equal('item ' . ++$count, $walk->current()->getName());
    }
    equal(300, $count);
  `
    t.is(await run(project, work), 'done')
  },
)

testOnEachDatabase('a child prepares the statements of its parent again', schema, async (t, project) => {
  const work = `
    $own = $con->prepare('SELECT name FROM item WHERE id = ?');
    $own->execute([5]);
    equal('item 5', $own->fetchColumn());
    $own->closeCursor();
    $read = function () use ($own): array {
        $names = [];
        for ($id = 1; $id <= 50; $id++) {
            $own->execute([$id]);
            $names[] = $own->fetchColumn();
            $own->closeCursor();
        }

        return $names;
    };
    $expected = array_map(fn ($id) => "item $id", range(1, 50));
    $started = start($read);
    equal($expected, $read());
    equal($expected, finish($started));
  `
  t.is(await run(project, work), 'done')
})

testOnEachDatabase('rows that a parent is still reading are not for its child', schema, async (t, project) => {
  const work = `
    foreach ([false, true] as $inTransaction) {
        $inTransaction && $con->beginTransaction();
        $walk = ItemQuery::create()->orderById()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find()->getIterator();
        $walk->rewind();
        $seen = child(function () use ($walk): string {
            $count = 0;
            for (; $walk->valid(); $walk->next()) {
                $count++;
            }

            return "$count rows";
        });
        assert($seen === '300 rows' || str_contains($seen, 'ConnectionException: '), $seen);
        $count = 0;
        for (; $walk->valid(); $walk->next()) {
            equal('item ' . ++$count, $walk->current()->getName());
        }
        equal(300, $count);
        $walk = null;
        $inTransaction && $con->commit();
    }
  `
  t.is(await run(project, work), 'done')
})

testOnEachDatabase('a child has its own connections to primary and replica', schema, async (t, project) => {
  const work = `
    $manager = new ConnectionManagerPrimaryReplica('shop');
    $configuration = (fn () => $this->configuration->open())->call(Orm::getConnectionManager('shop'));
    $manager->setWriteConfiguration($configuration);
    $manager->setReadConfiguration([$configuration]);
    Orm::getServiceContainer()->setConnectionManager($manager);
    $manager->setStickToPrimaryAfterWrite(false);
    $sessions = fn () => [session(Orm::getReadConnection('shop')), session(Orm::getWriteConnection('shop'))];
    $work = function () use ($sessions): array {
        $seen = $sessions();
        ItemTableMap::clearInstancePool();
        (new Item())->setName('written')->save();

        return [...$seen, ItemQuery::create()->findPk(3)->getName()];
    };
    [$read, $write, $name] = $work();
    $seen = child($work);
    [$childRead, $childWrite, $childName] = is_array($seen) ? $seen : [0, 0, $seen];
    equal(['item 3', 'item 3'], [$name, $childName]);
    if ($vendor !== 'sqlite') {
        equal(4, count(array_unique([$read, $write, $childRead, $childWrite])));
    }
    equal([$read, $write], $sessions());
    equal(2, ItemQuery::create()->filterByName('written')->count());
    $before = session();
  `
  t.is(await run(project, work), 'done')
})

testOnEachDatabase('a child of a child', schema, async (t, project) => {
  const work = `
    equal(['item 1', 'item 2', 'item 3', true], child(function (): array {
        $name = ItemQuery::create()->findPk(1)->getName();
        $session = session();
        $inner = child(fn () => ItemQuery::create()->findPk(2)->getName());

        return [$name, $inner, ItemQuery::create()->findPk(3)->getName(), $session === session()];
    }));
  `
  t.is(await run(project, work), 'done')
})

if (databases.includes('sqlite')) {
  test('sqlite: with a write-ahead log, rows of parent and child outlive both', async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    await project.build()
    const work = `
      $con->exec('PRAGMA journal_mode = WAL');
      $con->exec('PRAGMA cache_size = 5');
      $con->beginTransaction();
      for ($i = 0; $i < 2000; $i++) {
          (new Item())->setName('open ' . str_repeat('x', 30))->save();
      }
      equal(300, child(fn () => ItemQuery::create()->count()));
      equal(null, child(fn () => null));
      $con->commit();
      [$pid, $pipe] = start(function (): int {
          (new Item())->setName('child')->save();
          usleep(300_000);
          (new Item())->setName('child')->save();

          return ItemQuery::create()->filterByName('child')->count();
      });
      usleep(100_000);
      $con = null;
      Orm::closeConnections();
      gc_collect_cycles();
      equal(2, finish([$pid, $pipe]));
      equal(2302, ItemQuery::create()->count());
      equal('ok', Orm::getConnection('shop')->query('PRAGMA integrity_check')->fetchColumn());
    `
    t.is(await run(project, work), 'done')
  })

  test('sqlite: a database in memory is copied with the process', async (t) => {
    const project = await createProject(t, { schema, database: 'sqlite' })
    await project.build()
    const work = `
      $create = $con->query("SELECT sql FROM sqlite_master WHERE name = 'item'")->fetchColumn();
      Orm::getConnectionManager('shop')->setConfiguration(['dsn' => 'sqlite::memory:']);
      Orm::getConnection('shop')->exec($create);
      (new Item())->setName('a')->save();
      equal([1, 2], child(function (): array {
          $count = ItemQuery::create()->count();
          (new Item())->setName('b')->save();

          return [$count, ItemQuery::create()->count()];
      }));
      equal(1, ItemQuery::create()->count());
    `
    t.is(await run(project, work), 'done')
  })
}
