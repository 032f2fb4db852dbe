<?php

declare(strict_types=1);

namespace Orm\Bench;

use DateTimeImmutable;
use Orm\Runtime\Behavior\EventDispatcher\PostInsertEvent;
use Orm\Runtime\Behavior\EventDispatcher\PostSaveEvent;
use Orm\Runtime\Behavior\EventDispatcher\PostUpdateEvent;
use Orm\Runtime\Behavior\EventDispatcher\PreInsertEvent;
use Orm\Runtime\Behavior\EventDispatcher\PreSaveEvent;
use Orm\Runtime\Behavior\EventDispatcher\PreUpdateEvent;
use PDO;
use PDOException;
use PDOStatement;

/**
 * What somebody writes who wants nothing but speed: PDO, each statement prepared once, plain objects. What is one
 * statement has no transaction of its own; what looks at rows before it writes is as safe against others as models are.
 */
final class BehaviorsByHand implements Behaviors
{
    private const TABLES = [
        'no behavior' => 'plain',
        'timestampable' => 'dated',
        'uuid' => 'identified',
        'event_dispatcher' => 'told',
        'query_cache' => 'asked',
        'sluggable' => 'slugged',
        'i18n' => 'translated',
        'versionable' => 'versioned',
        'archivable' => 'archived',
        'concrete_inheritance' => 'inherited',
        'aggregate_column' => 'counted',
        'aggregate_multiple_columns' => 'summed',
        'delegate' => 'delegating',
        'nested_set' => 'node',
    ];

    /** @var array<string, PDOStatement> */
    private array $statements = [];

    /** @var list<PlainRow> */
    private array $rows = [];

    private readonly string $driver;
    private readonly string $returning;
    private readonly string $locking;

    public function __construct(private readonly PDO $pdo, private readonly PlainDispatcher $dispatcher)
    {
        $this->driver = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
        $this->returning = $this->driver === 'pgsql' ? ' RETURNING id' : '';
        $this->locking = $this->driver === 'sqlite' ? '' : ' FOR UPDATE';
    }

    public function insert(string $behavior, int $times): void
    {
        $root = $behavior === 'nested_set' ? $this->root() : null;
        $this->rows = $root === null ? [] : [$root];
        for ($i = 0; $i < $times; $i++) {
            $row = new PlainRow();
            $row->title = "Title $i";
            $row->pages = $i;
            match ($behavior) {
                'no behavior', 'query_cache' => $this->insertPlain($row, self::TABLES[$behavior]),
                'timestampable' => $this->insertDated($row),
                'uuid' => $this->insertIdentified($row),
                'event_dispatcher' => $this->insertTold($row),
                'sluggable' => $this->withFreeSlug($row, $this->insertSlugged(...)),
                'i18n' => $this->insertTranslated($row),
                'versionable' => $this->insertVersioned($row),
                'archivable' => $this->insertArchived($row),
                'concrete_inheritance' => $this->insertInherited($row),
                'aggregate_column' => $this->insertCounted($row, $i % 20 + 1),
                'aggregate_multiple_columns' => $this->insertSummed($row, $i % 20 + 1),
                'delegate' => $this->insertDelegating($row),
                'nested_set' => $this->insertNode($row, $root),
            };
        }
    }

    public function load(string $behavior, int $times): void
    {
        $table = self::TABLES[$behavior];
        $columns = match ($behavior) {
            'aggregate_column', 'aggregate_multiple_columns' => 'id, pages, owner_id',
            'delegate', 'i18n' => 'id',
            'nested_set' => 'id, pages, tree_left, tree_right, tree_level',
            default => 'id, pages',
        };
        $where = $behavior === 'nested_set' ? ' WHERE tree_left > 1' : '';
        $this->rows = $this->pdo->query("SELECT $columns FROM $table$where ORDER BY id LIMIT $times")
            ->fetchAll(PDO::FETCH_CLASS, PlainRow::class);
    }

    public function update(string $behavior, int $times): void
    {
        $root = $behavior === 'nested_set' ? $this->root() : null;
        foreach ($this->rows as $i => $row) {
            $row->title = "Changed $i";
            match ($behavior) {
                'no behavior' => $this->execute('UPDATE plain SET title = ? WHERE id = ?', [$row->title, $row->id]),
                'timestampable' => $this->updateDated($row),
                'event_dispatcher' => $this->updateTold($row),
                'sluggable' => $this->withFreeSlug($row, $this->updateSlugged(...)),
                'i18n' => $this->execute(
                    'UPDATE translated_i18n SET title = ? WHERE id = ? AND locale = ?',
                    [$row->title, $row->id, 'en_US'],
                ),
                'versionable' => $this->updateVersioned($row),
                'archivable' => $this->updateArchived($row),
                'concrete_inheritance' => $this->updateInherited($row),
                'aggregate_column' => $this->updateCounted($row, $i + 10_000),
                'aggregate_multiple_columns' => $this->updateSummed($row, $i + 10_000),
                'delegate' => $this->execute('UPDATE detail SET pages = ? WHERE id = ?', [$i + 10_000, $row->id]),
                'nested_set' => $this->moveNode($row, $root),
            };
        }
    }

    public function find(string $behavior, int $times): void
    {
        $ids = $this->ids($behavior, $times);
        foreach ($ids as $i => $id) {
            match ($behavior) {
                'sluggable' => $this->row(['id', 'title', 'pages', 'slug'], 'slugged', 'slug = ?', ["title-$i"]),
                'query_cache' => $this->row(['id', 'title', 'pages'], 'asked', 'title = ? AND pages > ?', [
                    "Title $i", -1,
                ]),
                'i18n' => $this->findTranslated($id),
                'timestampable' => $this->row(
                    ['id', 'title', 'pages', 'created_at', 'updated_at'],
                    'dated',
                    'id = ?',
                    [$id],
                ),
                'versionable' => $this->row(['id', 'title', 'pages', 'version'], 'versioned', 'id = ?', [$id])->related
                    = $this->row(
                        ['id', 'title', 'pages', 'version'],
                        'versioned_version',
                        'id = ? AND version = ?',
                        [$id, 1],
                    ),
                'archivable' => $this->row(['id', 'title', 'pages'], 'archived', 'id = ?', [$id])->related
                    = $this->row(['id', 'title', 'pages', 'archived_at'], 'archived_archive', 'id = ?', [$id]),
                'concrete_inheritance' => $this->row(['body', 'id', 'title', 'pages'], 'inherited', 'id = ?', [$id]),
                'aggregate_column' => $this->row(['id', 'total'], 'owner', 'id = ?', [$i + 1]),
                'aggregate_multiple_columns' => $this->row(['id', 'total', 'number'], 'holder', 'id = ?', [$i + 1]),
                'delegate' => $this->row(['id', 'title'], 'delegating', 'id = ?', [$id])->related
                    = $this->row(['pages', 'id'], 'detail', 'id = ?', [$id]),
                'nested_set' => $this->findNode($id),
                default => $this->row(['id', 'title', 'pages'], self::TABLES[$behavior], 'id = ?', [$id]),
            };
        }
    }

    /** @return list<int|string> the keys of rows */
    public function ids(string $behavior, int $times): array
    {
        $table = self::TABLES[$behavior];

        return $this->pdo->query("SELECT id FROM $table ORDER BY id LIMIT $times")->fetchAll(PDO::FETCH_COLUMN);
    }

    private function insertPlain(PlainRow $row, string $table): void
    {
        $row->id = $this->newId("INSERT INTO $table (title, pages) VALUES (?, ?)", [$row->title, $row->pages]);
    }

    private function insertDated(PlainRow $row): void
    {
        $row->created_at = $row->updated_at = self::now();
        $row->id = $this->newId(
            'INSERT INTO dated (title, pages, created_at, updated_at) VALUES (?, ?, ?, ?)',
            [$row->title, $row->pages, $row->created_at, $row->updated_at],
        );
    }

    private function updateDated(PlainRow $row): void
    {
        $row->updated_at = self::now();
        $this->execute(
            'UPDATE dated SET title = ?, updated_at = ? WHERE id = ?',
            [$row->title, $row->updated_at, $row->id],
        );
    }

    private function insertIdentified(PlainRow $row): void
    {
        $hex = sprintf('%012x', (int) (microtime(true) * 1000)) . bin2hex(random_bytes(10));
        $hex[12] = '7';
        $hex[16] = dechex(8 | hexdec($hex[16]) & 3);
        $row->id = substr($hex, 0, 8) . '-' . substr($hex, 8, 4) . '-' . substr($hex, 12, 4) . '-'
            . substr($hex, 16, 4) . '-' . substr($hex, 20);
        $stored = $this->driver === 'mysql' ? hex2bin($hex) : $row->id;
        $this->execute(
            'INSERT INTO identified (id, title, pages) VALUES (?, ?, ?)',
            [$stored, $row->title, $row->pages],
        );
    }

    private function insertTold(PlainRow $row): void
    {
        $this->begin();
        $this->tell($row, PreSaveEvent::class, PreInsertEvent::class);
        $this->insertPlain($row, 'told');
        $this->tell($row, PostInsertEvent::class, PostSaveEvent::class);
        $this->commit();
    }

    private function updateTold(PlainRow $row): void
    {
        $this->begin();
        $this->tell($row, PreSaveEvent::class, PreUpdateEvent::class);
        $this->execute('UPDATE told SET title = ? WHERE id = ?', [$row->title, $row->id]);
        $this->tell($row, PostUpdateEvent::class, PostSaveEvent::class);
        $this->commit();
    }

    /** @param class-string $events */
    private function tell(PlainRow $row, string ...$events): void
    {
        foreach ($events as $event) {
            $this->dispatcher->dispatch(new PlainEvent($event, $row));
        }
    }

    /** The unique index decides: whoever is too late tries the next number. */
    private function withFreeSlug(PlainRow $row, callable $write): void
    {
        $slug = self::slugOf((string) $row->title);
        for ($attempt = 0;; $attempt++) {
            $this->beginWriting();
            try {
                $row->slug = $this->freeSlug($slug, $row->id, $attempt);
                $write($row);
                $this->commit();

                return;
            } catch (PDOException $failure) {
                $this->driver === 'sqlite' ? $this->pdo->exec('ROLLBACK') : $this->pdo->rollBack();
                if (!str_starts_with((string) $failure->getCode(), '23') || $attempt === 10) {
                    throw $failure;
                }
            }
        }
    }

    /** The slug of any title: in letters of ASCII, as long as its column lets it be with a number after it. */
    private static function slugOf(string $title): string
    {
        $ascii = preg_match('/[^\x00-\x7F]/', $title)
            ? (string) transliterator_transliterate('Any-Latin; Latin-ASCII; Lower()', $title)
            : strtolower($title);
        $slug = trim((string) preg_replace('/\W+/', '-', str_replace(["'", '`', '^'], '', $ascii)), '-');

        return $slug === '' ? 'n-a' : substr($slug, 0, 252);
    }

    private function freeSlug(string $slug, int|string|null $id, int $attempt): string
    {
        [$others, $own] = $id === null ? ['', []] : [' AND id <> ?', [$id]];
        if ($this->values("SELECT 1 FROM slugged WHERE slug = ?$others", [$slug, ...$own]) === []) {
            return $slug;
        }
        [$last] = $this->values(
            "SELECT slug FROM slugged WHERE slug LIKE ?$others ORDER BY LENGTH(slug) DESC, slug DESC LIMIT 1",
            [$slug . '-%', ...$own],
        ) ?: [''];

        return $slug . '-' . ((int) substr((string) $last, strlen($slug) + 1) + 1 + $attempt);
    }

    private function insertSlugged(PlainRow $row): void
    {
        $row->id = $this->newId(
            'INSERT INTO slugged (title, pages, slug) VALUES (?, ?, ?)',
            [$row->title, $row->pages, $row->slug],
        );
    }

    private function updateSlugged(PlainRow $row): void
    {
        $this->execute('UPDATE slugged SET title = ?, slug = ? WHERE id = ?', [$row->title, $row->slug, $row->id]);
    }

    private function insertTranslated(PlainRow $row): void
    {
        $this->begin();
        $row->id = $this->newId('INSERT INTO translated (pages) VALUES (?)', [$row->pages]);
        $this->execute(
            'INSERT INTO translated_i18n (id, locale, title) VALUES (?, ?, ?)',
            [$row->id, 'en_US', $row->title],
        );
        $this->commit();
    }

    /** The title in a locale. */
    private function findTranslated(int $id): ?string
    {
        $found = $this->values(
            'SELECT t.id, t.pages, i.id, i.locale, i.title FROM translated t '
            . 'LEFT JOIN translated_i18n i ON t.id = i.id AND i.locale = ? WHERE t.id = ?',
            ['en_US', $id],
        );
        if ($found === []) {
            return null;
        }
        $row = new PlainRow();
        [$row->id, $row->pages] = $found;
        // There may be no translation.
        if ($found[2] !== null) {
            $translation = new PlainRow();
            [, , $translation->id, $translation->locale, $translation->title] = $found;
            $row->related = [$translation->locale => $translation];
        }

        return $row->related['en_US']?->title;
    }

    private function insertVersioned(PlainRow $row): void
    {
        $row->version = 1;
        $this->begin();
        $row->id = $this->newId(
            'INSERT INTO versioned (title, pages, version) VALUES (?, ?, ?)',
            [$row->title, $row->pages, $row->version],
        );
        $this->insertVersion($row);
        $this->commit();
    }

    private function updateVersioned(PlainRow $row): void
    {
        $this->beginWriting();
        [$version] = $this->values('SELECT version FROM versioned WHERE id = ?' . $this->locking, [$row->id]);
        [$last] = $this->values('SELECT MAX(version) FROM versioned_version WHERE id = ?', [$row->id]);
        $row->version = max((int) $version, (int) $last) + 1;
        $this->execute(
            'UPDATE versioned SET title = ?, version = ? WHERE id = ?',
            [$row->title, $row->version, $row->id],
        );
        $this->insertVersion($row);
        $this->commit();
    }

    /** As the database has it: others may have changed columns, and values that are not given have defaults. */
    private function insertVersion(PlainRow $row): void
    {
        $this->execute(
            'INSERT INTO versioned_version (id, title, pages, version) '
            . 'SELECT id, title, pages, version FROM versioned WHERE id = ?',
            [$row->id],
        );
    }

    private function insertArchived(PlainRow $row): void
    {
        $this->begin();
        $row->id = $this->newId(
            'INSERT INTO archived (title, pages) VALUES (?, ?)',
            [$row->title, $row->pages],
        );
        $this->archive($row);
        $this->commit();
    }

    private function updateArchived(PlainRow $row): void
    {
        $this->begin();
        $this->execute('UPDATE archived SET title = ? WHERE id = ?', [$row->title, $row->id]);
        $this->archive($row);
        $this->commit();
    }

    private function archive(PlainRow $row): void
    {
        $archived = clone $row;
        $archived->archived_at = self::now();
        $replace = $this->driver === 'mysql'
            ? 'ON DUPLICATE KEY UPDATE title = VALUES(title), pages = VALUES(pages), archived_at = VALUES(archived_at)'
            : 'ON CONFLICT (id) DO UPDATE SET title = excluded.title, pages = excluded.pages, '
                . 'archived_at = excluded.archived_at';
        $this->execute(
            "INSERT INTO archived_archive (id, title, pages, archived_at) VALUES (?, ?, ?, ?) $replace",
            [$archived->id, $archived->title, $archived->pages, $archived->archived_at],
        );
    }

    private function insertInherited(PlainRow $row): void
    {
        $row->body = 'Body';
        $this->begin();
        $row->id = $this->newId(
            'INSERT INTO base (title, pages, descendant_class) VALUES (?, ?, ?)',
            [$row->title, $row->pages, 'Bench\Inherited'],
        );
        $this->execute(
            'INSERT INTO inherited (title, pages, body, id) VALUES (?, ?, ?, ?)',
            [$row->title, $row->pages, $row->body, $row->id],
        );
        $this->commit();
    }

    private function updateInherited(PlainRow $row): void
    {
        $this->begin();
        $this->execute('UPDATE base SET title = ? WHERE id = ?', [$row->title, $row->id]);
        $this->execute('UPDATE inherited SET title = ? WHERE id = ?', [$row->title, $row->id]);
        $this->commit();
    }

    private function insertCounted(PlainRow $row, int $owner): void
    {
        $this->insertOwned($row, $owner, 'counted', 'owner', $this->sumUp(...));
    }

    private function insertSummed(PlainRow $row, int $owner): void
    {
        $this->insertOwned($row, $owner, 'summed', 'holder', $this->sumUpAll(...));
    }

    private function insertOwned(PlainRow $row, int $owner, string $table, string $owners, callable $sumUp): void
    {
        $row->owner_id = $owner;
        $this->beginWriting();
        $this->lockOwner($owners, $owner);
        $row->id = $this->newId(
            "INSERT INTO $table (title, pages, owner_id) VALUES (?, ?, ?)",
            [$row->title, $row->pages, $row->owner_id],
        );
        $sumUp($owner);
        $this->commit();
    }

    private function updateCounted(PlainRow $row, int $pages): void
    {
        $this->updateOwned($row, $pages, 'counted', 'owner', $this->sumUp(...));
    }

    private function updateSummed(PlainRow $row, int $pages): void
    {
        $this->updateOwned($row, $pages, 'summed', 'holder', $this->sumUpAll(...));
    }

    private function updateOwned(PlainRow $row, int $pages, string $table, string $owners, callable $sumUp): void
    {
        $row->pages = $pages;
        $this->beginWriting();
        $this->lockOwner($owners, (int) $row->owner_id);
        $this->execute("UPDATE $table SET pages = ? WHERE id = ?", [$row->pages, $row->id]);
        $sumUp((int) $row->owner_id);
        $this->commit();
    }

    private function lockOwner(string $owners, int $owner): void
    {
        if ($this->locking !== '') {
            $this->values("SELECT id FROM $owners WHERE id = ?" . $this->locking, [$owner]);
        }
    }

    private function sumUp(int $owner): void
    {
        $this->execute(
            'UPDATE owner SET total = (SELECT SUM(pages) FROM counted WHERE counted.owner_id = owner.id) WHERE id = ?',
            [$owner],
        );
    }

    private function sumUpAll(int $holder): void
    {
        $this->execute(
            'UPDATE holder SET total = (SELECT SUM(pages) FROM summed WHERE summed.owner_id = holder.id), '
            . 'number = (SELECT COUNT(*) FROM summed WHERE summed.owner_id = holder.id) WHERE id = ?',
            [$holder],
        );
    }

    private function insertDelegating(PlainRow $row): void
    {
        $this->begin();
        $row->id = $this->newId('INSERT INTO delegating (title) VALUES (?)', [$row->title]);
        $this->execute('INSERT INTO detail (pages, id) VALUES (?, ?)', [$row->pages, $row->id]);
        $this->commit();
    }

    private function root(): PlainRow
    {
        return $this->row(['id', 'tree_left', 'tree_right', 'tree_level'], 'node', 'tree_left = ?', [1]);
    }

    /** As the last child of another node. */
    private function insertNode(PlainRow $row, PlainRow $parent): void
    {
        $this->beginTreeTransaction();
        [$parentRight, $parentLevel] = $this->values(
            'SELECT tree_right, tree_level FROM node WHERE id = ?',
            [$parent->id],
        );
        [$row->tree_left, $row->tree_right, $row->tree_level] = [$parentRight, $parentRight + 1, $parentLevel + 1];
        $this->execute(
            'UPDATE node SET tree_right = tree_right + 2, '
            . 'tree_left = CASE WHEN tree_left >= ? THEN tree_left + 2 ELSE tree_left END WHERE tree_right >= ?',
            [$row->tree_left, $row->tree_left],
        );
        $row->id = $this->newId(
            'INSERT INTO node (title, pages, tree_left, tree_right, tree_level) VALUES (?, ?, ?, ?, ?)',
            [$row->title, $row->pages, $row->tree_left, $row->tree_right, $row->tree_level],
        );
        $this->commit();
        // The other nodes in memory stay true.
        foreach ($this->rows as $node) {
            if ($node->tree_left >= $row->tree_left) {
                $node->tree_left += 2;
            }
            if ($node->tree_right >= $row->tree_left) {
                $node->tree_right += 2;
            }
        }
        $this->rows[] = $row;
    }

    /** A leaf, to the first child of another node that it is a descendant of. */
    private function moveNode(PlainRow $row, PlainRow $parent): void
    {
        $this->beginTreeTransaction();
        $select = 'SELECT tree_left, tree_level FROM node WHERE id = ?';
        [$left, $level] = $this->values($select, [$row->id]);
        [$parentLeft, $parentLevel] = $this->values($select, [$parent->id]);
        [$first, $last, $up] = [$parentLeft + 1, $left + 1, $left - $parentLeft - 1];
        $number = static fn (string $column): string => "$column = CASE WHEN $column >= ? AND $column <= ? "
            . "THEN $column - ? WHEN $column >= ? AND $column <= ? THEN $column + 2 ELSE $column END";
        $move = [$left, $left + 1, $up, $first, $left - 1];
        $this->execute(
            'UPDATE node SET tree_level = CASE WHEN tree_left = ? THEN ? ELSE tree_level END, '
            . $number('tree_right') . ', ' . $number('tree_left')
            . ' WHERE (tree_left >= ? AND tree_left <= ? OR tree_right >= ? AND tree_right <= ?)',
            [$left, $parentLevel + 1, ...$move, ...$move, $first, $last, $first, $last],
        );
        $this->commit();
        // The other nodes in memory stay true.
        foreach ($this->rows as $node) {
            if ($node !== $row && $node->tree_left >= $first && $node->tree_left < $left) {
                $node->tree_left += 2;
            }
            if ($node !== $row && $node->tree_right >= $first && $node->tree_right < $left) {
                $node->tree_right += 2;
            }
        }
        [$row->tree_left, $row->tree_right, $row->tree_level] = [$first, $first + 1, $parentLevel + 1];
    }

    /** Whoever writes the tree waits for its root, but not for ever. */
    private function beginTreeTransaction(): void
    {
        if ($this->driver === 'pgsql') {
            $this->pdo->exec('BEGIN; SET LOCAL lock_timeout = 10000');
        } else {
            $this->beginWriting();
        }
        if ($this->locking !== '') {
            $this->values('SELECT id FROM node WHERE tree_left = 1' . $this->locking, []);
        }
    }

    /** With its ancestors. */
    private function findNode(int $id): void
    {
        $columns = ['id', 'title', 'pages', 'tree_left', 'tree_right', 'tree_level'];
        $row = $this->row($columns, 'node', 'id = ?', [$id]);
        $statement = $this->execute(
            'SELECT ' . implode(', ', $columns)
            . ' FROM node WHERE tree_left < ? AND tree_right > ? ORDER BY tree_left',
            [$row->tree_left, $row->tree_right],
        );
        $row->related = [];
        while ($values = $statement->fetch(PDO::FETCH_NUM)) {
            $ancestor = new PlainRow();
            foreach ($columns as $i => $column) {
                $ancestor->$column = $values[$i];
            }
            $row->related[] = $ancestor;
        }
    }

    private static function now(): string
    {
        return (new DateTimeImmutable())->format('Y-m-d H:i:s.u');
    }

    private function begin(): void
    {
        $this->driver === 'sqlite' ? $this->pdo->exec('BEGIN') : $this->pdo->beginTransaction();
    }

    /** For a transaction that reads before it writes: SQLite could not wait later. */
    private function beginWriting(): void
    {
        $this->driver === 'sqlite' ? $this->pdo->exec('BEGIN IMMEDIATE') : $this->pdo->beginTransaction();
    }

    private function commit(): void
    {
        $this->driver === 'sqlite' ? $this->pdo->exec('COMMIT') : $this->pdo->commit();
    }

    /** @param list<mixed> $values */
    private function newId(string $insert, array $values): int
    {
        $statement = $this->execute($insert . $this->returning, $values);

        return (int) ($this->returning === '' ? $this->pdo->lastInsertId() : $statement->fetchColumn());
    }

    /**
     * @param list<string> $columns
     * @param list<mixed> $values
     */
    private function row(array $columns, string $table, string $condition, array $values): PlainRow
    {
        $row = new PlainRow();
        $found = $this->values('SELECT ' . implode(', ', $columns) . " FROM $table WHERE $condition", $values);
        foreach ($columns as $i => $column) {
            $row->$column = $found[$i];
        }

        return $row;
    }

    /**
     * @param list<mixed> $values
     * @return list<mixed>
     */
    private function values(string $sql, array $values): array
    {
        $statement = $this->execute($sql, $values);
        $row = $statement->fetch(PDO::FETCH_NUM);
        $statement->closeCursor();

        return $row === false ? [] : $row;
    }

    /** @param list<mixed> $values */
    private function execute(string $sql, array $values): PDOStatement
    {
        $statement = $this->statements[$sql] ??= $this->pdo->prepare($sql);
        $statement->execute($values);

        return $statement;
    }
}
