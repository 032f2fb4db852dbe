<?php

declare(strict_types=1);

namespace Orm\Bench;

use DateTimeImmutable;
use PDO;
use PDOStatement;

/** What somebody writes who wants nothing but speed: PDO, each statement prepared once, arrays; safe against others. */
final class BehaviorsByHand implements Behaviors
{
    /** @var array<string, PDOStatement> */
    private array $statements = [];

    /** @var list<array<string, mixed>> */
    private array $rows = [];

    private readonly string $driver;
    private readonly string $returning;
    private readonly string $locking;

    public function __construct(private readonly PDO $pdo)
    {
        $this->driver = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
        $this->returning = $this->driver === 'pgsql' ? ' RETURNING id' : '';
        $this->locking = $this->driver === 'sqlite' ? '' : ' FOR UPDATE';
    }

    public function insert(string $behavior, int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            $row = ['title' => "Title $i", 'pages' => $i];
            $this->pdo->beginTransaction();
            match ($behavior) {
                'no behavior' => $this->insertRow('plain', $row),
                'timestampable' => $this->insertRow('dated', $row + self::dates(['created_at', 'updated_at'])),
                'sluggable' => $this->insertRow('slugged', $row + ['slug' => $this->freeSlug($row['title'])]),
                'i18n' => $this->insertTranslated($row),
                'versionable' => $this->insertVersioned($row),
                'archivable' => $this->insertArchived($row),
                'concrete_inheritance' => $this->insertInherited($row),
                'aggregate_column' => $this->insertCounted($row + ['owner_id' => $i % 20 + 1]),
                'delegate' => $this->insertDelegating($row),
            };
            $this->pdo->commit();
        }
    }

    public function load(string $behavior, int $times): void
    {
        $table = self::table($behavior);
        $columns = $behavior === 'aggregate_column' ? 'id, owner_id' : 'id';
        $rows = $this->pdo->query("SELECT $columns FROM $table ORDER BY id LIMIT $times");
        $this->rows = $rows->fetchAll(PDO::FETCH_ASSOC);
    }

    public function update(string $behavior, int $times): void
    {
        foreach ($this->rows as $i => $row) {
            $id = (int) $row['id'];
            $this->pdo->beginTransaction();
            match ($behavior) {
                'no behavior' => $this->execute('UPDATE plain SET title = ? WHERE id = ?', ["Changed $i", $id]),
                'timestampable' => $this->execute(
                    'UPDATE dated SET title = ?, updated_at = ? WHERE id = ?',
                    ["Changed $i", ...array_values(self::dates(['updated_at'])), $id],
                ),
                'sluggable' => $this->execute(
                    'UPDATE slugged SET title = ?, slug = ? WHERE id = ?',
                    ["Changed $i", $this->freeSlug("Changed $i"), $id],
                ),
                'i18n' => $this->execute(
                    "UPDATE translated_i18n SET title = ? WHERE id = ? AND locale = 'en_US'",
                    ["Changed $i", $id],
                ),
                'versionable' => $this->updateVersioned($id, "Changed $i"),
                'archivable' => $this->updateArchived($id, "Changed $i", $i),
                'concrete_inheritance' => $this->updateInherited($id, "Changed $i"),
                'aggregate_column' => $this->updateCounted($id, (int) $row['owner_id'], $i + 10_000),
                'delegate' => $this->execute('UPDATE detail SET pages = ? WHERE id = ?', [$i + 10_000, $id]),
            };
            $this->pdo->commit();
        }
    }

    public function find(string $behavior, int $times): void
    {
        for ($i = 0; $i < $times; $i++) {
            $id = $i % 100 + 1;
            match ($behavior) {
                'sluggable' => $this->row('SELECT id, title, pages, slug FROM slugged WHERE slug = ?', ["title-$id"]),
                'i18n' => $this->row(
                    'SELECT t.id, t.pages, i.id, i.locale, i.title FROM translated t '
                    . "LEFT JOIN translated_i18n i ON t.id = i.id AND i.locale = 'en_US' WHERE t.id = ?",
                    [$id],
                ),
                'timestampable' => $this->row(
                    'SELECT id, title, pages, created_at, updated_at FROM dated WHERE id = ?',
                    [$id],
                ),
                'versionable' => [
                    $this->row('SELECT id, title, pages, version FROM versioned WHERE id = ?', [$id]),
                    $this->row(
                        'SELECT id, title, pages, version FROM versioned_version WHERE id = ? AND version = ?',
                        [$id, 1],
                    ),
                ],
                'archivable' => [
                    $this->row('SELECT id, title, pages FROM archived WHERE id = ?', [$id]),
                    $this->row('SELECT id, title, pages, archived_at FROM archived_archive WHERE id = ?', [$id]),
                ],
                'concrete_inheritance' => $this->row(
                    'SELECT body, id, title, pages FROM inherited WHERE id = ?',
                    [$id],
                ),
                'aggregate_column' => $this->row(
                    'SELECT id, total FROM owner WHERE id = ?',
                    [$this->row('SELECT id, title, pages, owner_id FROM counted WHERE id = ?', [$id])[3]],
                ),
                'delegate' => [
                    $this->row('SELECT id, title FROM delegating WHERE id = ?', [$id]),
                    $this->row('SELECT pages, id FROM detail WHERE id = ?', [$id]),
                ],
                'no behavior' => $this->row('SELECT id, title, pages FROM plain WHERE id = ?', [$id]),
            };
        }
    }

    private static function table(string $behavior): string
    {
        return [
            'no behavior' => 'plain',
            'timestampable' => 'dated',
            'sluggable' => 'slugged',
            'i18n' => 'translated',
            'versionable' => 'versioned',
            'archivable' => 'archived',
            'concrete_inheritance' => 'inherited',
            'aggregate_column' => 'counted',
            'delegate' => 'delegating',
        ][$behavior];
    }

    /** @param array<string, mixed> $row */
    private function insertTranslated(array $row): void
    {
        $id = $this->insertRow('translated', ['pages' => $row['pages']]);
        $this->insertRow('translated_i18n', ['id' => $id, 'locale' => 'en_US', 'title' => $row['title']], false);
    }

    /** @param array<string, mixed> $row */
    private function insertVersioned(array $row): void
    {
        $row['version'] = 1;
        $id = $this->insertRow('versioned', $row);
        $this->insertRow('versioned_version', ['id' => $id] + $row, false);
    }

    private function updateVersioned(int $id, string $title): void
    {
        [$pages, $version] = $this->row('SELECT pages, version FROM versioned WHERE id = ?' . $this->locking, [$id]);
        [$last] = $this->row('SELECT MAX(version) FROM versioned_version WHERE id = ?', [$id]);
        $version = max((int) $version, (int) $last) + 1;
        $this->execute('UPDATE versioned SET title = ?, version = ? WHERE id = ?', [$title, $version, $id]);
        $row = ['id' => $id, 'title' => $title, 'pages' => $pages, 'version' => $version];
        $this->insertRow('versioned_version', $row, false);
    }

    /** @param array<string, mixed> $row */
    private function insertArchived(array $row): void
    {
        $id = $this->insertRow('archived', $row);
        $this->row('SELECT id, title, pages, archived_at FROM archived_archive WHERE id = ?', [$id]);
        $this->insertRow('archived_archive', ['id' => $id] + $row + self::dates(['archived_at']), false);
    }

    private function updateArchived(int $id, string $title, int $pages): void
    {
        $this->execute('UPDATE archived SET title = ? WHERE id = ?', [$title, $id]);
        $this->row('SELECT id, title, pages, archived_at FROM archived_archive WHERE id = ?', [$id]);
        $this->execute(
            'UPDATE archived_archive SET title = ?, pages = ?, archived_at = ? WHERE id = ?',
            [$title, $pages, ...array_values(self::dates(['archived_at'])), $id],
        );
    }

    /** @param array<string, mixed> $row */
    private function insertInherited(array $row): void
    {
        $id = $this->insertRow('base', $row + ['descendant_class' => 'Bench\Inherited']);
        $this->insertRow('inherited', $row + ['body' => 'Body', 'id' => $id], false);
    }

    private function updateInherited(int $id, string $title): void
    {
        $this->row('SELECT id, title, pages, descendant_class FROM base WHERE id = ?', [$id]);
        $this->execute('UPDATE base SET title = ? WHERE id = ?', [$title, $id]);
        $this->execute('UPDATE inherited SET title = ? WHERE id = ?', [$title, $id]);
    }

    /** @param array<string, mixed> $row */
    private function insertCounted(array $row): void
    {
        $this->lockOwner($row['owner_id']);
        $this->insertRow('counted', $row);
        $this->sumUp($row['owner_id']);
    }

    private function updateCounted(int $id, int $owner, int $pages): void
    {
        $this->lockOwner($owner);
        $this->execute('UPDATE counted SET pages = ? WHERE id = ?', [$pages, $id]);
        $this->sumUp($owner);
    }

    private function lockOwner(int $owner): void
    {
        if ($this->locking !== '') {
            $this->row('SELECT id FROM owner WHERE id = ?' . $this->locking, [$owner]);
        }
    }

    private function sumUp(int $owner): void
    {
        $this->execute(
            'UPDATE owner SET total = (SELECT SUM(pages) FROM counted WHERE counted.owner_id = owner.id) WHERE id = ?',
            [$owner],
        );
    }

    /** @param array<string, mixed> $row */
    private function insertDelegating(array $row): void
    {
        $id = $this->insertRow('delegating', ['title' => $row['title']]);
        $this->insertRow('detail', ['pages' => $row['pages'], 'id' => $id], false);
    }

    private function freeSlug(string $title): string
    {
        $slug = trim((string) preg_replace('/\W+/', '-', strtolower($title)), '-');
        if ($this->row('SELECT 1 FROM slugged WHERE slug = ?', [$slug]) === []) {
            return $slug;
        }
        [$last] = $this->row(
            'SELECT slug FROM slugged WHERE slug LIKE ? ORDER BY LENGTH(slug) DESC, slug DESC LIMIT 1',
            [$slug . '-%'],
        );

        return $slug . '-' . ((int) substr((string) $last, strlen($slug) + 1) + 1);
    }

    /**
     * @param list<string> $columns
     * @return array<string, string>
     */
    private static function dates(array $columns): array
    {
        return array_fill_keys($columns, (new DateTimeImmutable())->format('Y-m-d H:i:s.u'));
    }

    /** @param array<string, mixed> $row */
    private function insertRow(string $table, array $row, bool $givesId = true): int
    {
        $names = implode(', ', array_keys($row));
        $marks = implode(', ', array_fill(0, count($row), '?'));
        $returning = $givesId ? $this->returning : '';
        $insert = $this->execute("INSERT INTO $table ($names) VALUES ($marks)$returning", array_values($row));
        if (!$givesId) {
            return 0;
        }

        return (int) ($this->returning === '' ? $this->pdo->lastInsertId() : $insert->fetchColumn());
    }

    /**
     * @param list<mixed> $values
     * @return list<mixed>
     */
    private function row(string $sql, array $values): array
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
