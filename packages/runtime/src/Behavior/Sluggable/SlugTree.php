<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sluggable;

use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Behavior\KnownTableTrait;
use Orm\Runtime\Behavior\ListTable;
use Orm\Runtime\Behavior\NodePlace;
use Orm\Runtime\Behavior\NumberedTrees;
use Orm\Runtime\Behavior\Statements;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\Database\UniqueViolation;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;

/**
 * A table whose slugs are paths: the slug of the parent, a separator, and the row's own part.
 *
 * A row that gets a slug takes a shared lock on its parent, so that the slug of the parent stays until the transaction
 * ends. A row whose slug changes is locked exclusively, and then its descendants, level by level. Nobody can add a row
 * below a locked one, so none is missed. Writers of nested sets lock the tree instead.
 *
 * @internal
 */
final class SlugTree extends ListTable
{
    use KnownTableTrait;

    private const CHUNK = 500;

    public readonly string $separator;

    /** The parent column; null in a nested set. */
    public readonly ?ColumnMap $parentColumn;
    public readonly ?NumberedTrees $nested;
    private readonly SlugTable $slugs;

    /** Quoted names. */
    private readonly string $slug;
    private readonly string $parent;

    /** The clause of a SELECT that takes shared locks. */
    private readonly string $shared;
    private readonly string $exclusive;

    /** @param class-string<TableMap> $map */
    private function __construct(string $map, AdapterInterface $adapter)
    {
        parent::__construct($map, $adapter);
        $table = $map::getTableMap();
        $names = $adapter->names($table->isIdentifierQuotingEnabled());
        $this->slugs = SlugTable::of($map);
        $this->separator = $table->getBehaviors()['sluggable']['tree_separator'] ?? '/';
        $parent = constant($map . '::SLUG_PARENT');
        $this->parentColumn = $parent === null ? null : $table->getColumn($parent);
        $this->nested = $parent === null ? constant($map . '::SLUG_TREE')::of($map) : null;
        $this->slug = $names->identifier($this->slugs->column->getName());
        $this->parent = $parent === null ? '' : $names->identifier($this->parentColumn->getName());
        $this->exclusive = self::lockText($adapter, Lock::EXCLUSIVE) ?? '';
        $this->shared = self::lockText($adapter, Lock::SHARED) ?? $this->exclusive;
    }

    /** Returns the last part of a slug, which is the row's own part. */
    public function ownPart(string $slug): string
    {
        $at = strrpos($slug, $this->separator);

        return $at === false ? $slug : substr($slug, $at + strlen($this->separator));
    }

    /** Returns the prefix of the slugs of a row's children. */
    public function startBelow(string $slug): string
    {
        return $slug === '' ? '' : $slug . $this->separator;
    }

    /** Rejects a slug that does not fit into its column. */
    public function checkLength(int $length, string $slug): void
    {
        if ($this->slugs->size > 0 && $length > $this->slugs->size) {
            throw new OrmException(sprintf(
                'The slug "%s" has %d characters, but the column %s takes %d: declare it with a larger size',
                $slug,
                $length,
                $this->slugs->columnName,
                $this->slugs->size,
            ));
        }
    }

    /**
     * Returns the prefix for the slug of a row and its current slug, after locking both against changes by other
     * connections.
     *
     * @param list<mixed>|null $key null for a new row
     * @param array{mixed}|null $parent the key of its parent, if it gets a new one
     * @return array{string, string|null} null for a row that does not exist
     */
    public function lockBelowParent(ConnectionInterface $con, ?array $key, ?array $parent): array
    {
        $isNew = $parent !== null;
        $parent ??= $this->stored($con, (array) $key)[1] ?? [null];
        while (true) {
            $start = $this->startBelow($this->stored($con, $parent, $this->shared)[0] ?? '');
            [$slug, $now] = ($key === null ? null : $this->stored($con, $key, $this->exclusive)) ?? [null, $parent];
            if ($isNew || $now === $parent) {
                return [$start, $slug];
            }
            // Another connection has moved the row since its parent was read.
            $parent = $now;
        }
    }

    /**
     * Returns the same as lockBelowParent() for a node of a nested set whose tree is locked.
     *
     * @param list<mixed>|null $key
     * @return array{string, string|null}
     */
    public function lockAtPlace(ConnectionInterface $con, ?array $key, NodePlace $place): array
    {
        $above = $this->nested?->above($con, $place);
        $rows = $above === null ? [] : (new Statements($this->adapter, $con))
            ->rows(Sql::of("SELECT $this->slug FROM $this->name WHERE ")->then($above));
        $start = $this->startBelow((string) ($rows[0][0] ?? ''));

        return [$start, $key === null ? null : $this->stored($con, $key, $this->exclusive)[0] ?? null];
    }

    /**
     * Returns whether the object has an unsaved change of parent.
     *
     * @param array<string, true> $modified
     */
    public function isMoved(array $modified): bool
    {
        return $this->nested?->isMoved($modified)
            ?? isset($modified[$this->parentColumn?->getFullyQualifiedName() ?? '']);
    }

    /** Returns whether slugs are unique within the trees of the table. */
    public function hasScopeOfTree(): bool
    {
        return $this->nested?->isScope($this->slugs->scope) ?? false;
    }

    /**
     * Changes the slugs of a node of a nested set and its descendants.
     *
     * @param list<mixed> $key
     */
    public function rename(
        ConnectionInterface $con,
        array $key,
        NodePlace $place,
        string $before,
        string $after,
        bool $keepsOld,
    ): void {
        if ($before === $after) {
            return;
        }
        $update = Sql::of("UPDATE $this->name SET $this->slug = ? WHERE ", [[$after, $this->slugs->column->getType()]]);
        try {
            (new Statements($this->adapter, $con))->write($update->then($this->hasKey($key)));
        } catch (UniqueViolation $failure) {
            throw $this->slugs->isAboutSlug($failure)
                ? new SlugTaken(sprintf('The slug "%s" is already used', $after), 0, $failure)
                : $failure;
        }
        $this->written($con);
        $this->renameBelow($con, $key, $place, $before, $after, $keepsOld);
    }

    /**
     * Updates the slugs of the descendants of a row whose slug has changed.
     *
     * @param list<mixed> $key
     * @param NodePlace|null $place the position of the row in a nested set
     */
    public function renameBelow(
        ConnectionInterface $con,
        array $key,
        ?NodePlace $place,
        string $before,
        string $after,
        bool $keepsOld = true,
    ): void {
        [$from, $to] = [$this->startBelow($before), $this->startBelow($after)];
        if ($from === $to) {
            return;
        }
        $fromLength = SlugText::length($from);
        $more = SlugText::length($to) - $fromLength;
        $keys = [];
        foreach ($this->below($con, $key, $place) as $text => [$one, $slug]) {
            // Rows from before the table had a tree of slugs get one on their next save.
            if ($slug !== '' && str_starts_with($slug, $from)) {
                $this->checkLength(SlugText::length($slug) + $more, $to . substr($slug, strlen($from)));
                $keys[$text] = $one;
            }
        }
        $statements = new Statements($this->adapter, $con);
        $rest = $this->adapter->subString($this->slug, $fromLength + 1, $this->slugs->size ?: 100_000);
        $update = Sql::of(
            "UPDATE $this->name SET $this->slug = " . $this->adapter->concatString('?', $rest) . ' WHERE ',
            [[$to, $this->slugs->column->getType()]],
        );
        foreach (array_chunk($keys, self::CHUNK) as $chunk) {
            if ($keepsOld && $this->slugs->hasHistory) {
                SlugHistory::of($this->map)->keepAll($con, $chunk);
            }
            try {
                $statements->write($update->then($this->hasOneOfKeys($chunk)));
            } catch (UniqueViolation $failure) {
                throw new OrmException(
                    sprintf('A slug that begins with "%s" belongs to a row that is not below "%s"', $to, $after),
                    0,
                    $failure,
                );
            }
        }
        if ($keys === []) {
            return;
        }
        $this->written($con);
        foreach ($this->instances($con) as $object) {
            Record::call($object, 'followSlug', $con, $this, $keys, $from, $to);
        }
    }

    /**
     * Stores the slugs of a branch as old ones before it moves to another tree.
     *
     * @param list<mixed> $key
     */
    public function keepBranch(ConnectionInterface $con, array $key, NodePlace $place): void
    {
        $keys = [$key, ...array_column($this->below($con, $key, $place), 0)];
        foreach ($this->slugs->hasHistory ? array_chunk($keys, self::CHUNK) : [] as $chunk) {
            SlugHistory::of($this->map)->keepAll($con, $chunk);
        }
    }

    /**
     * Returns the descendants of a row, after locking them.
     *
     * @param list<mixed> $key
     * @return array<int|string, array{list<mixed>, string}> keys and slugs, by the key as a string
     */
    private function below(ConnectionInterface $con, array $key, ?NodePlace $place): array
    {
        $select = Sql::of('SELECT ' . implode(', ', [...$this->keys, $this->slug]) . " FROM $this->name WHERE ");
        if ($this->nested !== null) {
            $below = $place === null ? null : $this->nested->below($place);

            return $below === null ? [] : $this->read($con, $select->then($below));
        }
        $own = $this->keyText($key);
        $found = [];
        $names = [$this->parent];
        for ($level = [$key]; $level !== []; $level = $next) {
            $next = [];
            foreach (array_chunk($level, self::CHUNK) as $chunk) {
                $children = $this->read($con, $select->then(Sql::isOneOf($names, $this->keyColumns, $chunk)));
                if (isset($children[$own]) || array_intersect_key($children, $found) !== []) {
                    throw new OrmException(sprintf('The parents of row %s are a circle', $own));
                }
                $found += $children;
                array_push($next, ...array_column($children, 0));
            }
        }

        return $found;
    }

    /** @return array<int|string, array{list<mixed>, string}> */
    private function read(ConnectionInterface $con, Sql $select): array
    {
        $rows = [];
        foreach ((new Statements($this->adapter, $con))->rows($select->then($this->exclusive)) as $row) {
            $slug = (string) array_pop($row);
            $key = $this->key($row);
            $rows[$this->keyText($key)] = [$key, $slug];
        }

        return $rows;
    }

    /**
     * Returns the slug of a row and the key of its parent, if there is a parent column; null if the row does not exist.
     *
     * @param list<mixed> $key
     * @return array{string, array{mixed}}|null
     */
    private function stored(ConnectionInterface $con, array $key, string $lock = ''): ?array
    {
        if ($key === [] || in_array(null, $key, true)) {
            return null;
        }
        $columns = $this->parent === '' ? $this->slug : "$this->slug, $this->parent";
        $rows = (new Statements($this->adapter, $con))->rows(
            Sql::of("SELECT $columns FROM $this->name WHERE ")->then($this->hasKey($key))->then($lock),
        );
        if ($rows === []) {
            return null;
        }
        $parent = $rows[0][1] ?? null;

        return [(string) $rows[0][0], $parent === null ? [null] : $this->key([$parent])];
    }
}
