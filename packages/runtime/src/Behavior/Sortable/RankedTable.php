<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\ActiveRecord\RowValues;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Behavior\KnownTableTrait;
use Orm\Runtime\Behavior\ListTable;
use Orm\Runtime\Behavior\ScopeValue;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\Clock;
use Orm\Runtime\Util\NumberValue;

/**
 * A table whose rows are members of lists: its rank, scope and key columns, and how they are written in SQL.
 *
 * @internal
 */
final class RankedTable extends ListTable
{
    use KnownTableTrait;

    /** How far apart the numbers of fractional ranks are when a list is numbered. */
    public const STEP = 2 ** 32;

    /** Beyond this number, fractional ranks are numbered anew: what is added to them must not exceed a BIGINT. */
    public const HIGHEST = 2 ** 60;

    private const INTEGER_TYPES = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'];

    private const TEXT_TYPES = ['CHAR', 'VARCHAR', 'LONGVARCHAR', 'CLOB', 'CLOB_EMU'];

    /** The rank column as SQL writes it. */
    public readonly string $rank;

    public readonly ColumnMap $rankColumn;

    /** @var list<ColumnMap> */
    public readonly array $scopeColumns;

    /** @var list<string> the scope columns as SQL writes them */
    public readonly array $scopes;

    /** Whether a unique index holds the rank column, so that no two rows may share a rank even for a moment. */
    public readonly bool $unique;

    /** The property of model objects that holds the rank. */
    public readonly string $rankProperty;

    /** The rank column with its table. */
    public readonly string $rankName;

    /** Whether model objects hold ranks as texts. */
    public readonly bool $rankIsText;

    /** @var list<string> the properties that hold the scope */
    public readonly array $scopeProperties;

    /** @var array<string, string> rank and scope columns with their tables, by property */
    public readonly array $columnNames;

    /** Whether values of scopes can be given to a statement all at once, as numbers and texts. */
    public readonly bool $bindsScopePlainly;

    /** Whether an INSERT can find out the rank of its row and give it back. */
    public readonly bool $ranksByInsert;

    /** The rank of the first member of a list. */
    public readonly int $start;

    /**
     * Whether rows store numbers of which only the order counts, far apart, so that a move writes one row. The rank
     * that users see is then the position of the row.
     */
    public readonly bool $isFractional;

    /** Where new rows go that nobody has given a place. */
    public readonly ListIntent $placeOfNew;

    /** How many members a list may have; null: any number. */
    public readonly ?int $maxMembers;

    /** The date of a row's last change, if statements that change ranks set it. */
    public readonly ?ColumnMap $touched;

    public readonly ListSql $sql;

    /** @var array<class-string<TableMap>, int> how many callers keep the ranks of a table themselves */
    private static array $unmaintained = [];

    /**
     * The scope that an object had last: members of a list share one array, which is found equal at once.
     *
     * @var list<mixed>
     */
    public array $lastScope = [];

    /** @var array<int, ScopeText> those of the scope columns that are text */
    private readonly array $texts;

    /** @var list<bool> which scope columns hold whole numbers */
    private readonly array $integers;

    /** @var array<int, ?int> how many digits after the point scope columns store */
    private readonly array $digits;

    /** @var list<int> the positions of scope columns that store fewer digits than may be given */
    public readonly array $roundedScopes;

    /** @param class-string<TableMap> $map */
    private function __construct(string $map, AdapterInterface $adapter)
    {
        parent::__construct($map, $adapter);
        $tableMap = $map::getTableMap();
        $names = $adapter->names($tableMap->isIdentifierQuotingEnabled());
        $write = static fn (ColumnMap $column): string => $names->identifier($column->getName());
        $this->rankColumn = $tableMap->getColumn(constant($map . '::RANK_COL'));
        $this->rank = $write($this->rankColumn);
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
        // A fractional rank is compared with the highest one first.
        $this->ranksByInsert = $adapter->supportsInsertReturning() && Orm::$hasShortcuts && !$this->isFractional;
        $this->sql = new ListSql($this);
    }

    /** Whether saving and deleting rows keeps ranks without gaps and duplicates. */
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

    /** The highest rank as an aggregate gives it: below the first one if a list is empty. */
    public function last(mixed $max): int
    {
        return $max === null || $max === false ? $this->firstNumber() - $this->step() : (int) $max;
    }

    /** The number that the first row of a list gets when the list is numbered. */
    public function firstNumber(): int
    {
        return $this->isFractional ? self::STEP : $this->start;
    }

    /** What is added to the number of a row for the next one. */
    public function step(): int
    {
        return $this->isFractional ? self::STEP : 1;
    }

    /** What a statement sets beside ranks. */
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

    /** The value of a scope column in the form in which scopes are compared. */
    public function stored(int $i, mixed $value): mixed
    {
        if ($value === null || (is_int($value) && $this->integers[$i])) {
            return $value;
        }
        $column = $this->scopeColumns[$i];
        $value = ScopeValue::stored($column, $value, $this->digits[$i] ?? null);

        return $column->getType() === 'UUID' && $this->hasUuids ? strtolower($value) : $value;
    }

    /** Whether two scopes are the same list to the database; which texts are, it alone knows. */
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
     * Each list once, whatever spellings of its scope are given.
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

    /** A text that only scopes of the same list share. @param list<mixed> $scope */
    public function identity(array $scope): string
    {
        foreach ($this->texts as $i => $text) {
            $scope[$i] = $scope[$i] === null ? null : $text->identity($scope[$i]);
        }

        return (string) json_encode($scope, JSON_PARTIAL_OUTPUT_ON_ERROR);
    }

    /**
     * A scope as it is stored, from what an application gives: one value per column, or the values of all.
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

    /** A scope value of an application. Text that is no number is refused: MySQL would read it as 0, another list. */
    private function given(int $i, mixed $value): mixed
    {
        $column = $this->scopeColumns[$i];
        if ($column->isNumeric() && (is_string($value) || $value instanceof \Stringable)) {
            NumberValue::assertComparable((string) $value, $column->getFullyQualifiedName());
        }

        return $this->stored($i, $value);
    }

    /**
     * The values of several scope columns in their order.
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
