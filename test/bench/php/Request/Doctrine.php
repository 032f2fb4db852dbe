<?php

/** Doctrine with its caches of metadata and queries in files that opcache keeps. */

declare(strict_types=1);

namespace Orm\Bench\Request;

use Doctrine\DBAL\DriverManager;
use Doctrine\ORM\EntityManager;
use Doctrine\ORM\ORMSetup;
use Orm\Bench\Peers\Doctrine\Author;
use Orm\Bench\Peers\Doctrine\Book;
use Symfony\Component\Cache\Adapter\PhpFilesAdapter;

return static function (string $project, bool $isPersistent): object {
    // Debian's libraries are older than its PHP.
    error_reporting(E_ALL & ~E_DEPRECATED);
    require $project . '/doctrine/vendor/autoload.php';
    [$dsn, $user, $password] = require $project . '/connection.php';
    [$driver, $rest] = explode(':', $dsn, 2);
    parse_str(strtr($rest, ';', '&'), $parts);
    $connection = ['driver' => "pdo_$driver", 'driverOptions' => [\PDO::ATTR_PERSISTENT => $isPersistent]]
        + ($driver === 'sqlite' ? ['path' => $rest] : $parts + ['user' => $user, 'password' => $password]);
    $cache = new PhpFilesAdapter('doctrine', 0, "$project/doctrine/cache");
    $config = ORMSetup::createAttributeMetadataConfiguration(
        [__DIR__ . '/../Peers/Doctrine'],
        false,
        "$project/doctrine/proxies",
        $cache,
    );
    $config->setAutoGenerateProxyClasses(2);

    return new class (new EntityManager(DriverManager::getConnection($connection, $config), $config)) {
        public function __construct(private readonly EntityManager $manager)
        {
        }

        public function findByKey(int $n): ?Book
        {
            return $this->manager->find(Book::class, $n);
        }

        public function findByUnique(int $n): ?Book
        {
            return $this->manager->getRepository(Book::class)->findOneBy(['isbn' => "isbn-$n"]);
        }

        public function joinToOne(int $n): ?Book
        {
            $dql = 'SELECT b, a FROM ' . Book::class . ' b JOIN b.author a WHERE b.title = ?1';

            return $this->manager->createQuery($dql)->setParameter(1, "Title $n")->setMaxResults(1)
                ->getOneOrNullResult();
        }

        public function clauseWithLimit(int $n): array
        {
            $dql = 'SELECT b FROM ' . Book::class . ' b WHERE b.pages > ?1 ORDER BY b.title';

            return $this->manager->createQuery($dql)->setParameter(1, 990)->setMaxResults(5)->getResult();
        }

        public function count(int $n): int
        {
            $dql = 'SELECT COUNT(b) FROM ' . Book::class . ' b WHERE b.title = ?1 OR b.pages > ?2';

            return (int) $this->manager->createQuery($dql)->setParameter(1, "Title $n")->setParameter(2, $n)
                ->getSingleScalarResult();
        }

        public function insert(int $n): void
        {
            $author = new Author();
            $author->name = "Name $n";
            $author->email = "email$n@example.org";
            $this->manager->persist($author);
            $this->manager->flush();
        }

        public function update(int $n): void
        {
            $this->findByKey($n)->title = "Changed $n";
            $this->manager->flush();
        }
    };
};
