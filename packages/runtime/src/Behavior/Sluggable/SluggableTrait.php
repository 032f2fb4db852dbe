<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sluggable;

use Closure;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\RecordState;
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
        $this->slugWithoutNumber = null;
        try {
            if ($slug !== '' && $isModified) {
                $this->setSlug($this->makeSlugUnique($slug, $table->separator));
            } elseif ($slug !== '' && $table->permanent && $this->slugScopeIsModified($table)) {
                $this->setSlug($this->makeSlugUnique($slug, $table->separator));
            } elseif ($this->slugScopeIsModified($table) || $this->wantsSlug($table)) {
                $this->setSlug($this->createSlug());
            }
        } finally {
            $this->slugConnection = $this->madeSlug = null;
        }
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
        $raw = static::limitSlugSize($this->createRawSlug());
        if ($slug === $raw) {
            return false;
        }
        $this->madeSlug = $this->slugConnection === null ? null : $raw;

        // The number of a slug stays.
        return !str_starts_with($slug, $raw . $table->separator)
            || !ctype_digit(substr($slug, strlen($raw . $table->separator)));
    }

    /**
     * The slug that this object should have.
     *
     * @return string
     */
    protected function createSlug()
    {
        $slug = $this->madeSlug ?? static::limitSlugSize($this->createRawSlug());

        return $this->makeSlugUnique($slug, SlugTable::of(self::tableMap())->separator);
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
            $table->scope === null ? null : $this->{$table->scope->getProperty()},
            $this->rowIsNew ? null : $this->originalKey ?? $this->keyParts(),
        ];
    }
}
