<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\ActiveRecord\RowValues;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Behavior\KnownTableTrait;
use Orm\Runtime\Behavior\ListTable;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Type\TypeFamily;
use Orm\Runtime\Util\Clock;

/**
 * A table whose rows are members of lists: its rank, scope and key columns, and their SQL.
 *
 * @internal
 */
final class RankedTable extends ListTable
{
    use KnownTableTrait;

    /** The distance between fractional ranks when a list is numbered. */
    public const STEP = 2 ** 32;

    /** Fractional ranks above this number are renumbered, so that adding to them cannot overflow a BIGINT. */
    public const HIGHEST = 2 ** 60;

    private const INTEGER_TYPES = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'];

    private const TEXT_TYPES = ['CHAR', 'VARCHAR', 'LONGVARCHAR', 'CLOB', 'CLOB_EMU'];

    /** The quoted name of the rank column. */
    public readonly string $rank;

    public readonly ColumnMap $rankColumn;

    /** @var list<ColumnMap> */
    public readonly array $scopeColumns;

    /** @var list<string> the quoted names of the scope columns */
    public readonly array $scopes;

    /** Whether a unique index contains the rank column, so that two rows may never share a rank, even temporarily. */
    public readonly bool $unique;

    /** The model property with the rank. */
    public readonly string $rankProperty;

    /** The name of the rank column, with its table. */
    public readonly string $rankName;

    /** Whether model objects store ranks as strings. */
    public readonly bool $rankIsText;

    /** @var list<string> the model properties with the scope */
    public readonly array $scopeProperties;

    /** @var array<string, string> names of the scope columns whose default value only the database knows, by property */
    public readonly array $filledScopes;

    /** @var array<string, string> names of the rank and scope columns, with their table, by property */
    public readonly array $columnNames;

    /** Whether scope values can be bound directly, as numbers and strings. */
    public readonly bool $bindsScopePlainly;

    /** Whether an INSERT can compute the rank of its row and return it. */
    public readonly bool $ranksByInsert;

    /** The rank of the first member of a list. */
    public readonly int $start;

    /**
     * Whether ranks are stored as numbers that are far apart and define only the order, so that a move writes one row.
     * The rank that users see is then the position of the row.
     */
    public readonly bool $isFractional;

    /** The position of new rows without an explicit rank. */
    public readonly ListIntent $placeOfNew;

    /** The maximum number of members of a list; null: unlimited. */
    public readonly ?int $maxMembers;

    /** The column with the time of a row's last change, if statements that change ranks set it. */
    public readonly ?ColumnMap $touched;

    /** The quoted name of the column that marks rows as deleted; null if there is none. */
    public readonly ?string $deleted;

    public readonly ListSql $sql;

    /** @var array<class-string<TableMap>, int> the number of callers that maintain the ranks of a table themselves */
    private static array $unmaintained = [];

    /**
     * The scope of the last object: members of a list share one array, which is faster to compare.
     *
     * @var list<mixed>
     */
    public array $lastScope = [];

    /** @var array<int, ScopeText> the text columns of the scope, by position */
    private readonly array $texts;

    /** @var list<bool> whether each scope column contains whole numbers */
    private readonly array $integers;

    /** @var array<int, ?int> the number of decimal places that each scope column stores */
    private readonly array $digits;

    /** @var list<int> the positions of scope columns that round values to fewer decimal places */
    public readonly array $roundedScopes;

    /** Returns whether queries hide members that are marked as deleted. Moves pass such members. */
    public function hidesRows(): bool
    {
        return $this->deleted !== null && !isset(Orm::services()->softDeleteOff[$this->map]);
    }

    /** @param class-string<TableMap> $map */
    private function __construct(string $map, AdapterInterface $adapter)
    {
        parent::__construct($map, $adapter);
        $tableMap = $map::getTableMap();
        $names = $adapter->names($tableMap->isIdentifierQuotingEnabled());
        $write = static fn (ColumnMap $column): string => $names->identifier($column->getName());
        $this->rankColumn = $tableMap->getColumn(constant($map . '::RANK_COL'));
        $this->rank = $write($this->rankColumn);
        $this->deleted = $map::DELETED_COLUMN === null ? null : $write($tableMap->getColumn($map::DELETED_COLUMN));
        $this->scopeColumns = array_map(
            $tableMap->getColumn(...),
            defined($map . '::SCOPE_COLS') ? constant($map . '::SCOPE_COLS') : [],
        );
        $this->scopes = array_map($write, $this->scopeColumns);
        $property = static fn (ColumnMap $column): string => $column->getProperty();
        $this->rankProperty = $property($this->rankColumn);
        $this->rankName = $this->rankColumn->getFullyQualifiedName();
        $this->rankIsText = $this->rankColumn->getType() === 'BIGINT';
        $this->scopeProperties = array_map($property, $this->scopeColumns);
        $filled = array_filter(
            $this->scopeColumns,
            static fn (ColumnMap $column): bool => in_array($column->getPhpName(), $map::DATABASE_DEFAULTS, true),
        );
        $this->filledScopes = array_combine(
            array_map($property, $filled),
            array_map(static fn (ColumnMap $column): string => $column->getFullyQualifiedName(), $filled),
        );
        $this->columnNames = array_combine(
            [$this->rankProperty, ...$this->scopeProperties],
            array_map(
                static fn (ColumnMap $column): string => $column->getFullyQualifiedName(),
                [$this->rankColumn, ...$this->scopeColumns],
            ),
        );
        $this->unique = defined($map . '::RANK_IS_UNIQUE');
        $behaviors = $tableMap->getBehaviors();
        $options = $behaviors['sortable'] ?? [];
        $lock = $options['lock'] ?? 'auto';
        $this->start = (int) ($options['start'] ?? 1);
        $this->isFractional = ($options['rank_type'] ?? 'integer') === 'fractional';
        $this->placeOfNew = match ($options['add_new_at'] ?? 'bottom') {
            'top' => new ListIntent(ListIntent::AT, $this->start),
            'none' => new ListIntent(ListIntent::OUT),
            default => new ListIntent(ListIntent::BOTTOM),
        };
        $this->maxMembers = isset($options['max_members']) ? (int) $options['max_members'] : null;
        $this->touched = ($options['touch'] ?? 'false') === 'true'
            ? $tableMap->getColumn($behaviors['timestampable']['update_column'])
            : null;
        $texts = [];
        foreach ($this->scopeColumns as $i => $column) {
            if (in_array($column->getType(), self::TEXT_TYPES, true)) {
                $texts[$i] = new ScopeText($this, $this->scopes[$i]);
            }
        }
        $this->texts = $texts;
        $this->integers = array_map(
            static fn (ColumnMap $column): bool => in_array($column->getType(), self::INTEGER_TYPES, true),
            $this->scopeColumns,
        );
        $this->digits = defined($map . '::SCOPE_DIGITS') ? constant($map . '::SCOPE_DIGITS') : [];
        $this->roundedScopes = array_keys(array_filter($this->digits, is_int(...)));
        $this->lockTable = $lock === 'table' || $texts !== [];
        $this->lockNothing = $lock === 'none';
        $types = array_map(static fn (ColumnMap $column): string => $column->getType(), $this->scopeColumns);
        $this->bindsScopePlainly = (new RowValues($adapter, $types, 0))->arePlain;
        // A fractional rank must first be compared with the highest one.
        $this->ranksByInsert = $adapter->supportsInsertReturning() && Orm::$hasShortcuts && !$this->isFractional;
        $this->sql = new ListSql($this);
    }

    /** Returns whether saving and deleting rows keeps ranks free of gaps and duplicates. */
    public function isMaintained(): bool
    {
        return (self::$unmaintained[$this->map] ?? 0) === 0;
    }

    /**
     * @template T
     * @param callable(): T $work
     * @return T
     */
    public function withoutMaintenance(callable $work): mixed
    {
        self::$unmaintained[$this->map] = (self::$unmaintained[$this->map] ?? 0) + 1;
        try {
            return $work();
        } finally {
            self::$unmaintained[$this->map]--;
        }
    }

    /** Returns the last rank from an aggregate's result: the rank below the first one if a list is empty. */
    public function last(mixed $max): int
    {
        return $max === null || $max === false ? $this->firstNumber() - $this->step() : (int) $max;
    }

    /** Returns the number of the first row when the list is numbered. */
    public function firstNumber(): int
    {
        return $this->isFractional ? self::STEP : $this->start;
    }

    /** Returns the distance between the numbers of two adjacent rows. */
    public function step(): int
    {
        return $this->isFractional ? self::STEP : 1;
    }

    /** Returns the assignments that statements add when they set ranks. */
    public function touch(string $prefix = ''): Sql
    {
        if ($this->touched === null) {
            return Sql::of('');
        }
        $now = Clock::now();
        $isNumber = in_array($this->touched->getType(), self::INTEGER_TYPES, true);
        $name = $this->adapter->names($this->map::getTableMap()->isIdentifierQuotingEnabled())
            ->identifier($this->touched->getName());

        return Sql::of(
            ', ' . $prefix . $name . ' = ?',
            [[$isNumber ? $now->getTimestamp() : $now, $this->touched->getType()]],
        );
    }

    /** Returns a scope value in the form in which scopes are compared. */
    public function stored(int $i, mixed $value): mixed
    {
        if ($value === null || (is_int($value) && $this->integers[$i])) {
            return $value;
        }
        $column = $this->scopeColumns[$i];
        $value = TypeFamily::canonical($column, $value, $this->digits[$i] ?? null);

        return $column->getType() === 'UUID' && $this->hasUuids ? strtolower($value) : $value;
    }

    /** Returns whether the database treats two scopes as the same list. For text, only the database can say. */
    public function same(?array $one, ?array $other): bool
    {
        if ($one === $other || $this->texts === [] || $one === null || $other === null) {
            return $one === $other;
        }
        foreach ($one as $i => $value) {
            if ($value !== $other[$i] && !$this->sameValue($i, $value, $other[$i])) {
                return false;
            }
        }

        return true;
    }

    public function sameValue(int $i, mixed $one, mixed $other): bool
    {
        $text = $this->texts[$i] ?? null;

        return $one === $other || (
            $text !== null && $one !== null && $other !== null
            && $text->identity($one) === $text->identity($other)
        );
    }

    /** @param list<list<mixed>> $scopes */
    public function isOneOf(?array $scope, array $scopes): bool
    {
        if (in_array($scope, $scopes, true)) {
            return true;
        }
        foreach ($this->texts === [] ? [] : $scopes as $other) {
            if ($this->same($scope, $other)) {
                return true;
            }
        }

        return false;
    }

    /**
     * Returns each list once, even if its scope is given in several spellings.
     *
     * @param list<list<mixed>> $scopes
     * @return list<list<mixed>>
     */
    public function lists(array $scopes): array
    {
        $lists = [];
        foreach ($this->texts === [] ? [] : $scopes as $scope) {
            $lists[$this->identity($scope)] ??= $scope;
        }

        return $this->texts === [] ? self::distinct($scopes) : array_values($lists);
    }

    /**
     * Returns a string that identifies a list.
     *
     * @param list<mixed> $scope
     */
    public function identity(array $scope): string
    {
        foreach ($this->texts as $i => $text) {
            $scope[$i] = $scope[$i] === null ? null : $text->identity($scope[$i]);
        }

        return (string) json_encode($scope, JSON_PARTIAL_OUTPUT_ON_ERROR);
    }

    /**
     * Converts a scope from an application to its stored form. A scope is one value, or an array for several columns.
     *
     * @return list<mixed>
     */
    public function scope(mixed $scope): array
    {
        $count = count($this->scopeColumns);
        if ($count === 0) {
            return [];
        }
        if ($count === 1) {
            $column = $this->scopeColumns[0];
            $isList = is_array($scope) && !$column->isSetType() && count($scope) === 1;

            return [$this->given(0, $isList ? reset($scope) : $scope)];
        }
        if ($scope === null) {
            return array_fill(0, $count, null);
        }
        $values = $this->valuesByPosition($scope);
        $stored = [];
        foreach (array_keys($this->scopeColumns) as $i) {
            $stored[] = $this->given($i, $values[$i]);
        }

        return $stored;
    }

    /**
     * Converts a scope value from an application. Rejects strings that are not numbers: MySQL would read them as 0,
     * another list.
     */
    private function given(int $i, mixed $value): mixed
    {
        return $this->stored($i, TypeFamily::key($this->scopeColumns[$i], $value));
    }

    /**
     * Returns the values of several scope columns, in column order.
     *
     * @return list<mixed>
     */
    public function valuesByPosition(mixed $scope): array
    {
        $count = count($this->scopeColumns);
        if ($scope === null) {
            return array_fill(0, $count, null);
        }
        if (!is_array($scope) || count($scope) !== $count) {
            throw new OrmException(sprintf(
                'The lists of table "%s" have %d scope columns: give an array with a value for each',
                $this->map::TABLE_NAME,
                $count,
            ));
        }
        if (array_is_list($scope)) {
            return $scope;
        }
        $values = [];
        foreach ($this->scopeColumns as $column) {
            $name = array_key_exists($column->getName(), $scope) ? $column->getName() : $column->getPhpName();
            if (!array_key_exists($name, $scope)) {
                throw new OrmException(sprintf('The scope has no value for the column "%s"', $column->getName()));
            }
            $values[] = $scope[$name];
        }

        return $values;
    }
}
