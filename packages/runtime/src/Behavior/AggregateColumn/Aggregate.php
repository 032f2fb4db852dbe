<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\AggregateColumn;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Behavior\CurrentAdapterTrait;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Behavior\Statements;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\Clock;

/**
 * Columns of a table, the owner, with aggregates over the rows of another table that refer to it.
 *
 * @internal
 */
final class Aggregate
{
    use CurrentAdapterTrait;

    private const CHUNK = 200;

    /** @var list<ColumnMap> the foreign key columns of the rows */
    public readonly array $locals;

    /** The property of a row's object with its owner; null if there is none. */
    public readonly ?string $ownerProperty;

    private readonly TableMap $owner;
    private readonly string $ownerName;
    private readonly string $childName;

    /** @var list<ColumnMap> the columns of the owner that the foreign key refers to */
    private readonly array $foreigns;

    /** @var list<ColumnMap> the aggregate columns of the owner */
    private readonly array $columns;

    /** @var list<string> */
    private readonly array $expressions;
    private readonly string $condition;

    /** Whether the nodes of a cluster must agree on every change of a row, even if it does not change the values. */
    private readonly bool $isAgreed;

    /** The column with the time of the owner's last change. */
    private readonly ?ColumnMap $date;

    /** @var list<self>|null the aggregates over the columns of this one; null: not computed yet */
    private ?array $dependents = null;

    /** @var array<int, string> the locking statements by number of owners; empty if no statement is needed */
    private array $locks = [];

    /** @var array<int, string> the refreshing statements by number of owners */
    private array $updates = [];

    /** @param class-string<TableMap> $map */
    private function __construct(
        private readonly string $map,
        string $relation,
        private readonly AdapterInterface $adapter,
    ) {
        $child = $map::getTableMap();
        $parameters = $child->getBehaviors()[$relation];
        $this->owner = $child->getDatabaseMap()->getTable($parameters['foreign_table']);
        $this->locals = array_map($child->getColumn(...), array_column($parameters['references'], 'local'));
        $this->foreigns = array_map($this->owner->getColumn(...), array_column($parameters['references'], 'foreign'));
        $this->columns = array_map($this->owner->getColumn(...), array_column($parameters['columns'], 'column_name'));
        // A sum or an average may have digits after the point, which SQLite would store in an integer column, too.
        $this->expressions = array_map(
            static fn (ColumnMap $column, string $expression): string =>
                $column->isNumeric() && in_array($column->getType(), ColumnMap::INTEGER_TYPES, true)
                    ? $adapter->rounded($expression)
                    : $expression,
            $this->columns,
            array_column($parameters['columns'], 'expression'),
        );
        $this->condition = $parameters['condition'] ?? '';
        $this->isAgreed = ($parameters['agreed'] ?? '') === 'true';
        $this->ownerName = $adapter->names($this->owner->isIdentifierQuotingEnabled())
            ->table((string) $this->owner->getName());
        $this->childName = $adapter->names($child->isIdentifierQuotingEnabled())->table((string) $child->getName());
        $this->ownerProperty = $this->propertyIn($child);
        $dates = $this->owner->getBehaviors()['timestampable'] ?? null;
        $this->date = $dates === null || $parameters['keep_update_date'] === 'true'
            || $dates['disable_updated_at'] === 'true'
            ? null
            : $this->owner->getColumn($dates['update_column']);
    }

    /** @param class-string<TableMap> $map the map of the table with the rows */
    public static function of(string $map, string $relation): self
    {
        $known = Orm::$services->facts[self::class][$map][$relation] ?? null;

        if ($known === null || !$known->isCurrent()) {
            $known = new self($map, $relation, Orm::getServiceContainer()->getAdapter($map::DATABASE_NAME));
            Orm::services()->facts[self::class][$map][$relation] = $known;
        }

        return $known;
    }

    private function propertyIn(TableMap $child): ?string
    {
        foreach ($child->getRelations() as $relation) {
            if ($relation->getType() === RelationMap::MANY_TO_ONE && $relation->getLocalColumns() === $this->locals) {
                return $relation->getProperty();
            }
        }

        return null;
    }

    /**
     * Returns the current aggregates of an owner.
     *
     * @return list<mixed> in the order of the columns
     */
    public function compute(object $owner, ConnectionInterface $con): array
    {
        $key = array_map(
            static fn (ColumnMap $column): mixed => $owner->{'get' . $column->getPhpName()}(),
            $this->foreigns,
        );

        return $this->computeFor($key, $con);
    }

    /** @return list<string> the phpNames of the aggregate columns */
    public function phpNames(): array
    {
        return array_map(static fn (ColumnMap $column): string => $column->getPhpName(), $this->columns);
    }

    /**
     * Locks owners, so that other connections wait before they change rows of these owners. All connections lock in key
     * order and before they write rows. Writing a row makes the database lock its owner, too, but several transactions
     * can hold that lock at the same time.
     *
     * If owners of these owners have aggregates over them, they are locked first.
     *
     * @param list<list<mixed>> $keys
     * @param array<string, true> $known the owners that this recursion has already locked
     * @return list<list<mixed>> the distinct keys, without incomplete ones
     */
    public function lock(array $keys, ConnectionInterface $con, array $known = []): array
    {
        $keys = self::distinct($keys);
        foreach ($this->dependents() as $next) {
            [$further, $known] = $this->notYet($keys, $known);
            if ($further !== []) {
                $next->lock($next->ownersOfRows($further, $this->foreigns, $con), $con, $known);
            }
        }
        $wrapped = ConnectionWrapper::wrap($con);
        if ($this->isAgreed && $keys !== [] && $wrapped->followsTransactions()) {
            $wrapped->listLocks()->agree($this->ownerName, $keys);
        }
        foreach (array_chunk($keys, self::CHUNK) as $chunk) {
            $sql = $this->locks[count($chunk)] ??= $this->lockSql($chunk);
            if ($sql !== '') {
                (new Statements($this->adapter, $con))->rows(Sql::of($sql, $this->keyValues($chunk)));
            }
        }

        return $keys;
    }

    /**
     * Recalculates the aggregates of owners in one statement, and then the aggregates over these owners.
     *
     * @param list<list<mixed>> $keys the result of lock()
     * @param array<string, true> $known the owners that this recursion has already refreshed
     * @param object|null $held an owner in memory that may not be pooled
     */
    public function refresh(
        array $keys,
        ConnectionInterface $con,
        array $known = [],
        ?object $held = null,
    ): void {
        if ($keys === []) {
            return;
        }
        $statements = new Statements($this->adapter, $con);
        foreach (array_chunk($keys, self::CHUNK) as $chunk) {
            if ($this->ownerName === $this->childName) {
                // MySQL cannot read the table that it updates.
                foreach ($chunk as $key) {
                    $values = [];
                    foreach ($this->computeFor($key, $con) as $i => $value) {
                        $values[] = Sql::of('?', [[$value, $this->columns[$i]->getType()]]);
                    }
                    $statements->write($this->update($values)->then($this->isOneOf([$key])));
                }
            } elseif ($this->date === null) {
                $sql = $this->updates[count($chunk)]
                    ??= $this->update($this->subselects())->then($this->isOneOf($chunk))->text;
                $statements->write(Sql::of($sql, $this->keyValues($chunk)));
            } else {
                $statements->write($this->update($this->subselects())->then($this->isOneOf($chunk)));
            }
        }
        $this->tellObjects($keys, $con, $statements, $held);
        foreach ($this->dependents() as $next) {
            [$further, $known] = $this->notYet($keys, $known);
            if ($further !== []) {
                $owners = $next->ownersOfRows($further, $this->foreigns, $con);
                $next->refresh($next->lock($owners, $con), $con, $known);
            }
        }
    }

    /** @return list<ColumnMap> the columns that refresh() changes */
    private function written(): array
    {
        return $this->date === null ? $this->columns : [...$this->columns, $this->date];
    }

    /** @return list<self> */
    private function dependents(): array
    {
        if ($this->dependents === null) {
            $this->dependents = [];
            $names = array_map(
                static fn (ColumnMap $column): string => preg_quote($column->getName(), '/'),
                $this->written(),
            );
            $isNamed = '/(?<!\w)(?:' . implode('|', $names) . ')(?!\w)/iu';
            foreach ($this->owner->getBehaviors() as $id => $_) {
                if (preg_match('/^aggregate_(?:multiple_columns|column)_relation_/', $id)) {
                    $next = self::of($this->owner::class, $id);
                    $sql = implode(' ', [...$next->expressions, $next->condition]);
                    if (preg_match($isNamed, $sql)) {
                        $this->dependents[] = $next;
                    }
                }
            }
        }

        return $this->dependents;
    }

    /**
     * Excludes known keys, because rows may refer to each other in a circle.
     *
     * @param list<list<mixed>> $keys
     * @param array<string, true> $known
     * @return array{list<list<mixed>>, array<string, true>}
     */
    private function notYet(array $keys, array $known): array
    {
        $further = [];
        foreach ($keys as $key) {
            $text = $this->ownerName . ' ' . self::text($key);
            if (!isset($known[$text])) {
                $known[$text] = true;
                $further[] = $key;
            }
        }

        return [$further, $known];
    }

    /**
     * Returns the keys of the owners that rows refer to.
     *
     * @param non-empty-list<list<mixed>> $rows values of the columns that identify the rows
     * @param list<ColumnMap> $columns
     * @return list<list<mixed>>
     */
    private function ownersOfRows(array $rows, array $columns, ConnectionInterface $con): array
    {
        $owners = [];
        foreach (array_chunk($rows, self::CHUNK) as $chunk) {
            $names = implode(', ', $this->names($this->locals));
            $select = Sql::of('SELECT DISTINCT ' . $names . ' FROM ' . $this->childName . ' WHERE ')
                ->then($this->areOneOf($columns, $chunk));
            $found = (new Statements($this->adapter, $con))->rows($select);
            array_push($owners, ...QueryRows::asKeys($found, $this->locals));
        }

        return $owners;
    }

    /**
     * Returns the keys of the owners that the stored row refers to.
     *
     * @param array<string, mixed> $rowKey by the names of the primary key columns
     * @param class-string<TableMap> $map
     * @return list<list<mixed>>
     */
    public function ownersOf(array $rowKey, string $map, ConnectionInterface $con, bool $lock): array
    {
        $table = $map::getTableMap();
        $parts = [];
        foreach ($rowKey as $name => $value) {
            $column = $table->getColumn($name);
            $parts[] = Sql::equal($this->names([$column])[0], $column, $value);
        }
        $names = implode(', ', $this->names($this->locals));
        $select = Sql::of('SELECT ' . $names . ' FROM ' . $this->childName . ' WHERE ')
            ->then(Sql::join(' AND ', $parts));
        $text = $select->text;
        if ($lock) {
            $this->adapter->applyLock($text, new Lock(Lock::EXCLUSIVE));
        }

        $rows = (new Statements($this->adapter, $con))->rows(Sql::of($text, $select->values));

        return QueryRows::asKeys($rows, $this->locals);
    }

    /**
     * @param list<mixed> $key
     * @return list<mixed>
     */
    private function computeFor(array $key, ConnectionInterface $con): array
    {
        $parts = [];
        foreach ($this->locals as $i => $column) {
            $parts[] = Sql::equal($this->names([$column])[0], $column, $key[$i]);
        }
        $select = Sql::of('SELECT ' . implode(', ', $this->expressions) . ' FROM ' . $this->childName . ' WHERE ')
            ->then($this->also())
            ->then(Sql::join(' AND ', $parts));

        return (new Statements($this->adapter, $con))->rows($select)[0];
    }

    /** @param list<Sql> $values of the columns */
    private function update(array $values): Sql
    {
        $names = $this->names($this->columns);
        $same = $set = [];
        foreach ($names as $i => $name) {
            $set[] = Sql::of($name . ' = ')->then($values[$i]);
            // PostgreSQL cannot infer the type of a parameter on its own.
            $same[] = Sql::join('', [
                Sql::of('(' . $name . ' = '), $values[$i], Sql::of(' OR (' . $name . ' IS NULL AND '),
                Sql::of('COALESCE('), $values[$i], Sql::of(', ' . $name . ') IS NULL))'),
            ]);
        }
        if ($this->date !== null) {
            $date = $this->names([$this->date])[0];
            $now = Clock::now();
            $type = $this->date->getType();
            $value = $this->date->isTemporal()
                ? $this->adapter->formatTemporalValue($now, $this->date)
                : $now->getTimestamp();
            // The date is set first, because MySQL evaluates later assignments with the new values.
            array_unshift($set, Sql::join('', [
                Sql::of($date . ' = CASE WHEN '), Sql::join(' AND ', $same),
                Sql::of(' THEN ' . $date . ' ELSE '), $this->typed($value, $type), Sql::of(' END'),
            ]));
        }

        return Sql::of('UPDATE ' . $this->ownerName . ' SET ')->then(Sql::join(', ', $set))->then(' WHERE ');
    }

    private function typed(mixed $value, string $type): Sql
    {
        return is_int($value) ? Sql::of((string) $value) : Sql::of('?', [[$value, $type]]);
    }

    /** @return list<Sql> */
    private function subselects(): array
    {
        $parts = [];
        $foreigns = $this->names($this->foreigns);
        foreach ($this->names($this->locals) as $i => $local) {
            $parts[] = $this->childName . '.' . $local . ' = ' . $this->ownerName . '.' . $foreigns[$i];
        }
        $from = ' FROM ' . $this->childName . ' WHERE ' . $this->also() . implode(' AND ', $parts);

        return array_map(
            static fn (string $expression): Sql => Sql::of('(SELECT ' . $expression . $from . ')'),
            $this->expressions,
        );
    }

    private function also(): string
    {
        return $this->condition === '' ? '' : '(' . $this->condition . ') AND ';
    }

    /**
     * Returns the statement that locks owners; empty if the database has none.
     *
     * @param non-empty-list<list<mixed>> $keys
     */
    private function lockSql(array $keys): string
    {
        $names = implode(', ', $this->names($this->foreigns));
        $select = 'SELECT ' . $names . ' FROM ' . $this->ownerName . ' WHERE ' . $this->isOneOf($keys)->text
            . ' ORDER BY ' . $names;
        $locking = $select;
        $this->adapter->applyLock($locking, new Lock(Lock::EXCLUSIVE));

        return $locking === $select ? '' : $locking;
    }

    /**
     * Returns the values for isOneOf().
     *
     * @param non-empty-list<list<mixed>> $keys without null in them
     * @return list<array{mixed, string}>
     */
    private function keyValues(array $keys): array
    {
        $values = [];
        foreach ($keys as $key) {
            foreach ($this->foreigns as $i => $column) {
                $values[] = [$key[$i], $column->getType()];
            }
        }

        return $values;
    }

    /** @param non-empty-list<list<mixed>> $keys */
    private function isOneOf(array $keys): Sql
    {
        return $this->areOneOf($this->foreigns, $keys);
    }

    /**
     * @param list<ColumnMap> $columns
     * @param non-empty-list<list<mixed>> $keys
     */
    private function areOneOf(array $columns, array $keys): Sql
    {
        return Sql::isOneOf($this->names($columns), $columns, $keys);
    }

    /**
     * Sets the new values on owners in memory.
     *
     * @param list<list<mixed>> $keys
     */
    private function tellObjects(
        array $keys,
        ConnectionInterface $con,
        Statements $statements,
        ?object $held,
    ): void {
        $map = $this->owner::class;
        $log = ConnectionWrapper::wrap($con)->rollbackLog;
        $log?->changed();
        $found = $this->pooled($keys, $con);
        foreach ($keys as $key) {
            $known = HeldOwners::find($con, $map . ' ' . self::text($key));
            if ($known !== null && !in_array($known, $found, true)) {
                $found[] = $known;
            }
        }
        if ($held !== null) {
            HeldOwners::remember($con, $map . ' ' . self::text($this->keyIn($held)), $held);
            if (!in_array($held, $found, true)) {
                $found[] = $held;
            }
        }
        if ($found === []) {
            return;
        }
        $wanted = $objects = [];
        foreach ($keys as $key) {
            $wanted[self::text($key)] = $key;
        }
        foreach ($found as $object) {
            $text = self::text($this->keyIn($object));
            if (isset($wanted[$text])) {
                $objects[$text][] = $object;
            }
        }
        $columns = [...$this->foreigns, ...$this->written()];
        foreach (array_chunk(array_values(array_intersect_key($wanted, $objects)), self::CHUNK) as $chunk) {
            $rows = $statements->rows(Sql::of(
                'SELECT ' . implode(', ', $this->names($columns)) . ' FROM ' . $this->ownerName . ' WHERE ',
            )->then($this->isOneOf($chunk)));
            foreach (QueryRows::asKeys($rows, $this->foreigns) as $row) {
                $count = count($this->foreigns);
                $values = array_slice($row, $count);
                foreach ($objects[self::text(array_slice($row, 0, $count))] ?? [] as $object) {
                    Record::call($object, 'adoptAggregates', array_slice($columns, $count), $values, $log);
                }
            }
        }
    }

    /** @return list<mixed> the key values that rows refer to */
    private function keyIn(object $owner): array
    {
        return array_map(
            static fn (ColumnMap $column): mixed => $owner->{'get' . $column->getPhpName()}(),
            $this->foreigns,
        );
    }

    /**
     * @param list<list<mixed>> $keys
     * @return list<object> the pooled owners, including others if the pool cannot be searched by these keys
     */
    private function pooled(array $keys, ConnectionInterface $con): array
    {
        $map = $this->owner::class;
        $isUsed = $map::objectPool() !== [] && InstancePools::$areEnabled;
        if (!$isUsed || InstancePools::isForeign($con, $map::DATABASE_NAME)) {
            return [];
        }
        if ($this->foreigns !== array_values($this->owner->getPrimaryKeys())) {
            return array_values($map::objectPool());
        }
        $pooled = [];
        foreach ($keys as $key) {
            $object = $map::getInstanceFromPool($map::getInstanceKey(count($key) === 1 ? $key[0] : $key));
            if ($object !== null) {
                $pooled[] = $object;
            }
        }

        return $pooled;
    }

    /**
     * @param list<list<mixed>> $keys
     * @return list<list<mixed>> sorted, so that all processes lock in the same order
     */
    private static function distinct(array $keys): array
    {
        if (count($keys) === 1) {
            return in_array(null, $keys[0], true) ? [] : $keys;
        }
        $distinct = [];
        foreach ($keys as $key) {
            if (!in_array(null, $key, true)) {
                $distinct[self::text($key)] = $key;
            }
        }
        usort($distinct, static fn (array $a, array $b): int => $a <=> $b);

        return $distinct;
    }

    /** @param list<mixed> $key */
    private static function text(array $key): string
    {
        return implode("\0", array_map(strval(...), $key));
    }

    /**
     * @param list<ColumnMap> $columns
     * @return list<string>
     */
    private function names(array $columns): array
    {
        return array_map(
            fn (ColumnMap $column): string => $this->adapter
                ->names($column->getTable()->isIdentifierQuotingEnabled())->identifier($column->getName()),
            $columns,
        );
    }
}
