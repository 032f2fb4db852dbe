<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\Book;
use Bookstore\BookQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionManagerPrimaryReplica;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use Orm\Tests\Common\DatabaseTestCase;

/** Databases that hold other rows under the same keys: what one query has read must not be what another one finds. */
final class TenantTest extends DatabaseTestCase
{
    protected const VENDOR = 'sqlite';

    private string $folder;

    protected function setUp(): void
    {
        parent::setUp();
        $this->folder = sys_get_temp_dir() . '/orm-tenants-' . getmypid() . '-' . bin2hex(random_bytes(4));
        mkdir($this->folder);
        foreach (['a', 'b'] as $tenant) {
            $this->con = $this->open($tenant);
            $this->createTables();
            $this->con->exec("INSERT INTO author (id, name) VALUES (1, '$tenant')");
            $this->con->exec("INSERT INTO book (id, title, author_id) VALUES (1, '$tenant', 1)");
        }
    }

    protected function tearDown(): void
    {
        parent::tearDown();
        array_map('unlink', glob($this->folder . '/*') ?: []);
        rmdir($this->folder);
    }

    public function testAnotherConnectionManager(): void
    {
        Orm::getStandardServiceContainer()->setConnectionManager($this->manager('a'));
        $this->assertTenant('a');
        Orm::getStandardServiceContainer()->setConnectionManager($this->manager('b'));
        $this->assertTenant('b');
    }

    public function testAnotherConfigurationOfTheSameManager(): void
    {
        $manager = $this->manager('a');
        Orm::getStandardServiceContainer()->setConnectionManager($manager);
        $this->assertTenant('a');
        $manager->setConfiguration($this->configuration('b'));
        $this->assertTenant('b');
        $manager->setConnection($this->open('a'));
        $this->assertTenant('a');
    }

    public function testAnotherConnection(): void
    {
        Orm::getStandardServiceContainer()->setConnection('bookstore', $this->open('a'));
        $this->assertTenant('a');
        Orm::getStandardServiceContainer()->setConnection('bookstore', $this->open('b'));
        $this->assertTenant('b');
    }

    public function testAnotherPrimary(): void
    {
        $manager = new ConnectionManagerPrimaryReplica('bookstore');
        Orm::getStandardServiceContainer()->setConnectionManager($manager);
        $manager->setWriteConfiguration($this->configuration('a'));
        $this->assertTenant('a');
        self::assertSame(AuthorQuery::create()->findPk(1), AuthorQuery::create()->findOne());
        $manager->setWriteConfiguration($this->configuration('b'));
        $this->assertTenant('b');
        $manager->setReadConfiguration([$this->configuration('a')]);
        $this->assertTenant('a');
    }

    public function testThreeConnectionsInTurn(): void
    {
        copy($this->folder . '/a', $this->folder . '/c');
        $open = array_map($this->open(...), ['a' => 'a', 'b' => 'b', 'c' => 'c']);
        AuthorQuery::create()->update(['Name' => 'c'], $open['c']);
        BookQuery::create()->update(['Title' => 'c'], $open['c']);
        for ($round = 1; $round <= 3; $round++) {
            foreach ($open as $tenant => $con) {
                Orm::getStandardServiceContainer()->setConnection('bookstore', $con);
                $this->assertTenant($tenant);
                $this->author("$tenant $round");
                self::assertSame($round + 1, AuthorQuery::create()->count());
                self::assertSame("$tenant $round", AuthorQuery::create()->findPk($round + 1)->getName());
            }
        }
    }

    public function testResetRollsBackOnConnectionsThatWereReplaced(): void
    {
        $open = array_map($this->open(...), ['a' => 'a', 'b' => 'b']);
        $container = Orm::getStandardServiceContainer();
        $container->setConnection('bookstore', $open['a']);
        $open['a']->beginTransaction();
        $lost = $this->author('lost');
        $container->setConnection('bookstore', $open['b']);
        $this->author('kept');
        Orm::reset();
        self::assertTrue($lost->isNew());
        self::assertFalse($open['a']->inTransaction());
        $container->setConnection('bookstore', $open['a']);
        $this->author('next');
        self::assertSame(['a', 'next'], AuthorQuery::create()->select('Name')->find($this->open('a'))->getData());
        self::assertSame(['b', 'kept'], AuthorQuery::create()->select('Name')->find($open['b'])->getData());
    }

    public function testAnotherServiceContainer(): void
    {
        Orm::getStandardServiceContainer()->setConnection('bookstore', $this->open('a'));
        $this->assertTenant('a');
        $old = Orm::getStandardServiceContainer();
        $container = new StandardServiceContainer();
        $container->setAdapterClass('bookstore', 'sqlite');
        $container->setConnection('bookstore', $this->open('b'));
        $container->setDefaultDatasource('bookstore');
        $container->setDatabaseMap('bookstore', $old->getDatabaseMap('bookstore'));
        Orm::setServiceContainer($container);
        $this->assertTenant('b');
    }

    public function testClosedConnections(): void
    {
        copy($this->folder . '/a', $this->folder . '/current');
        Orm::getStandardServiceContainer()->setConnectionManager($this->manager('current'));
        $this->assertTenant('a');
        Orm::closeConnections();
        copy($this->folder . '/b', $this->folder . '/current');
        $this->assertTenant('b');
    }

    public function testAnotherConfigurationFile(): void
    {
        foreach (['a', 'b'] as $tenant) {
            file_put_contents($this->folder . "/$tenant.php", sprintf(
                '<?php $manager = new %s("bookstore"); $manager->setConfiguration(%s);'
                . ' %s::getStandardServiceContainer()->setConnectionManager($manager);',
                ConnectionManagerSingle::class,
                var_export($this->configuration($tenant), true),
                Orm::class,
            ));
        }
        Orm::init($this->folder . '/a.php');
        $this->assertTenant('a');
        Orm::init($this->folder . '/b.php');
        $this->assertTenant('b');
    }

    public function testAnotherDatasource(): void
    {
        $container = Orm::getStandardServiceContainer();
        $container->setConnectionManager($this->manager('a'));
        $container->setAdapterClass('other', 'sqlite');
        $other = new ConnectionManagerSingle('other');
        $other->setConfiguration($this->configuration('b'));
        $container->setConnectionManager($other);
        $container->setDatabaseMap('other', $container->getDatabaseMap('bookstore'));
        $this->assertTenant('a');
        $pooled = AuthorQuery::create()->findPk(1);
        self::assertSame('b', (new AuthorQuery('other'))->findPk(1)->getName());
        self::assertSame('b', (new AuthorQuery('other'))->find()[0]->getName());
        self::assertSame($pooled, AuthorQuery::create()->findPk(1));
        $this->assertForeign(Orm::getConnection('other'));
    }

    public function testAConnectionThatIsGiven(): void
    {
        Orm::getStandardServiceContainer()->setConnectionManager($this->manager('a'));
        $this->assertTenant('a');
        $unnamed = $this->open('b');
        $this->assertForeign($unnamed);
        $unnamed->setName('bookstore');
        $this->assertForeign($unnamed);
    }

    private function assertForeign(\Orm\Runtime\Connection\ConnectionInterface $b): void
    {
        for ($round = 0; $round < 2; $round++) {
            self::assertSame('b', AuthorQuery::create()->findPk(1, $b)->getName());
            self::assertSame('a', AuthorQuery::create()->findPk(1)->getName());
            self::assertSame('b', AuthorQuery::create()->findPks([1], $b)[0]->getName());
            self::assertSame('b', AuthorQuery::create()->findOne($b)->getName());
            self::assertSame('b', AuthorQuery::create()->where('Author.Id > ?', 0)->findOne($b)->getName());
            self::assertSame('b', AuthorQuery::create()->find($b)[0]->getName());
            self::assertSame('a', AuthorQuery::create()->find()[0]->getName());
            self::assertSame('b', BookQuery::create()->joinWithAuthor()->findOne($b)->getAuthor()->getName());
            $onDemand = AuthorQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find($b);
            foreach ($onDemand as $author) {
                self::assertSame('b', $author->getName());
            }
            self::assertSame('a', BookQuery::create()->joinWithAuthor()->findOne()->getAuthor()->getName());
        }
        $new = (new Author())->setName('new of b');
        $new->save($b);
        self::assertNull(AuthorQuery::create()->findPk($new->getId()));
        $rows = [(new Author())->setName('x'), (new Author())->setName('y')];
        (new ObjectCollection($rows))->save($b);
        self::assertNull(AuthorQuery::create()->findPk($rows[1]->getId()));
        $book = BookQuery::create()->findPk(1);
        self::assertSame('a', $book->getTitle());
        AuthorQuery::create()->filterById(1, '>')->delete($b);
    }

    private function assertTenant(string $tenant): void
    {
        self::assertSame($tenant, AuthorQuery::create()->findPk(1)->getName());
        self::assertSame($tenant, AuthorQuery::create()->find()[0]->getName());
        self::assertSame($tenant, BookQuery::create()->findOneBy('Id', 1)->getTitle());
        self::assertSame($tenant, BookQuery::create()->joinWithAuthor()->findOne()->getAuthor()->getName());
        $book = BookQuery::create()->findPk(1);
        self::assertInstanceOf(Book::class, $book);
        self::assertSame($tenant, $book->getAuthor()->getName());
    }

    /** @return array<string, mixed> */
    private function configuration(string $tenant): array
    {
        return ['dsn' => "sqlite:$this->folder/$tenant"];
    }

    private function manager(string $tenant): ConnectionManagerSingle
    {
        $manager = new ConnectionManagerSingle('bookstore');
        $manager->setConfiguration($this->configuration($tenant));

        return $manager;
    }

    private function open(string $tenant): ConnectionWrapper
    {
        $con = ConnectionFactory::create($this->configuration($tenant), Orm::getAdapter('bookstore'));
        assert($con instanceof ConnectionWrapper);

        return $con;
    }
}
