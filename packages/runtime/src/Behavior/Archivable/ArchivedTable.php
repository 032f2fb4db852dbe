<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Archivable;

use Orm\Runtime\ActiveQuery\Lock;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Behavior\CurrentAdapterTrait;
use Orm\Runtime\Behavior\KnownTableTrait;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Behavior\Statements;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Util\Clock;

/**
 * A table whose rows have an archive. Archives many rows with few statements.
 *
 * @internal
 */
final class ArchivedTable
{
    use CurrentAdapterTrait;
    use KnownTableTrait;

    private const CHUNK = 200;

    /** The phpName of the date column, if there is one. */
    public readonly ?string $dateName;

    private ?bool $isCopied = null;

    /** Whether one statement can replace archive() for an object. */
    private ?bool $takesValues = null;

    /** @var array{string, array<string, array{string, bool}>, ColumnMap|null}|null the result of makeUpsert() */
    private ?array $upsert = null;

    /** @var class-string the model of the archive, or another class with its methods */
    public readonly string $archiveClass;

    /** @var class-string<TableMap>|null the map of the archive, if that is a model */
    public readonly ?string $archiveMap;

    /** @param class-string<TableMap> $map */
    private function __construct(private readonly string $map, private readonly AdapterInterface $adapter)
    {
        $parameters = $map::getTableMap()->getBehaviors()['archivable'];
        $this->archiveClass = constant($map . '::ARCHIVE_CLASS');
        $mapName = $this->archiveClass . '::TABLE_MAP';
        $this->archiveMap = defined($mapName) ? constant($mapName) : null;
        $date = $parameters['archived_at_column'];
        $this->dateName = match (true) {
            $parameters['log_archived_at'] !== 'true' => null,
            $this->archiveMap === null => str_replace('_', '', ucwords($date, '_')),
            default => $this->archiveMap::getTableMap()->findColumnByName($date)?->getPhpName(),
        };
    }

    /** Returns whether SQL can replace archive(): the archive has the same columns, and archive() is not overridden. */
    public function isCopied(): bool
    {
        return $this->isCopied ??= $this->mayCopy();
    }

    /**
     * Replaces the archived copies of rows.
     *
     * @param list<list<mixed>> $keys
     */
    public function copy(array $keys, ConnectionInterface $con): int
    {
        $main = $this->map::getTableMap();
        $archiveMap = $this->archiveMap;
        $archive = $archiveMap::getTableMap();
        $statements = new Statements($this->adapter, $con);
        $names = $this->namesOf($main, array_values($main->getColumns()));
        $targets = array_map(
            static fn (ColumnMap $column): ColumnMap => $archive->getColumn($column->getName()),
            array_values($main->getColumns()),
        );
        $into = $this->namesOf($archive, $targets);
        $values = [];
        if ($this->dateName !== null) {
            $date = $archive->getColumnByPhpName($this->dateName);
            $into = [...$into, ...$this->namesOf($archive, [$date])];
            $now = $this->adapter->formatTemporalValue(Clock::now(), $date);
            $values[] = [$now, $date->getType()];
        }
        $count = 0;
        foreach (array_chunk($keys, self::CHUNK) as $chunk) {
            // Locks the rows, so that other connections that archive or delete them wait. Rows deleted by others are
            // already archived.
            $keyColumns = array_values($main->getPrimaryKeys());
            $keyNames = implode(', ', $this->namesOf($main, $keyColumns));
            $select = Sql::of('SELECT ' . $keyNames . ' FROM ' . $this->nameOf($main) . ' WHERE ')
                ->then($this->isOneOf($main, $chunk))->then(' ORDER BY ' . $keyNames);
            $text = $select->text;
            $this->adapter->applyLock($text, new Lock(Lock::EXCLUSIVE));
            if ($text !== $select->text) {
                $chunk = QueryRows::asKeys($statements->rows(Sql::of($text, $select->values)), $keyColumns);
                if ($chunk === []) {
                    continue;
                }
            }
            $statements->write(
                Sql::of('DELETE FROM ' . $this->nameOf($archive) . ' WHERE ')->then($this->isOneOf($archive, $chunk)),
            );
            $read = [...$names, ...($values === [] ? [] : ['?'])];
            $insert = 'INSERT INTO ' . $this->nameOf($archive) . ' (' . implode(', ', $into) . ') SELECT '
                . implode(', ', $read) . ' FROM ' . $this->nameOf($main) . ' WHERE ';
            $count += $statements->write(Sql::of($insert, $values)->then($this->isOneOf($main, $chunk)));
        }
        $archiveMap::clearInstancePool();
        ConnectionWrapper::wrap($con)->rollbackLog?->changed();

        return $count;
    }

    /** Returns whether archive() can run as a statement, and no object in memory shows the archived row. */
    public function takesValues(object $object): bool
    {
        $this->takesValues ??= $this->isCopied() && !constant($this->map . '::ARCHIVE_HAS_UNIQUES')
            && Record::insertsInBulk($this->archiveClass)
            && array_filter($this->map::getTableMap()->getColumns(), static fn (ColumnMap $column): bool
                => $column->isLazyLoad() || $column->isLob()) === [];
        $pool = $this->takesValues ? $this->archiveMap::objectPool() : [];

        return $this->takesValues
            && ($pool === [] || !isset($pool[$this->map::getInstanceKey($object->getPrimaryKey()) ?? '']));
    }

    /**
     * Replaces the archived copy of an object.
     *
     * @param callable(string): mixed $value returns the value of a property
     * @return bool false: a value is unknown, because the database computed it
     */
    public function write(callable $value, ConnectionInterface $con): bool
    {
        [$sql, $columns, $date] = $this->upsert ??= $this->makeUpsert();
        $values = [];
        foreach ($columns as $property => [$type, $mayBeNull]) {
            $one = $value($property);
            if ($one === null && !$mayBeNull) {
                return false;
            }
            $values[] = [$one, $type];
        }
        if ($date !== null) {
            $values[] = [Clock::now(), $date->getType()];
        }
        (new Statements($this->adapter, $con))->write(Sql::of($sql, $values));
        ConnectionWrapper::wrap($con)->rollbackLog?->changed();

        return true;
    }

    /** @return array{string, array<string, array{string, bool}>, ColumnMap|null} SQL, types by property, the date */
    private function makeUpsert(): array
    {
        $archive = $this->archiveMap::getTableMap();
        $types = $columns = [];
        foreach ($this->map::getTableMap()->getColumns() as $column) {
            $mayBeNull = !$column->isNotNull() && $column->getDefaultValue() === null
                && !in_array($column->getPhpName(), $this->map::DATABASE_DEFAULTS, true);
            $types[$column->getProperty()] = [$column->getType(), $mayBeNull];
            $columns[] = $archive->getColumn($column->getName());
        }
        $date = $this->dateName === null ? null : $archive->getColumnByPhpName($this->dateName);
        $names = $this->namesOf($archive, $date === null ? $columns : [...$columns, $date]);
        $keys = $this->namesOf($archive, array_values($archive->getPrimaryKeys()));
        $sql = $this->adapter->getUpsert(
            $this->nameOf($archive),
            $names,
            array_fill(0, count($names), '?'),
            $keys,
            array_values(array_diff($names, $keys)),
        );

        return [$sql, $types, $date];
    }

    private function mayCopy(): bool
    {
        $archiveMap = $this->archiveMap;
        $main = $this->map::getTableMap();
        if (
            $archiveMap === null || $archiveMap::DATABASE_NAME !== $this->map::DATABASE_NAME
            || Record::mayRowsHaveOwn($this->map, 'archive')
        ) {
            return false;
        }
        $archive = $archiveMap::getTableMap();
        foreach ($main->getColumns() as $column) {
            $copy = $archive->findColumnByName($column->getName());
            if ($copy === null || $copy->getType() !== $column->getType()) {
                return false;
            }
        }
        foreach ($archive->getColumns() as $column) {
            if (!$main->hasColumn($column->getName()) && $column->getPhpName() !== $this->dateName) {
                return false;
            }
        }

        return array_keys($main->getPrimaryKeys()) === array_keys($archive->getPrimaryKeys());
    }

    /** @param non-empty-list<list<mixed>> $keys */
    private function isOneOf(TableMap $table, array $keys): Sql
    {
        $columns = array_values($table->getPrimaryKeys());

        return Sql::isOneOf($this->namesOf($table, $columns), $columns, $keys);
    }

    private function nameOf(TableMap $table): string
    {
        return $this->adapter->names($table->isIdentifierQuotingEnabled())->table((string) $table->getName());
    }

    /**
     * @param list<ColumnMap> $columns
     * @return list<string>
     */
    private function namesOf(TableMap $table, array $columns): array
    {
        $names = $this->adapter->names($table->isIdentifierQuotingEnabled());

        return array_map(static fn (ColumnMap $column): string => $names->identifier($column->getName()), $columns);
    }
}
