<?php

/**
 * PDO and arrays, without a class of its own to load. The bench counts instructions above those of this script. If it
 * changed, results of different days could not be compared.
 */

declare(strict_types=1);

namespace Orm\Bench\Request;

use PDO;
use PDOStatement;

return static fn (string $project, bool $isPersistent): object => new class ($project, $isPersistent) {
    private const BOOK = 'book.id, book.title, book.isbn, book.pages, book.author_id, book.publisher_id';

    private readonly PDO $pdo;
    private readonly string $driver;

    public function __construct(string $project, bool $isPersistent)
    {
        [$dsn, $user, $password] = require $project . '/connection.php';
        $this->driver = strstr($dsn, ':', true);
        $this->pdo = new PDO($dsn, $user, $password, [
            PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
            PDO::ATTR_PERSISTENT => $isPersistent,
        ] + ($this->driver === 'mysql' ? [PDO::ATTR_EMULATE_PREPARES => false] : []));
    }

    public function findByKey(int $n): mixed
    {
        return $this->row('SELECT ' . self::BOOK . ' FROM book WHERE book.id = ?', [$n]);
    }

    public function findByUnique(int $n): mixed
    {
        return $this->row('SELECT ' . self::BOOK . ' FROM book WHERE book.isbn = ? LIMIT 1', ["isbn-$n"]);
    }

    public function joinToOne(int $n): mixed
    {
        return $this->row('SELECT ' . self::BOOK . ', author.id, author.name, author.email FROM book'
            . ' INNER JOIN author ON (book.author_id = author.id) WHERE book.title = ? LIMIT 1', ["Title $n"]);
    }

    public function joinToMany(int $n): array
    {
        return $this->rows('SELECT ' . self::BOOK . ', review.id, review.book_id, review.text FROM book'
            . ' LEFT JOIN review ON (book.id = review.book_id) WHERE book.id = ?', [$n]);
    }

    public function clauseWithLimit(int $n): array
    {
        return $this->rows(
            'SELECT ' . self::BOOK . ' FROM book WHERE book.pages > ? ORDER BY book.title ASC LIMIT 5',
            [990],
        );
    }

    public function count(int $n): int
    {
        return (int) $this->run('SELECT COUNT(*) FROM book WHERE (book.title = ? OR book.pages > ?)', [
            "Title $n",
            $n,
        ])->fetchColumn();
    }

    public function insert(int $n): int
    {
        return $this->insertInto('author (name, email) VALUES (?, ?)', ["Name $n", "email$n@example.org"]);
    }

    public function update(int $n): int
    {
        $this->findByKey($n);

        return $this->run('UPDATE book SET title = ? WHERE book.id = ?', ["Changed $n", $n])->rowCount();
    }

    public function delete(int $n): int
    {
        $this->row('SELECT review.id, review.book_id, review.text FROM review WHERE review.id = ?', [$n]);

        return $this->run('DELETE FROM review WHERE review.id = ?', [$n])->rowCount();
    }

    public function append(int $n): int
    {
        return $this->inList($n % 5, function (int $list) use ($n): int {
            $last = $this->run('SELECT MAX(sortable_rank) FROM item WHERE list_id = ?', [$list])->fetchColumn();

            return $this->insertInto('item (title, list_id, sortable_rank) VALUES (?, ?, ?)', [
                "Item $n",
                $list,
                (int) $last + 1,
            ]);
        });
    }

    public function move(int $n): int
    {
        return $this->inList($n % 5, function (int $list): int {
            [$id, , , $rank] = $this->row(
                'SELECT id, title, list_id, sortable_rank FROM item WHERE list_id = ? AND sortable_rank = ?',
                [$list, 10],
            );
            $this->run(
                'UPDATE item SET sortable_rank = sortable_rank + 1'
                . ' WHERE list_id = ? AND sortable_rank >= ? AND sortable_rank < ?',
                [$list, 2, $rank],
            );

            return $this->run('UPDATE item SET sortable_rank = ? WHERE id = ?', [2, $id])->rowCount();
        });
    }

    /** A book, its author and publisher, its reviews, and the items of a list. */
    public function page(int $n): array
    {
        return [
            $this->row(
                'SELECT ' . self::BOOK . ', author.id, author.name, author.email, publisher.id, publisher.name'
                . ' FROM book INNER JOIN author ON (book.author_id = author.id)'
                . ' LEFT JOIN publisher ON (book.publisher_id = publisher.id) WHERE book.isbn = ? LIMIT 1',
                ["isbn-$n"],
            ),
            $this->rows('SELECT id, book_id, text FROM review WHERE book_id = ? ORDER BY id ASC', [$n]),
            $this->rows(
                'SELECT id, title, list_id, sortable_rank FROM item WHERE list_id = ? ORDER BY sortable_rank ASC'
                . ' LIMIT 10',
                [$n % 5],
            ),
        ];
    }

    public function translation(int $n): mixed
    {
        return $this->row('SELECT label.id, label_i18n.id, label_i18n.locale, label_i18n.title FROM label'
            . ' LEFT JOIN label_i18n ON (label.id = label_i18n.id AND label_i18n.locale = ?) WHERE label.id = ?', [
                'en_US',
                $n,
            ]);
    }

    /** An author with two books of one publisher. */
    public function graph(int $n): void
    {
        $this->pdo->beginTransaction();
        $author = $this->insertInto('author (name, email) VALUES (?, ?)', ["Name $n", null]);
        $publisher = $this->insertInto('publisher (name) VALUES (?)', ["Publisher $n"]);
        foreach (['One', 'Two'] as $title) {
            $this->insertInto(
                'book (title, pages, author_id, publisher_id) VALUES (?, ?, ?, ?)',
                [$title, 1, $author, $publisher],
            );
        }
        $this->pdo->commit();
    }

    /**
     * Another process that changes the list at the same time waits.
     *
     * @param callable(int): int $change
     */
    private function inList(int $list, callable $change): int
    {
        if ($this->driver === 'mysql') {
            $this->pdo->exec('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
        }
        $this->driver === 'sqlite' ? $this->pdo->exec('BEGIN IMMEDIATE') : $this->pdo->beginTransaction();
        match ($this->driver) {
            'mysql' => $this->run('SELECT GET_LOCK(?, ?)', ["list $list", 10])->fetchColumn(),
            'pgsql' => $this->run('SELECT pg_advisory_xact_lock(?, ?)', [1, $list]),
            default => null,
        };
        $result = $change($list);
        $this->driver === 'sqlite' ? $this->pdo->exec('COMMIT') : $this->pdo->commit();
        if ($this->driver === 'mysql') {
            $this->run('SELECT RELEASE_LOCK(?)', ["list $list"])->fetchColumn();
        }

        return $result;
    }

    /** @param list<mixed> $values */
    private function insertInto(string $sql, array $values): int
    {
        $inserted = $this->run(
            "INSERT INTO $sql" . ($this->driver === 'pgsql' ? ' RETURNING id' : ''),
            $values,
        );

        return (int) ($this->driver === 'pgsql' ? $inserted->fetchColumn() : $this->pdo->lastInsertId());
    }

    /** @param list<mixed> $values */
    private function row(string $sql, array $values): mixed
    {
        return $this->run($sql, $values)->fetch(PDO::FETCH_NUM);
    }

    /** @param list<mixed> $values */
    private function rows(string $sql, array $values): array
    {
        return $this->run($sql, $values)->fetchAll(PDO::FETCH_NUM);
    }

    /** @param list<mixed> $values */
    private function run(string $sql, array $values): PDOStatement
    {
        $statement = $this->pdo->prepare($sql);
        $statement->execute($values);

        return $statement;
    }
};
