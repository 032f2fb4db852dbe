<?php

declare(strict_types=1);

use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;

/**
 * What scenarios work with: rows by their titles, and lists in the notation of the specification: `[a b]` for ranks from
 * 1, `{a1 c3}` for others, `1:[a b]` for a scope, `∅` for null, `+NULL:b` for rows without rank.
 */
final class Lists
{
    private const FIXTURES = [
        'E' => ['Item', ''],
        'U' => ['Item', '[a b c d]'],
        'UG' => ['Item', '{a1 c3 d4}'],
        'UD' => ['Item', '{a1 b1 c2}'],
        'S' => ['Entry', '1:[a b c d] 2:[e f] ∅:[g h i j]'],
        'R' => ['Task', '1:[a b c] 2:[e f]'],
        'RR' => ['Duty', '1:[a b c]'],
        'M' => ['Product', '(1,1):[x y z] (1,2):[p q] (1,∅):[v w] (2,1):[m] (∅,∅):[k]'],
        'P' => ['Pair', '[a b c d]'],
    ];

    public string $class;

    /** The key that the database gave to a new user; `USER` in expected lists. */
    public int $user = 0;

    public ConnectionWrapper $con;

    /** @var array<string, object> */
    private array $held = [];

    public function __construct(private readonly string $database, private string $fixture = '')
    {
        $this->con = Orm::getConnection('lists');
    }

    /** @param string|null $class instead of the fixture's own */
    public function start(string $fixture, ?string $class = null): void
    {
        [$own, $lists] = self::FIXTURES[$fixture];
        $this->fixture = $fixture;
        $this->class = 'Lists\\' . ($class ?? $own);
        $this->fill($lists);
    }

    /** Empties the table and writes rows by plain SQL, as if others had done it long ago. */
    public function fill(string $lists): void
    {
        $map = $this->map();
        ($this->class)::$on = [];
        $this->held = [];
        $map::clearInstancePool();
        if ($this->class === 'Lists\\Task') {
            $this->con->exec('DELETE FROM ' . $this->quoted('task'));
            $this->con->exec('DELETE FROM ' . $this->quoted('person'));
            foreach ([1, 2] as $id) {
                $this->con->exec(sprintf('INSERT INTO %s (id, name) VALUES (%d, \'u\')', $this->quoted('person'), $id));
            }
            if ($this->isOn('pgsql')) {
                $this->con->exec("SELECT setval(pg_get_serial_sequence('person', 'id'), 6)");
            }
            Lists\Map\UserTableMap::clearInstancePool();
        }
        $this->con->exec('DELETE FROM ' . $this->quoted($map::TABLE_NAME));
        $rank = $this->columnName($map::RANK_COL);
        foreach ($this->parse($lists) as [$title, $position, $scope]) {
            $columns = [$this->quoted('title'), $this->quoted($rank)];
            $values = [$this->con->quote($title), $position ?? 'NULL'];
            if ($this->class === 'Lists\\Pair') {
                $columns[] = 'half';
                $values[] = 7;
            }
            foreach ($this->scopeNames() as $i => $name) {
                $columns[] = $this->quoted($name);
                $values[] = $scope[$i] ?? 'NULL';
            }
            $this->con->exec(sprintf(
                'INSERT INTO %s (%s) VALUES (%s)',
                $this->quoted($map::TABLE_NAME),
                implode(', ', $columns),
                implode(', ', $values),
            ));
        }
    }

    /** A held object of a title. */
    public function __get(string $title): object
    {
        return $this->held[$title] ??= $this->query()->filterByTitle($title)->findOne()
            ?? throw new RuntimeException('there is no row ' . $title);
    }

    /** Holds objects, so that they must be kept true. */
    public function hold(string $titles): void
    {
        foreach (explode(' ', $titles) as $title) {
            $this->__get($title);
        }
    }

    public function new(string $title, mixed $scope = null): object
    {
        $object = new ($this->class)();
        $object->setTitle($title);
        if ($this->class === 'Lists\\Pair') {
            $object->setHalf(7);
        }
        if ($scope !== null) {
            $object->setScopeValue($scope);
        }

        return $this->held[$title] = $object;
    }

    public function id(string $title): mixed
    {
        return $this->__get($title)->getPrimaryKey();
    }

    public function query(): object
    {
        return ($this->class . 'Query')::create();
    }

    /** The query class, for its static methods. */
    public function all(): string
    {
        return $this->class . 'Query';
    }

    /** @return class-string */
    public function map(): string
    {
        return strtr($this->class, ['Lists\\' => 'Lists\\Map\\']) . 'TableMap';
    }

    public function is(mixed $actual, mixed $expected, string $what = ''): void
    {
        if ($actual !== $expected) {
            throw new RuntimeException(sprintf(
                '%sexpected %s, got %s',
                $what === '' ? '' : $what . ': ',
                self::text($expected),
                self::text($actual),
            ));
        }
    }

    /** The titles of objects. */
    public function titles(iterable $objects, string $expected): void
    {
        $titles = [];
        foreach ($objects as $object) {
            $titles[] = $object->getTitle();
        }
        $this->is(implode(' ', $titles), $expected);
    }

    /** Ranks in memory: `a1 b2`. */
    public function ranks(string $expected): void
    {
        foreach (explode(' ', $expected) as $one) {
            $this->is($this->__get($one[0])->getRank(), (int) substr($one, 1), 'rank of ' . $one[0] . ' in memory');
        }
    }

    public function throws(Closure $do, string $message, string $class = OrmException::class): Throwable
    {
        try {
            $do();
        } catch (Throwable $thrown) {
            if (!$thrown instanceof $class || !str_starts_with($thrown->getMessage(), $message)) {
                throw $thrown;
            }

            return $thrown;
        }
        throw new RuntimeException('nothing was thrown instead of: ' . $message);
    }

    /** How many statements something takes; locks, BEGIN and COMMIT are not counted. */
    public function statements(Closure $do): int
    {
        $this->con->useDebug(true);
        $before = $this->con->getQueryCount();
        $do();
        $count = $this->con->getQueryCount() - $before;
        $this->con->useDebug(false);

        return $count;
    }

    /** A second connection to the same database, as another process would have it. */
    public function elsewhere(): PDO
    {
        $configuration = self::configuration();

        return new PDO($configuration['dsn'], $configuration['user'] ?? null, $configuration['password'] ?? null, [
            PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
        ]);
    }

    public function secondConnection(): ConnectionWrapper
    {
        $adapter = Orm::getServiceContainer()->getAdapter('lists');
        $connection = ConnectionFactory::create(self::configuration(), $adapter);
        $connection->setName('lists');
        assert($connection instanceof ConnectionWrapper);

        return $connection;
    }

    public static function configuration(): array
    {
        $manager = Orm::getServiceContainer()->getConnectionManager('lists');

        return $manager->getConfiguration();
    }

    public function db(string $expected): void
    {
        $this->is($this->state(), $this->normal(str_replace('USER', (string) $this->user, $expected)), 'the database');
    }

    /** The lists as they are in the database. */
    public function state(): string
    {
        $map = $this->map();
        $names = $this->scopeNames();
        $columns = array_map($this->quoted(...), ['title', $this->columnName($map::RANK_COL), ...$names]);
        $rows = $this->elsewhere()->query(sprintf(
            'SELECT %s FROM %s',
            implode(', ', $columns),
            $this->quoted($map::TABLE_NAME),
        ))->fetchAll(PDO::FETCH_NUM);
        $parsed = [];
        foreach ($rows as $row) {
            $scope = array_map(
                static fn (mixed $value): ?int => $value === null ? null : (int) $value,
                array_slice($row, 2),
            );
            $parsed[] = [$row[0], $row[1] === null ? null : (int) $row[1], $scope];
        }

        return $this->written($parsed);
    }

    /** Whether a unique index holds the ranks. */
    public function unique(): bool
    {
        return defined($this->map() . '::RANK_IS_UNIQUE');
    }

    public function quoted(string $name): string
    {
        return Orm::getServiceContainer()->getAdapter('lists')->quoteIdentifier($name);
    }

    public function isOn(string $database): bool
    {
        return $this->database === $database;
    }

    private function normal(string $lists): string
    {
        return $this->written($this->parse($lists));
    }

    /** @param list<array{string, ?int, list<?int>}> $rows */
    private function written(array $rows): string
    {
        usort($rows, static fn (array $a, array $b): int => [$a[2], $a[1], $a[0]] <=> [$b[2], $b[1], $b[0]]);
        $lists = [];
        foreach ($rows as [$title, $rank, $scope]) {
            $lists[(string) json_encode($scope)][] = $title . ($rank ?? '-');
        }
        ksort($lists);
        $text = [];
        foreach ($lists as $scope => $members) {
            $text[] = $scope . ' ' . implode(' ', $members);
        }

        return implode('; ', $text);
    }

    /** @return list<array{string, ?int, list<?int>}> title, rank and scope */
    private function parse(string $lists): array
    {
        $rows = [];
        $count = count($this->scopeNames());
        preg_match_all('/(?:(\(?[^\s:\[{]+\)?):)?([\[{])([^\]}]*)[\]}]|\+NULL:(\S+)(?: @(\S+))?/u', $lists, $matches, PREG_SET_ORDER);
        foreach ($matches as $match) {
            if (isset($match[4])) {
                $scope = isset($match[5]) ? [(int) $match[5]] : array_fill(0, $count, null);
                $rows[] = [$match[4], null, $scope];
                continue;
            }
            $scope = $match[1] === '' ? [] : array_map(
                static fn (string $value): ?int => $value === '∅' ? null : (int) $value,
                explode(',', trim($match[1], '()')),
            );
            foreach (preg_split('/\s+/', trim($match[3]), -1, PREG_SPLIT_NO_EMPTY) as $i => $member) {
                $rows[] = $match[2] === '['
                    ? [$member, $i + 1, $scope]
                    : [preg_replace('/-?\d+$/', '', $member), (int) preg_replace('/^[A-Za-z]+/', '', $member), $scope];
            }
        }

        return $rows;
    }

    /** @return list<string> */
    private function scopeNames(): array
    {
        $map = $this->map();

        return array_map($this->columnName(...), defined($map . '::SCOPE_COLS') ? $map::SCOPE_COLS : []);
    }

    private function columnName(string $column): string
    {
        return substr($column, strrpos($column, '.') + 1);
    }

    private static function text(mixed $value): string
    {
        return is_object($value) ? $value::class : (string) json_encode($value, JSON_UNESCAPED_UNICODE);
    }
}
