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
 * A model object with a slug: a text for addresses that no other row has.
 *
 * @method $this setSlug(?string $slug)
 */
trait SluggableTrait
{
    use RecordState;

    /** The connection of the save that is going on. */
    private ?ConnectionInterface $slugConnection = null;

    /** What the slug of that save was before numbers were put to it. */
    private ?string $slugWithoutNumber = null;

    /** Whether the slug was refused and has got another number. */
    private bool $slugIsNext = false;

    /** What createSlug() starts from, if it was made before. */
    private ?string $madeSlug = null;

    /** The slug that the last save has tried, as long as that did not succeed. */
    private ?string $triedSlug = null;

    /** In a tree: what the slug of that save begins with. */
    private ?string $slugStart = null;

    /** In a tree: the slug that the row had before that save. */
    private ?string $slugBefore = null;

    /** In a nested set: where the row is in that save. */
    private ?NodePlace $slugNode = null;

    /** @var array{mixed}|null the scope of the slug, if it is not the one that the object has */
    private ?array $slugScope = null;

    /**
     * Writes the row. Others may have taken its slug since it was found to be free: the unique index says so, and the
     * next number is tried.
     *
     * @internal
     * @param Closure(bool): int $write gets true if it has failed before
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
        // A transaction that is done again as a whole needs none, unless it was already.
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
     * Goes back to the slug before a save that was rolled back: saved again, the object asks for it again.
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
     * Finds the slug of the row right before it is written.
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
            // The number was made here.
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
            }
        } finally {
            $this->slugConnection = $this->madeSlug = null;
        }
    }

    /** A slug that was set, or that a copy has: another number replaces the one of a made slug. */
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

    /** The same for a slug that begins with the slug of the parent. */
    private function prepareTreeSlug(SlugTable $table, ConnectionInterface $con, string $slug): void
    {
        $tree = SlugTree::of(self::tableMap());
        $this->slugBefore = $this->slugNode = null;
        $isModified = isset($this->modifiedColumns[$table->columnName]);
        $own = $isModified ? $tree->ownPart($slug) : '';
        $isMade = $own === '' && ($isModified || $this->wantsSlug($table));
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
        $this->setSlug($this->makeSlugUnique($this->slugInTree($tree, $own), $table->separator));
    }

    /** @return array{string, string|null} what the slug begins with, and the slug of the row, which stay from now on */
    private function lockSlugs(SlugTree $tree, ConnectionInterface $con): array
    {
        $key = $this->rowIsNew ? null : $this->originalKey ?? $this->keyParts();
        $isMoved = $tree->isMoved($this->modifiedColumns);
        if ($tree->parentColumn !== null) {
            $parent = $key === null || $isMoved ? [$this->{$tree->parentColumn->getProperty()}] : null;

            return $tree->lockBelowParent($con, $key, $parent);
        }
        $known = Record::call($this, 'getTreePlace');
        // The behavior of the tree has locked the tree of a new place.
        $this->slugNode = $key === null || $isMoved ? $known : $tree->nested->lockNode($con, $key, $known);

        return $tree->lockAtPlace($con, $key, $this->slugNode);
    }

    /** The slug of a part, which must fit into the column. */
    private function slugInTree(SlugTree $tree, string $own): string
    {
        $slug = $this->slugStart . $own;
        $tree->checkLength(SlugText::length($slug), $slug);

        return $slug;
    }

    /** The part of the row itself where it moves; a number that another row was the reason for is left out. */
    private function keptSlugPart(SlugTable $table, SlugTree $tree, string $slug): string
    {
        $own = $tree->ownPart($slug);
        if ($table->permanent || $own === '') {
            return $own;
        }
        $raw = $this->rawSlug($table);

        return self::endsInNumber($own, $raw . $table->separator) ? $raw : $own;
    }

    /** After the row was written, the rows below it get their slugs. */
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
     * Gives the branch of a node of a nested set its slugs for another place.
     *
     * @internal
     * @param NodePlace $place where the node is
     * @param NodePlace $new where it goes, as far as the parent says so
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
        // A row of the tree that the branch leaves may have that slug.
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
     * Takes over a slug that a statement has changed.
     *
     * @internal
     * @param array<int|string, list<mixed>> $keys those of the changed rows
     * @param string $from what the slugs of these rows began with
     * @param string $to what they begin with now
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

    /** Keeps the slug that the row has now, right before it gets another one. */
    private function keepSlug(ConnectionInterface $con): void
    {
        $table = SlugTable::of(self::tableMap());
        if (isset($this->modifiedColumns[$table->columnName]) || $this->slugScopeIsModified($table)) {
            [$scope, $key] = $this->slugPlace($table);
            SlugHistory::of(self::tableMap())->keep($con, (array) $key, (string) $this->{$table->property}, $scope);
        }
    }

    /** Whether the slug is empty, or its sources do not say the same as before. */
    private function wantsSlug(?SlugTable $table = null): bool
    {
        $table ??= SlugTable::of(self::tableMap());
        $slug = (string) $this->{$table->property};
        if ($slug === '' || $table->permanent) {
            return $slug === '';
        }
        $sources = $this->isNew() ? null : $table->sourcesOf(static::class, self::class);
        if ($sources !== null && array_intersect_key($this->modifiedColumns, $sources) === []) {
            // A slug that the application has set stays as long as these columns do.
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

        // The number of a slug stays.
        return !self::endsInNumber($slug, $raw . $table->separator);
    }

    /** Whether a slug is a text and a number. */
    private static function endsInNumber(string $slug, string $start): bool
    {
        return str_starts_with($slug, $start) && ctype_digit(substr($slug, strlen($start)));
    }

    /** What the slug is made of; in a tree, the part of the row itself. */
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
     * The slug that this object should have.
     *
     * @return string
     */
    protected function createSlug()
    {
        $table = SlugTable::of(self::tableMap());
        if (!$table->hasTree) {
            return $this->makeSlugUnique($this->madeSlug ?? $this->rawSlug($table), $table->separator);
        }
        // What was made before may be too long below another parent.
        $slug = $this->slugInTree(SlugTree::of(self::tableMap()), $this->rawSlug($table));

        return $this->makeSlugUnique($slug, $table->separator);
    }

    /**
     * The slug as the pattern, or else the string form of the object, says.
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
            '/\{(\w+)\}/',
            fn (array $match): string => static::cleanupSlugPart(
                SlugText::of($this->{'get' . $match[1]}()),
                $table->replacement,
            ),
            $table->pattern,
        );
    }

    /**
     * A text as a part of a slug.
     *
     * @return string
     */
    protected static function cleanupSlugPart(string $slug, string $replacement = '-')
    {
        $slug = str_replace(["'", '`', '^'], '', SlugText::ascii($slug));
        $pattern = SlugTable::of(self::tableMap())->replacePattern;
        // PHP only warns, and the slugs of all rows would be the same.
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
     * A slug that fits into its column with a number after it.
     *
     * @return string
     */
    protected static function limitSlugSize(string $slug, int $incrementReservedSpace = 3)
    {
        $size = SlugTable::of(self::tableMap())->size;

        return $size === 0 ? $slug : SlugText::first($slug, $size - $incrementReservedSpace);
    }

    /**
     * The slug, with the next number after it if another row has it already.
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

    /** The slug to try when the one that the object has is refused. */
    private function slugAfter(string $base, ConnectionInterface $con): string
    {
        $table = SlugTable::of(self::tableMap());
        $number = $this->nextSlugNumber($base, $table->separator, $con);
        // Rows that others have written may not be visible to this transaction.
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

    /** A slug with a number, shortened where the column is too short for both. */
    private function numberedSlug(string $slug, string $separator, int $number, ConnectionInterface $con): string
    {
        $table = SlugTable::of(self::tableMap());
        $size = $table->size;
        for (;; $number++) {
            $end = $separator . $number;
            if ($table->hasTree) {
                // What is before the part of the row itself cannot be shortened.
                $least = $this->slugStart . $end;
                SlugTree::of(self::tableMap())->checkLength(SlugText::length($least), $least);
            }
            $start = $size === 0 ? $slug : SlugText::first($slug, $size - strlen($end));
            if ($start === $slug || !$table->isTaken($con, $start . $end, ...$this->slugPlace($table))) {
                return $start . $end;
            }
        }
    }

    /** Whether the row moves to where others may have its slug. */
    private function slugScopeIsModified(SlugTable $table): bool
    {
        return $table->scope !== null && !$this->rowIsNew
            && isset($this->modifiedColumns[$table->scope->getFullyQualifiedName()]);
    }

    /** @return array{mixed, list<mixed>|null} the scope, and the key of the row that does not count */
    private function slugPlace(SlugTable $table): array
    {
        return [
            $table->scope === null ? null : ($this->slugScope ?? [$this->{$table->scope->getProperty()}])[0],
            $this->rowIsNew ? null : $this->originalKey ?? $this->keyParts(),
        ];
    }
}
