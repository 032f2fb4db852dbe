<?php

declare(strict_types=1);

namespace Orm\Bench;

use PDO;
use PDOStatement;

/** What somebody writes who wants nothing but speed: PDO, each statement prepared once, plain objects. */
final class HandWritten implements Work
{
    private const BOOK = 'book.id, book.title, book.isbn, book.pages, book.author_id';

    /** @var array<string, PDOStatement> */
    private array $statements = [];

    private readonly string $driver;
    private readonly string $returning;

    public function __construct(private readonly PDO $pdo)
    {
        $this->driver = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
        $this->returning = $this->driver === 'pgsql' ? ' RETURNING id' : '';
    }

    public function insertParentAndChild(int $times): void
    {
        $insertAuthor = $this->prepare('INSERT INTO author (name, email) VALUES (?, ?)' . $this->returning);
        $insertBook = $this->prepare(
            'INSERT INTO book (title, isbn, pages, author_id) VALUES (?, ?, ?, ?)' . $this->returning,
        );
        for ($i = 0; $i < $times; $i++) {
            $author = new PlainAuthor();
            $author->name = "Name $i";
            $author->email = "email$i@example.org";
            $book = new PlainBook();
            $book->title = "Title $i";
            $book->isbn = "isbn-$i";
            $book->pages = $i;
            $book->author = $author;
            $this->pdo->beginTransaction();
            $insertAuthor->execute([$author->name, $author->email]);
            $author->id = $this->newId($insertAuthor);
            $book->author_id = $author->id;
            $insertBook->execute([$book->title, $book->isbn, $book->pages, $book->author_id]);
            $book->id = $this->newId($insertBook);
            $this->pdo->commit();
        }
    }

    public function insertInOneTransaction(int $times): void
    {
        $insert = $this->prepare('INSERT INTO author (name, email) VALUES (?, ?)' . $this->returning);
        $this->pdo->beginTransaction();
        for ($i = 0; $i < $times; $i++) {
            $author = new PlainAuthor();
            $author->name = "Name $i";
            $author->email = "email$i@example.org";
            $insert->execute([$author->name, $author->email]);
            $author->id = $this->newId($insert);
        }
        $this->pdo->commit();
    }

    public function findByKey(int $times): void
    {
        $find = $this->prepare('SELECT ' . self::BOOK . ' FROM book WHERE book.id = ?');
        for ($i = 0; $i < $times; $i++) {
            $find->execute([$i % 1000 + 1]);
            $row = $find->fetch(PDO::FETCH_NUM);
            $find->closeCursor();
            self::book($row);
        }
    }

    public function countWithOr(int $times): void
    {
        $count = $this->prepare('SELECT COUNT(*) FROM book WHERE (book.title = ? OR book.pages > ?)');
        for ($i = 0; $i < $times; $i++) {
            $count->execute(["Title $i", $i % 500]);
            $count->fetchColumn();
            $count->closeCursor();
        }
    }

    public function countNamedConditions(int $times): void
    {
        $this->countWithOr($times);
    }

    public function hydrateFiveByClause(int $times): void
    {
        $this->hydrateFive($times);
    }

    public function hydrateFive(int $times): void
    {
        $find = $this->prepare('SELECT ' . self::BOOK . ' FROM book WHERE book.id > ? ORDER BY book.id ASC LIMIT 5');
        for ($i = 0; $i < $times; $i++) {
            $find->execute([$i % 900]);
            $books = [];
            while ($row = $find->fetch(PDO::FETCH_NUM)) {
                $books[] = self::book($row);
            }
        }
    }

    public function joinBothSides(int $times): void
    {
        $find = $this->prepare(
            'SELECT ' . self::BOOK . ', author.id, author.name, author.email FROM book '
            . 'INNER JOIN author ON (book.author_id = author.id) WHERE book.title = ? LIMIT 1',
        );
        for ($i = 0; $i < $times; $i++) {
            $find->execute(['Title ' . $i % 3]);
            $row = $find->fetch(PDO::FETCH_NUM);
            $find->closeCursor();
            $author = new PlainAuthor();
            [$author->id, $author->name, $author->email] = [$row[5], $row[6], $row[7]];
            self::book($row)->author = $author;
        }
    }

    public function hydrateAll(): iterable
    {
        $find = $this->prepare('SELECT ' . self::BOOK . ' FROM book');
        $find->execute();
        $books = [];
        while ($row = $find->fetch(PDO::FETCH_NUM)) {
            $books[] = self::book($row);
        }

        return $books;
    }

    public function holdAll(): iterable
    {
        return $this->pdo->query('SELECT ' . self::BOOK . ' FROM book')->fetchAll(PDO::FETCH_NUM);
    }

    public function saveCollection(int $size): iterable
    {
        $books = [];
        for ($i = 0; $i < $size; $i++) {
            $book = new PlainBook();
            $book->title = "Title $i";
            $book->isbn = "isbn-$i";
            $book->pages = $i;
            $book->author_id = 1;
            $books[] = $book;
        }
        $insert = $this->prepare(
            'INSERT INTO book (title, isbn, pages, author_id) VALUES (?, ?, ?, ?)' . $this->returning,
        );
        $this->pdo->beginTransaction();
        foreach ($books as $book) {
            $insert->execute([$book->title, $book->isbn, $book->pages, $book->author_id]);
            $book->id = $this->newId($insert);
        }
        $this->pdo->commit();

        return $books;
    }

    public function appendToLists(int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            $this->beginListTransaction($i % 20);
            $this->append($i);
            $this->pdo->commit();
            if ($this->driver === 'mysql') {
                $this->run('SELECT RELEASE_LOCK(?)', ['list ' . $i % 20]);
            }
        }
    }

    public function appendInOneTransaction(int $times): void
    {
        $this->pdo->beginTransaction();
        $this->lockList(0);
        // The transaction is that of an application, in which MySQL shows what rows were before it waited for the lock.
        $readLock = $this->driver === 'mysql' ? ' FOR UPDATE' : '';
        for ($i = 0; $i < $times; $i++) {
            $this->append(20 * $i, $readLock);
        }
        $this->pdo->commit();
        if ($this->driver === 'mysql') {
            $this->run('SELECT RELEASE_LOCK(?)', ['list 0']);
        }
    }

    private function append(int $i, string $readLock = ''): void
    {
        $max = $this->prepare('SELECT MAX(sortable_rank) FROM item WHERE list_id = ?' . $readLock);
        $insert = $this->prepare(
            'INSERT INTO item (title, list_id, sortable_rank) VALUES (?, ?, ?)' . $this->returning,
        );
        $item = new PlainItem();
        $item->title = "Item $i";
        $item->list_id = $i % 20;
        $max->execute([$item->list_id]);
        $item->sortable_rank = (int) $max->fetchColumn() + 1;
        $max->closeCursor();
        $insert->execute([$item->title, $item->list_id, $item->sortable_rank]);
        $item->id = $this->newId($insert);
    }

    public function moveInList(int $times): void
    {
        $ids = $this->pdo->query('SELECT id FROM item ORDER BY id')->fetchAll(PDO::FETCH_COLUMN);
        $this->moveItems($ids, $times);
    }

    /** @return list<PlainItem> whose ranks nobody keeps up to date */
    public function moveInListOfHeldObjects(int $times): array
    {
        $items = $this->pdo->query('SELECT id, title, list_id, sortable_rank FROM item ORDER BY id')
            ->fetchAll(PDO::FETCH_CLASS, PlainItem::class);
        $this->moveItems(array_column($items, 'id'), $times);

        return $items;
    }

    /** @param list<int> $ids */
    private function moveItems(array $ids, int $times): void
    {
        $read = $this->prepare('SELECT id, title, list_id, sortable_rank FROM item WHERE id = ?');
        $up = $this->prepare('UPDATE item SET sortable_rank = sortable_rank + 1'
            . ' WHERE list_id = ? AND sortable_rank >= ? AND sortable_rank < ?');
        $down = $this->prepare('UPDATE item SET sortable_rank = sortable_rank - 1'
            . ' WHERE list_id = ? AND sortable_rank <= ? AND sortable_rank > ?');
        $place = $this->prepare('UPDATE item SET sortable_rank = ? WHERE id = ?');
        foreach (Moves::of(count($ids), $times) as [$position, $rank]) {
            $this->beginListTransaction(1);
            $read->execute([$ids[$position]]);
            $item = $read->fetchObject(PlainItem::class);
            $read->closeCursor();
            ($rank < $item->sortable_rank ? $up : $down)->execute([$item->list_id, $rank, $item->sortable_rank]);
            $item->sortable_rank = $rank;
            $place->execute([$rank, $item->id]);
            $this->pdo->commit();
            if ($this->driver === 'mysql') {
                $this->run('SELECT RELEASE_LOCK(?)', ['list 1']);
            }
        }
    }

    private function beginListTransaction(int $list): void
    {
        if ($this->driver === 'mysql') {
            $this->pdo->exec('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
        }
        $this->pdo->beginTransaction();
        $this->lockList($list);
    }

    /** Another process that appends at the same time has to wait, else two items would get the same rank. */
    private function lockList(int $list): void
    {
        match ($this->driver) {
            'mysql' => $this->run('SELECT GET_LOCK(?, ?)', ['list ' . $list, 10]),
            'pgsql' => $this->run('SELECT pg_advisory_xact_lock(?, ?)', [1, $list]),
            default => $this->run('UPDATE item SET sortable_rank = sortable_rank WHERE 0', []),
        };
    }

    /** @param list<mixed> $values */
    private function run(string $sql, array $values): void
    {
        $statement = $this->prepare($sql);
        $statement->execute($values);
        $statement->closeCursor();
    }

    private function prepare(string $sql): PDOStatement
    {
        return $this->statements[$sql] ??= $this->pdo->prepare($sql);
    }

    private function newId(PDOStatement $insert): int
    {
        return (int) ($this->returning === '' ? $this->pdo->lastInsertId() : $insert->fetchColumn());
    }

    /** @param list<mixed> $row */
    private static function book(array $row): PlainBook
    {
        $book = new PlainBook();
        [$book->id, $book->title, $book->isbn, $book->pages, $book->author_id] = $row;

        return $book;
    }
}
