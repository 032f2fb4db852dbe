<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use Bookstore\Author;
use Bookstore\AuthorQuery;
use Bookstore\Book;
use Bookstore\Map\AuthorTableMap;
use Bookstore\Map\BookTableMap;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Orm;

/**
 * A process that works on very many rows, and what it takes: the greatest use of PHP's memory in the first and in the
 * second half of the work, and the growth of the process, which counts what libraries allocate too.
 */
final class LongRun
{
    private int $done = 0;

    /** @var array{int, int} */
    private array $peaks = [0, 0];

    private function __construct(private readonly int $rows)
    {
    }

    /**
     * Runs one of the methods below in a process that may take 16 MB.
     *
     * @param array<string, mixed> $configuration of the connection
     * @return array{rows: int, peaks: array{int, int}, growth: int} bytes
     */
    public static function start(string $method, string $vendor, array $configuration, int $rows): array
    {
        $arguments = array_map(
            static fn (mixed $value): string => var_export($value, true),
            [$method, $vendor, $configuration, $rows],
        );
        $script = vsprintf('require %s; %s::run(%s, %s, %s, %s);', [
            var_export(dirname(__DIR__) . '/bootstrap.php', true),
            self::class,
            ...$arguments,
        ]);
        $pipes = [];
        $process = proc_open(
            [PHP_BINARY, '-d', 'memory_limit=16M', '-d', 'display_errors=stderr', '-r', $script],
            [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']],
            $pipes,
        );
        $output = stream_get_contents($pipes[1]);
        $errors = stream_get_contents($pipes[2]);
        proc_close($process);

        return json_decode($output, true) ?? throw new \RuntimeException($errors . $output);
    }

    /** @param array<string, mixed> $configuration */
    public static function run(string $method, string $vendor, array $configuration, int $rows): void
    {
        $container = Orm::getStandardServiceContainer();
        $container->setAdapterClass('bookstore', $vendor);
        $manager = new ConnectionManagerSingle('bookstore');
        $manager->setConfiguration($configuration);
        $container->setConnectionManager($manager);
        $container->initDatabaseMaps(['bookstore' => [AuthorTableMap::class, BookTableMap::class]]);
        AuthorQuery::create()->findOne();
        $before = self::status('VmRSS');
        $run = new self($rows);
        $run->$method();
        echo json_encode([
            'rows' => $run->done,
            'peaks' => $run->peaks,
            'growth' => self::status('VmHWM') - $before,
        ]);
    }

    private function readOnDemand(): void
    {
        foreach (AuthorQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find() as $author) {
            assert($author instanceof Author);
            $this->step();
        }
    }

    private function readOnDemandInTransaction(): void
    {
        Orm::getConnection('bookstore')->transaction($this->readOnDemand(...));
    }

    private function readInPages(): void
    {
        $last = 0;
        do {
            $page = AuthorQuery::create()->filterById($last, '>')->orderById()->limit(1000)->find();
            foreach ($page as $author) {
                $last = $author->getId();
                $this->step();
            }
        } while (count($page) > 0);
    }

    private function save(): void
    {
        $con = Orm::getConnection('bookstore');
        for ($i = 0; $i < $this->rows; $i += 200) {
            $con->transaction(function () use ($i): void {
                for ($j = $i; $j < $i + 200; $j += 2) {
                    $author = (new Author())->setName('Author ' . $j);
                    (new Book())->setTitle('Book ' . $j)->setAuthor($author)->save();
                    $this->step();
                    $this->step();
                }
            });
        }
    }

    private function step(): void
    {
        $half = $this->done++ < $this->rows / 2 ? 0 : 1;
        $this->peaks[$half] = max($this->peaks[$half], memory_get_usage());
    }

    /** Bytes, as the kernel of Linux says; 0 elsewhere. */
    private static function status(string $name): int
    {
        $status = is_readable('/proc/self/status') ? (string) file_get_contents('/proc/self/status') : '';

        return preg_match("/^$name:\\s+(\\d+) kB/m", $status, $match) ? 1024 * (int) $match[1] : 0;
    }
}
