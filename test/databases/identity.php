<?php

declare(strict_types=1);

use Identity\Author;
use Identity\AuthorQuery;
use Identity\Book;
use Identity\BookQuery;
use Identity\Map\AuthorTableMap;
use Identity\Map\BookTableMap;
use Identity\Map\ReviewTableMap;
use Identity\Review;
use Identity\ReviewQuery;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionFactory;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Orm;

/**
 * Random operations on objects and queries, beside plain arrays that say what must be in the database. Whatever is
 * read shows the rows as they are, and what was set on an object and not saved stays on it.
 */
final class IdentityModel
{
    private const KEYS = ['author' => 'Code', 'book' => 'Id', 'review' => 'Id'];
    private const COLUMNS = [
        'author' => ['Code', 'Name'],
        'book' => ['Id', 'Title', 'Pages', 'AuthorCode'],
        'review' => ['Id', 'BookId', 'Text'],
    ];

    /** @var array<string, array<int, array<string, mixed>>> rows by table and key */
    private array $truth = ['author' => [], 'book' => [], 'review' => []];

    /** @var array<int, array{string, int, ActiveRecordInterface, array<string, mixed>}> table, key, object, unsaved */
    private array $held = [];

    /** @var array<string, array<int, array<string, mixed>>> what the other database has */
    private array $otherTruth = ['author' => [], 'book' => [], 'review' => []];

    /** @var array<int, array<string, mixed>> what was set in the open transaction, by object */
    private array $changed = [];

    /** @var array<string, array<int, mixed>> keys that rows have or once had */
    private array $formerly = [];

    /** @var array<int, true> objects whose rows were made in it */
    private array $created = [];

    /** @var array<int, int> keys of rows before objects changed them in it */
    private array $formerKeys = [];

    /** @var list<ActiveRecordInterface> they live until the next one begins, so that their ids stay theirs */
    private array $seen = [];

    /** @var array<string, ConnectionInterface> by data source name */
    private array $opened = [];
    private bool $isRefused = false;

    /** Whether the datasource can open its connection by itself. */
    private bool $isConfigured = false;

    /** @var list<string> */
    private array $log = [];
    private int $counter = 0;

    /**
     * @param array<string, mixed> $own
     * @param array<string, mixed> $other another database with the same tables
     */
    private function __construct(private array $own, private array $other)
    {
        $this->connect();
    }

    /**
     * @param array<string, mixed> $own configuration of the connection
     * @param array<string, mixed> $other that of another database with the same tables
     */
    public static function run(int $seed, int $steps, array $own, array $other): void
    {
        mt_srand($seed);
        $model = new self($own, $other);
        foreach ([Orm::getWriteConnection('identity'), $model->openOther()] as $con) {
            ReviewQuery::create()->deleteAll($con);
            BookQuery::create()->deleteAll($con);
            AuthorQuery::create()->deleteAll($con);
        }
        try {
            for ($i = 0; $i < $steps; $i++) {
                $model->step();
                $model->compare();
            }
        } catch (Throwable $failure) {
            throw new RuntimeException(
                "seed $seed: " . $failure->getMessage() . "\n" . implode("\n", array_slice($model->log, -60)),
                0,
                $failure,
            );
        }
    }

    private const IN_TRANSACTION = [
        'create', 'create', 'change', 'change', 'change', 'save', 'save', 'save', 'saveAll', 'delete', 'rekey', 'find',
        'find', 'findAll', 'joinToOne', 'joinToMany', 'members', 'parent', 'update', 'updateOne', 'deleteByQuery',
        'lock', 'arrays', 'rows', 'onDemand', 'unpooled', 'forget', 'populate', 'savepoint',
    ];
    private const OPERATIONS = [
        ...self::IN_TRANSACTION, 'transaction', 'transaction', 'transaction', 'elsewhere', 'elsewhere', 'saveElsewhere',
        'createElsewhere', 'exchange', 'reconnect', 'reset',
    ];

    /** @param list<string> $operations */
    private function step(array $operations = self::OPERATIONS): void
    {
        $this->{$operations[mt_rand(0, count($operations) - 1)]}();
        // Who holds an object of a row that a statement has changed, and wants nothing of it, reads it again.
        $isOld = function (): bool {
            return $this->rowIsStale;
        };
        $isKept = static fn (array $one): bool => $one[3] !== [] || !$isOld->call($one[2]);
        $this->held = array_filter($this->held, $isKept);
    }

    /** Some operations, of which all or none are kept. */
    private function transaction(): void
    {
        $con = Orm::getWriteConnection('identity');
        $before = [$this->truth, $this->held];
        $this->changed = $this->created = $this->formerKeys = $this->seen = [];
        $this->isRefused = false;
        $this->say('begin');
        $con->beginTransaction();
        for ($i = mt_rand(1, 8); $i > 0 && !$this->isRefused; $i--) {
            $this->step(self::IN_TRANSACTION);
        }
        $end = mt_rand($this->isRefused ? 1 : 0, 2);
        $this->isRefused = false;
        $this->say(['commit', 'roll back', 'reset'][$end]);
        if ($end === 0) {
            $con->commit();

            return;
        }
        $end === 1 ? $con->rollBack() : Orm::reset();
        $this->goBack(...$before);
    }

    /** A part of a transaction that is taken back while the rest stays. */
    private function savepoint(): void
    {
        $con = Orm::getWriteConnection('identity');
        if (!$con->inTransaction()) {
            return;
        }
        $before = [$this->truth, $this->held];
        [$changed, $this->changed] = [$this->changed, []];
        $this->say('savepoint');
        $isKept = false;
        try {
            $con->savepoint(function () use (&$isKept): void {
                for ($i = mt_rand(1, 4); $i > 0 && !$this->isRefused; $i--) {
                    $this->step(array_values(array_diff(self::IN_TRANSACTION, ['savepoint'])));
                }
                $isKept = !$this->isRefused && mt_rand(0, 1) === 0;
                $isKept || throw new DomainException();
            });
        } catch (DomainException) {
        }
        $this->isRefused = false;
        $this->say($isKept ? 'savepoint is kept' : 'savepoint is rolled back');
        if (!$isKept) {
            $this->goBack(...$before);
        }
        foreach ($this->changed as $id => $values) {
            $changed[$id] = array_replace($changed[$id] ?? [], $values);
        }
        $this->changed = $changed;
    }

    /**
     * Rows are as they were. What was set on an object is still set on it, and not saved.
     *
     * @param array<string, array<int, array<string, mixed>>> $truth
     * @param array<int, array{string, int, ActiveRecordInterface, array<string, mixed>}> $held
     */
    private function goBack(array $truth, array $held): void
    {
        $this->truth = $truth;
        $now = $this->held;
        $this->held = [];
        foreach ($now as $id => [$table, $key, $object]) {
            $key = $held[$id][1] ?? $this->formerKeys[$id] ?? $key;
            $unsaved = array_replace($held[$id][3] ?? [], $this->changed[$id] ?? []);
            if (!isset($truth[$table][$key])) {
                assert(!isset($this->created[$id]) || $object->isNew(), "$table $key is new again");
                continue;
            }
            if (
                (isset($unsaved['AuthorCode']) && !isset($truth['author'][$unsaved['AuthorCode']]))
                || (isset($unsaved['BookId']) && !isset($truth['book'][$unsaved['BookId']]))
            ) {
                // It would save an object that is new again.
                $object->reload(true);
            } elseif ($unsaved !== []) {
                assert($object->isModified() && !$object->isNew(), "$table $key is modified again");
                $this->held[$id] = [$table, $key, $object, $unsaved];
                // Members that were read and are new again would be saved with it.
                match ($table) {
                    'author' => $object->clearBooks(),
                    'book' => $object->clearReviews(),
                    'review' => null,
                };
            }
        }
        $this->compareHeld();
    }

    /** What another database has, whatever the objects of this one show. */
    private function elsewhere(): void
    {
        $con = $this->openOther();
        $table = array_rand($this->otherTruth);
        $this->say("all $table elsewhere");
        $found = [];
        foreach (self::query($table)->find($con) as $object) {
            $found[$object->getPrimaryKey()] = self::valuesOf($table, $object);
        }
        ksort($found);
        ksort($this->otherTruth[$table]);
        assert($found === $this->otherTruth[$table], "$table elsewhere shows " . json_encode($found));
        foreach (array_keys($this->truth[$table]) as $key) {
            $object = self::query($table)->findPk($key, $con);
            $values = $object === null ? null : self::valuesOf($table, $object);
            assert($values === ($this->otherTruth[$table][$key] ?? null), "$table $key elsewhere shows " . json_encode($values));
        }
        foreach (AuthorQuery::create()->leftJoinWithBook()->find($con) as $author) {
            assert(self::valuesOf('author', $author) === $this->otherTruth['author'][$author->getCode()]);
            foreach ($author->getBooks(null, $con) as $book) {
                assert(self::valuesOf('book', $book) === $this->otherTruth['book'][$book->getId()]);
            }
        }
    }

    private function saveElsewhere(): void
    {
        $con = $this->openOther();
        $key = $this->otherTruth['book'] === [] ? null : array_rand($this->otherTruth['book']);
        if ($key === null) {
            return;
        }
        $title = 'e' . ++$this->counter;
        $book = BookQuery::create()->findPk($key, $con);
        if (mt_rand(0, 3) === 0) {
            $this->say("delete book $key elsewhere");
            $book->delete($con);
            unset($this->otherTruth['book'][$key]);
            $isOfBook = static fn (array $row): bool => $row['BookId'] === $key;
            $this->otherTruth['review'] = array_diff_key(
                $this->otherTruth['review'],
                array_filter($this->otherTruth['review'], $isOfBook),
            );
        } else {
            $this->say("save book $key elsewhere");
            $book->setTitle($title)->save($con);
            $this->otherTruth['book'][$key]['Title'] = $title;
        }
    }

    private function createElsewhere(): void
    {
        $con = $this->openOther();
        $n = ++$this->counter;
        $author = (new Author())->setCode($this->anyKey('author') ?? $n + 1000)->setName("e$n");
        if (isset($this->otherTruth['author'][$author->getCode()])) {
            return;
        }
        $book = (new Book())->setTitle("e$n")->setPages($n)->setAuthor($author);
        $book->save($con);
        $this->say("create author {$author->getCode()} and book {$book->getId()} elsewhere");
        foreach (['author' => $author, 'book' => $book] as $table => $object) {
            $this->otherTruth[$table][$object->getPrimaryKey()] = self::valuesOf($table, $object);
        }
    }

    /** The datasource goes to the other database, as a server of many customers does. */
    private function exchange(): void
    {
        $this->say('exchange the databases');
        [$this->own, $this->other] = [$this->other, $this->own];
        [$this->truth, $this->otherTruth] = [$this->otherTruth, $this->truth];
        $this->held = [];
        $this->connect();
    }

    private function reconnect(): void
    {
        $this->say('close the connections');
        $this->held = [];
        Orm::getStandardServiceContainer()->closeConnections();
        mt_rand(0, 1) && $this->isConfigured || $this->connect();
    }

    private function reset(): void
    {
        $this->say('reset');
        $this->held = [];
        Orm::reset();
    }

    private function connect(): void
    {
        $container = Orm::getStandardServiceContainer();
        $this->isConfigured = mt_rand(0, 1) === 1;
        if ($this->isConfigured) {
            $manager = new ConnectionManagerSingle('identity');
            $manager->setConfiguration($this->own);
            $container->setConnectionManager($manager);
        } else {
            $container->setConnection('identity', self::open($this->own));
        }
    }

    private function openOther(): ConnectionInterface
    {
        return $this->opened[$this->other['dsn']] ??= self::open($this->other);
    }

    /** @param array<string, mixed> $configuration */
    private static function open(array $configuration): ConnectionInterface
    {
        $con = ConnectionFactory::create($configuration, Orm::getServiceContainer()->getAdapter('identity'));
        $con->setName('identity');

        return $con;
    }

    private function create(): void
    {
        $table = array_rand($this->truth);
        $n = ++$this->counter;
        if ($table === 'author') {
            $object = (new Author())->setCode($n + 1000)->setName("n$n");
        } elseif ($table === 'book') {
            $object = (new Book())->setTitle("t$n")->setPages($n)->setAuthorCode($this->anyKey('author'));
        } elseif ($this->anyKey('book') !== null) {
            $object = (new Review())->setText("r$n")->setBookId($this->anyKey('book'));
        } else {
            return;
        }
        $object->save();
        $key = $object->getPrimaryKey();
        $this->say("create $table $key");
        $this->truth[$table][$key] = self::valuesOf($table, $object);
        $this->held[spl_object_id($object)] = [$table, $key, $object, []];
        $this->created[spl_object_id($object)] = true;
        $this->seen[] = $object;
    }

    private function change(): void
    {
        $id = $this->anyHeld();
        if ($id === null) {
            return;
        }
        [$table, $key, $object] = $this->held[$id];
        if ($this->held[$id][3] === [] && $this->hasUnsaved($table, $key)) {
            return;
        }
        $n = ++$this->counter;
        [$column, $value] = match ($table) {
            'author' => ['Name', "n$n"],
            'book' => [['Title', "t$n"], ['Pages', $n], ['AuthorCode', $this->anyKey('author')]][mt_rand(0, 2)],
            'review' => [['Text', "r$n"], ['BookId', $this->anyKey('book')]][mt_rand(0, 1)],
        };
        if (($column === 'BookId' && $value === null) || ($column === 'AuthorCode' && $this->hasUnsavedColumn('Code'))) {
            return;
        }
        $before = $object->{"get$column"}();
        if ($column === 'AuthorCode' && mt_rand(0, 1) && $value !== null) {
            $object->setAuthor(AuthorQuery::create()->findPk($value));
            $this->say("book $key ->setAuthor($value)");
        } else {
            $object->{"set$column"}($value);
            $this->say("$table $key ->set$column(" . json_encode($value) . ')');
        }
        if ($before !== $object->{"get$column"}()) {
            $this->held[$id][3][$column] = $this->changed[$id][$column] = $object->{"get$column"}();
        }
    }

    private function rekey(): void
    {
        $id = $this->anyHeld('author');
        if ($id === null) {
            return;
        }
        [, $key, $object] = $this->held[$id];
        // A row that is about to leave may be among the members of the author too, as another object.
        if (($this->held[$id][3] === [] && $this->hasUnsaved('author', $key)) || $this->hasUnsavedColumn('AuthorCode')) {
            return;
        }
        $code = ++$this->counter + 1000;
        // Members that it knows are given the new key by the object: they may be other objects of rows that have left.
        $object->clearBooks();
        $object->setCode($code);
        $this->say("author $key ->setCode($code)");
        $this->held[$id][3]['Code'] = $this->changed[$id]['Code'] = $code;
        if (mt_rand(0, 1)) {
            $this->write(static fn () => $object->save(), "save author $key");
        }
    }

    private function save(): void
    {
        $id = $this->anyHeld();
        if ($id !== null) {
            [$table, $key, $object] = $this->held[$id];
            $this->write(static fn () => $object->save(), "save $table $key");
        }
    }

    private function saveAll(): void
    {
        foreach ($this->held as [$table, $key, $object]) {
            $this->write(static fn () => $object->save(), "save $table $key");
        }
    }

    private function delete(): void
    {
        $id = $this->anyHeld();
        if ($id === null || mt_rand(0, 2)) {
            return;
        }
        [$table, $key, $object] = $this->held[$id];
        $this->say("delete $table $key");
        $object->delete();
        $this->remove($table, $key);
        unset($this->held[$id]);
    }

    private function deleteByQuery(): void
    {
        $table = array_rand($this->truth);
        $key = $this->anyKey($table);
        if ($key === null || mt_rand(0, 2) || $this->hasUnsaved($table, $key)) {
            return;
        }
        $this->say("query delete $table $key");
        $query = self::query($table);
        mt_rand(0, 1) ? $query->filterByPrimaryKey($key) : $query->where(ucfirst($table) . '.' . self::KEYS[$table] . ' = ?', $key);
        $query->delete();
        $this->remove($table, $key);
    }

    private function update(): void
    {
        $limit = mt_rand(0, $this->counter);
        $pages = ++$this->counter;
        $this->say("query update pages < $limit to $pages");
        BookQuery::create()->filterByPages($limit, '<')->update(['Pages' => $pages]);
        foreach ($this->truth['book'] as $key => $row) {
            if ($row['Pages'] < $limit) {
                $this->truth['book'][$key]['Pages'] = $pages;
            }
        }
    }

    private function updateOne(): void
    {
        $table = array_rand($this->truth);
        $key = $this->anyKey($table);
        if ($key === null) {
            return;
        }
        $n = ++$this->counter;
        $column = ['author' => 'Name', 'book' => 'Title', 'review' => 'Text'][$table];
        $this->say("query update $table $key");
        if ($table === 'author' && mt_rand(0, 1) && !$this->hasUnsaved($table, $key)) {
            AuthorQuery::create()->filterByCode($key)->update(['Code' => $n + 1000]);
            $this->rename($key, $n + 1000);

            return;
        }
        self::query($table)->filterByPrimaryKey($key)->update([$column => "u$n"]);
        $this->truth[$table][$key][$column] = "u$n";
    }

    private function find(): void
    {
        $table = array_rand($this->truth);
        $key = $this->anyKey($table) ?? 5;
        $this->say("findPk $table $key");
        $this->see($table, $key, self::query($table)->findPk($key));
        foreach ([...array_slice(array_keys($this->formerly[$table] ?? []), -5), 1_000_000_000] as $other) {
            if (!isset($this->truth[$table][$other])) {
                assert(self::query($table)->findPk($other) === null, "$table $other is there");
            }
        }
    }

    private function findAll(): void
    {
        $table = array_rand($this->truth);
        $this->say("find all $table");
        $this->seeAll($table, self::query($table)->find());
    }

    private function lock(): void
    {
        $table = array_rand($this->truth);
        $key = $this->anyKey($table);
        if ($key === null) {
            return;
        }
        $this->say("lock $table $key");
        $query = self::query($table)->lockForUpdate();
        $object = mt_rand(0, 1) ? $query->findPk($key) : $query->filterByPrimaryKey($key)->findOne();
        $this->see($table, $key, $object);
    }

    private function joinToOne(): void
    {
        $this->say('join book with author');
        $books = BookQuery::create()->leftJoinWithAuthor()->find();
        $this->seeAll('book', $books);
        foreach ($books as $book) {
            $this->agree($book);
        }
    }

    private function joinToMany(): void
    {
        $this->say('join author with books with reviews');
        $authors = AuthorQuery::create()->leftJoinWithBook()->leftJoinWith('Book.Review')->find();
        $this->seeAll('author', $authors);
        foreach ($authors as $author) {
            foreach ($author->getBooks() as $book) {
                $this->agree($book);
                if (!$this->seeMember('book', $book)) {
                    continue;
                }
                foreach ($book->getReviews() as $review) {
                    $this->seeMember('review', $review);
                }
            }
        }
    }

    private function members(): void
    {
        $key = $this->anyKey('author');
        $author = $key === null ? null : AuthorQuery::create()->findPk($key);
        if ($author === null || $author->isModified()) {
            return;
        }
        $this->say("books of author $key");
        $author->clearBooks();
        $wanted = [];
        foreach ($this->truth['book'] as $id => $row) {
            if ($row['AuthorCode'] === $key) {
                $wanted[] = $id;
            }
        }
        assert($author->countBooks() === count($wanted), 'number of members');
        $found = [];
        foreach ($author->getBooks() as $book) {
            $found[] = $book->getId();
            $this->see('book', $book->getId(), $book);
            $this->agree($book);
        }
        sort($found);
        sort($wanted);
        assert($found === $wanted, 'members');
    }

    private function populate(): void
    {
        $this->say('populate the books of all authors');
        AuthorQuery::create()->find()->populateRelation('Book');
        BookQuery::create()->find()->populateRelation('Author');
        $this->compareHeld();
    }

    private function parent(): void
    {
        $key = $this->anyKey('book');
        if ($key === null) {
            return;
        }
        $this->say("author of book $key");
        $book = BookQuery::create()->findPk($key);
        $book->getAuthor();
        $this->see('book', $key, $book);
        $this->agree($book);
    }

    private function arrays(): void
    {
        $this->say('arrays');
        $rows = AuthorQuery::create()->leftJoinWithBook()->setFormatter(ModelCriteria::FORMAT_ARRAY)->find();
        $found = [];
        foreach ($rows as $row) {
            assert($this->truth['author'][$row['Code']]['Name'] === $row['Name'], 'array of author');
            $found[] = $row['Code'];
            foreach ($row['Books'] as $book) {
                assert($this->truth['book'][$book['Id']] === $book, 'array of book');
            }
        }
        assert(count($found) === count(array_unique($found)) && count($found) === count($this->truth['author']));
        $titles = BookQuery::create()->orderById()->select('Title')->find()->getData();
        ksort($this->truth['book']);
        assert($titles === array_column($this->truth['book'], 'Title'), 'titles');
    }

    private function rows(): void
    {
        $this->say('rows of several columns');
        $rows = BookQuery::create()->leftJoinAuthor()->orderById()->select(['Id', 'Title', 'Author.Name'])->find();
        ksort($this->truth['book']);
        $wanted = array_map(fn (array $row): array => [
            'Id' => $row['Id'],
            'Title' => $row['Title'],
            'Author.Name' => $this->truth['author'][$row['AuthorCode'] ?? 0]['Name'] ?? null,
        ], array_values($this->truth['book']));
        assert($rows->getData() == $wanted, 'rows show ' . json_encode($rows->getData()));
        $statement = AuthorQuery::create()->orderByCode()->setFormatter(ModelCriteria::FORMAT_STATEMENT)->find();
        ksort($this->truth['author']);
        assert($statement->fetchAll() == array_map(array_values(...), array_values($this->truth['author'])), 'statement');
    }

    private function onDemand(): void
    {
        $this->say('one at a time');
        $count = 0;
        $books = BookQuery::create()->leftJoinWithAuthor()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find();
        foreach ($books as $book) {
            $count++;
            [$key, $unsaved] = [$this->held[spl_object_id($book)][1] ?? $book->getId(), $this->held[spl_object_id($book)][3] ?? []];
            assert(self::valuesOf('book', $book) === array_replace($this->truth['book'][$key], $unsaved), "book $key, on demand");
            $this->agree($book);
        }
        assert($count === count($this->truth['book']), 'books on demand');
    }

    private function unpooled(): void
    {
        $this->say('without a pool');
        Orm::disableInstancePooling();
        $authors = AuthorQuery::create()->leftJoinWithBook()->leftJoinWith('Book.Review')->find();
        $books = BookQuery::create()->find();
        Orm::enableInstancePooling();
        assert(count($authors) === count($this->truth['author']), 'authors without a pool');
        $seen = 0;
        foreach ($authors as $author) {
            assert(self::valuesOf('author', $author) === $this->truth['author'][$author->getCode()]);
            foreach ($author->getBooks() as $book) {
                $seen++;
                assert($book->getAuthor() === $author && self::valuesOf('book', $book) === $this->truth['book'][$book->getId()]);
                foreach ($book->getReviews() as $review) {
                    assert(self::valuesOf('review', $review) === $this->truth['review'][$review->getId()]);
                }
            }
        }
        assert($seen === count(array_filter(array_column($this->truth['book'], 'AuthorCode'))), 'books without a pool');
        foreach ($books as $book) {
            assert(self::valuesOf('book', $book) === $this->truth['book'][$book->getId()], 'book without a pool');
        }
    }

    private function forget(): void
    {
        if (mt_rand(0, 3) === 0) {
            $this->say('forget all objects');
            $this->held = [];
            AuthorTableMap::clearInstancePool();
            BookTableMap::clearInstancePool();
            ReviewTableMap::clearInstancePool();
        } else {
            // An object with unsaved values would still be in the pool.
            $id = $this->anyHeld();
            if ($id !== null && $this->held[$id][3] === []) {
                unset($this->held[$id]);
            }
        }
    }

    /** Writes, which may be refused, and notes what is saved now: objects save others that they are related to. */
    private function write(callable $call, string $what): void
    {
        $this->say($what);
        try {
            $call();
        } catch (ExceptionInterface $refusal) {
            $this->say('refused: ' . substr($refusal->getMessage(), 0, 80));
            $this->isRefused = true;
            $this->compareHeld();

            return;
        }
        // Keys first: the database passes them on to rows that others may have changed then.
        foreach ($this->held as $id => [$table, $key, $object, $unsaved]) {
            if (isset($unsaved['Code']) && !$object->isModified()) {
                $this->rename($key, $unsaved['Code'], $id);
                unset($this->held[$id][3]['Code']);
            }
        }
        foreach ($this->held as $id => [$table, $key, $object, $unsaved]) {
            if ($unsaved !== [] && !$object->isModified()) {
                if (isset($unsaved['AuthorCode']) && !isset($this->truth['author'][$unsaved['AuthorCode']])) {
                    // The author has got another key meanwhile.
                    $unsaved['AuthorCode'] = $object->getAuthorCode();
                }
                if (isset($this->truth[$table][$key])) {
                    $this->truth[$table][$key] = array_replace($this->truth[$table][$key], $unsaved);
                }
                $this->held[$id][3] = [];
            }
        }
    }

    /** What a query gave for a row: the row as it is, but for what is set on the object and not saved. */
    private function see(string $table, int $key, ?ActiveRecordInterface $object): void
    {
        $row = $this->truth[$table][$key] ?? null;
        assert(($object === null) === ($row === null), "$table $key is " . ($object === null ? 'lost' : 'there'));
        if ($object === null) {
            return;
        }
        $unsaved = $this->held[spl_object_id($object)][3] ?? [];
        $wanted = array_replace($row, $unsaved);
        $values = self::valuesOf($table, $object);
        assert($values === $wanted, "$table $key shows " . json_encode($values) . ', not ' . json_encode($wanted));
        $this->held[spl_object_id($object)] ??= [$table, $key, $object, []];
        $this->seen[] = $object;
    }

    /** A member of a relation; one that was put there and is not saved was not read. */
    private function seeMember(string $table, ActiveRecordInterface $object): bool
    {
        $known = $this->held[spl_object_id($object)] ?? null;
        if (isset($known[3]['AuthorCode']) || isset($known[3]['BookId'])) {
            return false;
        }
        $this->see($table, $known[1] ?? $object->getPrimaryKey(), $object);

        return true;
    }

    /** @param iterable<ActiveRecordInterface> $objects */
    private function seeAll(string $table, iterable $objects): void
    {
        $found = [];
        foreach ($objects as $object) {
            $key = $this->held[spl_object_id($object)][1] ?? $object->getPrimaryKey();
            $this->see($table, $key, $object);
            $found[] = $key;
        }
        sort($found);
        $wanted = array_keys($this->truth[$table]);
        sort($wanted);
        assert($found === $wanted, "all of $table");
    }

    /** The related object is the one that the column names. */
    private function agree(Book $book): void
    {
        $author = $book->getAuthor();
        $unsaved = $author === null ? null : $this->held[spl_object_id($author)][3]['Code'] ?? null;
        assert($unsaved !== null || $author?->getCode() === $book->getAuthorCode(), 'author of book ' . $book->getId());
    }

    private function compare(): void
    {
        foreach ($this->truth as $table => $rows) {
            $this->formerly[$table] = ($this->formerly[$table] ?? []) + $rows;
        }
        $this->compareHeld();
        $con = Orm::getWriteConnection('identity');
        foreach (['author' => 'code, name', 'book' => 'id, title, pages, author_code', 'review' => 'id, book_id, text'] as $table => $list) {
            $rows = $con->query("SELECT $list FROM $table ORDER BY 1")->getDataObject()->fetchAll(PDO::FETCH_NUM);
            ksort($this->truth[$table]);
            $wanted = array_map(array_values(...), array_values($this->truth[$table]));
            assert($rows == $wanted, "$table is " . json_encode($rows) . ', not ' . json_encode($wanted));
        }
    }

    /** What was set and not saved is still there. */
    private function compareHeld(): void
    {
        foreach ($this->held as [$table, $key, $object, $unsaved]) {
            foreach ($unsaved as $column => $value) {
                assert($object->{"get$column"}() === $value, "$table $key has lost its $column");
            }
        }
    }

    /** @param int|null $by the object that has done it: others with the former key have no row any more */
    private function rename(int $code, int $new, ?int $by = null): void
    {
        if (!isset($this->truth['author'][$code])) {
            return;
        }
        $this->truth['author'][$new] = array_replace($this->truth['author'][$code], ['Code' => $new]);
        unset($this->truth['author'][$code]);
        foreach ($this->truth['book'] as $id => $row) {
            if ($row['AuthorCode'] === $code) {
                $this->truth['book'][$id]['AuthorCode'] = $new;
            }
        }
        foreach ($this->held as $id => [$table, $key]) {
            if ($id === $by) {
                $this->formerKeys[$id] ??= $code;
                $this->held[$id][1] = $new;
            } elseif ($table === 'author' && $key === $code) {
                unset($this->held[$id]);
            }
        }
    }

    private function remove(string $table, int $key): void
    {
        unset($this->truth[$table][$key]);
        foreach ($this->truth['book'] as $id => $row) {
            if ($table === 'author' && $row['AuthorCode'] === $key) {
                $this->truth['book'][$id]['AuthorCode'] = null;
            }
        }
        foreach ($this->truth['review'] as $id => $row) {
            if ($table === 'book' && $row['BookId'] === $key) {
                unset($this->truth['review'][$id]);
            }
        }
        foreach ($this->held as $id => [$heldTable, $heldKey]) {
            if (!isset($this->truth[$heldTable][$heldKey])) {
                unset($this->held[$id]);
            }
        }
    }

    private function anyKey(string $table): ?int
    {
        return $this->truth[$table] === [] ? null : array_rand($this->truth[$table]);
    }

    private function anyHeld(?string $table = null): ?int
    {
        $ids = array_keys(array_filter($this->held, static fn (array $one): bool => $table === null || $one[0] === $table));

        return $ids === [] ? null : $ids[mt_rand(0, count($ids) - 1)];
    }

    /** What becomes of two objects of one row that both have unsaved values is nobody's question here. */
    private function hasUnsaved(string $table, int $key): bool
    {
        foreach ($this->held as [$heldTable, $heldKey, , $unsaved]) {
            if ($heldTable === $table && $heldKey === $key && $unsaved !== []) {
                return true;
            }
        }

        return false;
    }

    private function hasUnsavedColumn(string $column): bool
    {
        foreach ($this->held as [, , , $unsaved]) {
            if (array_key_exists($column, $unsaved)) {
                return true;
            }
        }

        return false;
    }

    private function say(string $what): void
    {
        $this->log[] = $what;
    }

    private static function query(string $table): ModelCriteria
    {
        return match ($table) {
            'author' => AuthorQuery::create(),
            'book' => BookQuery::create(),
            'review' => ReviewQuery::create(),
        };
    }

    /** @return array<string, mixed> */
    private static function valuesOf(string $table, ActiveRecordInterface $object): array
    {
        $values = [];
        foreach (self::COLUMNS[$table] as $column) {
            $values[$column] = $object->{"get$column"}();
        }

        return $values;
    }
}
