<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sluggable;

use Closure;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Behavior\NodePlace;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\RepeatedTransaction;
use Orm\Runtime\Exception\Database\UniqueViolation;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Orm;

/**
 * A model object with a slug: a unique string for URLs.
 *
 * @method $this setSlug(?string $slug)
 */
trait SluggableTrait
{
    use RecordState;

    /** The connection of the current save. */
    private ?ConnectionInterface $slugConnection = null;

    /** The slug of the current save before a number was added. */
    private ?string $slugWithoutNumber = null;

    /** Whether the slug was rejected and has got a new number. */
    private bool $slugIsNext = false;

    /** The start value for createSlug(), if it was already computed. */
    private ?string $madeSlug = null;

    /** The slug that the last save has tried, until a save succeeds. */
    private ?string $triedSlug = null;

    /** In a tree: the prefix of the slug of the current save. */
    private ?string $slugStart = null;

    /** In a tree: the slug of the row before the current save. */
    private ?string $slugBefore = null;

    /** In a nested set: the position of the row in the current save. */
    private ?NodePlace $slugNode = null;

    /** @var array{mixed}|null the scope of the slug, if it differs from that of the object */
    private ?array $slugScope = null;

    /**
     * Writes the row. If another connection has taken its slug since it was checked, the unique index rejects the row
     * and the next number is tried.
     *
     * @internal
     * @param Closure(bool): int $write its argument is true if it has failed before
     */
    protected function behaviorAroundRow(ConnectionInterface $con, Closure $write): int
    {
        $table = SlugTable::of(self::tableMap());
        if ($table->hasTree) {
            $write = fn (bool $again): int => $this->renameBelowAfter($con, $write($again));
        }
        $isModified = isset($this->modifiedColumns[$table->columnName]);
        if ((!$isModified && !$this->slugScopeIsModified($table)) || !$table->hasIndex()) {
            return $write(false);
        }
        $slug = (string) $this->{$table->property};
        $base = $this->slugWithoutNumber ?? $slug;
        // A transaction that is retried as a whole needs no savepoint, unless this is already the retry.
        $hasSavepoint = $table->needsSavepoint && ($this->triedSlug !== null || !RepeatedTransaction::isRepeated());
        $this->triedSlug = $slug;
        for ($attempt = 0;; $attempt++) {
            if ($hasSavepoint) {
                $con->exec('SAVEPOINT orm_slug');
            }
            try {
                $rows = $write($attempt > 0);
                if ($hasSavepoint) {
                    $con->exec('RELEASE SAVEPOINT orm_slug');
                }
                $this->triedSlug = null;

                return $rows;
            } catch (UniqueViolation $failure) {
                if (!$table->isAboutSlug($failure) || $attempt === 1000) {
                    throw $failure;
                }
                if ($hasSavepoint) {
                    $con->exec('ROLLBACK TO SAVEPOINT orm_slug');
                } elseif ($table->needsSavepoint) {
                    throw new SlugTaken(sprintf('The slug "%s" is already used', $slug), 0, $failure);
                }
                $this->setSlug($this->slugAfter($base, $con));
                $this->slugIsNext = true;
            }
        }
    }

    /**
     * Restores the slug from before a save that was rolled back; the next save checks it again.
     *
     * @internal
     * @param array{?string, bool} $state the slug, and whether it was modified
     */
    protected function restoreSlug(array $state): void
    {
        $table = SlugTable::of(self::tableMap());
        [$slug, $isModified] = $state;
        $this->slugIsNext = false;
        if ($this->{$table->property} !== $slug) {
            $this->{$table->property} = $slug;
            if (!$isModified) {
                unset($this->modifiedColumns[$table->columnName]);
            }
        }
    }

    /**
     * Determines the slug of the row right before it is written.
     *
     * @return void
     */
    protected function prepareSlug(ConnectionInterface $con)
    {
        if ($this->slugIsNext) {
            $this->slugIsNext = false;

            return;
        }
        $table = SlugTable::of(self::tableMap());
        $slug = (string) $this->{$table->property};
        $isModified = isset($this->modifiedColumns[$table->columnName]);
        assert($this instanceof ActiveRecordInterface);
        ConnectionWrapper::wrap($con)->rollbackLog?->moved(
            $this,
            [$this->{$table->property}, $isModified],
            'restoreSlug',
        );
        if ($slug !== '' && $slug === $this->triedSlug) {
            // The number was added here.
            $slug = $this->slugWithoutNumber ?? $slug;
        }
        $this->slugConnection = $con;
        $this->slugWithoutNumber = $this->slugStart = null;
        try {
            if ($table->hasTree) {
                $this->prepareTreeSlug($table, $con, $slug);
            } elseif ($slug !== '' && $isModified) {
                $this->setSlug($this->uniqueSlug($table, $slug));
            } elseif ($slug !== '' && $table->permanent && $this->slugScopeIsModified($table)) {
                $this->setSlug($this->makeSlugUnique($slug, $table->separator));
            } elseif ($this->slugScopeIsModified($table) || $this->wantsSlug($table)) {
                $this->setSlug($this->createSlug());
            } elseif ($this->slugSourcesAreModified($table)) {
                $this->writeSameSlug($table, $this->uniqueSlug($table, $slug));
            }
        } finally {
            $this->slugConnection = $this->madeSlug = null;
        }
    }

    /** Makes a slug unique that was set or copied: a new number replaces that of a generated slug. */
    private function uniqueSlug(SlugTable $table, string $slug): string
    {
        $unique = $this->makeSlugUnique($slug, $table->separator);
        if ($unique === $slug) {
            return $slug;
        }
        $raw = $this->rawSlug($table);

        return self::endsInNumber($slug, $raw . $table->separator)
            ? $this->makeSlugUnique($raw, $table->separator)
            : $unique;
    }

    /** Makes a slug unique that starts with the slug of the parent. */
    private function prepareTreeSlug(SlugTable $table, ConnectionInterface $con, string $slug): void
    {
        $tree = SlugTree::of(self::tableMap());
        $this->slugBefore = $this->slugNode = null;
        $isModified = isset($this->modifiedColumns[$table->columnName]);
        $own = $isModified ? $tree->ownPart($slug) : '';
        $isMade = $own === '' && ($isModified || $this->wantsSlug($table));
        if ($own === '' && !$isMade && $this->slugSourcesAreModified($table)) {
            $own = $tree->ownPart($slug);
        }
        $changesScope = $this->slugScopeIsModified($table);
        if ($own === '' && !$isMade && !$changesScope && !$tree->isMoved($this->modifiedColumns)) {
            return;
        }
        [$this->slugStart, $this->slugBefore] = $this->lockSlugs($tree, $con);
        if ($own === '' && !$isMade && ($table->permanent || !$changesScope)) {
            $own = $this->keptSlugPart($table, $tree, (string) $this->slugBefore);
        }
        if ($own === '') {
            $this->setSlug($this->createSlug());

            return;
        }
        $this->writeSameSlug($table, $this->makeSlugUnique($this->slugInTree($tree, $own), $table->separator));
    }

    /** Sets a slug that is written even if this object already has it: the row may have got another one since. */
    private function writeSameSlug(SlugTable $table, string $slug): void
    {
        $this->setSlug($slug);
        $this->modifiedColumns[$table->columnName] = true;
    }

    /** Returns whether the row of a saved object gets values that its slug is made from. */
    private function slugSourcesAreModified(SlugTable $table): bool
    {
        if ($this->rowIsNew || $table->permanent) {
            return false;
        }
        $sources = $table->sourcesOf(static::class, self::class) ?? $this->modifiedColumns;

        return array_intersect_key($this->modifiedColumns, $sources) !== [];
    }

    /** @return array{string, string|null} the prefix of the slug and the slug of the row, both locked */
    private function lockSlugs(SlugTree $tree, ConnectionInterface $con): array
    {
        $key = $this->rowIsNew ? null : $this->originalKey ?? $this->keyParts();
        $isMoved = $tree->isMoved($this->modifiedColumns);
        if ($tree->parentColumn !== null) {
            $parent = $key === null || $isMoved ? [$this->{$tree->parentColumn->getProperty()}] : null;

            return $tree->lockBelowParent($con, $key, $parent);
        }
        $known = Record::call($this, 'getTreePlace');
        // The tree behavior has already locked the tree of a new position.
        $this->slugNode = $key === null || $isMoved ? $known : $tree->nested->lockNode($con, $key, $known);

        return $tree->lockAtPlace($con, $key, $this->slugNode);
    }

    /** Returns the slug for a part, which must fit into the column. */
    private function slugInTree(SlugTree $tree, string $own): string
    {
        $slug = $this->slugStart . $own;
        $tree->checkLength(SlugText::length($slug), $slug);

        return $slug;
    }

    /** Returns the row's own part for a move, without a number that was only needed because of another row. */
    private function keptSlugPart(SlugTable $table, SlugTree $tree, string $slug): string
    {
        $own = $tree->ownPart($slug);
        if ($table->permanent || $own === '') {
            return $own;
        }
        $raw = $this->rawSlug($table);

        return self::endsInNumber($own, $raw . $table->separator) ? $raw : $own;
    }

    /** Updates the slugs of the descendants after the row was written. */
    private function renameBelowAfter(ConnectionInterface $con, int $rows): int
    {
        if ($this->slugBefore !== null) {
            $slug = (string) $this->{SlugTable::of(self::tableMap())->property};
            SlugTree::of(self::tableMap())
                ->renameBelow($con, $this->keyParts(), $this->slugNode, $this->slugBefore, $slug);
            $this->slugBefore = $this->slugNode = null;
        }

        return $rows;
    }

    /**
     * Updates the slugs of the branch of a node of a nested set for its new position.
     *
     * @internal
     * @param NodePlace $place the current position of the node
     * @param NodePlace $new the new position, as far as the parent determines it
     * @param callable(): NodePlace $move moves the branch
     */
    protected function behaviorAroundMove(
        ConnectionInterface $con,
        NodePlace $place,
        NodePlace $new,
        callable $move,
    ): void {
        $map = self::tableMap();
        $table = SlugTable::of($map);
        if (!$table->hasTree) {
            $move();

            return;
        }
        $tree = SlugTree::of($map);
        $key = $this->originalKey ?? $this->keyParts();
        [$start, $before] = $tree->lockAtPlace($con, $key, $new);
        $leavesScope = $tree->hasScopeOfTree() && $new->tree() !== $place->tree();
        $this->slugScope = $leavesScope ? [$new->tree()] : null;
        [$this->slugStart, $this->slugConnection] = [$start, $con];
        try {
            $after = (string) $before;
            if ($after !== '') {
                $own = $this->keptSlugPart($table, $tree, $after);
                $after = $this->makeSlugUnique($this->slugInTree($tree, $own), $table->separator);
            }
        } finally {
            $this->slugConnection = $this->slugScope = null;
        }
        if ($leavesScope) {
            $tree->keepBranch($con, $key, $place);
        } elseif ($after !== $before && $table->hasHistory) {
            SlugHistory::of($map)->keepAll($con, [$key]);
        }
        // A row of the tree that the branch leaves may have the same slug.
        $isTaken = $leavesScope && $after !== $before && $table->isTaken($con, $after, $place->tree(), $key);
        $first = $isTaken ? bin2hex(random_bytes(10)) : $after;
        if ($before !== null) {
            $tree->rename($con, $key, $place, $before, $first, !$leavesScope);
        }
        $place = $move();
        $tree->rename($con, $key, $place, $first, $after, false);
        if ($before !== null) {
            $this->followSlug($con, $tree, [$tree->keyText($key) => $key], $before, $after);
        }
    }

    /**
     * Adopts a slug that a statement has changed.
     *
     * @internal
     * @param array<int|string, list<mixed>> $keys the keys of the changed rows
     * @param string $from the former prefix of the slugs of these rows
     * @param string $to their new prefix
     */
    protected function followSlug(
        ConnectionInterface $con,
        SlugTree $tree,
        array $keys,
        string $from,
        string $to,
    ): void {
        $table = SlugTable::of(self::tableMap());
        $slug = (string) $this->{$table->property};
        if (
            $this->rowIsNew || isset($this->modifiedColumns[$table->columnName]) || !str_starts_with($slug, $from)
            || !isset($keys[$tree->keyText($this->originalKey ?? $this->keyParts())])
        ) {
            return;
        }
        assert($this instanceof ActiveRecordInterface);
        ConnectionWrapper::wrap($con)->rollbackLog?->moved($this, [$slug, false], 'restoreSlug');
        $this->{$table->property} = $to . substr($slug, strlen($from));
    }

    /** Stores the current slug of the row as an old one, right before the row gets a new one. */
    private function keepSlug(ConnectionInterface $con): void
    {
        $table = SlugTable::of(self::tableMap());
        if (isset($this->modifiedColumns[$table->columnName]) || $this->slugScopeIsModified($table)) {
            [$scope, $key] = $this->slugPlace($table);
            SlugHistory::of(self::tableMap())->keep($con, (array) $key, (string) $this->{$table->property}, $scope);
        }
    }

    /** Returns whether the slug is empty or its source columns have changed. */
    private function wantsSlug(?SlugTable $table = null): bool
    {
        $table ??= SlugTable::of(self::tableMap());
        $slug = (string) $this->{$table->property};
        if ($slug === '' || $table->permanent) {
            return $slug === '';
        }
        $sources = $this->isNew() ? null : $table->sourcesOf(static::class, self::class);
        if ($sources !== null && array_intersect_key($this->modifiedColumns, $sources) === []) {
            // A slug that the application has set is kept until these columns change.
            return false;
        }
        $raw = $this->rawSlug($table);
        if ($table->hasTree) {
            $slug = SlugTree::of(self::tableMap())->ownPart($slug);
        }
        if ($slug === $raw) {
            return false;
        }
        $this->madeSlug = $this->slugConnection === null ? null : $raw;

        // A number at the end of the slug is kept.
        return !self::endsInNumber($slug, $raw . $table->separator);
    }

    /** Returns whether a slug consists of a string and a number. */
    private static function endsInNumber(string $slug, string $start): bool
    {
        return str_starts_with($slug, $start) && ctype_digit(substr($slug, strlen($start)));
    }

    /** Returns the source of the slug; in a tree, of the row's own part. */
    private function rawSlug(SlugTable $table): string
    {
        $raw = $this->createRawSlug();
        if (!$table->hasTree) {
            return static::limitSlugSize($raw);
        }
        $tree = SlugTree::of(self::tableMap());
        $slug = (string) $this->{$table->property};
        $start = ($this->slugConnection === null ? null : $this->slugStart)
            ?? substr($slug, 0, strlen($slug) - strlen($tree->ownPart($slug)));
        $raw = str_replace($tree->separator, $table->replacement, $raw);
        $limited = static::limitSlugSize($raw, SlugText::length($start) + 3);

        return $limited === '' ? $raw : $limited;
    }

    /**
     * Returns the slug for this object.
     *
     * @return string
     */
    protected function createSlug()
    {
        $table = SlugTable::of(self::tableMap());
        if (!$table->hasTree) {
            return $this->makeSlugUnique($this->madeSlug ?? $this->rawSlug($table), $table->separator);
        }
        // The computed value may be too long below another parent.
        $slug = $this->slugInTree(SlugTree::of(self::tableMap()), $this->rawSlug($table));

        return $this->makeSlugUnique($slug, $table->separator);
    }

    /**
     * Returns the slug according to the pattern, or the string form of the object without one.
     *
     * @return string
     */
    protected function createRawSlug()
    {
        $table = SlugTable::of(self::tableMap());
        if ($table->pattern === null) {
            return static::cleanupSlugPart((string) $this, $table->replacement);
        }

        return (string) preg_replace_callback(
            '/\{([\w\x80-\xff]+)\}/',
            fn (array $match): string => static::cleanupSlugPart(
                SlugText::of($this->{'get' . $match[1]}()),
                $table->replacement,
            ),
            $table->pattern,
        );
    }

    /**
     * Cleans a string for use in a slug.
     *
     * @return string
     */
    protected static function cleanupSlugPart(string $slug, string $replacement = '-')
    {
        $slug = str_replace(["'", '`', '^'], '', SlugText::ascii($slug));
        $pattern = SlugTable::of(self::tableMap())->replacePattern;
        // PHP only issues a warning, and the slugs of all rows would then be the same.
        $slug = @preg_replace($pattern, $replacement, $slug) ?? throw new OrmException(sprintf(
            'replace_pattern "%s" of sluggable cannot be used for %s: %s',
            $pattern,
            static::class,
            preg_last_error_msg(),
        ));
        $slug = $replacement === '' ? $slug : trim($slug, $replacement);

        return $slug === '' ? 'n-a' : $slug;
    }

    /**
     * Shortens a slug so that it fits into its column with a number.
     *
     * @return string
     */
    protected static function limitSlugSize(string $slug, int $incrementReservedSpace = 3)
    {
        $size = SlugTable::of(self::tableMap())->size;

        return $size === 0 ? $slug : SlugText::first($slug, $size - $incrementReservedSpace);
    }

    /**
     * Returns the slug, with the next free number if another row already has it.
     *
     * @return string
     */
    protected function makeSlugUnique(string $slug, string $separator = '-', bool $alreadyExists = false)
    {
        $table = SlugTable::of(self::tableMap());
        $con = $this->slugConnection ?? Orm::getServiceContainer()->getWriteConnection(
            self::tableMap()::DATABASE_NAME,
        );
        $this->slugWithoutNumber = $slug;
        [$scope, $key] = $this->slugPlace($table);
        if (!$alreadyExists && !$table->isTaken($con, $slug, $scope, $key)) {
            return $slug;
        }

        return $this->numberedSlug($slug, $separator, $this->nextSlugNumber($slug, $separator, $con), $con);
    }

    /** Returns the slug to try after the current one was rejected. */
    private function slugAfter(string $base, ConnectionInterface $con): string
    {
        $table = SlugTable::of(self::tableMap());
        $number = $this->nextSlugNumber($base, $table->separator, $con);
        // Rows written by other connections may not be visible to this transaction.
        $refused = (string) $this->{$table->property};
        if (
            str_starts_with($refused, $base . $table->separator)
            && preg_match('/\d{1,18}$/D', $refused, $match)
        ) {
            $number = max($number, (int) $match[0] + 1);
        }

        return $this->numberedSlug($base, $table->separator, $number, $con);
    }

    private function nextSlugNumber(string $slug, string $separator, ConnectionInterface $con): int
    {
        $table = SlugTable::of(self::tableMap());
        $digits = $table->highest($con, $slug . $separator, ...$this->slugPlace($table));
        if ($digits === null) {
            return 1;
        }
        if ($digits[0] === '0') {
            $digits[0] = '1';
        }

        return (int) $digits + 1;
    }

    /** Returns a slug with a number, shortened if both do not fit into the column. */
    private function numberedSlug(string $slug, string $separator, int $number, ConnectionInterface $con): string
    {
        $table = SlugTable::of(self::tableMap());
        $size = $table->size;
        for (;; $number++) {
            $end = $separator . $number;
            if ($table->hasTree) {
                // The prefix before the row's own part cannot be shortened.
                $least = $this->slugStart . $end;
                SlugTree::of(self::tableMap())->checkLength(SlugText::length($least), $least);
            }
            $start = $size === 0 ? $slug : SlugText::first($slug, $size - strlen($end));
            if ($start === $slug || !$table->isTaken($con, $start . $end, ...$this->slugPlace($table))) {
                return $start . $end;
            }
        }
    }

    /** Returns whether the row moves to another scope, where other rows may have its slug. */
    private function slugScopeIsModified(SlugTable $table): bool
    {
        return $table->scope !== null && !$this->rowIsNew
            && isset($this->modifiedColumns[$table->scope->getFullyQualifiedName()]);
    }

    /** @return array{mixed, list<mixed>|null} the scope, and the key of the row to ignore */
    private function slugPlace(SlugTable $table): array
    {
        return [
            $table->scope === null ? null : ($this->slugScope ?? [$this->{$table->scope->getProperty()}])[0],
            $this->rowIsNew ? null : $this->originalKey ?? $this->keyParts(),
        ];
    }
}
