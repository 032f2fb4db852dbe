<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\TypedValues;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Orm;

/**
 * How the values of a row get into a statement that writes it: in one call where all of them are numbers, texts and
 * dates, which are texts as well; else each by the type of its column.
 *
 * @internal
 */
final class RowValues
{
    /** Null: execute() takes what of() gives. */
    public readonly ?TypedValues $binder;

    /** @var list<int|string>|null what Statement::texts() gives, if the values are given to execute() */
    public readonly ?array $texts;

    /** Whether execute() can take the values of the properties as they are. */
    public readonly bool $arePlain;

    /** Whether of() gives the values as they are. */
    public readonly bool $areDirect;

    /** Whether the adapter bound values by their positions when this was made. */
    private readonly bool $isByPosition;

    /** @var list<string>|null the names of values that are given to execute() by name */
    private readonly ?array $placeholders;

    /** @var array<int, string> the types of dates that become texts here, by position */
    private readonly array $dates;

    /**
     * @param list<string> $types of the columns, in the order of the values
     * @param int $first the number of the first placeholder
     */
    public function __construct(private readonly AdapterInterface $adapter, array $types, int $first)
    {
        $names = array_map(static fn (int $i): string => ':p' . ($first + $i), array_keys($types));
        $rest = array_filter($types, static fn (string $type): bool => !$adapter->bindsPlainly($type));
        $this->arePlain = $rest === [];
        $dates = $rest !== [] && $adapter->bindsPlainly(ColumnTypes::VARCHAR)
            ? array_intersect($rest, ColumnMap::TEMPORAL_TYPES)
            : [];
        $isOneCall = Orm::$hasShortcuts && $dates === $rest;
        $this->isByPosition = $adapter->bindsNamesByPosition();
        $this->placeholders = $isOneCall && !$this->isByPosition ? $names : null;
        $this->dates = $isOneCall ? $dates : [];
        $this->areDirect = $this->placeholders === null && $this->dates === [];
        $named = array_combine($names, $types);
        $this->binder = $isOneCall ? null : new TypedValues($adapter, $named);
        $this->texts = $isOneCall ? Statement::texts($named, $this->isByPosition) : null;
    }

    /**
     * What a statement takes.
     *
     * @param list<mixed> $values of the properties
     * @return array<int|string, mixed>
     */
    public function of(array $values): array
    {
        foreach ($this->dates as $i => $type) {
            $values[$i] = $values[$i] === null ? null : $this->adapter->storedDate($values[$i], $type);
        }

        return $this->placeholders === null ? $values : array_combine($this->placeholders, $values);
    }

    /** Whether this still holds for the adapter that the database has now. */
    public function isFor(AdapterInterface $adapter): bool
    {
        return $this->adapter === $adapter && $this->isByPosition === $adapter->bindsNamesByPosition();
    }
}
