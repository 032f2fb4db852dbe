<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\TypedValues;
use Orm\Runtime\ActiveQuery\QueryExecutor\WrittenValues;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\UuidConverter;

/**
 * How the values of a row get into a statement that writes it: in one call where all of them are numbers, texts, or
 * what can be written as a text; else, such as bytes, each by the type of its column.
 *
 * @internal
 */
final class RowValues
{
    /** Null: execute() takes what of() gives. */
    public readonly ?TypedValues $binder;

    /** @var list<int|string> what Statement::texts() gives */
    public readonly array $texts;

    /** Whether execute() can take the values of many rows, as ofRows() gives them. */
    public readonly bool $arePlain;

    /** Whether of() gives the values as they are. */
    public readonly bool $areDirect;

    /** Whether the adapter bound values by their positions when this was made. */
    private readonly bool $isByPosition;

    /** @var list<string>|null the names of values that are given to execute() by name */
    private readonly ?array $placeholders;

    /** @var array{int, TypedValues}|null what rowsBinder() gave last, and for how many rows */
    private ?array $lastRowsBinder = null;

    private readonly ?WrittenValues $written;

    /**
     * @param list<string> $types of the columns, in the order of the values
     * @param int $first the number of the first placeholder
     */
    public function __construct(
        private readonly AdapterInterface $adapter,
        private readonly array $types,
        int $first,
    ) {
        $names = array_map(static fn (int $i): string => ':p' . ($first + $i), array_keys($types));
        $rest = array_filter($types, static fn (string $type): bool => !$adapter->bindsPlainly($type));
        $written = $rest !== [] && $adapter->bindsPlainly(ColumnTypes::VARCHAR)
            ? array_intersect($rest, ColumnMap::WRITTEN_TYPES)
            : [];
        $this->arePlain = $written === $rest;
        $isOneCall = Orm::$hasShortcuts && $this->arePlain;
        $this->isByPosition = $adapter->bindsNamesByPosition();
        $this->placeholders = $isOneCall && !$this->isByPosition ? $names : null;
        $this->written = $this->arePlain && $written !== []
            ? new WrittenValues($adapter, $written, count($types), true)
            : null;
        $this->areDirect = !$isOneCall || ($this->placeholders === null && $written === []);
        $named = array_combine($names, $types);
        $this->binder = $isOneCall ? null : new TypedValues($adapter, $named);
        $this->texts = Statement::texts($named, $isOneCall && $this->isByPosition);
    }

    /**
     * What a statement takes.
     *
     * @param list<mixed> $values of the properties
     * @return array<int|string, mixed>
     */
    public function of(array $values): array
    {
        $values = $this->ofRows($values);

        return $this->placeholders === null ? $values : array_combine($this->placeholders, $values);
    }

    /**
     * What a statement of many rows takes.
     *
     * @param list<mixed> $values of the properties of all rows
     * @return list<mixed>
     */
    public function ofRows(array $values): array
    {
        if ($this->arePlain) {
            return $this->written === null ? $values : $this->written->of($values);
        }
        $end = count($values);
        foreach (array_intersect_key(ColumnMap::UUID_BYTES, array_flip($this->types)) as $type => $isSwapped) {
            foreach (array_keys($this->types, $type, true) as $first) {
                for ($i = $first; $i < $end; $i += count($this->types)) {
                    $values[$i] = $values[$i] === null
                        ? null
                        : UuidConverter::uuidToBin((string) $values[$i], $isSwapped);
                }
            }
        }

        return $values;
    }

    /** How values of many rows are bound, by their positions; null: execute() takes them. */
    public function rowsBinder(int $rows): ?TypedValues
    {
        if ($this->arePlain) {
            return null;
        }
        if ($this->lastRowsBinder === null || $this->lastRowsBinder[0] !== $rows) {
            $types = [];
            for ($i = 0; $i < $rows; $i++) {
                foreach ($this->types as $type) {
                    // Of UUIDs, ofRows() gives the bytes.
                    $types[count($types) + 1] = isset(ColumnMap::UUID_BYTES[$type]) ? ColumnTypes::BINARY : $type;
                }
            }
            $this->lastRowsBinder = [$rows, new TypedValues($this->adapter, $types)];
        }

        return $this->lastRowsBinder[1];
    }

    /** Whether this still holds for the adapter that the database has now. */
    public function isFor(AdapterInterface $adapter): bool
    {
        return $this->adapter === $adapter && $this->isByPosition === $adapter->bindsNamesByPosition();
    }
}
