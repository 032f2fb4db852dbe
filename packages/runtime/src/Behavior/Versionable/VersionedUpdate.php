<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Versionable;

use Orm\Runtime\ActiveQuery\InstancePools;
use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Behavior\Statements;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\Clock;
use Orm\Runtime\Util\ColumnValue;

/**
 * The former states of the rows that an update() selects, and the versions of the rows that it changes.
 *
 * @internal
 */
final class VersionedUpdate
{
    private const CHUNK = 200;

    private readonly AdapterInterface $adapter;

    private readonly TableMap $table;

    /** @var array<string, array{list<mixed>, string}> keys and states of rows */
    private readonly array $before;

    /** @var class-string<TableMap> */
    private readonly string $map;

    /** @var list<ColumnMap> the key columns, then the columns whose changes create a version */
    private readonly array $columns;

    /**
     * @param list<ColumnMap> $columns the columns whose changes create a version
     * @param bool $setsDate whether the update sets the date of the versions itself
     */
    public function __construct(
        ModelCriteria $query,
        array $columns,
        private readonly bool $setsDate,
        ConnectionInterface $con,
    ) {
        $this->table = $query->getTableMap();
        $this->map = $this->table::class;
        $this->adapter = Orm::getServiceContainer()->getAdapter($this->map::DATABASE_NAME);
        $this->columns = [...array_values($this->table->getPrimaryKeys()), ...$columns];
        $this->before = $this->states(QueryRows::read($query->lockForUpdate(), $this->columns, $con));
    }

    /** Creates the versions after the rows were written. */
    public function record(int $affectedRows, ConnectionInterface $con): void
    {
        if ($affectedRows > count($this->before)) {
            throw new RowsAdded(sprintf(
                'update() of "%s" has changed rows that others have just added, without versions',
                $this->table->getName(),
            ));
        }
        $after = $this->read(array_column($this->before, 0), $con);
        if (count($after) < count($this->before)) {
            throw new LogicException(sprintf(
                'update() with versions cannot change the primary key of "%s": use $forceIndividualSaves',
                $this->table->getName(),
            ));
        }
        $changed = [];
        foreach ($after as $row => [$key, $state]) {
            if ($state !== $this->before[$row][1]) {
                $changed[] = $key;
            }
        }
        if ($changed === []) {
            return;
        }
        foreach (array_chunk($changed, self::CHUNK) as $chunk) {
            $this->number($chunk, $con);
        }
        InstancePools::forgetChanged($this->map, count($changed) === 1 ? self::plain($changed[0]) : null);
        $versions = VersionedTable::of($this->map);
        $isPlain = !Record::mayRowsHaveOwn($this->map, 'addVersion');
        foreach (array_chunk($changed, self::CHUNK) as $chunk) {
            if (!$isPlain || !$versions->copyRows($this->isOneOf($chunk), $con)) {
                $this->addVersions($chunk, $con);
            }
        }
    }

    /** @param non-empty-list<list<mixed>> $keys */
    private function number(array $keys, ConnectionInterface $con): void
    {
        $versions = VersionedTable::of($this->map);
        $set = $this->nameOf($versions->number) . ' = ' . $this->nextNumber($versions);
        $values = [];
        if ($versions->date !== null && !$this->setsDate) {
            $set .= ', ' . $this->nameOf($versions->date) . ' = ?';
            $now = $this->adapter->formatTemporalValue(Clock::now(), $versions->date);
            $values[] = [$now, $versions->date->getType()];
        }
        $update = Sql::of('UPDATE ' . $this->tableName($this->table) . ' SET ' . $set . ' WHERE ', $values);
        (new Statements($this->adapter, $con))->write($update->then($this->isOneOf($keys)));
    }

    /** Returns the number after the highest one of the row and its versions. */
    private function nextNumber(VersionedTable $versions): string
    {
        $table = $versions->versionMap::getTableMap();
        $names = $this->adapter->names($table->isIdentifierQuotingEnabled());
        $ofRow = [];
        foreach ($this->table->getPrimaryKeys() as $column) {
            $there = $names->identifier($table->getColumn($column->getName())->getName());
            $ofRow[] = $this->tableName($table) . '.' . $there . ' = '
                . $this->tableName($this->table) . '.' . $this->nameOf($column);
        }
        $last = '(SELECT COALESCE(MAX(' . $names->identifier($versions->versionNumber->getName()) . '), 0) FROM '
            . $this->tableName($table) . ' WHERE ' . implode(' AND ', $ofRow) . ')';
        $own = 'COALESCE(' . $this->nameOf($versions->number) . ', 0)';

        return 'CASE WHEN ' . $own . ' < ' . $last . ' THEN ' . $last . ' ELSE ' . $own . ' END + 1';
    }

    /**
     * Creates versions as objects, if one statement is not enough because of the version class or related rows.
     *
     * @param non-empty-list<list<mixed>> $keys
     */
    private function addVersions(array $keys, ConnectionInterface $con): void
    {
        $query = ($this->table->getClassName() . 'Query')::create();
        if ($this->map::DELETED_COLUMN !== null) {
            $query->includeDeleted();
        }
        foreach ($query->findPks(array_map(self::plain(...), $keys), $con) as $object) {
            $object->addVersion($con);
        }
    }

    /**
     * Reads the current rows: a snapshot of the transaction may contain older ones.
     *
     * @param list<list<mixed>> $keys
     * @return array<string, array{list<mixed>, string}> the same as states()
     */
    private function read(array $keys, ConnectionInterface $con): array
    {
        $names = implode(', ', array_map($this->nameOf(...), $this->columns));
        $select = 'SELECT ' . $names . ' FROM ' . $this->tableName($this->table) . ' WHERE ';
        $statements = new Statements($this->adapter, $con);
        $states = [];
        foreach (array_chunk($keys, self::CHUNK) as $chunk) {
            $sql = Sql::of($select)->then($this->isOneOf($chunk));
            $text = $sql->text;
            $this->adapter->applyLock($text, new Lock(Lock::EXCLUSIVE));
            $rows = $statements->rows(Sql::of($text, $sql->values));
            $states += $this->states(QueryRows::asKeys($rows, $this->columns));
        }

        return $states;
    }

    /**
     * @param list<list<mixed>> $rows
     * @return array<string, array{list<mixed>, string}> keys and states, by the key as a string
     */
    private function states(array $rows): array
    {
        $count = count($this->table->getPrimaryKeys());
        $states = [];
        foreach ($rows as $row) {
            $values = array_map(
                static fn (mixed $value): mixed => is_resource($value) ? ColumnValue::content($value) : $value,
                array_slice($row, $count),
            );
            $key = array_slice($row, 0, $count);
            $states[serialize($key)] = [$key, hash('xxh128', serialize($values), true)];
        }

        return $states;
    }

    /** @param non-empty-list<list<mixed>> $keys */
    private function isOneOf(array $keys): Sql
    {
        $columns = array_values($this->table->getPrimaryKeys());

        return Sql::isOneOf(array_map($this->nameOf(...), $columns), $columns, $keys);
    }

    /** Returns the quoted name of a column of the table. */
    private function nameOf(ColumnMap $column): string
    {
        return $this->adapter->names($this->table->isIdentifierQuotingEnabled())->identifier($column->getName());
    }

    private function tableName(TableMap $table): string
    {
        return $this->adapter->names($table->isIdentifierQuotingEnabled())->table((string) $table->getName());
    }

    /**
     * Returns a key in the form that query methods expect.
     *
     * @param list<mixed> $key
     */
    private static function plain(array $key): mixed
    {
        return count($key) === 1 ? $key[0] : $key;
    }
}
