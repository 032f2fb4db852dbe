<?php

declare(strict_types=1);

namespace Orm\Laravel\Validation;

use Closure;
use Illuminate\Validation\DatabasePresenceVerifierInterface;
use Illuminate\Validation\PresenceVerifierInterface;
use LogicException;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveQuery\RowLookup;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;

/**
 * Runs the queries of the rules `exists` and `unique`: for Orm models through their queries, for anything else through
 * Laravel's own connections.
 */
final class ModelPresence implements DatabasePresenceVerifierInterface
{
    public function __construct(private readonly ?PresenceVerifierInterface $others)
    {
    }

    /**
     * @param string $collection a model class, or a table of Laravel's own connections
     * @param string $column
     * @param mixed $value
     * @param int|string|null $excludeId
     * @param string|null $idColumn
     * @param array<int|string, mixed> $extra
     */
    public function getCount(
        $collection,
        $column,
        $value,
        $excludeId = null,
        $idColumn = null,
        array $extra = [],
    ): int {
        if (!is_subclass_of($collection, ActiveRecordInterface::class)) {
            return $this->others($collection)->getCount($collection, $column, $value, $excludeId, $idColumn, $extra);
        }
        // Only the name of the calling method distinguishes the rules. `exists` must not accept deleted rows, but
        // `unique` must consider their values.
        $caller = debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 2)[1]['function'] ?? '';
        $found = $this->rows($collection, $column, $value, $extra, $caller === 'validateUnique');
        if ($found !== null && $excludeId !== null && $excludeId !== 'NULL') {
            $found->exclude((string) $excludeId, $idColumn);
        }

        return $found === null ? 0 : $found->count();
    }

    /**
     * @param string $collection
     * @param string $column
     * @param array<mixed> $values
     * @param array<int|string, mixed> $extra
     */
    public function getMultiCount($collection, $column, array $values, array $extra = []): int
    {
        if (!is_subclass_of($collection, ActiveRecordInterface::class)) {
            return $this->others($collection)->getMultiCount($collection, $column, $values, $extra);
        }
        // Laravel compares this number with the number of distinct values.
        $found = 0;
        foreach (array_unique(array_map(self::text(...), $values), SORT_REGULAR) as $value) {
            $found += $value !== null && ($this->rows($collection, $column, $value, $extra)?->count() ?? 0) > 0 ? 1 : 0;
        }

        return $found;
    }

    /** @param string|null $connection */
    public function setConnection($connection): void
    {
        if ($this->others instanceof DatabasePresenceVerifierInterface) {
            $this->others->setConnection($connection);
        }
    }

    /**
     * @param class-string<ActiveRecordInterface> $class
     * @param array<int|string, mixed> $extra
     * @param bool $withDeleted whether to include rows that soft_delete hides
     * @return PresenceQuery|null null: no row can have the value
     */
    private function rows(
        string $class,
        string $column,
        mixed $value,
        array $extra,
        bool $withDeleted = false,
    ): ?PresenceQuery {
        $value = self::text($value);
        $query = $value === null ? null : RowLookup::filter(OrmQuery::from($class), [$column => $value]);
        if ($query === null) {
            return null;
        }
        if ($withDeleted && $query->getTableMap()::DELETED_COLUMN !== null) {
            $query->includeDeleted();
        }
        $found = new PresenceQuery($query);
        foreach ($extra as $name => $condition) {
            $condition instanceof Closure
                ? $condition($found)
                : $found->condition((string) $name, (string) $condition);
        }

        return $found;
    }

    /** Returns a request value as a string; null if no column can have such a value. */
    private static function text(mixed $value): ?string
    {
        return match (true) {
            is_bool($value) => $value ? '1' : '0',
            is_scalar($value), $value instanceof \Stringable => (string) $value,
            $value instanceof \BackedEnum => (string) $value->value,
            default => null,
        };
    }

    private function others(string $collection): PresenceVerifierInterface
    {
        return $this->others ?? throw new LogicException(sprintf(
            '"%s" is no model class of Orm, and Laravel has no database to ask',
            $collection,
        ));
    }
}
