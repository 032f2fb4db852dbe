<?php

declare(strict_types=1);

namespace Orm\Bench\Peers\Doctrine;

use Doctrine\DBAL\DriverManager;
use Doctrine\ORM\EntityManager;
use Doctrine\ORM\ORMSetup;
use Orm\Bench\CommonWork;
use PDO;
use Symfony\Component\Cache\Adapter\ArrayAdapter;

/** Doctrine, with its caches of metadata and queries on; the identity map is emptied where ours is. */
final class Work implements CommonWork
{
    private readonly EntityManager $manager;

    public function __construct(PDO $pdo, string $project)
    {
        SharedDriver::$pdo = $pdo;
        $config = ORMSetup::createAttributeMetadataConfiguration([__DIR__], false, $project, new ArrayAdapter());
        $config->setAutoGenerateProxyClasses(true);
        $this->manager = new EntityManager(
            DriverManager::getConnection(['driverClass' => SharedDriver::class], $config),
            $config,
        );
    }

    public function insertParentAndChild(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            $author = new Author();
            $author->name = "Name $i";
            $author->email = "email$i@example.org";
            $book = new Book();
            $book->title = "Title $i";
            $book->isbn = "isbn-$i";
            $book->pages = $i;
            $book->author = $author;
            $this->manager->persist($author);
            $this->manager->persist($book);
            $this->manager->flush();
            $this->manager->clear();
        }
    }

    public function findByKey(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            $this->manager->clear();
            $this->manager->find(Book::class, $i % 1000 + 1);
        }
    }

    public function countWithOr(int $times): void
    {
        $dql = 'SELECT COUNT(b) FROM ' . Book::class . ' b WHERE b.title = ?1 OR b.pages > ?2';
        for ($i = 0; $i < $times; $i++) {
            $query = $this->manager->createQuery($dql);
            $query->setParameter(1, "Title $i")->setParameter(2, $i % 500)->getSingleScalarResult();
        }
    }

    public function hydrateFive(int $times): void
    {
        $dql = 'SELECT b FROM ' . Book::class . ' b WHERE b.id > ?1 ORDER BY b.id';
        for ($i = 0; $i < $times; $i++) {
            $this->manager->clear();
            $this->manager->createQuery($dql)->setParameter(1, $i % 900)->setMaxResults(5)->getResult();
        }
    }

    public function joinBothSides(int $times): void
    {
        $dql = 'SELECT b, a FROM ' . Book::class . ' b JOIN b.author a WHERE b.title = ?1';
        for ($i = 0; $i < $times; $i++) {
            $this->manager->clear();
            $query = $this->manager->createQuery($dql)->setParameter(1, 'Title ' . $i % 3);
            $query->setMaxResults(1)->getOneOrNullResult();
        }
    }

    public function hydrateAll(): iterable
    {
        $this->manager->clear();

        return $this->manager->createQuery('SELECT b FROM ' . Book::class . ' b')->getResult();
    }

    public function saveCollection(int $size): iterable
    {
        $this->manager->clear();
        $author = $this->manager->getReference(Author::class, 1);
        $books = [];
        for ($i = 0; $i < $size; $i++) {
            $book = new Book();
            $book->title = "Title $i";
            $book->isbn = "isbn-$i";
            $book->pages = $i;
            $book->author = $author;
            $this->manager->persist($book);
            $books[] = $book;
        }
        $this->manager->flush();

        return $books;
    }
}
